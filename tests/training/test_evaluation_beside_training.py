"""EvaluateEvery and KeepBest."""

import csv
import pathlib
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from a3c_tf import Callback, EvaluateEvery, KeepBest, RunView, TrainingEvaluation, evaluate, train
from a3c_tf.envs import registry
from a3c_tf.envs.environment import TimeStep
from a3c_tf.envs.toys import Bandit, Corridor
from a3c_tf.errors import CallbackError, CheckpointError, ConfigError
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.planning import config_for
from a3c_tf.specs import Action
from a3c_tf.training.checkpoint import Checkpointer, read_state
from a3c_tf.training.run_folder import RunFolder


@pytest.fixture(autouse=True)
def _restore_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))


def rows_of(run_dir: pathlib.Path) -> list[dict[str, str]]:
    with (run_dir / "evaluations.csv").open() as file:
        return list(csv.DictReader(file, skipinitialspace=True))


class Listener(Callback):
    """Keeps what evaluations found."""

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.means: list[float] = []
        self.values: list[list[float]] = []
        self.shared = False

    def on_evaluation(self, run: RunView, evaluation: TrainingEvaluation) -> None:
        self.steps.append(evaluation.steps)
        self.means.append(evaluation.result.mean)
        self.values.append(evaluation.result.episodes)
        self.shared |= evaluation.acting_model is run.shared_model


def test_the_last_evaluation_is_of_the_last_weights_and_all_are_written_down(
    tmp_path: pathlib.Path,
) -> None:
    listener = Listener()
    train(
        env="toy_bandit",
        run_dir=str(tmp_path),
        steps=2_000,
        workers=2,
        evaluate_every=500,
        evaluate_episodes=4,
        callbacks=[listener],
    )
    rows = rows_of(tmp_path)
    assert [int(row["steps"]) for row in rows] == listener.steps
    assert len(rows) >= 2 and listener.steps[-1] == 2_000
    assert listener.steps[0] >= 500
    assert not listener.shared, "another model plays, so that the weights stay"
    assert all(int(row["episodes"]) == 4 and float(row["length_mean"]) == 16 for row in rows)
    for row, mean, values in zip(rows, listener.means, listener.values, strict=True):
        assert float(row["score_mean"]) == pytest.approx(mean, rel=1e-6)
        assert float(row["score_min"]) == min(values)
        assert row["flag_rate"] == "", "Mario's alone"
    # The checkpoint at the end, played by the command's function with the same seed.
    assert evaluate(run_dir=str(tmp_path), episodes=4, seed=1).episodes == listener.values[-1]
    events = EventAccumulator(str(tmp_path / "tensorboard" / "evaluation")).Reload()
    assert [event.step for event in events.Tensors("evaluation/score_mean")] == listener.steps


def test_a_resumed_run_goes_on_with_the_next_evaluation(tmp_path: pathlib.Path) -> None:
    options = {"env": "toy_bandit", "run_dir": str(tmp_path), "evaluate_every": 300}
    train(**options, steps=400, evaluate_episodes=1)
    listener = Listener()
    train(**options, steps=500, evaluate_episodes=1, callbacks=[listener])
    assert listener.steps == [500], "300 and 400 are known, and 600 is not reached"
    steps = [int(row["steps"]) for row in rows_of(tmp_path)]
    assert steps == sorted(set(steps)) and steps[-2:] == [400, 500]


class Watched(Bandit):
    """Writes down where it is made and used."""

    made: list[tuple[int, str]]
    users: set[tuple[int, str]]
    closed: list[int]

    def __init__(self, config: Any, *, seed: int | None = None, worker: int = 0) -> None:
        super().__init__(config, seed=seed, worker=worker)
        self.worker = worker
        Watched.made.append((worker, threading.current_thread().name))

    def step(self, action: Action) -> TimeStep:
        Watched.users.add((self.worker, threading.current_thread().name))
        return super().step(action)

    def close(self) -> None:
        Watched.closed.append(self.worker)


