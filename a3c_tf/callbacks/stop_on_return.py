"""Early stopping."""

import collections
from collections.abc import Mapping
from typing import Any

from a3c_tf.callbacks.callback import Callback
from a3c_tf.callbacks.run_view import RunView
from a3c_tf.errors import ConfigError
from a3c_tf.records.episode_log_format import EpisodeRecord


class StopOnReturn(Callback):
    """Ends the run once the mean return of the last episodes reaches a threshold."""

    def __init__(self, threshold: float, episodes: int = 100) -> None:
        """Stop on success.

        Args:
            threshold: The mean return that is good enough: sum of an episode's rewards,
                undiscounted.
            episodes: How many episodes the mean is taken over; fewer never end a run.

        Raises:
            ConfigError: The number of episodes is below 1.
        """
        if episodes < 1:
            raise ConfigError(f"StopOnReturn: episodes must be at least 1, not {episodes}")
        self._threshold = threshold
        self._returns: collections.deque[float] = collections.deque(maxlen=episodes)

    def on_episode_end(self, run: RunView, episode: EpisodeRecord) -> bool:
        """Compare the mean with the threshold."""
        self._returns.append(episode.reward)
        count = len(self._returns)
        mean = sum(self._returns) / count
        if count < (self._returns.maxlen or 0) or not mean >= self._threshold:
            return True
        run.message(
            f"the mean return of the last {count} episodes is {mean:.4g}, "
            f"which reaches {self._threshold:g}"
        )
        return False

    def state(self) -> dict[str, Any]:
        """The last returns."""
        return {"returns": list(self._returns)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take the last returns up again."""
        self._returns = collections.deque(state.get("returns", ()), self._returns.maxlen)
