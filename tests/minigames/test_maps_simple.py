"""MoveToBeacon, CollectMineralShards and BuildMarines, by what their map scripts say."""

import math
import random

import pytest
from playing import of_kind, run, run_until, tags

from a3c_tf.minigames.maps.build_marines import BuildMarines
from a3c_tf.minigames.maps.collect_mineral_shards import CollectMineralShards
from a3c_tf.minigames.maps.move_to_beacon import MoveToBeacon
from a3c_tf.minigames.protocol.catalogue import SCRIPTS
from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.abilities import available
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.results import ActionResult, GameResult
from a3c_tf.minigames.rules.unit_data import (
    BARRACKS,
    BEACON,
    COMMAND_CENTER,
    MARINE,
    MINERAL_FIELD,
    MINERAL_SHARD,
    SCV,
    SUPPLY_DEPOT,
)
from a3c_tf.minigames.rules.world import World

MARINE_SPEED = 2.25 / 16  # world units a game loop
SCRIPT_CLASSES = (MoveToBeacon, CollectMineralShards, BuildMarines)
SCAN = 2  # game loops within which a shard notices a marine


def place(unit, point):
    unit.x, unit.y = point


def position(unit):
    return unit.x, unit.y


def gap(one, other):
    return math.dist(position(one), position(other))


def only(world, kind):
    (unit,) = of_kind(world, kind)
    return unit


# All three maps


@pytest.mark.parametrize("script", SCRIPT_CLASSES)
def test_the_server_knows_the_map_by_the_name_pysc2_gives_it(script):
    assert SCRIPTS[script.__name__] is script
    assert script.name == script.__name__


@pytest.mark.parametrize(
    ("script", "seconds"),
    [(MoveToBeacon, 120), (CollectMineralShards, 120), (BuildMarines, 900)],
)
def test_the_clock_ends_the_game_with_a_victory(script, seconds):
    world = World(script(), 0)
    world.game_loop = seconds * 16 - 1
    assert not world.ended
    world.step()
    assert world.ended
    assert world.result is GameResult.VICTORY


@pytest.mark.parametrize("script", SCRIPT_CLASSES)
def test_nothing_is_selected_and_nothing_scored_at_the_start(script):
    world = World(script(), 3)
    assert world.selection == []
    assert world.score.score == 0


@pytest.mark.parametrize("script", SCRIPT_CLASSES)
def test_a_seed_repeats_a_game_and_restarts_go_on_drawing(script):
    def layouts(seed):
        world = World(script(), seed)
        first = [position(unit) for unit in world.units.values()]
        world.restart()
        second = [position(unit) for unit in world.units.values()]
        world.restart()
        return first, second, [position(unit) for unit in world.units.values()]

    assert layouts(5) == layouts(5)
    different = {str(layout) for seed in range(4) for layout in layouts(seed)}
    assert len(different) > 1


# MoveToBeacon


def in_beacon_area(unit):
    inside = 23.5002 <= unit.x <= 42.5 and 21.5002 <= unit.y <= 34.5
    return inside and math.dist(position(unit), (33.0, 28.0)) >= 4.0


def test_a_marine_and_a_beacon_apart_from_it():
    for seed in range(200):
        world = World(MoveToBeacon(), seed)
        marine, beacon = world.units.values()
        assert (marine.kind, marine.owner) == (MARINE, 1)
        assert (beacon.kind, beacon.owner) == (BEACON, 16)
        assert 22.0002 <= marine.x <= 44.0
        assert 20.0 <= marine.y <= 36.0
        assert in_beacon_area(beacon)
        assert gap(marine, beacon) >= 5.0


@pytest.mark.parametrize("angle", [0.0, 1.0, 2.5, 4.0])
def test_the_beacon_is_reached_at_its_circle(angle):
    world = World(MoveToBeacon(), 1)
    marine, beacon = world.units.values()
    before, tag = position(beacon), beacon.tag

    def stand(distance):
        place(
            marine, (before[0] + distance * math.cos(angle), before[1] + distance * math.sin(angle))
        )
        world.step()

    stand(1.26)
    assert (world.score.score, position(beacon)) == (0, before)
    stand(1.2499)
    assert world.score.score == 1
    assert (beacon.tag, beacon.alive) == (tag, True)
    assert in_beacon_area(beacon)
    assert gap(marine, beacon) >= 5.0


def test_walking_takes_as_long_as_the_marines_speed_says():
    world = World(MoveToBeacon(), 2)
    marine, beacon = world.units.values()
    for score in range(1, 6):
        start = gap(marine, beacon)
        issue(world, ids.MOVE, [marine.tag], point=position(beacon))
        loops = run_until(world, lambda score=score: world.score.score == score)
        assert loops == math.ceil((start - 1.25) / MARINE_SPEED - 1e-9)


