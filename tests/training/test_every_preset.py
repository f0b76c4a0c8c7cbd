"""Every game trains with its preset and every network that fits it, and its checkpoint plays on.

The preset's own network makes 2,000 agent steps in each game, and each other network in the first
game that it fits. In the other games it makes some updates: 2,000 steps of each in each would take
about 26 minutes of a processor core.
"""

import csv
import functools
import math
import pathlib
from typing import Any

import pytest

from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.envs.registry import make_env, registered_envs
from a3c_tf.errors import ConfigError
from a3c_tf.evaluation import evaluation
from a3c_tf.networks import build_network, default_network, network_names
from a3c_tf.planning import config_for, plan_run
from a3c_tf.records.episode_log_reader import read_episode_logs
from a3c_tf.specs import Action, ActionSpec, ObservationSpec
from a3c_tf.training.trainer import train

# The other stages of Mario share the preset of the first.
GAMES = [entry.name for entry in registered_envs() if entry.name.startswith("sc2_")] + ["mario"]
STEPS, FEW_STEPS = 2_000, 120
NEVER_SECONDS = 1e6


@functools.cache
def specs_of(env: str) -> tuple[ObservationSpec, ActionSpec]:
    """What a game shows and offers with its preset."""
    environment = make_env(env, config_for({"env": env, "backend": "embedded"}))
    environment.close()
    return environment.observation_spec, environment.action_spec


@functools.cache
def misfit(env: str, network: str) -> str:
    """Why a network does not fit a game; empty if it does."""
    try:
        build_network(network, *specs_of(env), seed=0)
    except ConfigError as error:
        return str(error)
    return ""


def steps_for(env: str, network: str) -> int:
    """How long to train a network that fits."""
    own = config_for({"env": env}).network or default_network(*specs_of(env))
    first = next(game for game in GAMES if not misfit(game, network))
    return STEPS if network == own or env == first else FEW_STEPS


class Cut(Environment):
    """The beginning of another environment's episodes."""

    STEPS = 25

    def __init__(self, whole: Environment) -> None:
        self._whole = whole
        self._steps = 0

    @property
    def observation_spec(self) -> ObservationSpec:
        return self._whole.observation_spec

    @property
    def action_spec(self) -> ActionSpec:
        return self._whole.action_spec

    def reset(self, seed: int | None = None) -> TimeStep:
        self._steps = 0
        return self._whole.reset(seed)

    def step(self, action: Action) -> TimeStep:
        self._steps += 1
        timestep = self._whole.step(action)
        return timestep._replace(last=timestep.last or self._steps == self.STEPS)

    def close(self) -> None:
        self._whole.close()


@pytest.mark.parametrize("network", network_names())
@pytest.mark.parametrize("env", GAMES)
def test_a_game_trains_with_its_preset_and_every_network_that_fits(
    env: str, network: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if misfit(env, network):
        pytest.skip(f"does not fit: {misfit(env, network)}")
    steps = steps_for(env, network)
    options: dict[str, Any] = {"env": env, "backend": "embedded", "network": network}
    # One row of metrics, over the whole run.
    seldom = {"log_seconds": NEVER_SECONDS, "checkpoint_seconds": NEVER_SECONDS}
    asked = {"run_dir": str(tmp_path), "steps": steps, "workers": 1, **options, **seldom}
    summary = train(plan_run(asked))
    assert summary.steps == steps

    with (tmp_path / "metrics.csv").open() as file:
        (row,) = csv.DictReader(file)
    numbers = {name: float(row[name]) for name in ("loss_actor", "loss_critic", "entropy", "value")}
    assert all(map(math.isfinite, numbers.values())), numbers
    assert 0.0 < float(row["grad_norm"]) < math.inf
    assert float(row["updates"]) > 0.0 and float(row["bad_updates"]) == 0.0

    episodes = read_episode_logs(tmp_path)
    assert len(episodes) == summary.episodes
    assert sum(episode.steps for episode in episodes) <= steps
    if steps == STEPS:
        assert episodes and math.isfinite(summary.mean_return)

    monkeypatch.setattr(
        evaluation, "make_env", lambda *args, **options: Cut(make_env(*args, **options))
    )
    played = evaluation.evaluate(run_dir=str(tmp_path), episodes=1)
    assert played.env == env
    assert 0 < played.played[0].steps <= Cut.STEPS  # all marines may be dead before
    assert math.isfinite(played.mean)
