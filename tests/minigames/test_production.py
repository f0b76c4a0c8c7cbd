"""Training units: the queue, its cost and supply, and the rally."""

import pytest
from playing import NEAR_FIELDS, at, finished_refinery, hall, new_game, of_kind, run, run_until
from playing import workers as scvs

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.commands import cancel_production, issue
from a3c_tf.minigames.rules.results import ActionResult, Alert
from a3c_tf.minigames.rules.unit_data import BARRACKS, MARINE, SCV, SUPPLY_DEPOT


@pytest.fixture
def world():
    world = new_game()
    world.players[1].minerals = 500
    return world


def train(world, building=None, ability=ids.TRAIN_SCV):
    return issue(world, ability, [(building or hall(world)).tag])


def test_a_worker_takes_272_loops_and_comes_out_idle(world):
    assert train(world) is ActionResult.SUCCESS
    assert world.players[1].minerals == 450
    assert world.score.spent_minerals == 50
    assert run_until(world, lambda: len(scvs(world)) == 13) == SCV.build_loops
    new = scvs(world)[-1]
    assert not new.orders
    gap = ((new.x - hall(world).x) ** 2 + (new.y - hall(world).y) ** 2) ** 0.5
    assert gap == pytest.approx(hall(world).kind.radius + new.kind.radius)
    assert world.alerts == [Alert.TRAIN_WORKER_COMPLETE]
    assert not hall(world).orders


def test_progress_and_supply_of_what_is_in_production(world):
    train(world)
    train(world)
    run(world, 136)
    first, second = hall(world).orders
    assert first.progress == pytest.approx(0.5)
    assert second.progress == 0.0
    assert world.players[1].food_used == 13
    assert world.score.food_used.economy == 13
    assert world.score.used_minerals.economy == 13 * 50 + 400
    assert world.score.total_value_units == 12 * 50


def test_a_queue_has_five_slots(world):
    world.players[1].food_provided = 30
    for _ in range(5):
        assert train(world) is ActionResult.SUCCESS
    assert train(world) is ActionResult.QUEUE_IS_FULL
    assert world.players[1].minerals == 250
    assert run_until(world, lambda: len(scvs(world)) == 17) == 5 * SCV.build_loops


def test_supply_is_needed_to_queue_and_to_begin(world):
    for _ in range(4):  # 12 of 15 used: the fourth can be queued, for none has begun
        assert train(world) is ActionResult.SUCCESS
    run(world, 3 * SCV.build_loops + 50)
    assert len(scvs(world)) == 15
    assert world.players[1].food_used == 15
    assert hall(world).orders[0].progress == 0.0
    assert train(world) is ActionResult.NOT_ENOUGH_FOOD
    world.spawn(SUPPLY_DEPOT, 1, 36.0, 28.0)
    assert run_until(world, lambda: len(scvs(world)) == 16) == SCV.build_loops


def test_minerals_are_needed(world):
    world.players[1].minerals = 49
    assert train(world) is ActionResult.NOT_ENOUGH_MINERALS
    assert world.players[1].minerals == 49


def test_cancelling_the_last_refunds_all(world):
    train(world)
    train(world)
    run(world, 10)
    assert issue(world, 3671, [hall(world).tag]) is ActionResult.SUCCESS
    assert len(hall(world).orders) == 1
    assert world.players[1].minerals == 450
    assert world.players[1].food_used == 13
    issue(world, ids.CANCEL_LAST, [hall(world).tag])
    assert world.players[1].minerals == 500
    assert world.players[1].food_used == 12
    assert world.score.spent_minerals == 0
    assert issue(world, 3671, [hall(world).tag]) is ActionResult.CANT_FIND_CANCEL_ORDER


def test_cancelling_a_slot_of_the_selected_building(world):
    train(world)
    train(world)
    run(world, 100)
    assert cancel_production(world, 0) is ActionResult.CANT_FIND_CANCEL_ORDER
    world.selection = [hall(world).tag]
    assert cancel_production(world, 2) is ActionResult.CANT_FIND_CANCEL_ORDER
    assert cancel_production(world, -1) is ActionResult.CANT_FIND_CANCEL_ORDER
    assert cancel_production(world, 0) is ActionResult.SUCCESS
    assert world.players[1].minerals == 450
    run(world, SCV.build_loops - 1)
    assert len(scvs(world)) == 12
    run(world, 1)
    assert len(scvs(world)) == 13


def test_workers_rallied_to_a_field_harvest_it(world):
    field = at(world, NEAR_FIELDS[0])
    assert issue(world, 3690, [hall(world).tag], target_unit=field.tag) is ActionResult.SUCCESS
    train(world)
    run_until(world, lambda: len(scvs(world)) == 13)
    new = scvs(world)[-1]
    assert (new.orders[0].ability_id, new.orders[0].target) == (ids.GATHER, field.tag)
    assert new.x < hall(world).x  # it leaves on the side it is sent to
    run(world, 200)
    assert world.score.collected_minerals == 5


def test_workers_rallied_to_a_refinery_or_geyser_harvest_gas(world):
    geyser = at(world, (26.5, 34.5))
    refinery = finished_refinery(world, geyser)
    issue(world, ids.SMART, [hall(world).tag], target_unit=geyser.tag)
    train(world)
    run_until(world, lambda: len(scvs(world)) == 13)
    assert scvs(world)[-1].orders[0].target == refinery.tag


def test_workers_rallied_to_a_point_go_there(world):
    issue(world, ids.SMART, [hall(world).tag], point=(38.0, 24.0))
    train(world)
    run_until(world, lambda: len(scvs(world)) == 13)
    new = scvs(world)[-1]
    run_until(world, lambda: not new.orders)
    assert (new.x, new.y) == pytest.approx((38.0, 24.0))


def test_marines_of_a_barracks(world):
    world.players[1].food_provided = 30
    barracks = world.spawn(BARRACKS, 1, 36.5, 28.5)
    issue(world, 3673, [barracks.tag], point=(42.0, 28.0))
    assert train(world, barracks, ids.TRAIN_MARINE) is ActionResult.SUCCESS
    assert run_until(world, lambda: of_kind(world, MARINE)) == MARINE.build_loops
    assert world.players[1].army_count == 1
    assert world.players[1].food_army == 1
    assert world.score.used_minerals.army == 50
    assert world.score.used_minerals.technology == 150
    assert world.alerts == [Alert.TRAIN_UNIT_COMPLETE]


def test_the_building_with_the_shortest_queue_trains(world):
    world.players[1].food_provided = 30
    buildings = [world.spawn(BARRACKS, 1, 36.5, 22.5 + 4 * i) for i in range(3)]
    for _ in range(4):
        issue(world, ids.TRAIN_MARINE, [building.tag for building in buildings])
    assert [len(building.orders) for building in buildings] == [2, 1, 1]


def test_a_lost_building_loses_its_queue(world):
    train(world)
    run(world, 10)
    world.remove(hall(world))
    assert world.players[1].food_used == 12
    assert world.players[1].food_cap == 0
    assert world.score.used_minerals.economy == 12 * 50
