"""How map scripts line up units."""

import math
from collections.abc import Iterator

from a3c_tf.minigames.rules.unit import Point


def column(centre: Point, count: int) -> list[Point]:
    """Lines units up in a column: one in the middle, then one above and one below in turn.

    Args:
        centre: World units.
        count: How many.

    Returns:
        Points one world unit apart, at 0, 1, -1, 2, -2, ... from the centre.
    """
    x, y = centre
    return [(x, y + (i // 2) * (1 if i % 2 == 0 else -1)) for i in range(1, count + 1)]


def cluster(centre: Point, spacing: float) -> Iterator[Point]:
    """Finds places for units that are all to appear at one point; the game keeps them apart.

    Args:
        centre: World units.
        spacing: Distance between neighbours.

    Yields:
        The centre, then the points of hexagons around it, from the innermost outwards.
    """
    yield centre
    ring = 0
    while True:
        ring += 1
        for corner in range(6):
            x, y = _corner(centre, corner, ring * spacing)
            next_x, next_y = _corner(centre, corner + 1, ring * spacing)
            for step in range(ring):
                share = step / ring
                yield x + (next_x - x) * share, y + (next_y - y) * share


def _corner(centre: Point, corner: int, radius: float) -> Point:
    angle = corner * math.pi / 3
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)
