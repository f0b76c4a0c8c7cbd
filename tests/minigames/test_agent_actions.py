"""Everything an agent of pysc2 can do on these maps, through unmodified SC2Env."""

from collections.abc import Iterator

import numpy as np
import pytest
from agent import FUNCTIONS, Agent, make_env
from pysc2.lib import actions

SCV, COMMAND_CENTER, MINERAL_FIELD, GEYSER, MARINE = 45, 18, 341, 342, 48
DEPOT, DEPOT_LOWERED, BARRACKS, REFINERY = 19, 47, 21, 20
GROUND = (40, 44)  # a pixel on which nothing stands
INTERFACE = {"use_feature_units": True, "use_raw_units": True, "use_camera_position": True}


@pytest.fixture(scope="module")
def mining_env() -> Iterator:
    with make_env("CollectMineralsAndGas", 64, 64, INTERFACE) as env:
        yield env


@pytest.fixture
def agent(mining_env) -> Agent:
    return Agent(mining_env)


@pytest.fixture(scope="module")
def fight_env() -> Iterator:
    with make_env("FindAndDefeatZerglings", 64, 64, INTERFACE) as env:
        yield env


@pytest.fixture
def fighter(fight_env) -> Agent:
    return Agent(fight_env)


@pytest.fixture(scope="module")
def marines_env() -> Iterator:
    with make_env("BuildMarines", 64, 64, INTERFACE) as env:
        yield env


# Selecting.


def test_a_click_selects_one_toggles_or_takes_all_of_the_type(agent):
    assert agent.does(FUNCTIONS.select_point("select", agent.pixel(SCV, 0)))
    assert agent.selected == [SCV]
    assert agent.does(FUNCTIONS.select_point("toggle", agent.pixel(SCV, 11)))
    assert agent.selected == [SCV] * 2
    assert agent.does(FUNCTIONS.select_point("toggle", agent.pixel(SCV, 11)))
    assert agent.selected == [SCV]
    assert agent.does(FUNCTIONS.select_point("select_all_type", agent.pixel(SCV)))
    assert agent.selected == [SCV] * 12
    assert agent.does(FUNCTIONS.select_point("select", agent.pixel(COMMAND_CENTER)))
    assert agent.does(FUNCTIONS.select_point("add_all_type", agent.pixel(SCV)))
    assert agent.selected == [SCV] * 12 + [COMMAND_CENTER]
    assert agent.does(FUNCTIONS.select_point("select", GROUND))  # nothing there
    assert len(agent.selected) == 13


def test_a_box_selects_and_adds(agent):
    left, top = np.min([agent.pixel(SCV, i) for i in range(12)], axis=0)
    right, bottom = np.max([agent.pixel(SCV, i) for i in range(12)], axis=0)
    middle = (top + bottom) // 2
    assert agent.does(FUNCTIONS.select_rect("select", (left, top), (right, middle)))
    some = len(agent.selected)
    assert 0 < some < 12
    assert agent.does(FUNCTIONS.select_rect("add", (right, bottom), (left, middle)))
    assert agent.selected == [SCV] * 12


def test_idle_workers(agent):
    tags = set()
    for _ in range(12):
        assert agent.does(FUNCTIONS.select_idle_worker("select"))
        tags |= {int(unit.tag) for unit in agent.raw(SCV) if unit.is_selected}
        assert len(agent.selected) == 1
    assert len(tags) == 12  # each call takes the next one
    assert agent.does(FUNCTIONS.select_idle_worker("add"))
    assert len(agent.selected) == 2
    assert agent.does(FUNCTIONS.select_idle_worker("select_all"))
    assert len(agent.selected) == 12
    assert agent.does(FUNCTIONS.select_point("select", agent.pixel(COMMAND_CENTER)))
    assert agent.does(FUNCTIONS.select_idle_worker("add_all"))
    assert len(agent.selected) == 13


def test_the_army(fighter):
    assert fighter.does(FUNCTIONS.select_point("select", fighter.pixel(MARINE)))
    assert fighter.selected == [MARINE]
    assert fighter.does(FUNCTIONS.select_army("add"))
    assert fighter.selected == [MARINE] * 3
    assert fighter.does(FUNCTIONS.select_army("select"))
    assert fighter.selected == [MARINE] * 3


