"""Where the time of several threads goes, and what a process and its games cost."""

import contextlib
import os
import pathlib
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any


class Stopwatch:
    """Adds up wall time by name, over all threads."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def measure(self, name: str) -> Iterator[None]:
        """Add the time spent inside to a name.

        Args:
            name: Whose time it is.
        """
        started = time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - started
            with self._lock:
                self._seconds[name] += spent

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that does the same and adds its time to a name.

        Args:
            name: Whose time it is.
            function: What to time.

        Returns:
            The function with its time taken.
        """

        def wrapper(*args: Any, **kwargs: Any) -> Any:
            with self.measure(name):
                return function(*args, **kwargs)

        return wrapper

    def take(self) -> dict[str, float]:
        """Seconds by name so far; starts again from 0."""
        with self._lock:
            seconds: dict[str, float] = dict(self._seconds)
            self._seconds.clear()
        return seconds


class TimedLock:
    """A lock whose waiting time is taken."""

    def __init__(self, lock: Any, stopwatch: Stopwatch) -> None:
        """Wrap a lock.

        Args:
            lock: The lock.
            stopwatch: Takes the time of "lock".
        """
        self._lock = lock
        self._stopwatch = stopwatch

    def __enter__(self) -> None:
        """Wait for the lock."""
        with self._stopwatch.measure("lock"):
            self._lock.acquire()

    def __exit__(self, *error: object) -> None:
        """Release it."""
        self._lock.release()


def cpu_seconds() -> float:
    """CPU time of this process and of its living children, the game servers among them.

    Children are counted where the system has /proc; elsewhere only this process is.

    Returns:
        Seconds since the processes started.
    """
    ticks = os.sysconf("SC_CLK_TCK")
    total = time.process_time()
    for task in pathlib.Path("/proc/self/task").glob("*/children"):
        for child in task.read_text().split():
            with contextlib.suppress(OSError):  # it has just ended
                fields = pathlib.Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                total += (int(fields[11]) + int(fields[12])) / ticks
    return total
