"""Harvesting: how much comes in, and how workers share what there is."""

import itertools

import pytest
from playing import (
    END_LOOP,
    LEFT_SEED,
    MINUTE,
    NEAR_FIELDS,
    RIGHT_SEED,
    at,
    finished_refinery,
    gather,
    hall,
    new_game,
    of_kind,
    run,
    run_until,
    with_workers,
    workers,
)

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.resources import assigned_harvesters, ideal_harvesters
from a3c_tf.minigames.rules.results import ActionResult, Alert
from a3c_tf.minigames.rules.unit_data import COMMAND_CENTER, GEYSER, MINERAL_FIELD

SIDES = pytest.mark.parametrize("seed", [LEFT_SEED, RIGHT_SEED], ids=["left", "right"])


@SIDES
@pytest.mark.parametrize("field", NEAR_FIELDS)
def test_twelve_workers_sent_once_to_the_nearest_field(seed, field):
    world = new_game(seed)
    assert gather(world, workers(world), at(world, field)) is ActionResult.SUCCESS
    run(world, END_LOOP)
    assert 2900 <= world.score.score <= 3400


def test_doing_nothing_collects_nothing():
    world = new_game()
    run(world, END_LOOP)
    assert world.score.score == 0


@pytest.mark.parametrize("field", NEAR_FIELDS)
def test_a_trip_to_a_near_field(field):
    world = new_game()
    gather(world, workers(world)[:1], at(world, field))
    deliveries = []
    for _ in range(1500):
        before = world.score.collected_minerals
        world.step()
        if world.score.collected_minerals > before:
            assert world.score.collected_minerals == before + 5
            deliveries.append(world.game_loop)
    trips = [later - sooner for sooner, later in itertools.pairwise(deliveries[1:])]
    assert len(trips) >= 8
    assert all(128 <= trip <= 140 for trip in trips)


@pytest.mark.parametrize(
    ("number", "least", "most"), [(8, 380, 420), (16, 640, 700), (24, 780, 850)]
)
def test_minerals_a_minute_from_eight_fields(number, least, most):
    """All sent once to the nearest field; the mean over both starts of the rate in a game."""
    rates = []
    for seed in (LEFT_SEED, RIGHT_SEED):
        world = new_game(seed)
        gather(world, with_workers(world, number), at(world, NEAR_FIELDS[0]))
        run(world, END_LOOP)
        rates.append(world.score.collected_minerals / (END_LOOP / MINUTE))
    assert least <= sum(rates) / len(rates) <= most


@pytest.mark.parametrize(("number", "least", "most"), [(1, 38, 46), (2, 76, 92), (3, 105, 120)])
def test_gas_a_minute_from_one_geyser(number, least, most):
    world = new_game()
    refinery = finished_refinery(world, at(world, (26.5, 34.5)))
    gather(world, workers(world)[:number], refinery)
    run(world, 300)
    before = world.score.collected_vespene
    run(world, 3 * MINUTE)
    assert least <= (world.score.collected_vespene - before) / 3 <= most
    assert world.players[1].vespene == world.score.collected_vespene


def test_what_leaves_the_fields_arrives_or_is_on_its_way():
    world = new_game()
    refinery = finished_refinery(world, at(world, (26.5, 20.5)))
    gather(world, workers(world)[:9], at(world, NEAR_FIELDS[0]))
    gather(world, workers(world)[9:], refinery)
    run(world, 2000)
    taken = sum(1800 - field.mineral_contents for field in of_kind(world, MINERAL_FIELD))
    carried = sum(worker.cargo_minerals for worker in workers(world))
    assert taken == world.score.collected_minerals + carried > 0
    pumped = sum(2250 - geyser.vespene_contents for geyser in of_kind(world, GEYSER))
    carried = sum(worker.cargo_vespene for worker in workers(world))
    assert pumped == world.score.collected_vespene + carried > 0
    assert refinery.vespene_contents == at(world, (26.5, 20.5)).vespene_contents


def test_one_worker_at_a_time_occupies_a_field_and_the_first_come_goes_first():
    world = new_game()
    for field in of_kind(world, MINERAL_FIELD):
        if (field.x, field.y) != NEAR_FIELDS[0]:
            world.remove(field)
    field = at(world, NEAR_FIELDS[0])
    crew = workers(world)[:4]
    gather(world, crew, field)
    loads = {worker.tag: 0 for worker in crew}
    for _ in range(3000):
        before = {worker.tag: worker.cargo_minerals for worker in crew}
        world.step()
        assert sum(worker.occupies is field for worker in crew) == len(field.waiting) + (
            field.occupant is not None
        )
        for worker in crew:
            loads[worker.tag] += worker.cargo_minerals > before[worker.tag]
    assert max(loads.values()) - min(loads.values()) <= 1


def test_workers_spread_over_the_fields_beside_the_one_they_were_sent_to():
    world = new_game()
    gather(world, workers(world), at(world, NEAR_FIELDS[0]))
    run(world, 600)
    used = {worker.resource for worker in workers(world)}
    assert len(used) == 8
    assert all(world.units[tag].x < 30 for tag in used)
    assert assigned_harvesters(world, hall(world)) == 12
    assert ideal_harvesters(world, hall(world)) == 16


def test_a_harvester_walks_through_idle_workers():
    world = new_game()
    idle = [(worker.x, worker.y) for worker in workers(world)[1:]]
    gather(world, workers(world)[:1], at(world, NEAR_FIELDS[0]))
    run(world, 300)
    assert [(worker.x, worker.y) for worker in workers(world)[1:]] == idle


