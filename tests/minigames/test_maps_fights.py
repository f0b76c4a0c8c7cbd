"""DefeatRoaches, DefeatZerglingsAndBanelings and FindAndDefeatZerglings: their scripts' rules."""

import itertools
import math
import random

import pytest
from playing import run

from a3c_tf.minigames.maps.defeat_roaches import DefeatRoaches
from a3c_tf.minigames.maps.defeat_zerglings_and_banelings import DefeatZerglingsAndBanelings
from a3c_tf.minigames.maps.find_and_defeat_zerglings import FindAndDefeatZerglings
from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules import damage
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.results import GameResult
from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.unit_data import BANELING, MARINE, ROACH, ZERGLING
from a3c_tf.minigames.rules.world import World

WAVE_MAPS = (DefeatRoaches, DefeatZerglingsAndBanelings)
FIGHTS = (*WAVE_MAPS, FindAndDefeatZerglings)


def marines(world: World) -> list[Unit]:
    return world.forces[1]


def zerg(world: World) -> list[Unit]:
    return world.forces[2]


def kinds(units: list[Unit]) -> list:
    return [unit.kind for unit in units]


def kill(world: World, units: list[Unit]) -> None:
    for unit in list(units):
        damage.kill(world, unit)


def side(units: list[Unit]) -> str:
    return "left" if units[0].x < 33 else "right"


# --- The maps of waves ---------------------------------------------------------------------------


@pytest.mark.parametrize("script", WAVE_MAPS)
def test_nine_marines_stand_in_a_column_and_are_selected(script):
    world = World(script(), 0)
    column = marines(world)
    assert kinds(column) == [MARINE] * 9
    rows = [unit.y - column[0].y for unit in column]
    assert rows == pytest.approx([0, 1, -1, 2, -2, 3, -3, 4, -4])
    assert len({unit.x for unit in column}) == 1
    assert world.selection == [unit.tag for unit in column]
    assert world.game_loop == 0
    assert world.players[1].army_count == 9


def test_four_roaches_wait_on_the_other_side():
    world = World(DefeatRoaches(), 0)
    assert kinds(zerg(world)) == [ROACH] * 4
    first = zerg(world)[0]
    assert [unit.y - first.y for unit in zerg(world)] == pytest.approx([0, 1, -1, -2])
    assert side(zerg(world)) != side(marines(world))


def test_six_zerglings_and_four_banelings_wait_side_by_side():
    world = World(DefeatZerglingsAndBanelings(), 0)
    wave = zerg(world)
    assert kinds(wave) == [ZERGLING] * 6 + [BANELING] * 4
    centre = wave[0]
    for unit, other in itertools.combinations(wave, 2):
        assert math.dist((unit.x, unit.y), (other.x, other.y)) > 0.749
    assert all(math.dist((u.x, u.y), (centre.x, centre.y)) < 1.6 for u in wave)


@pytest.mark.parametrize("script", WAVE_MAPS)
def test_both_sides_come_up_and_spawn_points_vary_within_their_rectangles(script):
    starts = [World(script(), seed) for seed in range(40)]
    sides = [side(marines(world)) for world in starts]
    assert 8 < sides.count("left") < 32
    for world in starts:
        x, y = marines(world)[0].x, marines(world)[0].y
        left, right = ((23.97, 27.98), (38.02, 42.04))
        low, high = left if x < 33 else right
        assert low < x < high
        assert 25.0 < y < 31.1
    assert len({marines(world)[0].y for world in starts}) == 40


@pytest.mark.parametrize(
    ("script", "fresh"), [(DefeatRoaches, 5), (DefeatZerglingsAndBanelings, 4)]
)
def test_survivors_keep_their_life_and_are_reinforced(script, fresh):
    world = World(script(), 1)
    before = list(marines(world))
    kill(world, before[:2])
    before[2].health, before[5].health = 7, 31
    before[3].x, before[3].y = 33, 28
    world.control_groups[4] = [unit.tag for unit in before[2:]]
    for unit in zerg(world):  # banelings would hurt the marines if they were near
        unit.x = 100 - before[0].x
    kill(world, zerg(world))
    score = world.score.score
    world.step()
    after = marines(world)
    assert [unit.health for unit in after] == [7, 45, 45, 31, 45, 45, 45] + [45] * fresh
    assert not {unit.tag for unit in after} & {unit.tag for unit in before}
    assert len(zerg(world)) == (4 if fresh == 5 else 10)
    assert world.selection == [unit.tag for unit in after]
    assert world.control_groups[4] == []
    assert world.score.score == score
    rows = [unit.y - after[0].y for unit in after]
    assert rows[:5] == pytest.approx([0, 1, -1, 2, -2])
    assert not world.ended


