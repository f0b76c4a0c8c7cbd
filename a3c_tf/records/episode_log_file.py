"""An XML file that is well-formed at every moment and grows at a constant cost an element.

A process may be killed between two writes or inside one (Linux can cut a write at a page), and a
reader may come at any time: it may even see the beginning of the file as it was before a change
and the rest as it is after. So the file changes only in ways that hurt neither.

After the root's end tag lies *room*: a processing instruction full of spaces. A new element is
written into it, where it is not yet part of the document, together with a new end tag and the start
of the room that is left. One byte then makes it visible: in front of every end tag stands a
*switch*, an empty CDATA section; with its first `]` blanked it ends only at the next `]]>`, which
came with the new element, and the old end tag has become character data.

    <![CDATA[]]></action_logs><?room                                                       ?>
    <![CDATA[]]></action_logs><?room ]]><episode/><![CDATA[]]></action_logs><?room         ?>
    <![CDATA[ ]></action_logs><?room ]]><episode/><![CDATA[]]></action_logs><?room         ?>

An element's body stands between two switches. Blanking a byte of the first turns the body into
character data, so its child elements are gone.

Nothing can be cut inside a write of one byte, and nothing but switches ever changes in what was
part of the document once. CDATA leaves no node behind: programs that loop over all children of an
element, instead of asking for elements by name, are not surprised.

More room is added at the end of the file long before it is needed: a reader that came to the end at
that very moment would be hurt only if it went no further until an episode had been written there.
Where half of the file is no longer visible, it is written anew instead and takes the place of the
old one in one step. So a byte added costs a constant on average: itself, a byte of room, and the
copy of at most one visible byte.
"""

import os
import pathlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from a3c_tf.records.atomic_file import replace_file

_SWITCH = b"<![CDATA[]]>"
_SWITCH_BYTE = _SWITCH.index(b"]")
_SWITCH_END = b"]]>"
_HIDDEN = re.compile(rb"<!\[CDATA\[ .*?\]\]>", re.DOTALL)
_END_TAG = b"</action_logs>"
_ROOM = b"<?room "
_ROOM_END = b"?>"

# Files of short runs stay small.
_MIN_ROOM = 256 * 1024
# libxml2 refuses more than 10 MB between the root's end tag and the end of the file, and texts of
# that size, unless asked to take them.
_MAX_ROOM = 4 * 1024 * 1024
# A write that does not cross a multiple of this is never cut (the page size may be a multiple).
_PAGE = 4096


class Element(NamedTuple):
    """One child of the root, as ASCII that holds neither `?>` nor `]]>`.

    ASCII, because a cut inside a character of several bytes would be malformed.

    Attributes:
        head: Start tag, or the whole element where the rest is empty.
        body: Its child elements, the part that can be hidden later.
        tail: End tag.
    """

    head: bytes
    body: bytes = b""
    tail: bytes = b""


class _Span(NamedTuple):
    """A part of the file, as offsets."""

    start: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.start


_NO_ROOM = _Span(0, 0)


