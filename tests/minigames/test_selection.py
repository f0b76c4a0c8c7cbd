"""What clicks, boxes, keys and the panel select."""

import pytest
from playing import HALL, at, finished_refinery, gather, hall, new_game, run_until, tags, workers

from a3c_tf.minigames.rules.selection import (
    ControlGroupAction,
    IdleWorkerSelection,
    PointSelection,
    control_group,
    select_army,
    select_idle_worker,
    select_point,
    select_rectangle,
    unit_at,
)
from a3c_tf.minigames.rules.selection_panel import (
    MultiPanelAction,
    active_subgroup,
    in_order,
    multi_panel,
)
from a3c_tf.minigames.rules.unit_data import BARRACKS, MARINE, SUPPLY_DEPOT, SUPPLY_DEPOT_LOWERED

EMPTY = (37.0, 28.0)


@pytest.fixture
def world():
    return new_game()


def centre(unit):
    return unit.x, unit.y


def test_a_click_takes_the_unit_below_it(world):
    worker = workers(world)[4]
    select_point(world, (worker.x + 0.2, worker.y), PointSelection.SELECT)
    assert world.selection == [worker.tag]
    select_point(world, HALL, PointSelection.SELECT)
    assert world.selection == [hall(world).tag]
    field = at(world, (23.0, 28.5))
    select_point(world, centre(field), PointSelection.SELECT)
    assert world.selection == [field.tag]


def test_a_click_on_nothing_changes_nothing(world):
    world.selection = [hall(world).tag]
    for kind in PointSelection:
        select_point(world, EMPTY, kind)
    assert world.selection == [hall(world).tag]


def test_a_unit_is_in_front_of_a_building_and_a_refinery_of_its_geyser(world):
    worker = workers(world)[0]
    worker.x, worker.y = HALL
    assert unit_at(world, (HALL[0], HALL[1] + 0.1)) is worker
    refinery = finished_refinery(world, at(world, (26.5, 34.5)))
    assert unit_at(world, (26.5, 34.5)) is refinery


def test_units_inside_a_refinery_cannot_be_selected(world):
    refinery = finished_refinery(world, at(world, (26.5, 34.5)))
    worker = workers(world)[0]
    gather(world, [worker], refinery)
    run_until(world, lambda: worker.is_inside)
    assert unit_at(world, centre(worker)) is not worker
    select_rectangle(world, (0, 0), (64, 64))
    assert worker.tag not in world.selection


def test_toggle_adds_and_removes(world):
    first, second = workers(world)[:2]
    select_point(world, centre(first), PointSelection.SELECT)
    select_point(world, centre(second), PointSelection.TOGGLE)
    assert world.selection == [first.tag, second.tag]
    select_point(world, centre(first), PointSelection.TOGGLE)
    assert world.selection == [second.tag]
    field = at(world, (23.0, 28.5))
    select_point(world, centre(field), PointSelection.TOGGLE)
    assert world.selection == [second.tag]


def test_all_of_a_type_on_the_screen(world):
    far = workers(world)[0]
    far.x = world.camera[0] + 12.6
    select_point(world, centre(workers(world)[3]), PointSelection.ALL_TYPE)
    assert world.selection == tags(workers(world))[1:]
    select_point(world, HALL, PointSelection.SELECT)
    select_point(world, centre(workers(world)[3]), PointSelection.ADD_ALL_TYPE)
    assert world.selection == [*tags(workers(world))[1:], hall(world).tag]


def test_lowered_depots_count_as_depots_for_a_click_but_are_a_subgroup(world):
    raised = world.spawn(SUPPLY_DEPOT, 1, 36.0, 24.0)
    lowered = world.spawn(SUPPLY_DEPOT_LOWERED, 1, 36.0, 28.0)
    for depot in (raised, lowered):
        world.selection = []
        select_point(world, centre(depot), PointSelection.ALL_TYPE)
        assert world.selection == [lowered.tag, raised.tag]
        assert active_subgroup(world) == [lowered.tag]


def test_a_box_takes_units_before_buildings_before_others(world):
    select_rectangle(world, (46.0, 19.0), (20.0, 37.0))
    assert world.selection == tags(workers(world))
    select_rectangle(world, (29.0, 26.0), (32.0, 29.0))
    assert world.selection == [hall(world).tag]
    select_rectangle(world, (42.5, 28.0), (43.5, 29.0))
    assert world.selection == [at(world, (43.0, 28.5)).tag]
    select_rectangle(world, (36.0, 27.0), (38.0, 29.0))
    assert world.selection == [at(world, (43.0, 28.5)).tag]


def test_a_box_that_touches_a_unit_takes_it_and_can_add(world):
    worker, other = workers(world)[0], workers(world)[11]
    x, y = centre(worker)
    select_rectangle(world, (x - 0.6, y + 0.2), (x - 0.3, y - 0.2))
    assert world.selection == [worker.tag]
    select_rectangle(world, centre(other), centre(other), add=True)
    assert world.selection == [worker.tag, other.tag]


