"""Keeps freed memory in the process instead of giving it back to the system at every reply.

A reply with feature layers takes a few hundred KiB, which glibc would by default fetch from the
system and return each time. The page faults of that cost as much as all of the drawing.
"""

import ctypes
import sys

KEPT_BYTES = 16 * 2**20

# Parameters of mallopt (malloc.h of glibc).
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3


def keep_freed_memory() -> bool:
    """Let the C library keep up to KEPT_BYTES of freed memory for the next allocation.

    Returns:
        Whether it did; False where the C library is not glibc.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another C library, such as musl
        return False
    results = [mallopt(which, KEPT_BYTES) for which in (_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD)]
    return all(results)