@pytest.fixture
def watched() -> Iterator[type[Watched]]:
    Watched.made, Watched.users, Watched.closed = [], set(), []
    registry.register_env("toy_watched", Watched, preset="toy")
    yield Watched


def test_it_plays_in_a_game_and_a_thread_of_its_own(
    tmp_path: pathlib.Path, watched: type[Watched]
) -> None:
    train(
        env="toy_watched",
        run_dir=str(tmp_path),
        steps=600,
        workers=2,
        callbacks=[EvaluateEvery(steps=200, episodes=2)],
    )
    assert watched.made.count((2, "evaluation")) == 1, "numbered after the workers, opened once"
    assert (2, "evaluation") in watched.users
    assert {worker for worker, name in watched.users if name != "evaluation"} == {0, 1}
    assert sorted(watched.closed) == [0, 1, 2]


def test_an_interrupted_run_does_not_wait_for_an_evaluation(tmp_path: pathlib.Path) -> None:
    class Endless(Bandit):
        """Holds its first step back until it is let go, in the evaluation only."""

        def step(self, action: Action) -> TimeStep:
            if threading.current_thread().name == "evaluation":
                stop.set()
            return super().step(action)._replace(last=False)

    stop = threading.Event()
    registry.register_env("toy_endless", Endless, preset="toy")
    listener = Listener()
    summary = train(
        env="toy_endless",
        run_dir=str(tmp_path),
        steps=1_000_000,
        callbacks=[EvaluateEvery(steps=50, episodes=1), listener],
        stop=stop,
    )
    assert 50 <= summary.steps < 1_000_000
    assert listener.steps == []
    assert rows_of(tmp_path) == []
    assert not any(thread.name == "evaluation" for thread in threading.enumerate())


def test_a_game_that_fails_ends_the_run_by_the_callbacks_name(tmp_path: pathlib.Path) -> None:
    class Fragile(Bandit):
        def step(self, action: Action) -> TimeStep:
            if threading.current_thread().name == "evaluation":
                raise ConnectionResetError("the game is gone")
            return super().step(action)

    registry.register_env("toy_fragile", Fragile, preset="toy")
    with pytest.raises(CallbackError, match=r"EvaluateEvery failed in .*: the game is gone"):
        train(
            env="toy_fragile",
            run_dir=str(tmp_path),
            steps=100_000,
            evaluate_every=100,
        )
    assert 0 < read_state(tmp_path / "checkpoints")["steps"] < 100_000


def test_another_environment_must_look_the_same(tmp_path: pathlib.Path) -> None:
    with pytest.raises(CallbackError, match="cannot evaluate in toy_corridor"):
        train(
            env="toy_bandit",
            run_dir=str(tmp_path),
            steps=500,
            callbacks=[EvaluateEvery(steps=100, episodes=1, env="toy_corridor")],
        )


@pytest.mark.parametrize("values", [{"steps": 0}, {"steps": 5, "episodes": 0}])
def test_numbers_below_1_are_refused(values: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match="must be at least 1, not 0"):
        EvaluateEvery(**values)


class BestRun:
    """A folder, a model with the weights of one number, and whatever score a test wants."""

    def __init__(self, path: pathlib.Path) -> None:
        self.config = config_for({"env": "toy_corridor", "run_dir": str(path)})
        self.folder = RunFolder(path)
        self.folder.path.mkdir(exist_ok=True)
        self.folder.write_config(self.config)
        self.shared_model = SharedModel(
            Corridor.observation_spec, Corridor.action_spec, self.config
        )
        self.steps = 0
        self.episodes = 100
        self.mean_return = 0.0

    def fill(self, number: float) -> None:
        weights = [np.full_like(weight, number) for weight in self.shared_model.weights()]
        self.shared_model.set_weights(weights)

    def kept(self) -> float:
        """The number in the weights of the best model."""
        model = SharedModel(Corridor.observation_spec, Corridor.action_spec, self.config)
        Checkpointer(self.folder.best, model).restore()
        (number,) = {float(value) for weight in model.weights() for value in weight.reshape(-1)}
        return number


@pytest.fixture
def best_run(tmp_path: pathlib.Path) -> BestRun:
    return BestRun(tmp_path)


