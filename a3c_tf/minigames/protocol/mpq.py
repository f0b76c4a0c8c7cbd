"""Files that programs take for a replay of StarCraft II: MPQ archives with a block before them.

Replays of the game are archives of this kind. pysc2 looks into them for the version of the game
(pysc2/lib/replay.py), so that of ours has to be found in the same place; what else we keep goes
into the block of user data that may stand before an archive. Written after the description of the
format at http://www.zezula.net/en/mpq/mpqformat.html and the reader mpyq.
"""

import struct
from collections.abc import Collection, Mapping

_USER_DATA_HEADER = struct.Struct("<4s3I")
_ARCHIVE_HEADER = struct.Struct("<4s2I2H4I")
_USER_DATA_MAGIC = b"MPQ\x1b"
_ARCHIVE_MAGIC = b"MPQ\x1a"
_FILE_EXISTS, _SINGLE_UNIT = 0x8000_0000, 0x0100_0000
_LIST_FILE = "(listfile)"
_TABLE_ENTRY_BYTES = 16
_EMPTY_HASH_ENTRY = (0xFFFF_FFFF,) * 4
_SECTOR_SIZE_SHIFT = 3
_ALIGNMENT = 512  # programs look for the archive at multiples of this
_SLOT, _HASH_A, _HASH_B, _TABLE_KEY = range(4)
_MASK = 0xFFFF_FFFF


def pack(user_data: bytes, files: Mapping[str, bytes]) -> bytes:
    """Write an archive.

    Args:
        user_data: What stands before the archive.
        files: What is in it, uncompressed, by ASCII name.

    Returns:
        The contents of the file.
    """
    files = {**files, _LIST_FILE: "\r\n".join(files).encode("ascii")}
    offset = _ARCHIVE_HEADER.size
    blocks: list[int] = []
    for data in files.values():
        blocks += (offset, len(data), len(data), _FILE_EXISTS | _SINGLE_UNIT)
        offset += len(data)
    slots = _hash_table(files)
    block_table_offset = offset + len(slots) * _TABLE_ENTRY_BYTES
    size = block_table_offset + len(files) * _TABLE_ENTRY_BYTES
    header = _ARCHIVE_HEADER.pack(
        _ARCHIVE_MAGIC,
        _ARCHIVE_HEADER.size,
        size,
        0,
        _SECTOR_SIZE_SHIFT,
        offset,
        block_table_offset,
        len(slots),
        len(files),
    )
    before = _USER_DATA_HEADER.size + len(user_data)
    before += -before % _ALIGNMENT
    user_data_header = _USER_DATA_HEADER.pack(
        _USER_DATA_MAGIC, before - _USER_DATA_HEADER.size, before, len(user_data)
    )
    front = (user_data_header + user_data).ljust(before, b"\0")
    hashes = [word for entry in slots for word in entry]
    tables = _encrypt(hashes, "(hash table)") + _encrypt(blocks, "(block table)")
    return b"".join([front, header, *files.values(), tables])


def read_user_data(data: bytes) -> bytes | None:
    """Find what stands before the archive.

    Args:
        data: The contents of any file.

    Returns:
        The user data, or None if there is none.
    """
    if len(data) < _USER_DATA_HEADER.size:
        return None
    magic, _, _, size = _USER_DATA_HEADER.unpack_from(data)
    user_data = data[_USER_DATA_HEADER.size :][:size]
    return user_data if magic == _USER_DATA_MAGIC and len(user_data) == size else None


def _hash_table(names: Collection[str]) -> list[tuple[int, int, int, int]]:
    """Where a reader looks for each file: from the slot of its name on, up to an empty one."""
    size = 1 << len(names).bit_length()
    slots = [_EMPTY_HASH_ENTRY] * size
    for index, name in enumerate(names):
        slot = _hash(name, _SLOT) % size
        while slots[slot] is not _EMPTY_HASH_ENTRY:
            slot = (slot + 1) % size
        slots[slot] = (_hash(name, _HASH_A), _hash(name, _HASH_B), 0, index)
    return slots


def _make_crypt_table() -> tuple[int, ...]:
    seed = 0x0010_0001
    table = [0] * 0x500
    for index in range(0x100):
        for row in range(5):
            halves = []
            for _ in range(2):
                seed = (seed * 125 + 3) % 0x2A_AAAB
                halves.append(seed & 0xFFFF)
            table[row * 0x100 + index] = halves[0] << 16 | halves[1]
    return tuple(table)


_CRYPT_TABLE = _make_crypt_table()


def _hash(name: str, row: int) -> int:
    one, two = 0x7FED_7FED, 0xEEEE_EEEE
    for byte in name.upper().encode("ascii"):
        one = _CRYPT_TABLE[row * 0x100 + byte] ^ (one + two) & _MASK
        two = (byte + one + two + (two << 5) + 3) & _MASK
    return one


def _encrypt(words: list[int], table_name: str) -> bytes:
    key, seed = _hash(table_name, _TABLE_KEY), 0xEEEE_EEEE
    encrypted = []
    for word in words:
        seed = (seed + _CRYPT_TABLE[0x400 + (key & 0xFF)]) & _MASK
        encrypted.append(word ^ (key + seed) & _MASK)
        key = ((~key << 0x15) + 0x1111_1111 | key >> 0x0B) & _MASK
        seed = (word + seed + (seed << 5) + 3) & _MASK
    return struct.pack(f"<{len(words)}I", *encrypted)