def test_a_second_town_hall_is_used_when_it_is_finished_and_nearer():
    world = new_game()
    field = at(world, (42.0, 25.5))
    gather(world, workers(world)[:1], field)
    second = world.spawn(COMMAND_CENTER, 1, 35.5, 27.5)
    second.build_progress = 0.5
    worker = workers(world)[0]
    run_until(world, lambda: worker.orders[0].target == hall(world).tag)
    run_until(world, lambda: worker.orders[0].target == field.tag)
    second.build_progress = 1.0
    run_until(world, lambda: worker.orders[0].target == second.tag)


def test_an_exhausted_field_is_gone_and_its_workers_go_on_elsewhere():
    world = new_game()
    field = at(world, NEAR_FIELDS[0])
    field.mineral_contents = 7
    worker = workers(world)[0]
    gather(world, [worker], field)
    run_until(world, lambda: field.tag not in world.units)
    assert world.alerts == [Alert.MINERALS_EXHAUSTED]
    assert worker.cargo_minerals == 2
    run(world, 300)
    assert world.score.collected_minerals >= 12
    assert worker.resource != field.tag


def test_without_any_field_left_workers_are_idle():
    world = new_game()
    fields = of_kind(world, MINERAL_FIELD)
    gather(world, workers(world), fields[0])
    run(world, 5)
    for field in fields:
        world.remove(field)
    run(world, 100)
    assert not any(worker.orders for worker in workers(world))


def test_an_empty_refinery_sends_its_workers_away():
    world = new_game()
    geyser = at(world, (26.5, 34.5))
    geyser.vespene_contents = 6
    refinery = finished_refinery(world, geyser)
    gather(world, workers(world)[:1], refinery)
    run(world, 600)
    assert world.score.collected_vespene == 6
    assert geyser.vespene_contents == 0
    assert not workers(world)[0].orders
    assert Alert.VESPENE_EXHAUSTED in world.alerts


def test_a_worker_in_a_refinery_is_inside_and_comes_out_with_gas():
    world = new_game()
    refinery = finished_refinery(world, at(world, (26.5, 34.5)))
    worker = workers(world)[0]
    gather(world, [worker], refinery)
    run_until(world, lambda: worker.is_inside)
    assert run_until(world, lambda: not worker.is_inside) == 48  # 2.1 s at 22.4 loops
    assert worker.cargo_vespene == 4


def test_a_stopped_worker_frees_its_field():
    world = new_game()
    field = at(world, NEAR_FIELDS[0])
    first, second = workers(world)[:2]
    gather(world, [first], field)
    run_until(world, lambda: field.occupant is first)
    gather(world, [second], field)
    run_until(world, lambda: second.occupies is field or second.resource != field.tag)
    gather(world, [second], field)
    issue(world, ids.STOP, [first.tag])
    assert field.occupant is None
    run_until(world, lambda: field.occupant is second)


def test_the_same_order_again_does_not_interrupt_harvesting():
    world = new_game()
    field = at(world, NEAR_FIELDS[0])
    worker = workers(world)[0]
    gather(world, [worker], field)
    for _ in range(200):
        gather(world, [worker], field) if not worker.is_carrying else None
        world.step()
    assert world.score.collected_minerals == 5


def test_return_delivers_and_harvesting_goes_on():
    world = new_game()
    field = at(world, NEAR_FIELDS[0])
    worker = workers(world)[0]
    gather(world, [worker], field)
    run_until(world, lambda: worker.is_carrying)
    issue(world, ids.STOP, [worker.tag])
    run(world, 20)
    assert worker.is_carrying
    assert issue(world, ids.RETURN, [worker.tag]) is ActionResult.SUCCESS
    run_until(world, lambda: not worker.is_carrying)
    assert world.score.collected_minerals == 5
    run(world, 2)
    assert (worker.orders[0].ability_id, worker.orders[0].target) == (ids.GATHER, field.tag)


def test_return_without_cargo_or_town_hall():
    world = new_game()
    worker = workers(world)[0]
    assert issue(world, ids.RETURN, [worker.tag]) is not ActionResult.SUCCESS
    worker.cargo_minerals = 5
    world.remove(hall(world))
    assert issue(world, ids.RETURN, [worker.tag]) is ActionResult.CANT_FIND_DROP_OFF


def test_a_town_hall_lost_on_the_way():
    world = new_game()
    worker = workers(world)[0]
    gather(world, [worker], at(world, NEAR_FIELDS[0]))
    run_until(world, lambda: worker.orders[0].ability_id == ids.RETURN)
    world.remove(hall(world))
    run(world, 1)
    assert not worker.orders
    assert world.errors[-1].result is ActionResult.CANT_FIND_DROP_OFF


@pytest.mark.parametrize(
    ("target", "result"),
    [
        ("geyser", ActionResult.MUST_BUILD_REFINERY_FIRST),
        ("refinery begun", ActionResult.BUILDING_IS_UNDER_CONSTRUCTION),
        ("hall", ActionResult.MUST_TARGET_RESOURCES),
        ("nothing", ActionResult.MUST_TARGET_RESOURCES),
    ],
)
def test_what_cannot_be_gathered(target, result):
    world = new_game()
    geyser = at(world, (26.5, 34.5))
    if target == "refinery begun":
        finished_refinery(world, geyser).build_progress = 0.3
    aim = {"hall": hall(world).tag, "nothing": None}.get(target, geyser.tag)
    worker = workers(world)[0]
    assert issue(world, 3666, [worker.tag], target_unit=aim, point=(25.0, 30.0)) is result
    assert world.errors[-1] == (result, 3666, worker.tag)
    assert not worker.orders