@pytest.mark.parametrize("script", WAVE_MAPS)
def test_later_waves_take_a_random_side_too(script):
    world = World(script(), 2)
    sides = []
    for _ in range(20):
        sides.append(side(marines(world)))
        for unit in zerg(world):
            unit.x = 100 - marines(world)[0].x
        kill(world, marines(world)[9:])
        kill(world, zerg(world))
        world.step()
    assert 3 < sides.count("left") < 17


@pytest.mark.parametrize(
    ("script", "reward"),
    [(DefeatRoaches, 10), (DefeatZerglingsAndBanelings, 5), (FindAndDefeatZerglings, 1)],
)
def test_enemies_count_for_and_marines_against_the_client(script, reward):
    world = World(script(), 0)
    kill(world, zerg(world)[:2])
    assert world.score.score == 2 * reward
    kill(world, marines(world)[:1])
    assert world.score.score == 2 * reward - 1


def test_a_baneling_that_explodes_counts_like_any_other():
    world = World(DefeatZerglingsAndBanelings(), 0)
    baneling = next(unit for unit in zerg(world) if unit.kind is BANELING)
    victim = marines(world)[0]
    kill(world, [unit for unit in zerg(world) if unit is not baneling])
    world.score.score = 0
    baneling.x, baneling.y = victim.x + 0.8, victim.y
    for unit in marines(world):
        unit.ready_at = math.inf
    while baneling.alive:
        world.step()
    # The wave is over with it, and a new one is there.
    assert world.score.score == 5
    assert len(zerg(world)) == 10
    assert sorted(unit.health for unit in marines(world))[0] == 10


def test_the_last_two_enemies_may_die_on_the_same_loop():
    world = World(DefeatZerglingsAndBanelings(), 0)
    kill(world, zerg(world)[2:])
    for unit in zerg(world):
        unit.health = 1
        unit.x, unit.y = marines(world)[0].x + 3, marines(world)[0].y
    for unit in zerg(world):
        unit.ready_at = math.inf
    last = list(zerg(world))
    while any(unit.alive for unit in last):
        world.step()
    world.step()
    assert len(zerg(world)) == 10
    kill(world, zerg(world))
    world.step()
    assert len(zerg(world)) == 10


@pytest.mark.parametrize("script", FIGHTS)
def test_the_game_is_lost_with_the_last_marine(script):
    world = World(script(), 0)
    kill(world, marines(world)[1:])
    world.step()
    assert not world.ended
    kill(world, marines(world))
    world.step()
    assert world.ended
    assert world.result is GameResult.DEFEAT


@pytest.mark.parametrize("script", WAVE_MAPS)
def test_a_fight_without_survivors_is_lost(script):
    world = World(script(), 0)
    kill(world, [*zerg(world), *marines(world)])
    world.step()
    assert world.result is GameResult.DEFEAT


@pytest.mark.parametrize(
    ("script", "loops"),
    [(DefeatRoaches, 1920), (DefeatZerglingsAndBanelings, 1920), (FindAndDefeatZerglings, 2880)],
)
def test_time_runs_out_in_victory(script, loops):
    world = World(script(), 0)
    run(world, loops - 1)
    assert not world.ended
    world.step()
    assert world.ended
    assert world.result is GameResult.VICTORY
    assert world.score.score == 0  # the marines stood too far away to be noticed


def test_a_defeat_on_the_very_last_loop_is_a_defeat():
    world = World(DefeatRoaches(), 0)
    run(world, 1919)
    kill(world, marines(world))
    world.step()
    assert world.result is GameResult.DEFEAT


@pytest.mark.parametrize("script", FIGHTS)
def test_a_restart_begins_anew_with_a_score_of_zero(script):
    world = World(script(), 0)
    kill(world, zerg(world)[:3])
    kill(world, marines(world))
    world.step()
    world.restart()
    assert world.score.score == 0
    assert world.game_loop == 0
    assert not world.ended
    assert kinds(marines(world)) == [MARINE] * (3 if script is FindAndDefeatZerglings else 9)
    assert all(unit.health == unit.kind.health_max for unit in world.units.values())
    assert world.selection == [unit.tag for unit in marines(world)]
    assert len(zerg(world)) == len(zerg(World(script(), 0)))


