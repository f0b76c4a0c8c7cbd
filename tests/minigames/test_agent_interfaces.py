"""Every way in which an agent of pysc2 can ask to see and to act, through unmodified SC2Env."""

from collections.abc import Iterator

import numpy as np
import pytest
from agent import FUNCTIONS, RAW, Agent, make_env
from pysc2.env import sc2_env
from pysc2.lib import actions, features, protocol, remote_controller, sc_process

SCV, COMMAND_CENTER, MINERAL_FIELD, MARINE, ZERGLING = 45, 18, 341, 48, 105
RAW_INTERFACE = {"use_raw_units": True, "action_space": "RAW"}


def make_raw_env(map_name: str, **interface) -> sc2_env.SC2Env:
    """Without feature layers; `interface` holds further options of the AgentInterfaceFormat."""
    return make_env(
        map_name,
        None,
        None,
        {**RAW_INTERFACE, **interface},
    )


# Raw actions.


@pytest.fixture(scope="module")
def raw_env() -> Iterator:
    with make_raw_env("CollectMineralsAndGas") as env:
        yield env


@pytest.fixture
def agent(raw_env) -> Agent:
    return Agent(raw_env)


def tags(agent: Agent, unit_type: int) -> list[int]:
    return [int(unit.tag) for unit in agent.raw(unit_type)]


def test_raw_orders_at_a_point(agent):
    scv = tags(agent, SCV)[0]
    for command, order in (
        (RAW.Move_pt, "Move_Move_pt"),
        (RAW.Attack_pt, "Attack_Attack_pt"),
        (RAW.Patrol_pt, "Patrol_Patrol_pt"),
        (RAW.Smart_pt, "Move_Move_pt"),
    ):
        assert agent.does(command("now", scv, (36, 40))), command.name
        assert agent.orders(SCV) == [order]
    assert agent.does(RAW.HoldPosition_quick("now", scv))
    assert agent.orders(SCV) == ["HoldPosition_Hold_quick"]
    assert agent.does(RAW.Stop_quick("now", scv))
    assert agent.orders(SCV) == []


def test_raw_orders_at_a_unit(agent):
    scvs, field = tags(agent, SCV), tags(agent, MINERAL_FIELD)[0]
    assert agent.does(RAW.Move_unit("now", scvs[:2], scvs[2]))
    assert agent.orders(SCV) == ["Move_Move_pt"] * 2  # pysc2 names orders by ability alone
    assert agent.does(RAW.Smart_unit("now", scvs, field))
    assert agent.orders(SCV) == ["Harvest_Gather_SCV_unit"] * 12
    assert agent.does(RAW.Harvest_Gather_unit("now", scvs, field))
    agent.act(RAW.Attack_unit("now", scvs, field))
    assert agent.failures == ["CantTargetThatUnit"]
    agent.act(RAW.Effect_Repair_unit("now", scvs, tags(agent, COMMAND_CENTER)[0]))
    assert len(agent.failures) == 1
    assert agent.does(RAW.Effect_Repair_autocast(scvs))


def test_raw_queued_orders_and_selection(agent):
    scvs = tags(agent, SCV)
    assert agent.does(RAW.Move_pt("now", scvs[0], (36, 40)))
    assert agent.does(RAW.Attack_pt("queued", scvs[0], (36, 30)))
    (moving,) = [unit for unit in agent.raw(SCV) if unit.order_length]
    assert (moving.tag, moving.order_length, moving.is_selected) == (scvs[0], 2, 1)


def test_raw_production_rally_and_cancel(agent):
    (hall,), field = tags(agent, COMMAND_CENTER), tags(agent, MINERAL_FIELD)[0]
    assert agent.does(RAW.Rally_Workers_unit("now", hall, field))
    assert agent.does(RAW.Rally_Workers_pt("now", hall, (36, 40)))
    assert agent.does(RAW.Train_SCV_quick("now", hall))
    assert agent.raw(COMMAND_CENTER)[0].order_progress_0 == 0
    assert agent.does(RAW.Cancel_Last_quick("now", hall))
    assert agent.obs.player.minerals == 50
    assert agent.does(RAW.Train_SCV_quick("now", hall))
    agent.act(RAW.Train_SCV_quick("now", hall))
    assert agent.failures == ["NotEnoughMinerals"]


