"""What a run comes to."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from a3c_tf.records.metrics import RunStatistics


class Summary(NamedTuple):
    """Where a run stands.

    Attributes:
        steps: Agent steps, all workers and all sessions.
        episodes: Episodes finished.
        mean_return: Mean return of the last 100 episodes; NaN before the first.
        seconds: Wall time spent training, all sessions.
    """

    steps: int
    episodes: int
    mean_return: float
    seconds: float

    @classmethod
    def of_checkpoint(cls, state: Mapping[str, Any]) -> "Summary":
        """Where a run stood when a checkpoint was made.

        Args:
            state: The checkpoint's counters.

        Returns:
            The summary.
        """
        statistics = RunStatistics(state["statistics"])
        return cls(state["steps"], statistics.episodes, statistics.mean_return, state["seconds"])