def test_control_groups(agent):
    group = FUNCTIONS.select_control_group
    assert agent.does(FUNCTIONS.select_point("select", agent.pixel(SCV, 3)))
    assert agent.does(group("set", 1))
    assert agent.obs.control_groups[1].tolist() == [SCV, 1]
    assert agent.does(FUNCTIONS.select_point("select", agent.pixel(COMMAND_CENTER)))
    assert agent.does(group("append", 1))
    assert agent.obs.control_groups[1].tolist() == [SCV, 2]
    assert agent.does(FUNCTIONS.select_idle_worker("select_all"))
    assert agent.does(group("set", 2))
    assert agent.does(FUNCTIONS.select_point("select", agent.pixel(SCV, 3)))
    assert agent.does(group("set_and_steal", 9))
    assert agent.obs.control_groups[1].tolist() == [COMMAND_CENTER, 1]
    assert agent.obs.control_groups[2].tolist() == [SCV, 11]
    assert agent.obs.control_groups[9].tolist() == [SCV, 1]
    assert agent.does(group("recall", 2))
    assert agent.selected == [SCV] * 11
    assert agent.does(group("append_and_steal", 9))
    assert agent.obs.control_groups[9].tolist() == [SCV, 12]
    assert agent.obs.control_groups[2].tolist() == [0, 0]
    assert agent.does(group("recall", 1))
    assert agent.selected == [COMMAND_CENTER]
    assert agent.does(group("recall", 5))  # an empty group
    assert agent.selected == [COMMAND_CENTER]


def test_the_panel_of_selected_units(agent):
    unit = FUNCTIONS.select_unit
    everybody = FUNCTIONS.select_point("add_all_type", agent.pixel(SCV))
    agent.act(FUNCTIONS.select_point("select", agent.pixel(COMMAND_CENTER)))
    agent.act(everybody)
    assert agent.does(unit("deselect", 0))
    assert agent.selected == [SCV] * 11 + [COMMAND_CENTER]
    assert agent.does(unit("deselect_all_type", 11))
    assert agent.selected == [SCV] * 11
    agent.act(FUNCTIONS.select_control_group("set", 0))
    agent.act(FUNCTIONS.select_point("select", agent.pixel(COMMAND_CENTER)))
    agent.act(everybody)
    assert agent.does(unit("select_all_type", 12))
    assert agent.selected == [COMMAND_CENTER]
    agent.act(everybody)
    assert agent.does(unit("select", 4))
    assert agent.selected == [SCV]
    assert FUNCTIONS.select_unit.id not in agent.obs.available_actions


# Commanding.


@pytest.fixture
def worker(agent) -> Agent:
    """With one SCV selected."""
    agent.act(FUNCTIONS.select_idle_worker("select"))
    return agent


