"""The numbers that tell how a run is doing, as a table and as curves."""

import collections
import math
import os
import pathlib
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from a3c_tf.records.episode_log_format import EpisodeRecord
from a3c_tf.records.metrics_csv import MetricsCsv
from a3c_tf.records.metrics_tensorboard import TAGS, MetricsTensorBoard

WINDOW = 100

# Names of the columns and where their values come from; docs/metrics.md explains them.
_COUNTERS = ("steps", "seconds", "updates", "episodes")
_LAST_EPISODES = {
    "return_mean_100": "reward",
    "score_mean_100": "score",
    "length_mean_100": "steps",
}
_NEW_EPISODES = {"return_mean": "reward", "score_mean": "score", "length_mean": "steps"}
_UPDATES = {
    "loss_actor": "policy_loss",
    "loss_critic": "value_loss",
    "entropy": "entropy",
    "value": "value",
    "policy_lag": "policy_lag",
    "grad_norm": "gradient_norm",
    "intrinsic_reward": "intrinsic_reward",
    "inverse_loss": "inverse_loss",
    "forward_loss": "forward_loss",
}
_SETTINGS = ("learning_rate", "entropy_cost", "exploration_rate")
COLUMNS = (
    *_COUNTERS,
    *_LAST_EPISODES,
    *_NEW_EPISODES,
    "steps_per_second",
    *_UPDATES,
    *_SETTINGS,
    "bad_updates",
)


class RunStatistics:
    """Means over the last 100 episodes and since the last row. The caller keeps threads apart."""

    def __init__(self, state: Mapping[str, Any] | None = None) -> None:
        """Begin, or go on after a resume.

        Args:
            state: What `state` returned before.
        """
        state = state or {}
        self.episodes: int = state.get("episodes", 0)
        self._last_episodes: collections.deque[dict[str, float]] = collections.deque(
            state.get("last_episodes", ()), maxlen=WINDOW
        )
        self._last_row: Mapping[str, float] = state.get("last_row", {"steps": 0, "seconds": 0.0})
        self._new_episodes: list[dict[str, float]] = []
        self._updates = _Means(_UPDATES.values())

    @property
    def mean_return(self) -> float:
        """Mean return of the last 100 episodes; NaN before the first."""
        return _mean(episode["reward"] for episode in self._last_episodes)

    def add_episode(self, record: EpisodeRecord) -> None:
        """Take in a finished episode.

        Args:
            record: Uses reward, steps and the total `score`.
        """
        score = float(record.totals.get("score", math.nan))
        episode = {"reward": float(record.reward), "score": score, "steps": record.steps}
        self.episodes += 1
        self._last_episodes.append(episode)
        self._new_episodes.append(episode)

    def add_update(self, metrics: Mapping[str, float]) -> None:
        """Take in an update that was applied.

        Args:
            metrics: As in shared_model.UpdateResult.
        """
        self._updates.add(metrics)

    def row(
        self,
        *,
        steps: int,
        seconds: float,
        updates: int,
        bad_updates: int,
        settings: Mapping[str, float],
    ) -> dict[str, float]:
        """What happened up to now, and since the last row.

        Args:
            steps: Agent steps, all workers and all sessions.
            seconds: Wall time spent training, all sessions.
            updates: Updates applied.
            bad_updates: Updates dropped because their gradients were not finite.
            settings: The learning rate, entropy cost and exploration rate of the moment.

        Returns:
            A value for each of COLUMNS; NaN where there is none.
        """
        new_steps = steps - self._last_row["steps"]
        new_seconds = seconds - self._last_row["seconds"]
        return {
            "steps": steps,
            "seconds": seconds,
            "updates": updates,
            "episodes": self.episodes,
            **_means_of(self._last_episodes, _LAST_EPISODES),
            **_means_of(self._new_episodes, _NEW_EPISODES),
            "steps_per_second": new_steps / new_seconds if new_seconds > 0.0 else math.nan,
            **{column: self._updates.mean(name) for column, name in _UPDATES.items()},
            **{name: settings[name] for name in _SETTINGS},
            "bad_updates": bad_updates,
        }

    def begin_row(self, last: Mapping[str, float]) -> None:
        """Gather for the next row from here on; until then `row` adds to what it told before.

        Args:
            last: The row that is kept, as from `row`.
        """
        self._last_row = {name: last[name] for name in ("steps", "seconds")}
        self._new_episodes = []
        self._updates = _Means(_UPDATES.values())

    def state(self) -> dict[str, Any]:
        """What a checkpoint has to remember, as JSON can hold it."""
        return {
            "episodes": self.episodes,
            "last_episodes": list(self._last_episodes),
            "last_row": dict(self._last_row),
        }


class MetricsWriter:
    """Writes each row to a table and to TensorBoard; nothing else writes there."""

    def __init__(
        self,
        csv_path: str | os.PathLike[str],
        tensorboard: str | os.PathLike[str],
        *,
        keep_steps: int,
        columns: Sequence[str] = COLUMNS,
        tags: Mapping[str, str] = TAGS,
    ) -> None:
        """Begin, or go on where a checkpoint was made.

        Args:
            csv_path: The table.
            tensorboard: Folder of the TensorBoard events.
            keep_steps: Agent steps of the checkpoint; what was written for later steps is
                dropped, since they are made again.
            columns: Columns of the table; the first is "steps".
            tags: Columns that TensorBoard shows, by tag.

        Raises:
            MetricsError: One of them cannot be read or written.
        """
        self._lock = threading.Lock()
        self._csv = MetricsCsv(pathlib.Path(csv_path), columns, keep_steps)
        self._tensorboard = MetricsTensorBoard(pathlib.Path(tensorboard), keep_steps, tags)

    @property
    def last_steps(self) -> float:
        """Steps of the last row; -1 without one."""
        return self._csv.last_steps

    def takes(self, row: Mapping[str, float]) -> bool:
        """Whether a row has steps since the last, so that there is never more than one a step.

        Args:
            row: As for write.

        Returns:
            Whether write writes it.
        """
        return row["steps"] > self._csv.last_steps

    def write(self, row: Mapping[str, float]) -> None:
        """Write a row to both, if they take it; whoever reads them sees it at once.

        Args:
            row: A value for each column.

        Raises:
            MetricsError: The disk does not take it.
        """
        with self._lock:
            if not self.takes(row):
                return
            self._csv.write(row)
            self._tensorboard.write(row)

    def close(self) -> None:
        """Close both; a second call does nothing."""
        with self._lock:
            self._csv.close()
            self._tensorboard.close()


class _Means:
    """Means of named values."""

    def __init__(self, names: Iterable[str]) -> None:
        self._sums = dict.fromkeys(names, 0.0)
        self._count = 0

    def add(self, values: Mapping[str, float]) -> None:
        for name in self._sums:
            self._sums[name] += values.get(name, math.nan)
        self._count += 1

    def mean(self, name: str) -> float:
        return self._sums[name] / self._count if self._count else math.nan


def _mean(values: Iterable[float]) -> float:
    values = list(values)
    return sum(values) / len(values) if values else math.nan


def _means_of(
    episodes: Iterable[Mapping[str, float]], columns: Mapping[str, str]
) -> dict[str, float]:
    return {
        column: _mean(episode[name] for episode in episodes) for column, name in columns.items()
    }
