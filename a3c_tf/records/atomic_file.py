"""Replacing a file in one step."""

import os
import pathlib


def replace_file(path: pathlib.Path, data: bytes) -> None:
    """Write a file in place of the one that may be there.

    Whoever has the old file open keeps it; whoever opens the path finds the old file or the whole
    new one, also after a power cut.

    Args:
        path: Where the file goes. The data is first written to a file beside it, whose name ends
            with .tmp.
        data: Its content.

    Raises:
        OSError: It cannot be written; the file that was there is untouched.
    """
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
