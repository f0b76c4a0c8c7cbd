"""Random points, as map scripts draw them."""

import math
import random
from collections.abc import Callable, Sequence

from a3c_tf.minigames.maps.script import Rectangle
from a3c_tf.minigames.rules.unit import Point

_MOST_DRAWS = 1000


def random_point(chance: random.Random, area: Rectangle) -> Point:
    """Draws a point, all of the area alike.

    Args:
        chance: Where the numbers come from.
        area: World units.

    Returns:
        A point in it.
    """
    return chance.uniform(area.left, area.right), chance.uniform(area.bottom, area.top)


def random_point_where(
    chance: random.Random, area: Rectangle, accepts: Callable[[Point], bool]
) -> Point:
    """Draws points until one is good.

    Args:
        chance: Where the numbers come from.
        area: World units.
        accepts: Tells whether a point is good.

    Returns:
        A good point; any point where 1000 draws found none, as on a map that a debugging client
        has filled with units.
    """
    for _ in range(_MOST_DRAWS):
        point = random_point(chance, area)
        if accepts(point):
            break
    return point


def is_apart(point: Point, others: Sequence[Point], distance: float) -> bool:
    """Tells whether a point keeps a distance.

    Args:
        point: World units.
        others: What it must keep away from.
        distance: World units.

    Returns:
        Whether all of them are at least that far away.
    """
    return all(math.dist(point, other) >= distance for other in others)
