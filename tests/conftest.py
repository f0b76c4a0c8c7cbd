import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

import a3c_tf  # noqa: F401 - lets test modules import pysc2 first, as import sorting puts it

# A shell lets what it runs in the background ignore Ctrl-C, and every process that the tests start
# would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def fresh_python() -> Callable[[str], str]:
    """Runs code in a Python that has imported nothing yet; returns what it printed."""

    def run(code: str, *args: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code, *args],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
