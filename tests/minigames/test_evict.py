"""Structures that rise where units stand."""

import math

import pytest
from playing import new_game, run

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules import crowd
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.unit_data import BARRACKS, MARINE


def distances(unit, structures):
    return [math.dist((unit.x, unit.y), (s.x, s.y)) for s in structures]


@pytest.mark.parametrize("start", [(37.3, 28.5), (37.3, 25.5), (37.3, 31.5), (37.6, 27.0)])
def test_a_unit_between_two_structures_comes_out_and_can_walk_away(start):
    world = new_game()
    standing = [world.spawn(BARRACKS, 1, 39.5, y) for y in (25.5, 28.5, 31.5)]
    marine = world.spawn(MARINE, 1, *start)
    for y in (25.5, 28.5, 31.5):
        structure = world.add(BARRACKS, 1, 36.5, y)
        standing.append(structure)
        crowd.evict(world, structure)
    reach = BARRACKS.radius + MARINE.radius
    assert min(distances(marine, standing)) >= reach - 0.06
    issue(world, ids.MOVE, [marine.tag], point=(34.0, 21.0))
    run(world, 300)
    assert (marine.x, marine.y) == pytest.approx((34.0, 21.0))


def test_a_unit_beside_a_new_structure_only_steps_aside():
    world = new_game()
    marine = world.spawn(MARINE, 1, 38.0, 28.5)
    structure = world.add(BARRACKS, 1, 36.5, 28.5)
    crowd.evict(world, structure)
    assert (marine.x, marine.y) == pytest.approx((36.5 + BARRACKS.radius + MARINE.radius, 28.5))