def test_raw_commands_that_nobody_can_obey(agent):
    scv, field = tags(agent, SCV)[0], tags(agent, MINERAL_FIELD)[0]
    for command in (
        RAW.Train_Marine_quick("now", scv),
        RAW.Effect_Stim_quick("now", scv),
        RAW.Move_pt("now", field, (30, 30)),
        RAW.Move_pt("now", 12345, (30, 30)),
        RAW.Attack_unit("now", scv, 12345),
    ):
        agent.act(command)
        assert len(agent.failures) == 1
        assert not agent.done(agent.obs)


def test_raw_camera_and_no_op(agent):
    assert agent.does(RAW.raw_move_camera((30, 30)))
    agent.act(RAW.no_op())
    assert not agent.done(agent.obs)


@pytest.mark.parametrize("crop", [False, True])
def test_raw_coordinates_cropped_and_not(crop):
    """A unit sent to the coordinates of another one arrives there, whatever the coordinates."""
    with make_raw_env("CollectMineralShards", raw_crop_to_playable_area=crop) as env:
        agent = Agent(env)
        size = 64 if not crop else 22
        assert all(0 <= unit.x < size and 0 <= unit.y < 64 for unit in agent.obs.raw_units)
        one, other = agent.raw(MARINE)
        agent.act(RAW.Move_pt("now", int(one.tag), (int(other.x), int(other.y))), steps=200)
        one, other = agent.raw(MARINE)
        assert np.hypot(one.x - other.x, one.y - other.y) <= 2


def test_raw_units_tell_of_orders_health_and_cargo(agent):
    scvs, field = tags(agent, SCV), tags(agent, MINERAL_FIELD)[0]
    agent.act(RAW.Harvest_Gather_unit("now", scvs, field), steps=200)
    carrying = [unit for unit in agent.raw(SCV) if unit.buff_id_0 == 271]
    assert carrying
    assert RAW.Harvest_Return_SCV_quick.id in {unit.order_id_0 for unit in carrying}
    (hall,) = agent.raw(COMMAND_CENTER)
    assert (hall.assigned_harvesters, hall.ideal_harvesters) == (12, 16)
    assert (hall.health, hall.health_ratio, hall.build_progress) == (1500, 255, 100)


def test_several_raw_actions_on_one_game_loop(agent):
    scvs = tags(agent, SCV)
    commands = [RAW.Move_pt("now", scv, (36, 40)) for scv in scvs]
    assert agent.does(*commands)
    assert len(agent.orders(SCV)) == 12


# Observations.


@pytest.mark.parametrize(
    "interface",
    [
        {"feature_screen": (84, 60), "feature_minimap": (20, 64)},
        {"feature_screen": 8, "feature_minimap": 256},
        {"feature_screen": 64, "feature_minimap": 64, "camera_width_world_units": 30},
        {"feature_screen": 64, "feature_minimap": 64, "crop_to_playable_area": True},
        {"feature_screen": 64, "feature_minimap": 64, "allow_cheating_layers": True},
        {"use_raw_units": True, "action_space": "RAW", "raw_resolution": 128},
        {
            "feature_screen": 48,
            "feature_minimap": 32,
            "use_feature_units": True,
            "use_raw_units": True,
            "use_unit_counts": True,
            "use_camera_position": True,
            "add_cargo_to_units": True,
            "max_selected_units": 5,
        },
    ],
)
def test_observations_have_the_shapes_that_the_specification_says(interface):
    agent_format = sc2_env.parse_agent_interface_format(**interface)
    with make_env("DefeatRoaches", agent_interface_format=agent_format) as env:
        (spec,) = env.observation_spec()
        agent = Agent(env)
        for _ in range(3):
            assert spec.keys() == agent.obs.keys()
            for name, shape in spec.items():
                value = agent.obs[name]
                if name == "map_name":
                    assert value == "DefeatRoaches"
                elif value.shape != (0,):
                    assert len(value.shape) == len(shape), name
                    pairs = zip(shape, value.shape, strict=True)
                    assert all(wanted in (0, got) for wanted, got in pairs), name
            agent.wait(20)


def test_feature_units_unit_counts_and_raw_units_agree():
    interface = {"use_feature_units": True, "use_raw_units": True, "use_unit_counts": True}
    with make_env("DefeatZerglingsAndBanelings", 84, 64, interface) as env:
        agent = Agent(env)
        assert dict(agent.obs.unit_counts.tolist()) == {MARINE: 9}  # the player's own
        shown = sorted(int(unit.unit_type) for unit in agent.obs.feature_units)
        assert shown == sorted([9] * 4 + [MARINE] * 9 + [ZERGLING] * 6)
        assert shown == sorted(int(unit.unit_type) for unit in agent.obs.raw_units)


