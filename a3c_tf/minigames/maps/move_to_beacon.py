"""MoveToBeacon: a marine scores by walking to a beacon, which then turns up elsewhere.

Regions, distances and triggers are those of the map's script.
"""

import math
from typing import ClassVar

from a3c_tf.minigames.maps.points import is_apart, random_point, random_point_where
from a3c_tf.minigames.maps.script import MapScript, Rectangle
from a3c_tf.minigames.rules.player import NEUTRAL_OWNER
from a3c_tf.minigames.rules.unit import Point, Unit
from a3c_tf.minigames.rules.unit_data import BEACON, MARINE, UnitType
from a3c_tf.minigames.rules.world import World

# Beacons appear in this rectangle, but not in the circle in its middle.
_BEACON_AREA = Rectangle(23.5002, 21.5002, 42.5, 34.5)
_MIDDLE, _MIDDLE_RADIUS = (33.0, 28.0), 4.0
BEACON_DISTANCE = 5.0
"""World units from the marine within which a beacon never appears."""
REACH = 1.25
"""World units from the beacon's centre at which the marine's centre has reached it."""


class MoveToBeacon(MapScript):
    """One marine, one beacon."""

    name: ClassVar = "MoveToBeacon"
    playable: ClassVar = Rectangle(22.0002, 20.0, 44.0, 36.0)
    buildable: ClassVar = Rectangle(22, 20, 44, 36)
    camera_start: ClassVar = (33.0001, 25.0)
    end_loop: ClassVar = 1920

    def setup(self, world: World) -> None:
        """Places the marine and the beacon.

        Args:
            world: The game, still empty.
        """
        marine = world.spawn(MARINE, 1, *random_point(world.random, self.playable))
        world.spawn(BEACON, NEUTRAL_OWNER, *_beacon_point(world, marine))

    def step(self, world: World) -> None:
        """Scores and moves the beacon when the marine has reached it.

        Args:
            world: The game.
        """
        marine, beacon = _first(world, MARINE), _first(world, BEACON)
        if marine is None or beacon is None:
            return
        if math.dist((marine.x, marine.y), (beacon.x, beacon.y)) <= REACH:
            world.score.score += 1
            beacon.x, beacon.y = _beacon_point(world, marine)


def _first(world: World, kind: UnitType) -> Unit | None:
    return next((unit for unit in world.units.values() if unit.kind is kind), None)


def _beacon_point(world: World, marine: Unit) -> Point:
    return random_point_where(
        world.random,
        _BEACON_AREA,
        lambda point: (
            is_apart(point, [_MIDDLE], _MIDDLE_RADIUS)
            and is_apart(point, [(marine.x, marine.y)], BEACON_DISTANCE)
        ),
    )
