"""Unmodified pysc2.env.SC2Env on the embedded server, over its real process and socket."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from absl import flags
from pysc2 import maps, run_configs
from pysc2.env import sc2_env
from pysc2.lib import actions, protocol, remote_controller
from s2clientprotocol import sc2api_pb2 as sc_pb

FUNCTIONS = actions.FUNCTIONS
NO_OP = FUNCTIONS.no_op()
MAP = "CollectMineralsAndGas"


@pytest.fixture(scope="module", autouse=True)
def embedded() -> Iterator[None]:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    before = flags.FLAGS.sc2_run_config
    flags.FLAGS.sc2_run_config = "EmbeddedMinigames"
    yield
    flags.FLAGS.sc2_run_config = before


def make_env(screen=64, minimap=64, interface=None, **options) -> sc2_env.SC2Env:
    return sc2_env.SC2Env(
        map_name=MAP,
        players=[sc2_env.Agent(sc2_env.Race.terran)],
        agent_interface_format=sc2_env.parse_agent_interface_format(
            feature_screen=screen, feature_minimap=minimap, **(interface or {})
        ),
        **{"random_seed": 1, **options},
    )


def of_type(units, unit_type: int) -> list:
    return [unit for unit in units if unit.unit_type == unit_type]


def test_an_episode_without_actions():
    """6720 game loops are 840 agent steps of 8; nothing is collected, and the game is won."""
    with make_env(step_mul=8) as env:
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


def test_steps_of_any_length_are_exact():
    """As pysc2's own step_mul_override_test asks, and up to the end of the game."""
    with make_env(step_mul=7) as env:
        env.reset()
        loop = 0
        for step_mul in (1, 13, None, 2, 100, 1, 6000, 500, 500):
            (timestep,) = env.step([NO_OP], step_mul=step_mul)
            loop = min(loop + (step_mul or 7), 6720)
            assert timestep.observation.game_loop[0] == loop
        assert timestep.last()


def test_episodes_can_be_cut_short():
    with make_env(step_mul=16, game_steps_per_episode=64) as env:
        for _ in range(3):
            (timestep,) = env.reset()
            for _ in range(4):
                assert not timestep.last()
                (timestep,) = env.step([NO_OP])
            assert timestep.last()
            assert timestep.discount == 1


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
    with make_env(screen, minimap, interface) as env:
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
    with make_env(step_mul=8, interface={"use_feature_units": True}) as env:
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
    with make_env((48, 40), (32, 30), interface, step_mul=24) as env:
        (timestep,) = env.reset()
        seen = set()
        for _ in range(280):
            call = random_call(env, timestep.observation, rng)
            seen.add(int(call.function))
            (timestep,) = env.step([call])
        assert timestep.last()
        assert len(seen) > 20
    assert not [record for record in caplog.records if "ability" in record.getMessage().lower()]


def test_raw_actions():
    raw = actions.RAW_FUNCTIONS
    with make_env(interface={"use_raw_units": True, "action_space": "RAW"}) as env:
        (timestep,) = env.reset()
        units = timestep.observation.raw_units
        workers = [int(u.tag) for u in of_type(units, 45)]
        field = int(of_type(units, 341)[0].tag)
        (timestep,) = env.step([raw.Harvest_Gather_unit("now", workers, field)])
        units = timestep.observation.raw_units
        gather = actions.RAW_ABILITY_ID_TO_FUNC_ID[295]
        assert [int(u.order_id_0) for u in of_type(units, 45)] == [gather] * 12
        assert of_type(units, 18)[0].assigned_harvesters == 12
        env.step([raw.raw_move_camera((30, 30))])
        (timestep,) = env.step([raw.Move_pt("now", workers[0], (40, 36))])
        assert [u.is_selected for u in timestep.observation.raw_units].count(1) == 1


def test_the_same_seed_plays_the_same_game():
    def play(seed):
        rng = random.Random(0)
        layers = []
        with make_env(32, 32, step_mul=32, random_seed=seed) as env:
            (timestep,) = env.reset()
            for _ in range(30):
                (timestep,) = env.step([random_call(env, timestep.observation, rng)])
                layers.append(timestep.observation.feature_screen.copy())
        return np.stack(layers)

    first = play(4)
    np.testing.assert_array_equal(first, play(4))
    assert any((play(seed) != first).any() for seed in (5, 6, 7, 8))


# What pysc2's tests ask of a server without a map (ping_test, protocol_error_test.test_error).


@pytest.fixture
def controller() -> Iterator[remote_controller.RemoteController]:
    with run_configs.get().start(want_rgb=False) as controller:
        yield controller


def test_maps_are_offered_under_pysc2s_paths(controller):
    for path in controller.available_maps().local_map_paths:
        name = path.removeprefix("mini_games/").removesuffix(".SC2Map")
        assert maps.get(name).path == path


def test_ping(controller):
    assert controller.ping().base_build
    assert controller.status == protocol.Status.launched


def test_errors_reach_pysc2_as_its_own_exceptions(controller):
    with pytest.raises(remote_controller.RequestError, match="MissingMap"):
        controller.create_game(sc_pb.RequestCreateGame())
    with pytest.raises(protocol.ProtocolError, match="join_game"):
        controller.join_game(sc_pb.RequestJoinGame())


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
