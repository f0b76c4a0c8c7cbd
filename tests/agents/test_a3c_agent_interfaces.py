"""A3CAgent with the functions and observations that its options name."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pysc2.env import environment
from pysc2.lib import actions, features, point
from pysc2_timesteps import make_timestep

from a3c_tf.envs.starcraft2_action_sets import ACTION_SETS
from a3c_tf.errors import CheckpointError, ConfigError
from a3c_tf.pysc2_agent import A3CAgent, sharing
from a3c_tf.training.run_folder import RunFolder

SIZE = 8
AVAILABLE = [0, 1, 2, 3, 4, 6, 7, 12, 331, 264, 490, 477, 453]


@pytest.fixture(autouse=True)
def run_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("A3C_RUN_DIR", str(tmp_path / "run"))
    yield tmp_path / "run"
    sharing._close_all()


def play(agent: A3CAgent, steps: int = 8, **shown: Any) -> list[actions.FunctionCall]:
    """One episode of a map that always offers the same functions; each call is checked by pysc2."""
    pysc2 = features.Features(
        features.AgentInterfaceFormat(feature_dimensions=features.Dimensions(SIZE, SIZE)),
        map_size=point.Point(64, 64),
    )
    calls = []
    agent.reset()
    for number in range(steps + 1):
        kind = {0: environment.StepType.FIRST, steps: environment.StepType.LAST}
        timestep = make_timestep(
            available=AVAILABLE,
            step_type=kind.get(number, environment.StepType.MID),
            screen_shape=(SIZE, SIZE),
            minimap_shape=(SIZE, SIZE),
            **shown,
        )
        call = agent.step(timestep)
        if number < steps:
            assert call.function in AVAILABLE
            pysc2.transform_action(None, call, skip_available=True)
            calls.append(call)
    return calls


def names(name: str) -> set[int]:
    return {int(actions.FUNCTIONS[f].id) for f in ACTION_SETS[name].functions}


@pytest.mark.parametrize("name", ["roaches", "marines", "all"])
def test_it_learns_with_any_set(name: str, run_dir: Path) -> None:
    agent = A3CAgent(action_set=name, steps=100, t_max=4)
    calls = play(agent, map_name="DefeatRoaches")
    assert {call.function for call in calls} <= names(name)
    agent.close()
    assert RunFolder(run_dir).read_config().action_set == name


def test_the_maps_own_set_is_the_default(run_dir: Path) -> None:
    agent = A3CAgent(steps=100)
    calls = play(agent, steps=30, map_name="MoveToBeacon")
    assert {call.function for call in calls} <= names("beacon")


def test_a_run_that_goes_on_or_plays_keeps_its_set_and_encoding(run_dir: Path) -> None:
    options = {"action_set": "minigames", "encoding": "embedded", "vectors": "player"}
    agent = A3CAgent(steps=100, t_max=4, network="atari", **options)
    play(agent)
    agent.close()
    for again in (A3CAgent(steps=100), A3CAgent(training=False)):
        calls = play(again, steps=40)
        assert {call.function for call in calls} <= names("minigames")
        assert not {call.function for call in calls} <= names("collect")
        again.close()
    assert RunFolder(run_dir).read_config().encoding == "embedded"


def test_another_set_is_another_run(run_dir: Path) -> None:
    agent = A3CAgent(steps=100, action_set="collect")
    play(agent)
    agent.close()
    with pytest.raises(CheckpointError, match="cannot change action_set 'collect' -> 'all'"):
        play(A3CAgent(steps=100, action_set="all"))


def test_an_unknown_set_is_a_users_error_and_starts_no_run(run_dir: Path) -> None:
    with pytest.raises(ConfigError, match="unknown action_set 'zerg'; known are all, "):
        play(A3CAgent(action_set="zerg"))
    assert not run_dir.exists()
