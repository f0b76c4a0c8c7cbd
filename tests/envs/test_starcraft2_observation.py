"""Reading a message entry by entry gives what pysc2 gives, and takes the same actions."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from environment_contract import random_action
from pysc2.env import sc2_env
from pysc2.lib import actions, features
from s2clientprotocol import sc2api_pb2

from a3c_tf.config import Config
from a3c_tf.envs.registry import make_env
from a3c_tf.envs.starcraft2 import StarCraft2Environment
from a3c_tf.envs.starcraft2_backend import choose_backend, start_game
from a3c_tf.envs.starcraft2_maps import map_profile
from a3c_tf.envs.starcraft2_observation import LazyObservation
from a3c_tf.envs.starcraft2_translator import Interface, Translator
from a3c_tf.specs import Action

MAP = "CollectMineralsAndGas"


@pytest.fixture
def env() -> Iterator[StarCraft2Environment]:
    env = StarCraft2Environment(MAP, Interface("all"), backend="embedded", seed=3)
    yield env
    env.close()


def test_every_entry_is_pysc2s(env: StarCraft2Environment) -> None:
    rng = np.random.default_rng(0)
    timestep = env.reset()
    for _ in range(25):
        timestep = env.step(random_action(env.action_spec, timestep.function_mask, rng))
        seen = env._last
        expected = env._pysc2.transform_obs(seen._message)
        for index in range(len(features.SCREEN_FEATURES)):
            np.testing.assert_array_equal(
                seen["feature_screen"][index], expected["feature_screen"][index]
            )
        for index in range(len(features.MINIMAP_FEATURES)):
            np.testing.assert_array_equal(
                seen["feature_minimap"][index], expected["feature_minimap"][index]
            )
        for name in set(expected) - {"feature_screen", "feature_minimap"}:
            np.testing.assert_array_equal(seen[name], expected[name], err_msg=name)


def test_only_unknown_entries_cost_pysc2s_whole_work_and_only_once(
    env: StarCraft2Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []
    transform = env._pysc2.transform_obs
    monkeypatch.setattr(env._pysc2, "transform_obs", lambda m: calls.append(1) or transform(m))
    env.reset()
    assert not calls
    assert env._last["control_groups"].shape == (10, 2)
    assert env._last["score_by_vital"].shape == (3, 3)
    assert len(calls) == 1
    with pytest.raises(KeyError):
        env._last["no_such_entry"]


def test_a_layer_that_the_game_does_not_know_is_empty() -> None:
    message = sc2api_pb2.ResponseObservation()
    layer = message.observation.feature_layer_data.renders.player_relative
    layer.size.x, layer.size.y, layer.bits_per_pixel, layer.data = 3, 2, 8, bytes(range(6))
    observation = LazyObservation(message, None)
    screen = observation["feature_screen"]
    assert screen[features.SCREEN_FEATURES.player_relative.index].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert screen[features.SCREEN_FEATURES.placeholder.index].tolist() == [[0, 0, 0], [0, 0, 0]]


def test_the_game_goes_on_as_if_pysc2_translated() -> None:
    size = {"screen": (24, 16), "minimap": (16, 20)}
    options: dict[str, Any] = {"screen_size": size["screen"], "minimap_size": size["minimap"]}
    env = StarCraft2Environment(MAP, backend="embedded", seed=7, **options)
    game = start_game(
        choose_backend("embedded"),
        MAP,
        players=[sc2_env.Agent(sc2_env.Race.terran)],
        agent_interface_format=features.AgentInterfaceFormat(
            feature_dimensions=features.Dimensions(**size)
        ),
        step_mul=8,
        random_seed=7,
    )
    translator = Translator(map_profile(MAP), screen_shape=(16, 24), minimap_shape=(20, 16))
    rng = np.random.default_rng(1)
    try:
        ours, theirs = env.reset(), translator.timestep(game.reset()[0])
        for _ in range(40):
            for name, array in ours.observation.items():
                np.testing.assert_array_equal(array, theirs.observation[name])
            np.testing.assert_array_equal(ours.function_mask, theirs.function_mask)
            assert ours[2:] == theirs[2:]
            action = random_action(env.action_spec, ours.function_mask, rng)
            ours = env.step(action)
            theirs = translator.timestep(game.step([translator.function_call(action)])[0])
    finally:
        env.close()
        game.close()


def test_what_is_not_available_is_refused_and_the_game_goes_on(
    env: StarCraft2Environment,
) -> None:
    with pytest.raises(RuntimeError, match="reset"):
        env.step(Action(0, (0,) * 13))
    env.reset()
    names = [function.name for function in env.action_spec.functions]
    with pytest.raises(ValueError, match="Train_SCV_quick is not available now"):
        env.step(Action(names.index("Train_SCV_quick"), (0,) * 13))
    assert not env.step(Action(0, (0,) * 13)).last


def test_all_functions_play_and_pysc2_rejects_nothing(env: StarCraft2Environment) -> None:
    rng = np.random.default_rng(5)
    timestep, chosen = env.reset(), set()
    for _ in range(200):
        action = random_action(env.action_spec, timestep.function_mask, rng)
        chosen.add(env.action_spec.functions[action.function].name)
        timestep = env.step(action)
    assert {"select_rect", "select_control_group", "move_camera", "select_point"} <= chosen
    assert len(chosen) > 12
    hidden = {f.name for f in actions.FUNCTIONS if f.general_id}
    assert not chosen & hidden  # pysc2 offers the general function in place of special ones


def test_a_model_plays_with_all_functions() -> None:
    from a3c_tf.evaluation.checkpoint_policy import ModelPolicy
    from a3c_tf.learning.shared_model import SharedModel

    config = Config(action_set="all", screen_size=16, minimap_size=16, backend="embedded")
    env = make_env("sc2_collect", config, seed=2)
    try:
        policy = ModelPolicy(SharedModel(env.observation_spec, env.action_spec, config), seed=1)
        timestep = env.reset()
        for _ in range(50):
            action = policy(timestep)
            assert timestep.function_mask[action.function]
            timestep = env.step(action)
        assert len(timestep.function_mask) == 573
    finally:
        env.close()


def test_a_rectangle_selects_who_is_in_it() -> None:
    options = Config(backend="embedded", screen_layers="player_relative,selected")
    env = make_env("sc2_roaches", options, seed=4)
    try:
        seen = env.reset().observation["screen"]
        own, selected = 0, 3
        rows, columns = np.nonzero(seen[..., own])
        names = [function.name for function in env.action_spec.functions]
        screen, screen2 = env.action_spec.arguments

        def select(x: int, y: int, x2: int, y2: int) -> np.ndarray:
            corners = (screen.to_index(x, y), screen2.to_index(x2, y2))
            step = env.step(Action(names.index("select_rect"), corners))
            return step.observation["screen"]

        middle = int(np.median(rows))
        x, x2 = int(columns.min()), int(columns.max())
        upper = select(x2, middle, x, 0)  # any two opposite corners will do
        lit = np.nonzero(upper[..., selected])[0]
        assert 0 < len(lit) < len(rows)
        assert lit.max() <= middle + 1 and not upper[middle + 3 :, :, selected].any()
        both = select(x, int(rows.min()), x2, int(rows.max()))
        assert both[..., selected].sum() > upper[..., selected].sum()
    finally:
        env.close()