def test_idle_workers_one_after_another(world):
    idle = workers(world)[2:]
    gather(world, workers(world)[:2], at(world, (23.0, 28.5)))
    world.step()
    seen = []
    for _ in range(11):
        select_idle_worker(world, IdleWorkerSelection.SET)
        seen += world.selection
    assert seen == [*tags(idle), idle[0].tag]
    select_idle_worker(world, IdleWorkerSelection.ADD)
    assert world.selection == tags(idle[:2])
    select_idle_worker(world, IdleWorkerSelection.ALL)
    assert world.selection == tags(idle)
    world.selection = [hall(world).tag]
    select_idle_worker(world, IdleWorkerSelection.ADD_ALL)
    assert world.selection == [*tags(idle), hall(world).tag]


def test_without_idle_workers_or_army_the_selection_stays(world):
    gather(world, workers(world), at(world, (23.0, 28.5)))
    world.selection = [hall(world).tag]
    for kind in IdleWorkerSelection:
        select_idle_worker(world, kind)
    select_army(world)
    assert world.selection == [hall(world).tag]


def test_the_army_is_marines_without_workers(world):
    marines = [world.spawn(MARINE, 1, 36.0, 24.0 + i) for i in range(3)]
    select_army(world)
    assert world.selection == tags(marines)
    world.selection = [workers(world)[0].tag]
    select_army(world, add=True)
    assert world.selection == [*tags(marines), workers(world)[0].tag]


def test_control_groups(world):
    first, second = tags(workers(world)[:2]), tags(workers(world)[2:4])
    world.selection = list(first)
    control_group(world, ControlGroupAction.SET, 1)
    world.selection = list(second)
    control_group(world, ControlGroupAction.APPEND, 1)
    world.selection = [hall(world).tag]
    control_group(world, ControlGroupAction.RECALL, 1)
    assert world.selection == first + second
    world.selection = list(first)
    control_group(world, ControlGroupAction.SET_AND_STEAL, 2)
    assert world.control_groups[1] == second
    world.selection = [*first, hall(world).tag]
    control_group(world, ControlGroupAction.APPEND_AND_STEAL, 1)
    assert world.control_groups[2] == []
    assert world.control_groups[1] == [*first, *second, hall(world).tag]
    control_group(world, ControlGroupAction.RECALL, 5)  # empty: nothing happens
    assert world.selection == [*first, hall(world).tag]
    control_group(world, ControlGroupAction.SET, 10)
    control_group(world, ControlGroupAction.RECALL, -1)


def test_neutral_units_do_not_join_control_groups(world):
    world.selection = [at(world, (23.0, 28.5)).tag]
    control_group(world, ControlGroupAction.SET, 0)
    assert world.control_groups[0] == []


def test_the_panel(world):
    barracks = world.spawn(BARRACKS, 1, 36.5, 24.5)
    depots = [world.spawn(SUPPLY_DEPOT, 1, 40.0, 24.0 + 2 * i) for i in range(2)]
    marine = world.spawn(MARINE, 1, 36.0, 28.0)
    everything = [marine.tag, *tags(workers(world)), *tags(depots), barracks.tag]
    units = [world.units[tag] for tag in reversed(everything)]
    assert in_order(units) == everything  # the order of the game's subgroup priorities
    everything = everything[1:]
    world.selection = list(everything)
    multi_panel(world, MultiPanelAction.DESELECT, 0)
    assert world.selection == everything[1:]
    multi_panel(world, MultiPanelAction.DESELECT_ALL_OF_TYPE, 0)
    assert world.selection == everything[12:]
    multi_panel(world, MultiPanelAction.SELECT_ALL_OF_TYPE, 1)
    assert world.selection == tags(depots)
    multi_panel(world, MultiPanelAction.SINGLE_SELECT, 1)
    assert world.selection == [depots[1].tag]
    multi_panel(world, MultiPanelAction.SINGLE_SELECT, 1)
    multi_panel(world, MultiPanelAction.DESELECT, -1)
    assert world.selection == [depots[1].tag]


def test_what_leaves_the_game_leaves_selection_and_groups(world):
    world.selection = tags(workers(world)[:3])
    control_group(world, ControlGroupAction.SET, 3)
    gone = workers(world)[1]
    world.remove(gone)
    assert gone.tag not in world.selection
    assert gone.tag not in world.control_groups[3]
    assert len(world.selection) == 2


def test_the_command_card_is_that_of_the_first_subgroup(world):
    assert active_subgroup(world) == []
    barracks = world.spawn(BARRACKS, 1, 36.5, 24.5)
    depot = world.spawn(SUPPLY_DEPOT, 1, 40.0, 24.0)
    world.selection = in_order([barracks, depot])
    assert active_subgroup(world) == [depot.tag]
    world.selection = in_order([barracks, depot, hall(world)])
    assert active_subgroup(world) == [hall(world).tag]
    world.selection = in_order([hall(world), *workers(world)])
    assert active_subgroup(world) == tags(workers(world))
    world.selection = [barracks.tag]
    assert active_subgroup(world) == [barracks.tag]
