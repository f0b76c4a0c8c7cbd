"""Construction: what it takes, where it may be, and what becomes of the worker."""

import pytest
from playing import at, gather, hall, new_game, of_kind, run, run_until, tags, workers

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.placement import check, snap
from a3c_tf.minigames.rules.results import ActionResult, Alert
from a3c_tf.minigames.rules.unit_data import (
    BARRACKS,
    COMMAND_CENTER,
    GEYSER,
    REFINERY,
    SUPPLY_DEPOT,
    SUPPLY_DEPOT_LOWERED,
)

SITE = (36.0, 28.0)


@pytest.fixture
def world():
    world = new_game()
    world.players[1].minerals = 1000
    return world


def begin(world, ability=ids.BUILD_SUPPLY_DEPOT, point=SITE, kind=SUPPLY_DEPOT):
    """Lets the first worker begin a structure; returns the worker and the structure."""
    worker = workers(world)[0]
    assert issue(world, ability, [worker.tag], point=point) is ActionResult.SUCCESS
    run_until(world, lambda: of_kind(world, kind)[-1:] and worker.occupies is not None)
    return worker, of_kind(world, kind)[-1]


def test_the_cost_is_taken_when_the_worker_arrives(world):
    worker = workers(world)[0]
    issue(world, ids.BUILD_SUPPLY_DEPOT, [worker.tag], point=SITE)
    run(world, 5)
    assert world.players[1].minerals == 1000
    run_until(world, lambda: of_kind(world, SUPPLY_DEPOT))
    assert world.players[1].minerals == 900
    assert world.score.spent_minerals == 100
    depot = of_kind(world, SUPPLY_DEPOT)[0]
    assert (depot.x, depot.y) == SITE
    assert depot.health == 40


def test_the_worker_stays_until_it_is_finished_and_is_idle_then(world):
    worker, depot = begin(world)
    here = (worker.x, worker.y)
    start = world.game_loop
    assert world.players[1].food_cap == 15
    while not depot.is_finished:
        assert worker.orders
        assert (worker.x, worker.y) == here
        world.step()
    assert world.game_loop - start == SUPPLY_DEPOT.build_loops
    assert world.players[1].food_cap == 23
    assert depot.health == 400
    assert not worker.orders
    assert worker.occupies is None
    assert world.alerts == [Alert.BUILDING_COMPLETE]


@pytest.mark.parametrize(
    ("ability", "kind", "point"),
    [
        (ids.BUILD_COMMAND_CENTER, COMMAND_CENTER, (35.5, 27.5)),
        (ids.BUILD_REFINERY, REFINERY, (39.5, 34.5)),
        (ids.BUILD_BARRACKS, BARRACKS, (36.5, 22.5)),
    ],
)
def test_each_structure_takes_its_time_and_cost(world, ability, kind, point):
    world.spawn(SUPPLY_DEPOT, 1, 36.0, 32.0)
    _, structure = begin(world, ability, point, kind)
    assert world.players[1].minerals == 1000 - kind.minerals
    assert run_until(world, lambda: structure.is_finished) == kind.build_loops
    assert (structure.x, structure.y) == point


def test_a_command_centre_adds_supply(world):
    _, second = begin(world, ids.BUILD_COMMAND_CENTER, (35.5, 27.5), COMMAND_CENTER)
    run_until(world, lambda: second.is_finished)
    assert world.players[1].food_cap == 30


def test_a_refinery_aimed_at_a_geyser_takes_its_place_and_gas(world):
    geyser = at(world, (26.5, 34.5))
    worker = workers(world)[0]
    assert issue(world, 320, [worker.tag], target_unit=geyser.tag) is ActionResult.SUCCESS
    run_until(world, lambda: of_kind(world, REFINERY))
    refinery = of_kind(world, REFINERY)[0]
    assert (refinery.x, refinery.y) == (geyser.x, geyser.y)
    run_until(world, lambda: refinery.is_finished)
    assert refinery.vespene_contents == 2250
    assert gather(world, [worker], geyser) is ActionResult.SUCCESS
    assert worker.orders[0].target == refinery.tag
    assert issue(world, 320, [worker.tag], target_unit=geyser.tag) is not ActionResult.SUCCESS