# --- FindAndDefeatZerglings ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_zerglings_are_scattered_as_the_script_says(seed):
    world = World(FindAndDefeatZerglings(), seed)
    assert kinds(zerg(world)) == [ZERGLING] * 25
    places = [(unit.x, unit.y) for unit in zerg(world)]
    distances = [math.dist(place, (32, 28)) for place in places]
    assert 8 <= distances[0] <= 9
    assert 7.5 <= distances[1] <= 9.5
    assert min(distances[2:]) >= 10.5
    assert min(math.dist(a, b) for a, b in itertools.combinations(places, 2)) >= 5
    assert all(11 <= x <= 53 and 13 <= y <= 43 for x, y in places[2:])
    assert [math.dist((u.x, u.y), (32, 28)) for u in marines(world)] == pytest.approx([1, 1, 1])
    assert world.selection == [unit.tag for unit in marines(world)]


def test_twenty_five_more_zerglings_keep_away_from_the_marines():
    world = World(FindAndDefeatZerglings(), 0)
    marines(world)[0].x = 14.0
    for _ in range(5):
        kill(world, zerg(world))
        world.step()
        places = [(unit.x, unit.y) for unit in zerg(world)]
        assert len(places) == 25
        assert len(marines(world)) == 3  # no reinforcement
        for marine in marines(world):
            assert min(math.dist(place, (marine.x, marine.y)) for place in places) >= 9
        assert min(math.dist(a, b) for a, b in itertools.combinations(places, 2)) >= 5


def test_zerglings_are_in_the_fog():
    world = World(FindAndDefeatZerglings(), 0)
    assert world.camera == (32.0001, 25.0)
    far = [unit for unit in zerg(world) if math.dist((unit.x, unit.y), (32, 28)) > 12]
    assert far
    assert not any(world.is_visible(unit) for unit in far)
    for script in WAVE_MAPS:
        world = World(script(), 0)
        assert all(world.is_visible(unit) for unit in zerg(world))


def test_marines_that_look_around_find_and_defeat_zerglings():
    world = World(FindAndDefeatZerglings(), 0)
    tour = itertools.cycle([(16, 18), (48, 18), (48, 38), (16, 38), (32, 28)])
    while not world.ended:
        if not any(unit.orders for unit in marines(world)):
            issue(world, ids.ATTACK, [u.tag for u in marines(world)], point=next(tour))
        world.step()
    assert world.result is GameResult.VICTORY
    assert 10 < world.score.score < 60


# --- Whatever the client does -------------------------------------------------------------------

COMMANDS = (ids.ATTACK, ids.MOVE, ids.PATROL, ids.SMART, ids.HOLD_POSITION, ids.STOP)


def command_at_random(world: World, chance: random.Random) -> None:
    chosen = [unit.tag for unit in marines(world) if chance.random() < 0.5]
    ability_id = chance.choice(COMMANDS)
    point = target = None
    if ability_id not in (ids.HOLD_POSITION, ids.STOP):
        if chance.random() < 0.3:
            target = chance.choice(list(world.units))
        else:
            point = (chance.uniform(0, 64), chance.uniform(0, 64))
    queued = chance.random() < 0.3
    issue(world, ability_id, chosen, target_unit=target, point=point, queued=queued)


def check(world: World) -> None:
    """What must hold after any game loop."""
    if world.ended:
        return
    assert marines(world)
    assert zerg(world)  # a new wave has come, whatever happened to the last one
    left, bottom, right, top = world.script.playable
    for unit in world.units.values():
        assert unit.alive
        assert 0 < unit.health <= unit.kind.health_max
        assert left <= unit.x <= right
        assert bottom <= unit.y <= top
    assert set(world.selection) <= world.units.keys()
    assert world.players[1].army_count == len(marines(world))
    assert world.foes[1] == zerg(world)
    assert world.foes[2] == marines(world)


@pytest.mark.parametrize("script", FIGHTS)
def test_random_commands_never_break_a_fight(script: type[MapScript]):
    chance = random.Random(5)
    world = World(script(), 5)
    waves = 0
    for step in range(500):
        enemies = set(zerg(world))
        command_at_random(world, chance)
        if step % 50 == 49:  # so that many waves are seen
            kill(world, zerg(world))
        for _ in range(8):
            world.step()
            check(world)
        waves += not enemies & set(zerg(world))
        if world.ended:
            world.restart()
    assert waves >= 10


@pytest.mark.parametrize("script", FIGHTS)
def test_the_same_seed_and_commands_repeat_an_episode(script):
    def play(seed):
        chance = random.Random(1)
        world = World(script(), seed)
        history = []
        for _ in range(60):
            if not world.ended:
                command_at_random(world, chance)
            run(world, 8)
            history.append([(u.kind.name, u.x, u.y, u.health) for u in world.units.values()])
        return history, world.score.score

    assert play(7) == play(7)
    assert play(7) != play(8)
