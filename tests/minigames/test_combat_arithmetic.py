"""Scores of plain policies lie where the unit data alone say that they must."""

import math
import statistics

import fight_arithmetic
import pytest

from a3c_tf.minigames.maps.defeat_roaches import DefeatRoaches
from a3c_tf.minigames.maps.defeat_zerglings_and_banelings import DefeatZerglingsAndBanelings
from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.unit_data import BANELING, MARINE, ROACH, ZERGLING
from a3c_tf.minigames.rules.world import World

EPISODES = 60
STEP_MUL = 8


def attack_move(world: World) -> None:
    """Sends idle marines to attack the middle of the enemies."""
    marines, enemies = world.forces[1], world.forces[2]
    if not any(unit.orders for unit in marines):
        x = statistics.mean(unit.x for unit in enemies)
        y = statistics.mean(unit.y for unit in enemies)
        issue(world, ids.ATTACK, [unit.tag for unit in marines], point=(x, y))


def focus_fire(world: World) -> None:
    """Lets all marines attack the lowest enemy on the screen, as pysc2's scripted agent does."""
    target = min(world.forces[2], key=lambda unit: unit.y)
    tags = [unit.tag for unit in world.forces[1]]
    issue(world, ids.ATTACK, tags, target_unit=target.tag)


def scores(script, policy) -> list[int]:
    found = []
    for seed in range(EPISODES):
        world = World(script(), seed)
        while not world.ended:
            policy(world)
            for _ in range(STEP_MUL):
                world.step()
        found.append(world.score.score)
    return found


def error(values: list[int]) -> float:
    """Two standard errors of the mean."""
    return 2 * statistics.stdev(values) / math.sqrt(len(values))


def test_focus_fire_on_roaches():
    values = scores(DefeatRoaches, focus_fire)
    low = fight_arithmetic.mean_score(marines_focus=True, roaches_focus=True)
    high = fight_arithmetic.mean_score(marines_focus=True, roaches_focus=False)
    assert 40 < low < high < 100
    assert low - error(values) < statistics.mean(values) < high + error(values)


def test_attack_move_on_roaches():
    values = scores(DefeatRoaches, attack_move)
    low = fight_arithmetic.mean_score(marines_focus=False, roaches_focus=True)
    high = fight_arithmetic.mean_score(marines_focus=True, roaches_focus=True)
    assert 5 < low < high < 60
    assert low - error(values) < statistics.mean(values) < high + error(values)


def test_attack_move_on_zerglings_and_banelings():
    values = scores(DefeatZerglingsAndBanelings, attack_move)
    # At worst the four banelings die, by exploding, and take all marines with them; at best every
    # enemy of the first wave dies with them.
    low, high = 4 * 5 - 9, 10 * 5 - 9
    assert low < statistics.mean(values) < high


def hits_to_kill(attacker, target) -> int:
    weapon = attacker.weapon
    return math.ceil(target.health_max / (weapon.damage_to(target.is_light) - target.armor))


@pytest.mark.parametrize(
    ("attacker", "target", "hits"),
    [
        (MARINE, ROACH, 29),
        (MARINE, ZERGLING, 6),
        (MARINE, BANELING, 5),
        (ROACH, MARINE, 3),
        (ZERGLING, MARINE, 9),
        (BANELING, MARINE, 2),
    ],
)
def test_hits_that_a_kill_takes_before_regeneration(attacker, target, hits):
    assert hits_to_kill(attacker, target) == hits
