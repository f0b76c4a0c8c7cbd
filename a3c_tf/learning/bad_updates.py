"""Ends a run whose gradients stay non-finite."""

import threading

from a3c_tf.errors import A3CError


class BadUpdateGuard:
    """Counts the updates that were dropped, over all workers."""

    def __init__(self, max_in_a_row: int, total: int = 0) -> None:
        """Allow some bad updates.

        Args:
            max_in_a_row: How many non-finite gradients in a row end the run.
            total: Bad updates counted before a resume.
        """
        self.total = total
        self._max_in_a_row = max_in_a_row
        self._in_a_row = 0
        self._lock = threading.Lock()

    def record(self, applied: bool) -> None:
        """Count one update.

        Args:
            applied: Whether its gradients were finite and so were applied.

        Raises:
            A3CError: Too many in a row were not.
        """
        with self._lock:
            if applied:
                self._in_a_row = 0
                return
            self.total += 1
            self._in_a_row += 1
            if self._in_a_row >= self._max_in_a_row:
                raise A3CError(
                    f"{self._in_a_row} updates in a row had non-finite gradients. The weights are "
                    "those before them; look at the rewards, lower --learning_rate or "
                    "--max_grad_norm, or scale rewards down with --reward_scale."
                )
