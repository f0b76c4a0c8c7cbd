"""Our commands end without a traceback where the user ends them: by Ctrl-C, or by `... | head`.

Imports take a second or more, and nobody who stops a command there wants to read where it was. So
importing this module, which the package does before all else, lets an uncaught KeyboardInterrupt
end the process with its exit status and no more. So does an output that nobody reads any more,
whether that shows while it is written or when the process ends. An output closed from the start
goes nowhere. Whoever catches these errors, to save or to close something, does so as ever; and
nothing changes where Python was not started as `python -m a3c_tf...`.
"""

import atexit
import os
import sys
from types import TracebackType

# Set by runpy while it looks for the module of `python -m`, whose package it imports for that.
_LOOKING = "-m"
# 128 + SIGINT and 128 + SIGPIPE, as shells count them.
_INTERRUPTED, _UNREAD = 130, 141


def _is_command() -> bool:
    if sys.argv[:1] != [_LOOKING]:
        return False
    module = sys.orig_argv[-len(sys.argv)].removeprefix("-m")
    return module.partition(".")[0] == __package__


def _nobody_reads(rest: str = "") -> bool:
    """Whether nobody read the rest of standard output; whatever else comes goes nowhere then."""
    try:
        print(rest, end="", flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return True
    return False


def _end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        raise SystemExit(_INTERRUPTED)
    # It may have been another pipe, and what could not be written is no longer there to try again.
    if issubclass(kind, BrokenPipeError) and _nobody_reads("\n"):
        raise SystemExit(_UNREAD)
    sys.__excepthook__(kind, error, trace)


def _write_the_rest() -> None:
    if _nobody_reads():
        os._exit(_UNREAD)  # the only way left to choose an exit status


if _is_command():
    sys.excepthook = _end
    if sys.stdout is None:
        # Else the next file to be opened takes its number, and what is written to that.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for good
    atexit.register(_write_the_rest)  # the first to be registered runs last
