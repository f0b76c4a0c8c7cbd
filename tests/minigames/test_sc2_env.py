"""Unmodified pysc2.env.SC2Env on the embedded server, over its real process and socket."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from agent import FUNCTIONS, make_env
from pysc2 import maps
from pysc2.env import sc2_env
from pysc2.lib import actions, remote_controller
from s2clientprotocol import sc2api_pb2 as sc_pb

from a3c_tf.minigames.launcher import EmbeddedMinigames

NO_OP = FUNCTIONS.no_op()
MAP = "CollectMineralsAndGas"


def of_type(units, unit_type: int) -> list:
    return [unit for unit in units if unit.unit_type == unit_type]


def test_an_episode_without_actions():
    """6720 game loops are 840 agent steps of 8; nothing is collected, and the game is won."""
    with make_env(MAP, step_mul=8) as env:
        (timestep,) = env.reset()
        assert timestep.first()
        steps, total = 0, 0
        while not timestep.last():
            (timestep,) = env.step([NO_OP])
            steps += 1
            total += timestep.reward
            assert timestep.observation.game_loop[0] == 8 * steps
        assert (steps, total) == (840, 0)
        assert timestep.discount == 0  # the game itself ended, and not by a cut
        assert env._obs[0].player_result[0].result == sc_pb.Victory
        (timestep,) = env.step([NO_OP])  # SC2Env restarts the game
        assert timestep.first()
        assert timestep.observation.game_loop[0] == 0
        assert timestep.observation.score_cumulative.score in (0, 50)


@pytest.mark.parametrize(
    ("screen", "minimap"), [((84, 87), (64, 67)), (16, 16), ((96, 48), (20, 40))]
)
def test_observations_match_the_specification(screen, minimap):
    interface = {
        "use_feature_units": True,
        "use_raw_units": True,
        "use_unit_counts": True,
        "use_camera_position": True,
        "crop_to_playable_area": True,
        "allow_cheating_layers": True,
        "add_cargo_to_units": True,
    }
    with make_env(MAP, screen, minimap, interface) as env:
        (spec,) = env.observation_spec()
        (timestep,) = env.reset()
        for name, shape in spec.items():
            value = timestep.observation[name]
            if name != "map_name" and value.size:
                assert len(value.shape) == len(shape), name
                assert all(
                    size in (0, got) for size, got in zip(shape, value.shape, strict=True)
                ), name
        assert timestep.observation.unit_counts[-1].tolist() == [45, 12]
        assert len(timestep.observation.raw_units) == 16 + 4 + 1 + 12
        assert timestep.observation.home_race_requested[0] == sc2_env.Race.terran


def test_workers_gather_through_the_feature_interface():
    with make_env(MAP, step_mul=8, interface={"use_feature_units": True}) as env:
        (timestep,) = env.reset()
        env.step([FUNCTIONS.select_idle_worker("select_all")])
        units = timestep.observation.feature_units
        (hall,) = of_type(units, 18)
        fields = of_type(units, 341)
        nearest = min(fields, key=lambda field: np.hypot(field.x - hall.x, field.y - hall.y))
        (timestep,) = env.step(
            [FUNCTIONS.Harvest_Gather_screen("now", (int(nearest.x), int(nearest.y)))]
        )
        assert list(timestep.observation.last_actions) == [FUNCTIONS.Harvest_Gather_screen.id]
        total, carried = 0, False
        for _ in range(60):
            (timestep,) = env.step([NO_OP])
            total += timestep.reward
            carried |= bool((timestep.observation.feature_screen.buffs == 271).any())
        assert carried
        assert total == timestep.observation.player.minerals - 50 > 0
        assert timestep.observation.score_cumulative.collected_minerals == total


def random_call(env, observation, rng: random.Random) -> actions.FunctionCall:
    """A uniformly random offered function with uniformly random arguments."""
    (spec,) = env.action_spec()
    function = spec.functions[int(rng.choice(sorted(observation.available_actions)))]
    return actions.FunctionCall(
        function.id,
        [[rng.randrange(size) for size in argument.sizes] for argument in function.args],
    )


@pytest.mark.parametrize("hide_specific_actions", [True, False])
def test_random_agents_are_never_refused_by_pysc2(hide_specific_actions, caplog):
    rng = random.Random(3)
    interface = {
        "use_feature_units": True,
        "use_raw_units": True,
        "hide_specific_actions": hide_specific_actions,
    }
    with make_env(MAP, (48, 40), (32, 30), interface, step_mul=24) as env:
        (timestep,) = env.reset()
        seen = set()
        for _ in range(280):
            call = random_call(env, timestep.observation, rng)
            seen.add(int(call.function))
            (timestep,) = env.step([call])
        assert timestep.last()
        assert len(seen) > 20
    assert not [record for record in caplog.records if "ability" in record.getMessage().lower()]


# A controller without an environment.


@pytest.fixture
def controller() -> Iterator[remote_controller.RemoteController]:
    with EmbeddedMinigames().start(want_rgb=False) as controller:
        yield controller


def test_maps_are_offered_under_pysc2s_paths(controller):
    for path in controller.available_maps().local_map_paths:
        name = path.removeprefix("mini_games/").removesuffix(".SC2Map")
        assert maps.get(name).path == path


def test_unknown_maps_are_named(controller):
    request = sc_pb.RequestCreateGame()
    request.local_map.map_path = "Melee/Simple64.SC2Map"
    request.player_setup.add(type=sc_pb.Participant)
    with pytest.raises(remote_controller.RequestError, match=rf"Simple64.*{MAP}"):
        controller.create_game(request)


def test_static_data_is_read_by_pysc2(controller):
    request = sc_pb.RequestCreateGame()
    request.local_map.map_path = f"mini_games/{MAP}.SC2Map"
    request.player_setup.add(type=sc_pb.Participant)
    controller.create_game(request)
    controller.join_game(sc_pb.RequestJoinGame(race=1, options=sc_pb.InterfaceOptions(raw=True)))
    data = controller.data()
    assert data.units[18] == "CommandCenter"
    functions = [*FUNCTIONS, *actions.RAW_FUNCTIONS]
    assert data.general_abilities == {f.general_id for f in functions if f.general_id}
