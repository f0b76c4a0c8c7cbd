import math
import pathlib
from typing import Any

import numpy as np
import pytest
from broken_envs import CrashingBandit

from a3c_tf.callbacks.callback import Callback
from a3c_tf.callbacks.run_view import RunView
from a3c_tf.envs.toys import Bandit
from a3c_tf.errors import CallbackError, CheckpointError, WorkerError
from a3c_tf.learning import acting_model
from a3c_tf.learning.deciding import Decider
from a3c_tf.planning import plan_run
from a3c_tf.records.episode_log_reader import read_episode_logs
from a3c_tf.records.summary import Summary
from a3c_tf.tensorflow_setup import tf
from a3c_tf.training.checkpoint import read_state
from a3c_tf.training.session import Session
from a3c_tf.training.trainer import train


def _train(run_dir: pathlib.Path, env: str, **options: Any) -> Summary:
    return train(plan_run({"env": env, "run_dir": str(run_dir), **options}))


def _weights(run_dir: pathlib.Path) -> list[np.ndarray]:
    checkpoint = tf.train.load_checkpoint(str(run_dir / "checkpoints"))
    names = sorted(checkpoint.get_variable_to_shape_map())
    return [checkpoint.get_tensor(n) for n in names if n.startswith(("model/", "optimizer/"))]


def _episodes(run_dir: pathlib.Path) -> list[tuple[Any, ...]]:
    return [
        (e.num_global, e.num_agent, e.reward, e.steps, e.loss_actor, e.loss_critic, e.entropy)
        for e in read_episode_logs(run_dir)
    ]


def _late_mean(run_dir: pathlib.Path) -> float:
    episodes = read_episode_logs(run_dir)
    return float(np.mean([episode.reward for episode in episodes[-50:]]))


def test_several_threads_learn_delayed_reward(tmp_path: pathlib.Path) -> None:
    summary = _train(tmp_path, "toy_corridor", steps=4_000, workers=4)
    assert summary.steps == 4_000
    assert _late_mean(tmp_path) > 0.9


def test_several_threads_learn_to_click_on_a_screen_that_is_not_square(
    tmp_path: pathlib.Path,
) -> None:
    _train(tmp_path, "toy_click", steps=4_000, workers=4)
    best = 16.0  # rounds an episode, each worth 1
    episodes = read_episode_logs(tmp_path)
    assert np.mean([episode.reward for episode in episodes[:8]]) < 0.5 * best
    assert np.mean([episode.reward for episode in episodes[-50:]]) > 0.9 * best


@pytest.mark.parametrize(("mode", "askers"), [("normal", 3), ("deterministic", 1), ("serial", 1)])
def test_decisions_wait_for_those_of_other_workers_only_where_these_play_at_the_same_time(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, mode: str, askers: int
) -> None:
    told = []

    class RecordingDecider(Decider):
        def __init__(self, decide: Any, askers: int) -> None:
            told.append(askers)
            super().__init__(decide, askers)

    monkeypatch.setattr(acting_model, "Decider", RecordingDecider)
    _train(tmp_path, "toy_bandit", steps=60, workers=3, mode=mode)
    assert set(told) == {askers}


def test_one_worker_and_a_seed_give_the_same_run_twice(tmp_path: pathlib.Path) -> None:
    for name in ("a", "b"):
        _train(tmp_path / name, "toy_click", steps=300, workers=1)
    assert _episodes(tmp_path / "a") == _episodes(tmp_path / "b")
    for first, second in zip(_weights(tmp_path / "a"), _weights(tmp_path / "b"), strict=True):
        np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("mode", ["deterministic", "serial"])
def test_four_workers_in_turns_give_the_same_run_twice(tmp_path: pathlib.Path, mode: str) -> None:
    for name in ("a", "b"):
        _train(tmp_path / name, "toy_corridor", steps=600, workers=4, mode=mode)
    assert _episodes(tmp_path / "a") == _episodes(tmp_path / "b")
    for first, second in zip(_weights(tmp_path / "a"), _weights(tmp_path / "b"), strict=True):
        np.testing.assert_array_equal(first, second)


def test_turns_in_one_thread_are_those_of_many(tmp_path: pathlib.Path) -> None:
    for mode in ("deterministic", "serial"):
        _train(tmp_path / mode, "toy_corridor", steps=300, workers=3, mode=mode)
    assert _episodes(tmp_path / "deterministic") == _episodes(tmp_path / "serial")


def test_a_resumed_run_of_four_workers_in_turns_equals_the_unbroken_one(
    tmp_path: pathlib.Path,
) -> None:
    def play(name: str, rounds: int) -> None:
        steps = rounds * 4 * 16  # all four workers end an episode
        _train(tmp_path / name, "toy_bandit", steps=steps, workers=4, mode="deterministic")

    play("whole", 12)
    play("parts", 5)
    play("parts", 12)
    assert _episodes(tmp_path / "parts") == _episodes(tmp_path / "whole")
    for first, second in zip(
        _weights(tmp_path / "parts"), _weights(tmp_path / "whole"), strict=True
    ):
        np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("mode", ["deterministic", "serial"])
def test_an_error_ends_a_run_in_turns_too(tmp_path: pathlib.Path, mode: str) -> None:
    CrashingBandit.steps_left = 50
    with pytest.raises(WorkerError, match="ConnectionResetError"):
        _train(tmp_path, "toy_crashing", steps=10_000, workers=3, mode=mode)
    assert read_state(tmp_path / "checkpoints")["steps"] >= 50


def test_another_seed_gives_another_run(tmp_path: pathlib.Path) -> None:
    for seed in (1, 2):
        _train(tmp_path / str(seed), "toy_click", steps=100, workers=1, seed=seed)
    assert _episodes(tmp_path / "1") != _episodes(tmp_path / "2")