def reference_score(chance):
    """A game of the shortest way, by arithmetic."""

    def draw(x):
        while True:
            point = chance.uniform(23.5002, 42.5), chance.uniform(21.5002, 34.5)
            if math.dist(point, (33.0, 28.0)) >= 4.0 and math.dist(point, x) >= 5.0:
                return point

    marine = chance.uniform(22.0002, 44.0), chance.uniform(20.0, 36.0)
    beacon = draw(marine)
    loops = score = 0
    while True:
        distance = math.dist(marine, beacon)
        walked = math.ceil((distance - 1.25) / MARINE_SPEED)
        loops += walked
        if loops > 1920:
            return score
        share = walked * MARINE_SPEED / distance
        marine = tuple(m + (b - m) * share for m, b in zip(marine, beacon, strict=True))
        beacon = draw(marine)
        score += 1


def test_the_shortest_way_scores_what_the_distances_of_the_beacons_say():
    def play(world):
        marine, beacon = world.units.values()
        while not world.ended:
            target = position(beacon)
            issue(world, ids.MOVE, [marine.tag], point=target)
            while position(beacon) == target and not world.ended:
                world.step()
        return world.score.score

    scores = [play(World(MoveToBeacon(), seed)) for seed in range(30)]
    chance = random.Random(0)
    expected = [reference_score(chance) for _ in range(1000)]
    mean = sum(expected) / len(expected)
    deviation = math.sqrt(sum((score - mean) ** 2 for score in expected) / len(expected))
    assert sum(scores) / len(scores) == pytest.approx(mean, abs=4 * deviation / math.sqrt(30))
    assert min(expected) <= min(scores)
    assert max(scores) <= max(expected)


def test_commands_are_not_aimed_at_the_beacon_itself():
    world = World(MoveToBeacon(), 4)
    marine, beacon = world.units.values()
    result = issue(world, ids.MOVE, [marine.tag], target_unit=beacon.tag)
    assert result is ActionResult.CANT_TARGET_THAT_UNIT
    assert not marine.orders


def test_a_restart_places_a_new_marine_and_a_new_beacon():
    world = World(MoveToBeacon(), 5)
    old = set(world.units)
    place(only(world, MARINE), position(only(world, BEACON)))
    world.step()
    world.restart()
    assert not old & set(world.units)
    marine, beacon = only(world, MARINE), only(world, BEACON)
    assert gap(marine, beacon) >= 5.0
    assert (world.score.score, world.game_loop, world.players[1].army_count) == (0, 0, 1)


# CollectMineralShards


def test_two_marines_and_twenty_shards_apart_from_them():
    for seed in range(100):
        world = World(CollectMineralShards(), seed)
        marines, shards = of_kind(world, MARINE), of_kind(world, MINERAL_SHARD)
        assert (len(marines), len(shards)) == (2, 20)
        assert all(22.0002 <= unit.x <= 44.0 and 20.0 <= unit.y <= 36.0 for unit in marines)
        assert all(23.0002 <= unit.x <= 43.0 and 21.0 <= unit.y <= 35.0 for unit in shards)
        assert all(gap(marine, shard) >= 2.0 for marine in marines for shard in shards)
        assert world.players[1].minerals == 0


def one_shard(world):
    """Leaves two shards: one for a test, the other far off so that no new ones come."""
    first, *others = of_kind(world, MINERAL_SHARD)
    for shard in others[1:]:
        world.remove(shard)
    place(others[0], (23.5, 21.5))
    place(first, (40.0, 30.0))
    for marine, point in zip(of_kind(world, MARINE), [(30.0, 25.0), (30.0, 30.0)], strict=True):
        place(marine, point)
    return first


def test_a_shard_goes_to_a_marine_that_comes_near_enough():
    world = World(CollectMineralShards(), 0)
    shard, marine = one_shard(world), of_kind(world, MARINE)[0]
    place(marine, (40.0, 28.49))
    run(world, 2 * SCAN)
    assert (world.score.score, shard.alive) == (0, True)
    place(marine, (40.0, 28.51))
    run(world, SCAN)
    assert (world.score.score, shard.alive) == (1, False)
    assert world.players[1].minerals == 100


def test_marines_pick_up_what_they_pass_and_go_where_they_were_sent():
    world = World(CollectMineralShards(), 1)
    shard, marine = one_shard(world), of_kind(world, MARINE)[0]
    place(marine, (36.0, 30.5))
    issue(world, ids.MOVE, [marine.tag], point=(43.0, 30.5))
    run_until(world, lambda: not marine.orders)
    assert not shard.alive
    assert position(marine) == pytest.approx((43.0, 30.5))


