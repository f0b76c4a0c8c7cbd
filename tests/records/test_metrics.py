import json
import math
import pathlib

import pytest

from a3c_tf.records.episode_log_format import EpisodeRecord
from a3c_tf.records.metrics import COLUMNS, MetricsWriter, RunStatistics
from a3c_tf.records.metrics_csv import MetricsError
from a3c_tf.records.metrics_tensorboard import TAGS
from a3c_tf.tensorflow_setup import tf

UPDATE = {
    "policy_loss": 1.0,
    "value_loss": 2.0,
    "entropy": 3.0,
    "value": 4.0,
    "policy_lag": 5.0,
    "gradient_norm": 6.0,
}


def episode(reward: float, steps: int = 10, **totals: float) -> EpisodeRecord:
    return EpisodeRecord(1, 1, steps, 1.0, reward, totals=totals)


def row_of(statistics: RunStatistics, steps: int, seconds: float) -> dict[str, float]:
    settings = {"learning_rate": 0.5, "entropy_cost": 0.25, "exploration_rate": 0.125}
    row = statistics.row(steps=steps, seconds=seconds, updates=7, bad_updates=1, settings=settings)
    statistics.begin_row(row)
    return row


def events(folder: pathlib.Path) -> list[tuple[int, str, float]]:
    """Step, tag and value of each scalar, file by file."""
    found = []
    for file in sorted(folder.glob("events.*")):
        for record in tf.data.TFRecordDataset(str(file)).as_numpy_iterator():
            event = tf.compat.v1.Event.FromString(record)
            found += [
                (event.step, value.tag, float(tf.make_ndarray(value.tensor)))
                for value in event.summary.value
            ]
    return found


def test_means_are_those_of_the_last_100_episodes() -> None:
    statistics = RunStatistics()
    assert math.isnan(statistics.mean_return)
    for number in range(250):
        statistics.add_episode(episode(float(number), steps=2 * number, score=-float(number)))
    row = row_of(statistics, 100, 10.0)
    assert statistics.mean_return == row["return_mean_100"] == 199.5
    assert row["score_mean_100"] == -199.5
    assert row["length_mean_100"] == 399.0
    assert row["return_mean"] == 124.5
    assert row["episodes"] == statistics.episodes == 250


def test_a_row_tells_what_happened_since_the_one_before() -> None:
    statistics = RunStatistics()
    statistics.add_episode(episode(1.0, score=1.0))
    statistics.add_update(UPDATE)
    statistics.add_update({name: value + 1.0 for name, value in UPDATE.items()})
    first = row_of(statistics, 100, 10.0)
    assert tuple(first) == COLUMNS
    assert (first["loss_actor"], first["loss_critic"], first["entropy"]) == (1.5, 2.5, 3.5)
    assert (first["value"], first["policy_lag"], first["grad_norm"]) == (4.5, 5.5, 6.5)
    assert (first["updates"], first["bad_updates"], first["learning_rate"]) == (7, 1, 0.5)
    assert (first["entropy_cost"], first["exploration_rate"]) == (0.25, 0.125)
    assert first["steps_per_second"] == 10.0
    second = row_of(statistics, 160, 12.0)
    assert second["steps_per_second"] == 30.0
    assert math.isnan(second["loss_actor"])
    assert math.isnan(second["return_mean"])
    assert second["return_mean_100"] == 1.0
    assert math.isnan(row_of(statistics, 160, 12.0)["steps_per_second"])


def test_statistics_go_on_after_a_resume() -> None:
    statistics, resumed = RunStatistics(), RunStatistics()
    for number in range(120):
        statistics.add_episode(episode(float(number), score=math.nan))
        if number == 60:
            row_of(statistics, 100, 10.0)
            resumed = RunStatistics(json.loads(json.dumps(statistics.state())))
        elif number > 60:
            resumed.add_episode(episode(float(number), score=math.nan))
    assert repr(row_of(resumed, 200, 14.0)) == repr(row_of(statistics, 200, 14.0))
    assert repr(resumed.state()) == repr(statistics.state())


def test_an_environment_without_score_leaves_it_empty() -> None:
    statistics = RunStatistics()
    statistics.add_episode(episode(1.0))
    assert math.isnan(row_of(statistics, 1, 1.0)["score_mean_100"])


def test_both_outputs_hold_each_row(tmp_path: pathlib.Path) -> None:
    writer = MetricsWriter(tmp_path / "metrics.csv", tmp_path / "tensorboard", keep_steps=0)
    statistics = RunStatistics()
    statistics.add_episode(episode(3.0, score=2.0))
    statistics.add_update(UPDATE)
    writer.write(row_of(statistics, 100, 10.0))
    # Before close: who looks at a run that goes on sees it, and so does one that was killed.
    lines = (tmp_path / "metrics.csv").read_text().splitlines()
    assert lines[0] == ",".join(COLUMNS)
    assert len(lines) == 2
    scalars = {tag: value for step, tag, value in events(tmp_path / "tensorboard") if step == 100}
    curiosity = {f"losses/{name}" for name in ("intrinsic_reward", "inverse_loss", "forward_loss")}
    assert set(scalars) == set(TAGS) - curiosity  # without curiosity there are none
    assert scalars["charts/episodic_return"] == 3.0
    assert scalars["losses/policy_loss"] == 1.0
    writer.close()
    writer.close()


def test_every_column_but_the_steps_has_a_curve() -> None:
    assert set(TAGS.values()) == set(COLUMNS) - {"steps"}


def test_rows_after_the_checkpoint_are_dropped(tmp_path: pathlib.Path) -> None:
    def write(keep_steps: int, *steps: int) -> None:
        writer = MetricsWriter(tmp_path / "metrics.csv", tmp_path, keep_steps=keep_steps)
        for count in steps:
            writer.write(row_of(RunStatistics(), count, float(count)))
        writer.close()

    write(0, 10, 20, 30, 40)
    (event_file,) = tmp_path.glob("events.*")
    event_file.write_bytes(event_file.read_bytes()[:-5])  # killed within a record
    write(20, 25, 35)
    lines = (tmp_path / "metrics.csv").read_text().splitlines()
    assert [int(line.split(",")[0]) for line in lines[1:]] == [10, 20, 25, 35]
    curve = [step for step, tag, _ in events(tmp_path) if tag == "charts/seconds"]
    assert sorted(curve) == [10, 20, 25, 35]
    assert sorted(p.name[:6] for p in tmp_path.iterdir()) == ["events", "events", "metric"]


def test_there_is_one_row_a_step(tmp_path: pathlib.Path) -> None:
    for keep_steps in (0, 20):
        writer = MetricsWriter(tmp_path / "metrics.csv", tmp_path, keep_steps=keep_steps)
        for steps in (10, 10, 20, 20):
            writer.write(row_of(RunStatistics(), steps, 1.0))
        writer.close()
    lines = (tmp_path / "metrics.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines] == ["steps", "10", "20"]
    assert [step for step, tag, _ in events(tmp_path) if tag == "charts/episodes"] == [10, 20]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MetricsError, match=r"cannot write .*metrics\.csv"):
        MetricsWriter(tmp_path / "file" / "metrics.csv", tmp_path, keep_steps=0)
    with pytest.raises(MetricsError, match=r"TensorBoard events to .*file"):
        MetricsWriter(tmp_path / "metrics.csv", tmp_path / "file" / "tb", keep_steps=0)
