"""The end of a game, restarts, and what chance decides."""

import pytest
from playing import END_LOOP, NEAR_FIELDS, at, gather, hall, new_game, of_kind, run, tags, workers

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.results import GameResult
from a3c_tf.minigames.rules.unit_data import GEYSER, MINERAL_FIELD, SUPPLY_DEPOT


def picture(world):
    """All there is to see of a game, exactly."""
    units = [
        (
            *(unit.tag, unit.kind.unit_id, unit.x, unit.y, unit.health, unit.facing),
            *(unit.mineral_contents, unit.vespene_contents, unit.cargo_minerals),
            [(order.ability_id, order.target, order.point) for order in unit.orders],
        )
        for unit in world.units.values()
    ]
    return units, world.players[1], world.score.score, world.score.collection_rate_minerals


def start_side(world):
    return "left" if workers(world)[0].x < hall(world).x else "right"


def test_the_layout_of_the_map():
    world = new_game()
    fields, geysers = of_kind(world, MINERAL_FIELD), of_kind(world, GEYSER)
    assert (len(fields), len(geysers), len(workers(world))) == (16, 4, 12)
    assert (hall(world).x, hall(world).y) == (30.5, 27.5)
    assert {field.mineral_contents for field in fields} == {1800}
    assert {geyser.vespene_contents for geyser in geysers} == {2250}
    side = -1 if start_side(world) == "left" else 1
    columns = {round((worker.x - 29.8251) * side, 4) for worker in workers(world)}
    rows = {round(worker.y - 28.0083, 4) for worker in workers(world)}
    assert columns == {3.5, 4.5}
    assert rows == {2.5, 1.5, 0.5, -0.5, -1.5, -2.5}
    assert not any(worker.orders for worker in workers(world))
    assert world.selection == []


def test_a_game_ends_in_victory_after_6720_loops():
    world = new_game()
    run(world, END_LOOP - 1)
    assert not world.ended
    assert world.result is None
    world.step()
    assert (world.ended, world.result, world.game_loop) == (True, GameResult.VICTORY, END_LOOP)
    world.step()
    assert world.game_loop == END_LOOP


def test_a_restart_begins_again():
    world = new_game()
    gather(world, workers(world), at(world, NEAR_FIELDS[0]))
    world.players[1].minerals = 500
    issue(world, ids.BUILD_SUPPLY_DEPOT, [workers(world)[0].tag], point=(36.0, 28.0))
    world.selection = tags(workers(world))
    world.control_groups[2] = tags(workers(world))
    world.camera = (40.0, 30.0)
    old = set(tags(workers(world)))
    run(world, END_LOOP)
    world.restart()
    assert (world.game_loop, world.ended, world.result) == (0, False, None)
    assert (world.score.score, world.score.collected_minerals) == (0, 0)
    assert world.score.collection_rate_minerals == 0
    assert world.players[1].minerals == 50
    assert (world.players[1].food_used, world.players[1].food_cap) == (12, 15)
    assert world.players[1].idle_worker_count == 12
    assert world.camera == world.script.camera_start
    assert world.selection == []
    assert not any(world.control_groups)
    assert not of_kind(world, SUPPLY_DEPOT)
    assert not old & set(world.units)
    assert {field.mineral_contents for field in of_kind(world, MINERAL_FIELD)} == {1500}
    assert {geyser.vespene_contents for geyser in of_kind(world, GEYSER)} == {2000}
    assert not any(field.occupant or field.waiting for field in of_kind(world, MINERAL_FIELD))
    gather(world, workers(world), at(world, NEAR_FIELDS[0]))
    run(world, END_LOOP)
    assert 2900 <= world.score.score <= 3400


def test_totals_of_the_score_go_on_over_a_restart():
    world = new_game()
    world.players[1].minerals = 500
    issue(world, ids.TRAIN_SCV, [hall(world).tag])
    run(world, 500)
    spent, idle = world.score.spent_minerals, world.score.idle_worker_time
    world.restart()
    assert world.score.spent_minerals == spent == 50
    assert world.score.idle_worker_time == idle
    assert world.score.total_value_units == 650 + 600
    assert world.score.used_minerals.economy == 1000


@pytest.mark.parametrize(("faithful", "number"), [(False, 16), (True, 15)])
def test_exhausted_fields_come_back_unless_the_restart_is_faithful(faithful, number):
    world = new_game(faithful_restart=faithful)
    before = {(field.x, field.y) for field in of_kind(world, MINERAL_FIELD)}
    world.remove(at(world, NEAR_FIELDS[0]))
    world.restart()
    fields = {(field.x, field.y) for field in of_kind(world, MINERAL_FIELD)}
    assert len(fields) == number
    assert fields <= before


def test_a_thousand_restarts_leave_nothing_behind():
    world = new_game()
    size = len(world.units)
    sides = []
    for _ in range(1000):
        run(world, 3)
        world.restart()
        sides.append(start_side(world))
    assert len(world.units) == size
    assert len(world.active) == 13
    assert len(world.mobile) == 12
    assert 400 < sides.count("left") < 600


def play(world, loops=400):
    gather(world, workers(world), at(world, NEAR_FIELDS[0]))
    issue(world, ids.MOVE, tags(workers(world)[:4]), point=(38.0, 28.0))
    issue(world, ids.TRAIN_SCV, [hall(world).tag])
    run(world, loops)
    return picture(world)


def test_a_seed_repeats_a_game_and_its_restarts():
    first, second = new_game(7), new_game(7)
    for _ in range(3):
        assert play(first) == play(second)
        first.restart()
        second.restart()


def test_restarts_go_on_drawing_from_the_seed():
    sides = {}
    for seed in range(6):
        world = new_game(seed)
        sides[seed] = [start_side(world)]
        for _ in range(12):
            world.restart()
            sides[seed].append(start_side(world))
        assert set(sides[seed]) == {"left", "right"}
    assert len({tuple(drawn) for drawn in sides.values()}) > 1