def test_a_marine_sent_to_a_shard_goes_to_where_it_lay():
    world = World(CollectMineralShards(), 2)
    shard, marine = one_shard(world), of_kind(world, MARINE)[0]
    issue(world, ids.SMART, [marine.tag], target_unit=shard.tag)
    run_until(world, lambda: not shard.alive)
    assert gap(marine, shard) == pytest.approx(1.5, abs=SCAN * MARINE_SPEED)
    run_until(world, lambda: not marine.orders)
    assert position(marine) == pytest.approx((40.0, 30.0))


def test_twenty_new_shards_as_soon_as_none_is_left():
    world = World(CollectMineralShards(), 3)
    marines = of_kind(world, MARINE)
    old = of_kind(world, MINERAL_SHARD)
    for shard in old[1:]:
        place(shard, (33.0, 28.0))
    place(old[0], (43.0, 35.0))
    place(marines[0], (33.0, 28.0))
    place(marines[1], (23.0, 21.0))
    run(world, SCAN)
    assert tags(of_kind(world, MINERAL_SHARD)) == [old[0].tag]
    assert world.score.score == 19
    place(marines[0], (43.0, 35.0))
    run_until(world, lambda: world.score.score == 20, limit=SCAN + 1)
    new = of_kind(world, MINERAL_SHARD)
    assert len(new) == 20
    assert all(gap(marine, shard) >= 2.0 for marine in marines for shard in new)


def test_a_restart_takes_the_minerals_away():
    world = World(CollectMineralShards(), 4)
    old = set(world.units)
    place(of_kind(world, MARINE)[0], position(of_kind(world, MINERAL_SHARD)[0]))
    run(world, SCAN)
    assert world.score.score > 0
    world.restart()
    assert not old & set(world.units)
    assert (world.players[1].minerals, world.score.score) == (0, 0)
    assert (len(of_kind(world, MARINE)), len(of_kind(world, MINERAL_SHARD))) == (2, 20)
    assert world.players[1].army_count == 2


