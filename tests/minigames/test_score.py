"""The curriculum score, the score details and the player's counts."""

import pytest
from playing import NEAR_FIELDS, at, finished_refinery, gather, hall, new_game, run, workers

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.score import RateMeter
from a3c_tf.minigames.rules.unit_data import BARRACKS, MARINE, SCV, SUPPLY_DEPOT


@pytest.fixture
def world():
    return new_game()


def test_the_score_is_what_was_collected_of_both(world):
    refinery = finished_refinery(world, at(world, (26.5, 34.5)))
    gather(world, workers(world)[:3], refinery)
    gather(world, workers(world)[3:], at(world, NEAR_FIELDS[0]))
    run(world, 1000)
    score = world.score
    assert score.score == score.collected_minerals + score.collected_vespene
    assert score.collected_minerals % 5 == 0
    assert score.collected_vespene % 4 == 0
    assert min(score.collected_minerals, score.collected_vespene) > 50
    assert world.players[1].minerals == 50 + score.collected_minerals


def test_spending_does_not_lower_the_score(world):
    gather(world, workers(world), at(world, NEAR_FIELDS[0]))
    run(world, 500)
    before = world.score.score
    issue(world, ids.TRAIN_SCV, [hall(world).tag])
    world.step()
    assert world.score.score >= before > 0


def test_the_start(world):
    score, player = world.score, world.players[1]
    assert (player.minerals, player.vespene) == (50, 0)
    assert (player.food_used, player.food_cap, player.food_workers) == (12, 15, 12)
    assert (player.army_count, player.idle_worker_count) == (0, 12)
    assert (score.total_value_units, score.total_value_structures) == (600, 400)
    assert score.used_minerals.economy == score.total_used_minerals.economy == 1000
    assert score.food_used.economy == 12
    assert (score.spent_minerals, score.score, score.collected_minerals) == (0, 0, 0)


def test_rows_by_category_as_the_game_counts_them(world):
    """The composition of a recorded BuildMarines game: 18 workers, 5 depots, 5 barracks and 20
    marines with 5 more in production made 1250 army, 1800 + 400 - 400 economy, 750 technology."""
    player = world.players[1]
    player.minerals = 250
    for i in range(6):
        world.spawn(SCV, 1, 34.0, 24.0 + i)
    for i in range(5):
        world.spawn(SUPPLY_DEPOT, 1, 22.0 + 3 * i, 20.0)
    barracks = [world.spawn(BARRACKS, 1, 36.5, 21.5 + 3 * i) for i in range(5)]
    for i in range(20):
        world.spawn(MARINE, 1, 39.0 + i % 5, 26.0 + i // 5)
    for building in barracks:
        issue(world, ids.TRAIN_MARINE, [building.tag])
    world.step()
    score = world.score
    assert (player.food_used, player.food_cap, player.army_count) == (43, 55, 20)
    assert (score.food_used.army, score.food_used.economy) == (25, 18)
    assert score.used_minerals.army == 1250
    assert score.used_minerals.economy == 18 * 50 + 5 * 100 + 400
    assert score.used_minerals.technology == 750
    assert score.spent_minerals == 250


def test_the_rate_is_what_came_in_lately_a_minute():
    meter = RateMeter()
    for trip in range(15):
        meter.add(8 * trip + 1, 5)
    assert meter.rate(113) == pytest.approx(15 * 5 * 1344 / 120)  # 840; the game rounds to 839
    assert meter.rate(120) == meter.rate(113)
    assert meter.rate(121) == pytest.approx(14 * 5 * 1344 / 120)
    assert meter.rate(1000) == 0.0


def test_the_rate_of_steady_mining_is_the_income(world):
    gather(world, workers(world)[:8], at(world, NEAR_FIELDS[0]))
    run(world, 1000)
    rates, before = [], world.score.collected_minerals
    for _ in range(1344):
        world.step()
        rates.append(world.score.collection_rate_minerals)
    income = world.score.collected_minerals - before
    assert sum(rates) / len(rates) == pytest.approx(income, rel=0.05)


def test_idle_times_in_seconds_of_the_game(world):
    run(world, 160)
    assert world.score.idle_worker_time == pytest.approx(12 * 10)
    assert world.score.idle_production_time == pytest.approx(10)
    gather(world, workers(world), at(world, NEAR_FIELDS[0]))
    issue(world, ids.TRAIN_SCV, [hall(world).tag])
    assert world.players[1].idle_worker_count == 12
    run(world, 160)
    assert world.players[1].idle_worker_count == 0
    assert world.score.idle_worker_time == pytest.approx(120)
    assert world.score.idle_production_time == pytest.approx(10)


def test_totals_grow_when_things_are_finished(world):
    world.players[1].minerals = 150
    issue(world, ids.BUILD_SUPPLY_DEPOT, [workers(world)[0].tag], point=(36.0, 28.0))
    issue(world, ids.TRAIN_SCV, [hall(world).tag])
    run(world, 250)
    assert world.score.total_value_structures == 400
    assert world.score.total_used_minerals.economy == 1150
    assert world.score.used_minerals.economy == 1150
    run(world, 450)
    assert world.score.total_value_structures == 500
    assert world.score.total_value_units == 650


def test_the_dead_no_longer_count_as_in_use(world):
    world.remove(workers(world)[0])
    assert world.score.used_minerals.economy == 950
    assert world.score.total_used_minerals.economy == 1000
    assert world.players[1].food_used == 11
