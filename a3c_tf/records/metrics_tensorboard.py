"""The same numbers as curves for TensorBoard, from one writer in one place.

`tf.summary` finds its writer in a thread-local variable: a scalar written in another thread is
lost without a word. Here writer and step are always given with the scalar.
"""

import math
import os
import pathlib
from collections.abc import Iterator, Mapping

from a3c_tf.records.metrics_csv import MetricsError
from a3c_tf.tensorflow_setup import tf

# Tag: column of the row. These names do not change.
TAGS = {
    "charts/episodic_return": "return_mean",
    "charts/episodic_score": "score_mean",
    "charts/episodic_length": "length_mean",
    "charts/return_mean_100": "return_mean_100",
    "charts/score_mean_100": "score_mean_100",
    "charts/length_mean_100": "length_mean_100",
    "charts/episodes": "episodes",
    "charts/updates": "updates",
    "charts/seconds": "seconds",
    "charts/steps_per_second": "steps_per_second",
    "charts/learning_rate": "learning_rate",
    "charts/entropy_cost": "entropy_cost",
    "charts/exploration_rate": "exploration_rate",
    "losses/policy_loss": "loss_actor",
    "losses/value_loss": "loss_critic",
    "losses/entropy": "entropy",
    "losses/value": "value",
    "losses/policy_lag": "policy_lag",
    "losses/grad_norm": "grad_norm",
    "losses/intrinsic_reward": "intrinsic_reward",
    "losses/inverse_loss": "inverse_loss",
    "losses/forward_loss": "forward_loss",
    "losses/bad_updates": "bad_updates",
}


class MetricsTensorBoard:
    """The event files of a run."""

    def __init__(
        self, folder: pathlib.Path, keep_steps: int, tags: Mapping[str, str] = TAGS
    ) -> None:
        """Begin a new event file.

        Args:
            folder: Where event files are.
            keep_steps: Events of later steps, in files that are there, are dropped.
            tags: Which columns to write, by tag.

        Raises:
            MetricsError: The folder cannot be read or written.
        """
        self._folder = folder
        self._tags = tags
        try:
            for file in sorted(folder.glob("events.out.tfevents.*")):
                _drop_events_after(file, keep_steps)
            self._writer = tf.summary.create_file_writer(str(folder))
        except (OSError, tf.errors.OpError) as error:
            raise self._cannot_write(error) from error

    def write(self, row: Mapping[str, float]) -> None:
        """Write the scalars of a row.

        Args:
            row: A value for each column. NaN is left out.

        Raises:
            MetricsError: The disk does not take it.
        """
        try:
            with self._writer.as_default(step=int(row["steps"])):
                for tag, column in self._tags.items():
                    if not math.isnan(row[column]):
                        tf.summary.scalar(tag, row[column])
            self._writer.flush()
        except tf.errors.OpError as error:
            raise self._cannot_write(error) from error

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._writer.close()

    def _cannot_write(self, error: Exception) -> MetricsError:
        return MetricsError(f"cannot write TensorBoard events to {self._folder}: {error}")


def _drop_events_after(file: pathlib.Path, step: int) -> None:
    """Rewrite an event file without later events, and without half an event at its end."""
    temporary = file.with_name(".rewriting")  # TensorBoard reads every name with "tfevents" in it
    with tf.io.TFRecordWriter(str(temporary)) as writer:
        for record in _records(file):
            if tf.compat.v1.Event.FromString(record).step <= step:
                writer.write(record)
    os.replace(temporary, file)


def _records(file: pathlib.Path) -> Iterator[bytes]:
    """The records of an event file up to one that was cut off, as a killed process leaves it."""
    try:
        yield from tf.data.TFRecordDataset(str(file)).as_numpy_iterator()
    except tf.errors.DataLossError:
        return