class EpisodeLogFile:
    """The file; one thread uses it at a time."""

    def __init__(
        self, path: str | os.PathLike[str], header: bytes, elements: Iterable[Element] = ()
    ) -> None:
        """Write the file, in place of one that may be there.

        Args:
            path: Where it goes; the folder exists.
            header: XML declaration and start tag of the root, ASCII.
            elements: What the file holds from the start.

        Raises:
            OSError: The file cannot be written. A file that was there is untouched.
        """
        self._path = pathlib.Path(path)
        self._file = -1
        self._size = self._visible = self._end_switch = self._count = 0
        self._room = self._next_room = _NO_ROOM
        self._bodies: dict[int, _Span] = {}
        content, with_body = [header], []
        for element in elements:
            content.append(_encode(element))
            if element.body:
                with_body.append(self._count)
            self._count += 1
        self._lay_out(b"".join(content), with_body, needed=0)

    @property
    def visible_bodies(self) -> list[int]:
        """Which elements, counted from 0, have a body that is not hidden."""
        return list(self._bodies)

    def append(self, element: Element) -> int:
        """Add an element at the end.

        Args:
            element: The element.

        Returns:
            Its number, counted from 0.

        Raises:
            OSError: The file cannot be written; the element is not in it.
        """
        encoded = _encode(element)
        entry = _SWITCH_END + encoded + _SWITCH + _END_TAG + _ROOM
        room = self._room_for(len(entry))
        _write_at(self._file, entry, room.start)
        self._open(self._end_switch)
        start = room.start + len(_SWITCH_END)
        if element.body:
            body = start + len(element.head)
            self._bodies[self._count] = _Span(body, body + len(element.body) + 2 * len(_SWITCH))
        self._end_switch = start + len(encoded)
        self._room = _Span(room.start + len(entry), room.end)
        self._visible += len(encoded)
        self._count += 1
        return self._count - 1

    def hide(self, number: int) -> None:
        """Take an element's body out of the document.

        Args:
            number: One of visible_bodies.

        Raises:
            OSError: The file cannot be written.
        """
        body = self._bodies[number]
        self._open(body.start)
        del self._bodies[number]
        self._visible -= body.size

    def close(self) -> None:
        """Leave a file without room, switches and hidden parts; it takes no more elements.

        Raises:
            OSError: The file cannot be written; it stays as it was, which is well-formed.
        """
        if self._file < 0:
            return
        try:
            content = self._visible_content().replace(_SWITCH, b"")
            replace_file(self._path, content + _END_TAG + b"\n")
        finally:
            os.close(self._file)
            self._file = -1

    def _open(self, switch: int) -> None:
        """Let an empty CDATA section reach to the next `]]>`: one byte, which nothing can cut."""
        _write_at(self._file, b" ", switch + _SWITCH_BYTE)

    @property
    def _is_mostly_hidden(self) -> bool:
        return self._end_switch > 2 * self._visible + _MIN_ROOM

    def _room_for(self, size: int) -> _Span:
        """Where so many bytes go: into this room, the next, or that of a new file."""
        if self._room.size < size:
            if self._next_room.size < size or self._is_mostly_hidden:
                self._lay_out(self._visible_content(), list(self._bodies), size)
            else:
                self._room, self._next_room = self._next_room, _NO_ROOM
        is_low = 2 * (self._room.size - size) < self._room_size()
        if is_low and self._next_room is _NO_ROOM and not self._is_mostly_hidden:
            self._next_room = self._add_room()
        return self._room

    def _add_room(self) -> _Span:
        """Lengthen the file by a processing instruction full of spaces.

        It starts empty, and with its `?` blanked reaches to the end of another empty one behind the
        spaces: only so little can be written at the end of a file without being cut.
        """
        start = self._append_empty_room() + len(_ROOM)
        self._append(b" " * self._room_size())
        end = self._append_empty_room()
        _write_at(self._file, b" ", start)
        return _Span(start, end)

    def _append_empty_room(self) -> int:
        """Its offset. The write lies inside one page, so it is made as a whole or not at all."""
        empty_room = _ROOM + _ROOM_END
        if self._size % _PAGE + len(empty_room) > _PAGE:
            self._append(b" " * (-self._size % _PAGE))
        self._append(empty_room)
        return self._size - len(empty_room)

    def _append(self, data: bytes) -> None:
        """Write at the end of the file, or leave the file as it was."""
        try:
            _write_at(self._file, data, self._size)
        except OSError:
            os.ftruncate(self._file, self._size)
            raise
        self._size += len(data)

    def _room_size(self) -> int:
        return min(max(self._visible, _MIN_ROOM), _MAX_ROOM)

    def _visible_content(self) -> bytes:
        """The document up to its end tag, without what was hidden."""
        return _HIDDEN.sub(b"", os.pread(self._file, self._end_switch, 0))

    def _lay_out(self, content: bytes, with_body: list[int], needed: int) -> None:
        """Write the file anew: content, end tag, room.

        Args:
            content: From the XML declaration to the last element.
            with_body: Numbers of the elements with a body, in the order of the file.
            needed: Bytes that the room must hold at least.
        """
        switches = [match.start() for match in re.finditer(re.escape(_SWITCH), content)]
        self._visible = len(content)
        before = content + _SWITCH + _END_TAG + _ROOM
        room = _Span(len(before), len(before) + max(self._room_size(), needed))
        data = before + b" " * room.size + _ROOM_END
        replace_file(self._path, data)
        if self._file >= 0:
            os.close(self._file)
        self._file = os.open(self._path, os.O_RDWR)
        self._size = len(data)
        self._end_switch = len(content)
        self._room, self._next_room = room, _NO_ROOM
        spans = zip(switches[::2], switches[1::2], strict=True)
        self._bodies = {
            number: _Span(first, second + len(_SWITCH))
            for number, (first, second) in zip(with_body, spans, strict=True)
        }


def _encode(element: Element) -> bytes:
    """The element as it stands in the file, its body between two switches."""
    for part in element:
        if not part.isascii() or _ROOM_END in part or _SWITCH_END in part:
            raise ValueError(f"an element must be ASCII, without ?> and ]]>: {part[:200]!r}")
    if not element.body:
        return element.head + element.tail + b"\n"
    return _SWITCH.join(element) + b"\n"


def _write_at(file: int, data: bytes, offset: int) -> None:
    """Write all of the data, however many calls it takes."""
    view = memoryview(data)
    while view:
        written = os.pwrite(file, view, offset)
        view, offset = view[written:], offset + written