@pytest.mark.parametrize(
    ("kind", "point", "result"),
    [
        (COMMAND_CENTER, (30.5, 27.5), ActionResult.CANT_BUILD_LOCATION_INVALID),
        (COMMAND_CENTER, (35.5, 27.5), ActionResult.SUCCESS),
        (COMMAND_CENTER, (36.5, 27.5), ActionResult.CANT_BUILD_TOO_CLOSE_TO_RESOURCES),
        (COMMAND_CENTER, (34.5, 27.5), ActionResult.CANT_BUILD_LOCATION_INVALID),
        (SUPPLY_DEPOT, (34.0, 28.0), ActionResult.SUCCESS),
        (SUPPLY_DEPOT, (33.0, 28.0), ActionResult.CANT_BUILD_LOCATION_INVALID),
        (SUPPLY_DEPOT, (26.0, 29.0), ActionResult.SUCCESS),
        (SUPPLY_DEPOT, (24.0, 29.0), ActionResult.CANT_BUILD_LOCATION_INVALID),
        (SUPPLY_DEPOT, (33.0, 20.0), ActionResult.SUCCESS),
        (SUPPLY_DEPOT, (33.0, 19.0), ActionResult.CANT_BUILD_LOCATION_INVALID),
        (SUPPLY_DEPOT, (46.0, 28.0), ActionResult.CANT_BUILD_LOCATION_INVALID),
        (REFINERY, (26.5, 20.5), ActionResult.SUCCESS),
        (REFINERY, (36.5, 28.5), ActionResult.CANT_FIND_PLACEMENT_LOCATION),
    ],
)
def test_where_structures_may_stand(world, kind, point, result):
    assert check(world, kind, point) is result


def test_the_command_centre_of_the_map_stands_where_the_rules_allow(world):
    world.remove(hall(world))
    assert check(world, COMMAND_CENTER, (30.5, 27.5)) is ActionResult.SUCCESS
    # One cell nearer to the fields, where the map's script puts it before the game corrects that.
    point = snap(COMMAND_CENTER, (29.8251, 28.0083))
    assert check(world, COMMAND_CENTER, point) is ActionResult.CANT_BUILD_TOO_CLOSE_TO_RESOURCES


@pytest.mark.parametrize(
    ("kind", "aim", "centre"),
    [
        (SUPPLY_DEPOT, (36.4, 27.6), (36.0, 28.0)),
        (BARRACKS, (36.4, 27.6), (36.5, 27.5)),
        (COMMAND_CENTER, (36.0, 27.99), (36.5, 27.5)),
    ],
)
def test_structures_stand_on_the_grid(kind, aim, centre):
    assert snap(kind, aim) == centre


@pytest.mark.parametrize(
    ("ability", "minerals", "point", "result"),
    [
        (ids.BUILD_SUPPLY_DEPOT, 99, SITE, ActionResult.NOT_ENOUGH_MINERALS),
        (ids.BUILD_BARRACKS, 1000, SITE, ActionResult.BUILD_TECH_REQUIREMENTS_NOT_MET),
        (ids.BUILD_SUPPLY_DEPOT, 100, (30.0, 27.0), ActionResult.CANT_BUILD_LOCATION_INVALID),
        (ids.BUILD_REFINERY, 75, SITE, ActionResult.CANT_FIND_PLACEMENT_LOCATION),
        (ids.BUILD_SUPPLY_DEPOT, 100, None, ActionResult.ERROR),
    ],
)
def test_refused_at_once(world, ability, minerals, point, result):
    world.players[1].minerals = minerals
    assert issue(world, ability, tags(workers(world)), point=point) is result
    assert world.errors[-1].result is result
    assert not any(worker.orders for worker in workers(world))


def test_refused_on_arrival(world):
    first, second = workers(world)[0], workers(world)[-1]
    for worker in (first, second):
        issue(world, ids.BUILD_SUPPLY_DEPOT, [worker.tag], point=SITE)
    run_until(world, lambda: len(world.errors) == 1)
    assert world.errors[0].result is ActionResult.CANT_BUILD_LOCATION_INVALID
    issue(world, ids.BUILD_SUPPLY_DEPOT, [workers(world)[5].tag], point=(38.0, 24.0))
    world.players[1].minerals = 10
    run_until(world, lambda: len(world.errors) == 2)
    assert world.errors[1].result is ActionResult.NOT_ENOUGH_MINERALS
    assert world.players[1].minerals == 10