def test_a_resumed_run_equals_the_unbroken_one(tmp_path: pathlib.Path) -> None:
    # The bandit's episodes are all of one length, so that both stops fall between two episodes.
    length = 16
    _train(tmp_path / "whole", "toy_bandit", steps=30 * length, workers=1)
    assert {episode[3] for episode in _episodes(tmp_path / "whole")} == {length}
    for stop in (10, 20, 30):
        _train(tmp_path / "parts", "toy_bandit", steps=stop * length, workers=1)
    assert _episodes(tmp_path / "parts") == _episodes(tmp_path / "whole")
    for first, second in zip(
        _weights(tmp_path / "parts"), _weights(tmp_path / "whole"), strict=True
    ):
        np.testing.assert_array_equal(first, second)


def test_a_finished_run_says_so_and_changes_nothing(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _train(tmp_path, "toy_bandit", steps=100)
    saved = read_state(tmp_path / "checkpoints")
    files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    again = _train(tmp_path, "toy_bandit", steps=100)
    assert again == Summary.of_checkpoint(saved)
    assert "has made 100 agent steps, and --steps=100 asks for no more" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == files


def test_a_resumed_run_says_from_which_step(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _train(tmp_path, "toy_bandit", steps=100)
    _train(tmp_path, "toy_bandit", steps=150)
    assert "goes on at step 100 of 150" in capsys.readouterr().out


def test_workers_may_change_between_sessions(tmp_path: pathlib.Path) -> None:
    _train(tmp_path, "toy_bandit", steps=400, workers=3)
    _train(tmp_path, "toy_bandit", steps=800, workers=1)
    _train(tmp_path, "toy_bandit", steps=1_200, workers=4)
    numbers = [episode.num_global for episode in read_episode_logs(tmp_path)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(list((tmp_path / "logs").glob("agent*.xml"))) == 4


def test_a_worker_that_dies_ends_the_run_by_name_and_nothing_is_lost(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CrashingBandit.steps_left = 200
    with pytest.raises(WorkerError, match=r"worker \d failed with ConnectionResetError"):
        _train(tmp_path, "toy_crashing", steps=100_000, workers=2)
    assert "the game is gone" in capsys.readouterr().err
    assert read_state(tmp_path / "checkpoints")["steps"] >= 200
    assert len(read_episode_logs(tmp_path)) >= 1
    CrashingBandit.steps_left = 0
    steps = read_state(tmp_path / "checkpoints")["steps"]
    assert _train(tmp_path, "toy_crashing", steps=steps + 50, workers=2).steps == steps + 50


def test_a_game_that_fails_is_opened_again_where_that_is_allowed(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CrashingBandit.steps_left = 90
    summary = _train(tmp_path, "toy_crashing", steps=300, workers=1, max_restarts=1)
    assert summary.steps == 300
    assert "lost its game" in capsys.readouterr().out
    assert all(episode.steps == 16 for episode in read_episode_logs(tmp_path))


def test_rewards_that_are_no_numbers_end_the_run_with_good_weights(
    tmp_path: pathlib.Path,
) -> None:
    with pytest.raises(WorkerError, match="non-finite gradients"):
        _train(tmp_path, "toy_nan", steps=10_000, max_bad_updates=3)
    assert all(np.isfinite(weights).all() for weights in _weights(tmp_path))
    assert read_state(tmp_path / "checkpoints")["bad_updates"] >= 3


def test_the_learning_rate_is_annealed_over_the_whole_run(tmp_path: pathlib.Path) -> None:
    _train(tmp_path, "toy_bandit", steps=400, learning_rate_schedule="linear", log_seconds=0.1)
    rows = (tmp_path / "metrics.csv").read_text().splitlines()
    column = rows[0].split(",").index("learning_rate")
    rates = [float(row.split(",")[column]) for row in rows[1:]]
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] == 0.0
    assert not any(math.isnan(rate) for rate in rates)


def test_no_checkpoint_is_written_over_another(tmp_path: pathlib.Path) -> None:
    plan = plan_run({"env": "toy_bandit", "run_dir": str(tmp_path)})
    plan.folder.acquire()
    session = Session(plan, Bandit.observation_spec, Bandit.action_spec)
    files = {path: path.read_bytes() for path in (tmp_path / "checkpoints").glob("ckpt-*")}
    session.checkpoint()
    session.finish()
    plan.folder.release()
    assert files
    for path, content in files.items():
        assert path.read_bytes() == content


def test_a_game_that_nobody_comes_to_play_is_closed(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refuse(Callback):
        def on_training_start(self, run: RunView) -> None:
            raise RuntimeError("not today")

    closed: list[Bandit] = []
    monkeypatch.setattr(Bandit, "close", lambda self: closed.append(self))
    with pytest.raises(CallbackError, match="not today"):
        train(plan_run({"env": "toy_bandit", "run_dir": str(tmp_path)}), [Refuse()])
    assert len(closed) == 1


def test_a_damaged_checkpoint_is_named_with_the_older_ones(tmp_path: pathlib.Path) -> None:
    _train(tmp_path, "toy_bandit", steps=100)
    _train(tmp_path, "toy_bandit", steps=200)
    (data,) = (tmp_path / "checkpoints").glob("ckpt-200.data*")
    data.write_bytes(data.read_bytes()[:100])
    with pytest.raises(CheckpointError, match=r"ckpt-200 is damaged or incomplete"):
        _train(tmp_path, "toy_bandit", steps=300)
    for file in (tmp_path / "checkpoints").glob("ckpt-200*"):
        file.unlink()
    with pytest.raises(CheckpointError, match=r"damaged|incomplete|no checkpoint"):
        _train(tmp_path, "toy_bandit", steps=300)