def test_fog_and_its_absence():
    interface = {"use_raw_units": True}
    with make_env("FindAndDefeatZerglings", 32, 32, interface) as env:
        agent = Agent(env)
        assert len(agent.raw(ZERGLING)) < 25
        assert set(np.asarray(agent.obs.feature_minimap.visibility_map).flat) == {0, 2}
        some = len(agent.raw(ZERGLING))
    with make_env("FindAndDefeatZerglings", 32, 32, interface, disable_fog=True) as env:
        agent = Agent(env)
        assert len(agent.raw(ZERGLING)) == 25 > some
        agent.act(FUNCTIONS.select_army("select"))
        assert (agent.obs.feature_minimap.player_relative == 4).sum() >= 20


def test_several_agents_formats_one_after_the_other_on_one_seed():
    """What is seen depends on the format; what happens doesn't."""
    positions = []
    for interface in (
        {"use_raw_units": True},
        {"use_raw_units": True, "hide_specific_actions": False},
    ):
        for size in (32, (84, 20)):
            with make_env("DefeatRoaches", size, 32, interface, random_seed=9) as env:
                agent = Agent(env)
                agent.act(FUNCTIONS.Attack_minimap("now", (42, 27)), steps=60)
                units = agent.obs.raw_units
                positions.append([(unit.unit_type, unit.x, unit.y, unit.health) for unit in units])
    assert all(np.array_equal(positions[0], other) for other in positions)


# What is refused.


def test_rgb_is_refused_with_a_reason():
    agent_format = features.AgentInterfaceFormat(
        feature_dimensions=features.Dimensions(64, 64),
        rgb_dimensions=features.Dimensions(64, 64),
        action_space=actions.ActionSpace.FEATURES,
    )
    with pytest.raises(sc_process.SC2LaunchError, match="no rgb pictures"):
        make_env("MoveToBeacon", agent_interface_format=agent_format)


def test_real_time_is_refused_with_a_reason():
    with pytest.raises(protocol.ProtocolError, match="real time"):
        make_env("MoveToBeacon", realtime=True)


def test_maps_that_there_are_not_are_named():
    with pytest.raises(remote_controller.RequestError, match=r"Simple64.*MoveToBeacon"):
        make_env(
            "Simple64",
            players=[sc2_env.Agent(sc2_env.Race.terran), sc2_env.Bot(sc2_env.Race.zerg, 1)],
        )


# Steps, episodes, seeds.


@pytest.mark.parametrize("step_mul", [1, 3, 8, 24, 1000])
def test_any_number_of_game_loops_a_step(step_mul):
    with make_env("MoveToBeacon", 16, 16, step_mul=step_mul) as env:
        for _ in range(2):
            (timestep,) = env.reset()
            loop = 0
            for _ in range(min(2000 // step_mul + 1, 25)):
                (timestep,) = env.step([FUNCTIONS.no_op()])
                loop = min(loop + step_mul, 1920)
                assert timestep.observation.game_loop[0] == loop
                if timestep.last():
                    break
            assert timestep.last() == (loop == 1920)


def test_episodes_cut_by_their_number_of_game_loops():
    with make_env("DefeatRoaches", 16, 16, step_mul=8, game_steps_per_episode=40) as env:
        for _ in range(3):
            (timestep,) = env.reset()
            steps = 0
            while not timestep.last():
                (timestep,) = env.step([FUNCTIONS.no_op()])
                steps += 1
            assert steps == 5
            assert timestep.discount == 1


@pytest.mark.parametrize("map_name", ["DefeatZerglingsAndBanelings", "CollectMineralShards"])
def test_a_seed_repeats_the_game_exactly(map_name):
    def play(seed: int) -> list[np.ndarray]:
        seen = []
        with make_env(map_name, 32, 32, step_mul=16, random_seed=seed) as env:
            agent = Agent(env)
            for episode in range(2):
                if episode:
                    agent.reset()
                for step in range(12):
                    place = 4 + 2 * step, 20 - step
                    agent.act(FUNCTIONS.select_army("select"), steps=8)
                    if FUNCTIONS.Attack_screen.id in agent.obs.available_actions:
                        agent.act(FUNCTIONS.Attack_screen("now", place), steps=8)
                    seen.append(agent.obs.feature_screen.copy())
        return seen

    first, again, other = play(5), play(5), play(6)
    assert all(np.array_equal(one, two) for one, two in zip(first, again, strict=True))
    assert not all(np.array_equal(one, two) for one, two in zip(first, other, strict=False))