def test_only_the_nearest_of_the_selected_builds(world):
    issue(world, ids.BUILD_SUPPLY_DEPOT, tags(workers(world)), point=SITE)
    builders = [worker for worker in workers(world) if worker.orders]
    nearest = min(workers(world), key=lambda w: (w.x - SITE[0]) ** 2 + (w.y - SITE[1]) ** 2)
    assert builders == [nearest]


def test_cancelling_gives_three_quarters_back_and_frees_the_worker(world):
    worker, depot = begin(world)
    run(world, 100)
    assert issue(world, 3659, [depot.tag]) is ActionResult.SUCCESS
    assert depot.tag not in world.units
    assert world.players[1].minerals == 975
    assert world.score.used_minerals.economy == 12 * 50 + 400
    assert not worker.orders
    assert world.players[1].food_cap == 15


def test_a_halted_construction_waits_for_a_worker(world):
    worker, depot = begin(world)
    run(world, 100)
    assert issue(world, ids.HALT, [worker.tag]) is ActionResult.SUCCESS
    progress = depot.build_progress
    run(world, 50)
    assert depot.build_progress == progress
    other = workers(world)[3]
    assert issue(world, ids.SMART, [other.tag], target_unit=depot.tag) is ActionResult.SUCCESS
    run_until(world, lambda: depot.occupant is other)
    assert run_until(world, lambda: depot.is_finished) == 380
    assert world.score.spent_minerals == 100


def test_a_builder_takes_other_orders_afterwards(world):
    worker, depot = begin(world)
    issue(world, ids.MOVE, [worker.tag], point=(40.0, 28.0))
    issue(world, ids.MOVE, [worker.tag], point=(40.0, 24.0))
    run(world, 10)
    assert depot.occupant is worker
    assert len(worker.orders) == 2
    run_until(world, lambda: depot.is_finished)
    run_until(world, lambda: not worker.orders)
    assert (worker.x, worker.y) == pytest.approx((40.0, 24.0))


def test_a_lost_builder_leaves_the_site_and_a_lost_site_the_builder(world):
    worker, depot = begin(world)
    world.remove(worker)
    assert depot.occupant is None
    run(world, 5)
    other = workers(world)[0]
    issue(world, ids.SMART, [other.tag], target_unit=depot.tag)
    run_until(world, lambda: depot.occupant is other)
    world.remove(depot)
    run(world, 2)
    assert not other.orders


def test_units_are_moved_off_a_new_structure(world):
    bystander = workers(world)[5]
    bystander.x, bystander.y = SITE
    _, depot = begin(world)
    gap = ((bystander.x - depot.x) ** 2 + (bystander.y - depot.y) ** 2) ** 0.5
    assert gap >= depot.kind.radius + bystander.kind.radius - 1e-6


def test_a_lowered_depot_can_be_walked_over_and_a_raised_one_moves_units_off():
    world = new_game()
    depot = world.spawn(SUPPLY_DEPOT, 1, *SITE)
    assert issue(world, ids.LOWER_DEPOT, [depot.tag]) is ActionResult.SUCCESS
    run(world, 1)
    assert depot.kind is SUPPLY_DEPOT_LOWERED
    worker = workers(world)[0]
    issue(world, ids.MOVE, [worker.tag], point=SITE)
    run_until(world, lambda: not worker.orders)
    assert (worker.x, worker.y) == pytest.approx(SITE)
    assert issue(world, ids.RAISE_DEPOT, [depot.tag]) is ActionResult.SUCCESS
    run(world, 2)
    assert depot.kind is SUPPLY_DEPOT
    assert (worker.x, worker.y) != pytest.approx(SITE, abs=1.0)
    assert world.players[1].food_cap == 23


def test_geysers_stay_below_refineries(world):
    begin(world, ids.BUILD_REFINERY, (39.5, 20.5), REFINERY)
    assert len(of_kind(world, GEYSER)) == 4
