"""FindAndDefeatZerglings: three marines look for zerglings all over a map in the fog of war.

Numbers and places are those of the map's script.
"""

import math
from typing import ClassVar

from a3c_tf.minigames.maps.points import is_apart, random_point_where
from a3c_tf.minigames.maps.script import MapScript, Rectangle
from a3c_tf.minigames.maps.waves import CLIENT, TERRAN_RACE, ZERG, ZERG_RACE, score_death
from a3c_tf.minigames.rules.results import GameResult
from a3c_tf.minigames.rules.unit import Point, Unit
from a3c_tf.minigames.rules.unit_data import MARINE, ZERGLING
from a3c_tf.minigames.rules.world import World

ZERGLINGS = 25
ZERGLING_DISTANCE = 5.0
"""World units between zerglings when they appear."""
MARINE_DISTANCE = 9.0
"""World units between marines and the zerglings of a further wave."""

_CENTRE = (32.0, 28.0)
_MARINE_ANGLES = (210, 330, 90)
_FIRST_RING, _SECOND_RING = (8.0, 9.0), (7.5, 9.5)
_OUTER_AREA, _INNER_RADIUS = Rectangle(11.0, 13.0, 53.0, 43.0), 10.5


class FindAndDefeatZerglings(MapScript):
    """+1 for a zergling, -1 for a marine; 25 more zerglings when 25 are dead."""

    name: ClassVar = "FindAndDefeatZerglings"
    playable: ClassVar = Rectangle(10.0002, 12.0, 54.0, 44.0)
    buildable: ClassVar = Rectangle(10, 12, 54, 44)
    revealed: ClassVar = Rectangle(10, 12, 54, 44)
    camera_start: ClassVar = (32.0001, 25.0)
    fog: ClassVar = True
    end_loop: ClassVar = 2880
    races: ClassVar = {CLIENT: TERRAN_RACE, ZERG: ZERG_RACE}

    def setup(self, world: World) -> None:
        """Places three marines in the middle, two zerglings near them and 23 farther out.

        Args:
            world: The game, still empty.
        """
        for degrees in _MARINE_ANGLES:
            world.spawn(MARINE, CLIENT, *_polar(math.radians(degrees), 1.0))
        world.selection = [unit.tag for unit in world.forces[CLIENT]]
        zerglings = [_ring_point(world, _FIRST_RING)]
        zerglings.append(_second_point(world, zerglings[0]))
        while len(zerglings) < ZERGLINGS:
            zerglings.append(_outer_point(world, zerglings))
        _spawn_zerglings(world, zerglings)

    def step(self, world: World) -> None:
        """Ends the game when no marine is left; brings more zerglings when none is.

        Args:
            world: The game.
        """
        marines = [(unit.x, unit.y) for unit in world.forces[CLIENT]]
        if not marines:
            world.end(GameResult.DEFEAT)
        elif not world.forces[ZERG]:
            zerglings: list[Point] = []
            while len(zerglings) < ZERGLINGS:
                zerglings.append(_further_point(world, self.playable, marines, zerglings))
            _spawn_zerglings(world, zerglings)

    def unit_died(self, world: World, unit: Unit) -> None:
        """Scores a death.

        Args:
            world: The game.
            unit: The unit.
        """
        score_death(world, unit, 1)


def _spawn_zerglings(world: World, points: list[Point]) -> None:
    for x, y in points:
        world.spawn(ZERGLING, ZERG, x, y)


def _polar(angle: float, distance: float) -> Point:
    return _CENTRE[0] + distance * math.cos(angle), _CENTRE[1] + distance * math.sin(angle)


def _ring_point(world: World, ring: tuple[float, float]) -> Point:
    return _polar(world.random.uniform(0.0, math.tau), world.random.uniform(*ring))


def _second_point(world: World, first: Point) -> Point:
    """A point of the ring that is far enough from the first; two thirds of the ring are."""
    point = _ring_point(world, _SECOND_RING)
    while not is_apart(point, [first], ZERGLING_DISTANCE):
        point = _ring_point(world, _SECOND_RING)
    return point


def _outer_point(world: World, zerglings: list[Point]) -> Point:
    return random_point_where(
        world.random,
        _OUTER_AREA,
        lambda point: (
            is_apart(point, [_CENTRE], _INNER_RADIUS)
            and is_apart(point, zerglings, ZERGLING_DISTANCE)
        ),
    )


def _further_point(
    world: World, area: Rectangle, marines: list[Point], zerglings: list[Point]
) -> Point:
    return random_point_where(
        world.random,
        area,
        lambda point: (
            is_apart(point, marines, MARINE_DISTANCE)
            and is_apart(point, zerglings, ZERGLING_DISTANCE)
        ),
    )