@pytest.mark.parametrize(
    ("command", "order"),
    [
        (FUNCTIONS.Move_screen, "Move_Move_pt"),
        (FUNCTIONS.Attack_screen, "Attack_Attack_pt"),
        (FUNCTIONS.Patrol_screen, "Patrol_Patrol_pt"),
        (FUNCTIONS.Smart_screen, "Move_Move_pt"),
        (FUNCTIONS.Move_minimap, "Move_Move_pt"),
        (FUNCTIONS.Attack_minimap, "Attack_Attack_pt"),
        (FUNCTIONS.Patrol_minimap, "Patrol_Patrol_pt"),
        (FUNCTIONS.Smart_minimap, "Move_Move_pt"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_orders_at_a_point(worker, command, order):
    place = GROUND if command.function_type is actions.cmd_screen else (40, 40)
    assert worker.does(command("now", place))
    assert [name.rsplit("_", 1)[0] for name in worker.orders(SCV)] == [order.rsplit("_", 1)[0]]


def test_stopping_and_holding(worker):
    worker.act(FUNCTIONS.Move_screen("now", GROUND))
    assert worker.does(FUNCTIONS.Stop_quick("now"))
    assert worker.orders(SCV) == []
    assert worker.does(FUNCTIONS.HoldPosition_quick("now"))
    assert [name.split("_")[0] for name in worker.orders(SCV)] == ["HoldPosition"]


def test_queued_orders_follow_one_another(worker):
    assert worker.does(FUNCTIONS.Move_screen("now", GROUND))
    assert worker.does(FUNCTIONS.Attack_screen("queued", (50, 20)))
    assert worker.does(FUNCTIONS.Patrol_minimap("queued", (30, 30)))
    (scv,) = [unit for unit in worker.raw(SCV) if unit.order_length]
    assert scv.order_length == 3
    assert worker.does(FUNCTIONS.Move_screen("now", GROUND))
    (scv,) = [unit for unit in worker.raw(SCV) if unit.order_length]
    assert scv.order_length == 1


def test_smart_on_a_field_gathers_and_returning_needs_cargo(worker):
    assert worker.does(FUNCTIONS.Smart_screen("now", worker.pixel(MINERAL_FIELD)))
    assert worker.orders(SCV) == ["Harvest_Gather_SCV_unit"]
    assert FUNCTIONS.Harvest_Return_quick.id not in worker.obs.available_actions
    for _ in range(40):
        if FUNCTIONS.Harvest_Return_quick.id in worker.wait(8).available_actions:
            break
    assert worker.does(FUNCTIONS.Harvest_Return_quick("now"))
    assert worker.orders(SCV) == ["Harvest_Return_SCV_quick"]


def test_gathering_what_is_no_resource_fails_with_the_games_code(worker):
    worker.act(FUNCTIONS.Harvest_Gather_screen("now", worker.pixel(COMMAND_CENTER)))
    assert not len(worker.obs.last_actions)
    assert worker.failures in (["MustTargetResources"], ["CantTargetThatUnit"])


def test_repair_and_its_autocast(worker):
    assert worker.does(FUNCTIONS.Effect_Repair_autocast())
    worker.act(FUNCTIONS.Effect_Repair_screen("now", worker.pixel(COMMAND_CENTER)))
    assert not len(worker.obs.last_actions)
    assert worker.failures  # it is not damaged


def test_what_is_listed_but_not_modelled_says_so(agent):
    agent.act(FUNCTIONS.select_point("select", agent.pixel(COMMAND_CENTER)))
    assert FUNCTIONS.Lift_quick.id in agent.obs.available_actions
    agent.act(FUNCTIONS.Lift_quick("now"))
    assert not len(agent.obs.last_actions)
    assert agent.failures == ["NotSupported"]


def test_production_its_queue_and_cancelling(agent):
    agent.act(FUNCTIONS.select_point("select", agent.pixel(COMMAND_CENTER)))
    assert agent.does(FUNCTIONS.Train_SCV_quick("now"))
    assert agent.obs.player.minerals == 0
    assert [int(item.unit_type) for item in agent.obs.build_queue] == [SCV]
    assert agent.obs.production_queue[0].ability_id == FUNCTIONS.Train_SCV_quick.ability_id
    assert FUNCTIONS.Train_SCV_quick.id not in agent.obs.available_actions  # no minerals left
    assert agent.does(FUNCTIONS.build_queue(0))
    assert agent.obs.player.minerals == 50
    assert FUNCTIONS.build_queue.id not in agent.obs.available_actions
    assert agent.does(FUNCTIONS.Train_SCV_quick("now"))
    assert agent.does(FUNCTIONS.Cancel_Last_quick("now"))
    assert agent.obs.player.minerals == 50
    assert agent.does(FUNCTIONS.Train_SCV_quick("now"), steps=280)
    assert len(agent.raw(SCV)) == 13


@pytest.mark.parametrize("command", [FUNCTIONS.Rally_Workers_screen, FUNCTIONS.Smart_screen])
def test_rallying_to_a_field(agent, command):
    agent.act(FUNCTIONS.select_point("select", agent.pixel(COMMAND_CENTER)))
    echoed = agent.does(command("now", agent.pixel(MINERAL_FIELD)))
    assert echoed or command is FUNCTIONS.Smart_screen
    agent.act(FUNCTIONS.Train_SCV_quick("now"), steps=290)
    assert agent.orders(SCV) == ["Harvest_Gather_SCV_unit"]


def test_rallying_on_the_minimap(agent):
    agent.act(FUNCTIONS.select_point("select", agent.pixel(COMMAND_CENTER)))
    assert agent.does(FUNCTIONS.Rally_Workers_minimap("now", (40, 32)))
    agent.act(FUNCTIONS.Train_SCV_quick("now"), steps=290)
    assert agent.orders(SCV) == ["Move_Move_pt"]


def gather(agent: Agent, minerals: int) -> None:
    """Let all workers mine until there is enough to spend."""
    agent.act(FUNCTIONS.select_idle_worker("select_all"))
    agent.act(FUNCTIONS.Harvest_Gather_screen("now", agent.pixel(MINERAL_FIELD)))
    while agent.obs.player.minerals < minerals:
        agent.wait(40)


def test_construction_halting_and_cancelling(agent):
    gather(agent, 100)
    agent.act(FUNCTIONS.select_point("select", agent.pixel(SCV)))
    assert agent.does(FUNCTIONS.Build_SupplyDepot_screen("now", (40, 10)))
    for _ in range(60):
        if FUNCTIONS.Halt_quick.id in agent.wait(8).available_actions:
            break
    assert len(agent.raw(DEPOT)) == 1
    assert agent.does(FUNCTIONS.Halt_quick("now"))
    agent.act(FUNCTIONS.select_point("select", agent.pixel(DEPOT)))
    before = int(agent.obs.player.minerals)
    assert agent.does(FUNCTIONS.Cancel_quick("now"))
    assert not agent.raw(DEPOT)
    assert agent.obs.player.minerals >= before + 75


def test_structures_that_cannot_stand_there_fail_with_the_games_code(agent):
    gather(agent, 100)
    agent.act(FUNCTIONS.select_point("select", agent.pixel(SCV)))
    agent.act(FUNCTIONS.Build_SupplyDepot_screen("now", agent.pixel(COMMAND_CENTER)))
    assert agent.failures == ["CantFindPlacementLocation"] or "Build" in agent.failures[0]
    agent.act(FUNCTIONS.Build_Refinery_screen("now", (40, 10)))
    assert agent.failures
    assert not agent.raw(DEPOT) + agent.raw(REFINERY)


def test_depots_go_down_and_up_again(marines_env):
    """On BuildMarines nothing can be lowered; on the other map depots can."""
    with make_env("CollectMineralsAndGas", 64, 64, INTERFACE) as env:
        agent = Agent(env)
        gather(agent, 100)
        agent.act(FUNCTIONS.select_point("select", agent.pixel(SCV)))
        agent.act(FUNCTIONS.Build_SupplyDepot_screen("now", (40, 10)), steps=700)
        agent.act(FUNCTIONS.select_point("select", agent.pixel(DEPOT)))
        assert agent.does(FUNCTIONS.Morph_SupplyDepot_Lower_quick("now"))
        agent.wait(16)
        assert len(agent.raw(DEPOT_LOWERED)) == 1
        assert agent.does(FUNCTIONS.Morph_SupplyDepot_Raise_quick("now"))
        agent.wait(16)
        assert len(agent.raw(DEPOT)) == 1


def test_build_marines_has_its_stripped_command_cards(marines_env):
    agent = Agent(marines_env)
    agent.act(FUNCTIONS.select_point("select", agent.pixel(SCV)))
    offered = {FUNCTIONS[int(i)].name for i in agent.obs.available_actions}
    commands = {name for name in offered if name[0].isupper()}
    assert commands <= {"Harvest_Gather_screen", "Harvest_Return_quick"}
    agent.act(FUNCTIONS.select_point("select", agent.pixel(COMMAND_CENTER)))
    offered = {FUNCTIONS[int(i)].name for i in agent.obs.available_actions}
    assert {"Train_SCV_quick", "Rally_Workers_screen", "Rally_Workers_minimap"} <= offered
    assert "Lift_quick" not in offered


# The camera, and looking.


def test_the_camera_moves_and_comes_back_at_a_restart(agent):
    before = agent.obs.camera_position.tolist()
    assert agent.does(FUNCTIONS.move_camera((25, 35)))
    assert agent.obs.camera_position.tolist() != before
    agent.reset()
    assert agent.obs.camera_position.tolist() == before


def test_the_minimap_shows_where_the_camera_is(fighter):
    assert fighter.does(FUNCTIONS.move_camera((40, 20)))
    assert fighter.obs.camera_position.tolist() == [40, 20]
    assert fighter.obs.feature_minimap.camera[20, 40] == 1


# Several at once, and none.


def test_several_actions_on_one_game_loop(worker):
    assert worker.does(
        FUNCTIONS.Move_screen("now", GROUND),
        FUNCTIONS.Attack_screen("queued", (36, 38)),
        FUNCTIONS.select_idle_worker("select"),
        FUNCTIONS.select_control_group("set", 3),
    )
    (scv,) = [unit for unit in worker.raw(SCV) if unit.order_length]
    assert (scv.order_length, scv.is_selected) == (2, 0)


def test_no_op(agent):
    agent.act(FUNCTIONS.no_op())
    assert not len(agent.obs.last_actions)
    assert not len(agent.obs.action_result)
    agent.act()
    assert not len(agent.obs.last_actions)
