"""Ctrl-C ends our commands without a traceback, also while they are still importing.

Imports take a second or more, and nobody who stops a command there wants to read where it was. So
importing this module, which the package does before all else, lets an uncaught KeyboardInterrupt
end the process with its exit status and no more. Whoever catches it, to save or to close something,
does so as ever; and nothing changes where Python was not started as `python -m a3c_tf...`.
"""

import sys
from types import TracebackType

# Set by runpy while it looks for the module of `python -m`, whose package it imports for that.
_LOOKING = "-m"
_INTERRUPTED = 130  # 128 + SIGINT, as shells count it


def _is_command() -> bool:
    if sys.argv[:1] != [_LOOKING]:
        return False
    module = sys.orig_argv[-len(sys.argv)].removeprefix("-m")
    return module.partition(".")[0] == __package__


def _end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        raise SystemExit(_INTERRUPTED)
    sys.__excepthook__(kind, error, trace)


if _is_command():
    sys.excepthook = _end
