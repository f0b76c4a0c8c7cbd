"""The one count of agent steps that all workers share, and that ends the run."""

import threading


class StepCounter:
    """Counts agent steps exactly, whatever the number of threads."""

    def __init__(self, total: int, start: int = 0) -> None:
        """Begin counting.

        Args:
            total: Agent steps of the whole run.
            start: Agent steps already made.
        """
        self.total = total
        self._value = start
        self._stopped = False
        self._lock = threading.Lock()

    @property
    def value(self) -> int:
        """Agent steps claimed so far."""
        return self._value

    @property
    def finished(self) -> bool:
        """Whether no further step may be claimed."""
        return self._stopped or self._value >= self.total

    def claim(self) -> bool:
        """Ask for one step before making it.

        Returns:
            Whether the step may be made; False from the moment the run is over.
        """
        with self._lock:
            if self.finished:
                return False
            self._value += 1
            return True

    def stop(self) -> None:
        """Let no further step be claimed."""
        self._stopped = True