def report_return(keep: KeepBest, run: Any, number: float, mean_return: float) -> None:
    run.fill(number)
    run.steps += 10
    run.mean_return = mean_return
    keep.on_checkpoint(run, "")


def test_the_best_by_return_stays_through_worse_times_and_resumes(best_run: Any) -> None:
    keep = KeepBest("return")
    keep.on_training_start(best_run)
    for number, mean_return in [(1, -5.0), (2, 7.0), (3, 6.0), (4, 7.0), (5, float("nan"))]:
        report_return(keep, best_run, number, mean_return)
    assert best_run.kept() == 2
    assert read_state(best_run.folder.best) == {"steps": 20, "by": "return", "value": 7.0}
    resumed = KeepBest("return")
    resumed.on_training_start(best_run)
    report_return(resumed, best_run, 6, 6.5)
    assert best_run.kept() == 2
    report_return(resumed, best_run, 7, 7.5)
    assert best_run.kept() == 7
    assert len(list(best_run.folder.best.glob("ckpt-*.index"))) == 1


def test_a_mean_of_few_episodes_is_no_record(best_run: Any) -> None:
    keep = KeepBest("return")
    keep.on_training_start(best_run)
    best_run.episodes = 99
    report_return(keep, best_run, 1, 1_000.0)
    assert not best_run.folder.best.exists()


def test_returns_and_evaluations_are_not_compared(best_run: Any) -> None:
    keep = KeepBest("return")
    keep.on_training_start(best_run)
    report_return(keep, best_run, 1, 1_000.0)
    other = KeepBest("evaluation")
    other.on_training_start(best_run)
    report_return(other, best_run, 2, 2_000.0)
    assert best_run.kept() == 1, "it listens to evaluations only"
    result = evaluate("toy_corridor", policy="random", episodes=2)
    other.on_evaluation(best_run, TrainingEvaluation(5, result, best_run.shared_model))
    assert best_run.kept() == 2
    assert read_state(best_run.folder.best)["value"] == result.mean


def test_the_judge_must_be_known() -> None:
    with pytest.raises(ConfigError, match="'evaluation' or 'return', not 'luck'"):
        KeepBest("luck")  # type: ignore[arg-type]


def test_the_best_model_can_be_played_by_its_name(tmp_path: pathlib.Path) -> None:
    listener = Listener()
    train(
        env="toy_bandit",
        run_dir=str(tmp_path / "run"),
        steps=1_500,
        evaluate_every=300,
        evaluate_episodes=5,
        callbacks=[listener],
    )
    run_dir = str(tmp_path / "run")
    best = evaluate(run_dir=run_dir, checkpoint="best", episodes=5, seed=1)
    assert best.mean == max(listener.means)
    assert best.episodes == listener.values[listener.means.index(best.mean)]
    path = read_state(tmp_path / "run" / "checkpoints" / "best")
    assert path["steps"] == listener.steps[listener.means.index(best.mean)]
    # The same model by the path that the evaluation names, without the run's folder.
    assert evaluate(checkpoint=best.policy, episodes=5, seed=1).episodes == best.episodes
    latest = evaluate(run_dir=run_dir, episodes=5, seed=1)
    assert latest.policy.endswith("ckpt-1500")
    assert latest.episodes == evaluate(checkpoint=run_dir, episodes=5, seed=1).episodes


def test_a_run_without_a_best_model_says_so(tmp_path: pathlib.Path) -> None:
    train(env="toy_bandit", run_dir=str(tmp_path), steps=16)
    with pytest.raises(CheckpointError, match=r"no checkpoint in .*best; it is kept once"):
        evaluate(run_dir=str(tmp_path), checkpoint="best", episodes=1)
    with pytest.raises(CheckpointError, match="not in the folder of a run"):
        evaluate(checkpoint=str(tmp_path.parent / "no such"), episodes=1)
    with pytest.raises(ConfigError, match="checkpoint applies to policy 'checkpoint'"):
        evaluate("toy_bandit", policy="random", checkpoint="best", episodes=1)