def test_a_map_full_of_marines_still_finds_places_for_shards():
    world = World(CollectMineralShards(), 5)
    for i in range(100):
        world.spawn(MARINE, 1, 23.0 + 2 * (i % 10), 21.0 + 1.4 * (i // 10))
    for shard in of_kind(world, MINERAL_SHARD):
        world.remove(shard)
    world.step()
    assert len(of_kind(world, MINERAL_SHARD)) == 20


# BuildMarines


FIRST_FIELD = (23.0, 26.5)


@pytest.fixture
def base():
    return World(BuildMarines(), 0)


def card(world, unit):
    return sorted(ability_id for ability_id, _ in available(world, [unit.tag]))


def test_a_base_at_work(base):
    fields = of_kind(base, MINERAL_FIELD)
    hall = only(base, COMMAND_CENTER)
    first = next(field for field in fields if position(field) == FIRST_FIELD)
    assert len(fields) == 8
    assert {field.mineral_contents for field in fields} == {1800}
    assert all(field.x <= 25.0 for field in fields)
    assert position(hall) == (30.5, 27.5)
    workers = of_kind(base, SCV)
    assert len(workers) == 12
    assert {(w.orders[0].ability_id, w.orders[0].target) for w in workers} == {
        (ids.GATHER, first.tag)
    }
    player = base.players[1]
    assert (player.minerals, player.food_used, player.food_cap) == (50, 12, 15)
    base.step()
    assert player.idle_worker_count == 0


def test_minerals_come_in_without_a_command(base):
    run(base, 1344)
    assert 400 <= base.score.collected_minerals <= 640  # 12 workers, and the first way
    assert base.players[1].minerals == 50 + base.score.collected_minerals
    assert base.score.score == 0


def test_new_workers_go_to_the_first_field(base):
    hall = only(base, COMMAND_CENTER)
    assert issue(base, ids.TRAIN_SCV, [hall.tag]) is ActionResult.SUCCESS
    run_until(base, lambda: len(of_kind(base, SCV)) == 13)
    order = of_kind(base, SCV)[-1].orders[0]
    assert order.ability_id == ids.GATHER
    assert position(base.units[order.target]) == FIRST_FIELD


def test_the_command_cards_are_stripped(base):
    player = base.players[1]
    hall, worker = only(base, COMMAND_CENTER), of_kind(base, SCV)[0]
    depot = base.spawn(SUPPLY_DEPOT, 1, 36.0, 28.0)
    barracks = base.spawn(BARRACKS, 1, 39.5, 28.5)
    marine = base.spawn(MARINE, 1, 40.0, 24.0)
    player.minerals = 35
    assert available(base, [worker.tag]) == [(ids.GATHER, True)]
    assert card(base, hall) == [ids.RALLY_WORKERS]
    assert card(base, barracks) == [ids.RALLY_UNITS]
    player.minerals = 1000
    assert card(base, worker) == [ids.GATHER, ids.BUILD_SUPPLY_DEPOT, ids.BUILD_BARRACKS]
    worker.cargo_minerals = 5
    assert ids.RETURN in card(base, worker)
    issue(base, ids.TRAIN_SCV, [hall.tag])
    issue(base, ids.TRAIN_MARINE, [barracks.tag])
    assert card(base, hall) == [ids.RALLY_WORKERS, ids.TRAIN_SCV]  # no cancel, no lift
    assert card(base, barracks) == [ids.RALLY_UNITS, ids.TRAIN_MARINE]
    assert card(base, depot) == []
    assert set(card(base, marine)) == {
        *(ids.SMART, ids.STOP, ids.MOVE, ids.PATROL, ids.HOLD_POSITION, ids.ATTACK)
    }


@pytest.mark.parametrize(
    "ability_id",
    [ids.MOVE, ids.STOP, ids.SMART, ids.ATTACK, ids.REPAIR, ids.BUILD_REFINERY, ids.HALT],
)
def test_workers_refuse_what_is_not_on_their_card(base, ability_id):
    base.players[1].minerals = 1000
    worker = of_kind(base, SCV)[0]
    before = worker.orders[0]
    result = issue(base, ability_id, [worker.tag], point=(40.0, 28.0))
    assert result is ActionResult.NOT_SUPPORTED
    assert list(worker.orders) == [before]


def test_a_depot_a_barracks_and_a_marine_are_a_point(base):
    player = base.players[1]
    player.minerals = 300
    worker = of_kind(base, SCV)[0]
    build = ids.BUILD_BARRACKS
    assert issue(base, build, [worker.tag], point=(38.5, 27.5)) is (
        ActionResult.BUILD_TECH_REQUIREMENTS_NOT_MET
    )
    assert issue(base, ids.BUILD_SUPPLY_DEPOT, [worker.tag], point=(36.0, 22.0)) is (
        ActionResult.SUCCESS
    )
    run_until(base, lambda: any(d.is_finished for d in of_kind(base, SUPPLY_DEPOT)))
    assert player.food_cap == 23
    assert not worker.orders  # it is idle afterwards
    player.minerals = 200
    assert issue(base, build, [worker.tag], point=(38.5, 27.5)) is ActionResult.SUCCESS
    run_until(base, lambda: any(b.is_finished for b in of_kind(base, BARRACKS)))
    assert base.score.score == 0
    barracks = only(base, BARRACKS)
    issue(base, ids.RALLY_UNITS, [barracks.tag], point=(43.0, 22.0))
    assert issue(base, ids.TRAIN_MARINE, [barracks.tag]) is ActionResult.SUCCESS
    assert run_until(base, lambda: base.score.score == 1) == MARINE.build_loops
    marine = only(base, MARINE)
    run_until(base, lambda: not marine.orders)
    assert position(marine) == pytest.approx((43.0, 22.0))
    base.remove(marine)
    base.step()
    assert base.score.score == 1  # created is created


def test_a_barracks_trains_one_marine_after_the_other(base):
    base.players[1].minerals = 500
    base.spawn(SUPPLY_DEPOT, 1, 36.0, 22.0)
    barracks = base.spawn(BARRACKS, 1, 38.5, 27.5)
    for _ in range(3):
        issue(base, ids.TRAIN_MARINE, [barracks.tag])
    assert run_until(base, lambda: base.score.score == 3) == 3 * MARINE.build_loops


@pytest.mark.parametrize("faithful", [False, True])
def test_a_restart_starts_over(faithful):
    world = World(BuildMarines(faithful_restart=faithful), 1)
    world.spawn(SUPPLY_DEPOT, 1, 36.0, 22.0)
    barracks = world.spawn(BARRACKS, 1, 38.5, 27.5)
    world.players[1].minerals = 500
    issue(world, ids.TRAIN_MARINE, [barracks.tag])
    run_until(world, lambda: world.score.score == 1)
    for field in of_kind(world, MINERAL_FIELD):
        if position(field) == FIRST_FIELD:
            world.remove(field)
    world.restart()
    player = world.players[1]
    assert (world.score.score, player.minerals) == (0, 50)
    assert (player.food_used, player.food_cap, player.army_count) == (12, 15, 0)
    assert not of_kind(world, BARRACKS) + of_kind(world, SUPPLY_DEPOT) + of_kind(world, MARINE)
    fields = of_kind(world, MINERAL_FIELD)
    assert len(fields) == (7 if faithful else 8)
    assert {field.mineral_contents for field in fields} == {1500}
    workers = of_kind(world, SCV)
    assert len(workers) == 12
    assert all(bool(worker.orders) is not faithful for worker in workers)
    assert (only(world, COMMAND_CENTER).rally_target is None) is faithful
