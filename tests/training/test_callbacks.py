"""Callbacks in real runs; test_callback_calls.py looks at the calls themselves."""

import pathlib
import threading
from collections.abc import Mapping
from typing import Any

import pytest

from a3c_tf import A3CError, Callback, RunView, StopOnReturn, train
from a3c_tf.errors import CallbackError, ConfigError
from a3c_tf.records.episode_log_format import EpisodeRecord
from a3c_tf.records.episode_log_reader import read_episode_logs
from a3c_tf.training.checkpoint import read_state

STEPS = 640


class Witness(Callback):
    """Writes down what it hears, and whether it was ever called twice at once."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.episodes: list[EpisodeRecord] = []
        self.updates = 0
        self.paths: list[str] = []
        self.threads: set[str] = set()
        self.overlaps = 0
        self.view: dict[str, Any] = {}
        self._inside = threading.Lock()

    def _hear(self, moment: str) -> None:
        if not self._inside.acquire(blocking=False):
            self.overlaps += 1
            return
        self.heard.append(moment)
        self.threads.add(threading.current_thread().name)
        self._inside.release()

    def on_training_start(self, run: RunView) -> None:
        self._hear("start")
        assert (run.steps, run.episodes, run.updates) == (0, 0, 0)
        assert dict(run.metrics) == {}

    def on_episode_end(self, run: RunView, episode: EpisodeRecord) -> None:
        self._hear("episode")
        self.episodes.append(episode)
        assert run.episodes >= episode.num_global

    def on_update(self, run: RunView, metrics: Mapping[str, float]) -> None:
        self._hear("update")
        self.updates += 1
        assert {"policy_loss", "value_loss", "entropy", "gradient_norm"} <= set(metrics)

    def on_checkpoint(self, run: RunView, path: str) -> None:
        self._hear("checkpoint")
        self.paths.append(path)

    def on_training_end(self, run: RunView) -> None:
        self._hear("end")
        self.view = {
            "steps": run.steps,
            "episodes": run.episodes,
            "updates": run.updates,
            "mean_return": run.mean_return,
            "interrupted": run.interrupted,
            "row": dict(run.metrics),
            "weights": len(run.shared_model.weights()),
        }


def test_every_moment_is_heard_once_in_order_and_never_two_at_once(
    tmp_path: pathlib.Path,
) -> None:
    witness = Witness()
    summary = train(
        env="toy_bandit", run_dir=str(tmp_path), steps=STEPS, workers=4, callbacks=[witness]
    )
    assert witness.overlaps == 0
    assert witness.heard[0] == "start"
    assert witness.heard[-2:] == ["checkpoint", "end"]
    assert witness.heard.count("start") == witness.heard.count("end") == 1
    assert {"MainThread", "worker 0", "worker 3"} <= witness.threads
    logged = read_episode_logs(tmp_path)
    assert [episode.num_global for episode in witness.episodes] == [e.num_global for e in logged]
    assert [episode.reward for episode in witness.episodes] == [e.reward for e in logged]
    assert all(len(episode.actions) == episode.steps == 16 for episode in witness.episodes)
    assert all(pathlib.Path(path + ".index").exists() for path in witness.paths)
    assert witness.view["steps"] == summary.steps == STEPS
    assert witness.view["episodes"] == summary.episodes == len(logged)
    assert witness.view["mean_return"] == summary.mean_return
    assert witness.view["updates"] == witness.updates == witness.view["row"]["updates"]
    assert witness.view["interrupted"] is False
    assert witness.view["weights"] > 0


class Stopper(Callback):
    """Ends the run at one moment."""

    def __init__(self, moment: str) -> None:
        self._moment = moment

    def on_training_start(self, run: RunView) -> bool:
        return self._moment != "on_training_start"

    def on_episode_end(self, run: RunView, episode: EpisodeRecord) -> bool:
        return self._moment != "on_episode_end"

    def on_update(self, run: RunView, metrics: object) -> bool:
        return self._moment != "on_update"

    def on_checkpoint(self, run: RunView, path: str) -> bool:
        return self._moment != "on_checkpoint"


@pytest.mark.parametrize(
    "moment", ["on_training_start", "on_episode_end", "on_update", "on_checkpoint"]
)
def test_false_ends_the_run_with_a_checkpoint_and_the_run_can_go_on(
    tmp_path: pathlib.Path, moment: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"env": "toy_bandit", "run_dir": str(tmp_path), "checkpoint_seconds": 0.2}
    summary = train(**options, steps=10_000_000, callbacks=[Stopper(moment)])
    assert summary.steps < 10_000_000
    assert (summary.steps == 0) == (moment == "on_training_start")
    assert read_state(tmp_path / "checkpoints")["steps"] == summary.steps
    assert f"callback Stopper ends the run at step {summary.steps}" in capsys.readouterr().out or (
        moment != "on_training_start"  # steps that were under way may have followed
    )
    assert train(**options, steps=summary.steps + 32).steps == summary.steps + 32


class Faulty(Callback):
    """Fails at the first update."""

    def on_update(self, run: RunView, metrics: object) -> None:
        raise ZeroDivisionError("a fault of mine")


def test_an_exception_ends_the_run_with_the_callbacks_name_and_nothing_is_lost(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    witness = Witness()
    with pytest.raises(CallbackError, match="callback Faulty failed in on_update") as caught:
        train(
            env="toy_bandit",
            run_dir=str(tmp_path),
            steps=100_000,
            max_restarts=3,  # which are for games, not for callbacks
            callbacks=[Faulty(), witness],
        )
    assert "ZeroDivisionError: a fault of mine" in str(caught.value)
    assert "in on_update\n" in capsys.readouterr().err
    assert witness.heard == ["start", "end"], "no other is called after the failure"
    assert witness.view["interrupted"] is True
    steps = read_state(tmp_path / "checkpoints")["steps"]
    assert 0 < steps < 1_000
    assert train(env="toy_bandit", run_dir=str(tmp_path), steps=steps + 16).steps == steps + 16


def test_what_is_no_callback_is_refused_before_the_run_begins(tmp_path: pathlib.Path) -> None:
    with pytest.raises(CallbackError, match="not <class"):
        train(env="toy_bandit", run_dir=str(tmp_path / "run"), callbacks=[Stopper])  # type: ignore[list-item]
    assert not (tmp_path / "run" / "config.json").exists()


class TestStopOnReturn:
    def test_the_run_ends_when_the_goal_is_reached(
        self, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        summary = train(
            env="toy_bandit",
            run_dir=str(tmp_path),
            steps=200_000,
            callbacks=[StopOnReturn(threshold=13.0, episodes=20)],
        )
        assert summary.steps < 200_000
        assert summary.episodes >= 20
        returns = [episode.reward for episode in read_episode_logs(tmp_path)]
        assert any(sum(returns[i : i + 20]) / 20 >= 13.0 for i in range(len(returns) - 19))
        assert "which reaches 13" in capsys.readouterr().out

    def test_fewer_episodes_than_asked_for_never_end_a_run(self) -> None:
        stop, run = StopOnReturn(threshold=1.0, episodes=3), Silent()
        assert [stop.on_episode_end(run, _episode(5.0)) for _ in range(3)] == [True, True, False]

    def test_only_the_last_episodes_count(self) -> None:
        stop, run = StopOnReturn(threshold=1.0, episodes=2), Silent()
        answers = [stop.on_episode_end(run, _episode(r)) for r in (9.0, -9.0, 1.5, 0.4, 1.6)]
        assert answers == [True, True, True, True, False]

    def test_a_resumed_run_remembers_the_episodes_before(self) -> None:
        before, after, run = StopOnReturn(1.0, episodes=2), StopOnReturn(1.0, episodes=2), Silent()
        before.on_episode_end(run, _episode(1.0))
        after.restore(before.state())
        assert after.on_episode_end(run, _episode(1.0)) is False
        after.restore({})
        assert after.on_episode_end(run, _episode(1.0)) is True, "a new run begins anew"

    def test_nan_is_no_success(self) -> None:
        assert StopOnReturn(0.0, episodes=1).on_episode_end(Silent(), _episode(float("nan")))

    def test_a_mean_of_nothing_is_refused(self) -> None:
        with pytest.raises(ConfigError, match="episodes must be at least 1, not 0"):
            StopOnReturn(1.0, episodes=0)


class Counting(Callback):
    """Remembers across sessions how many episodes it has seen."""

    def __init__(self) -> None:
        self.seen = 0

    def on_episode_end(self, run: RunView, episode: EpisodeRecord) -> None:
        self.seen += 1

    def state(self) -> dict[str, Any]:
        return {"seen": self.seen}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.seen = state.get("seen", 0)


def test_what_a_callback_remembers_is_part_of_the_checkpoint(tmp_path: pathlib.Path) -> None:
    options = {"env": "toy_bandit", "run_dir": str(tmp_path)}
    first, second = Counting(), Counting()
    train(**options, steps=160, callbacks=[first, Counting()])
    summary = train(**options, steps=320, callbacks=[second])
    assert 0 < first.seen < second.seen == summary.episodes


def test_a_run_says_so_where_it_cannot_start(tmp_path: pathlib.Path) -> None:
    """on_training_end is for those whose on_training_start was called."""
    witness = Witness()
    (tmp_path / "file").write_text("")
    with pytest.raises(A3CError, match="cannot write the run folder"):
        train(env="toy_bandit", run_dir=str(tmp_path / "file" / "run"), callbacks=[witness])
    assert witness.heard == []


class Silent:
    """A run that shows its messages to nobody."""

    def message(self, text: str) -> None:
        pass


def _episode(reward: float) -> EpisodeRecord:
    return EpisodeRecord(num_global=1, num_agent=1, steps=1, seconds=0.0, reward=reward)
