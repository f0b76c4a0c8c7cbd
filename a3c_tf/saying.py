"""Lines for whoever reads them; what cannot be written stops nothing, now or when Python ends."""

import contextlib
import os
import sys
from typing import TextIO


def say(text: str, stream: TextIO | None = None) -> None:
    """Write a line if it can be written, as it cannot after `... | head` or on a full disk.

    Args:
        text: The line, without its end.
        stream: Where to write; standard output if None. Nothing happens if that is closed.
    """
    stream = sys.stdout if stream is None else stream
    if stream is None:
        return
    try:
        stream.write(text + "\n")
        stream.flush()
    except OSError:
        _forget_unwritten(stream)


def _forget_unwritten(stream: TextIO) -> None:
    """Empty the stream's buffer, which Python would try to write again at its end, and fail."""
    with contextlib.suppress(OSError):  # it has no file, so no buffer that Python writes
        file = stream.fileno()
        meant, nowhere = os.dup(file), os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, file)
            stream.flush()
        finally:
            os.dup2(meant, file)  # a full disk may have room again for the next line
            os.close(meant)
            os.close(nowhere)
