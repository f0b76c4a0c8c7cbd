"""Keeping units apart that do not pass through each other."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules.unit import Point, Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

_TOLERANCE = 1e-3
# How far a unit slips sideways past one that stands, as a share of their overlap.
_SLIDE = 0.5
# Share of a circle that units fill which have gathered in it; assumed.
_PACKING = 0.6


def separate(world: "World") -> bool:
    """Pushes overlapping units apart, half the overlap each, and out of structures.

    A unit slides along one that stands in its way. One that comes up against a unit that has
    arrived where it is going has arrived too, once it is within the circle that those who have
    arrived fill; so a group sent to one point gathers around it instead of pushing for ever.

    Args:
        world: The game.

    Returns:
        Whether any unit was moved.
    """
    crowd = [unit for unit in world.mobile if not unit.passes_units and not unit.is_inside]
    if len(crowd) < 2:
        return False
    crowd.sort(key=_left_to_right)
    widest = max(unit.kind.radius for unit in crowd)
    settled = Counter(unit.settled_at for unit in crowd)
    pushed: dict[Unit, None] = {}
    for index, unit in enumerate(crowd):
        radius = unit.kind.radius
        limit = radius + widest
        for other in crowd[index + 1 :]:
            dx = other.x - unit.x
            if dx >= limit:
                break
            dy = other.y - unit.y
            reach = radius + other.kind.radius
            if abs(dy) >= reach:
                continue
            squared = dx * dx + dy * dy
            if squared < (reach - _TOLERANCE) ** 2:
                _part(unit, other, dx, dy, math.sqrt(squared), reach)
                _settle(settled, unit, other)
                pushed[unit] = pushed[other] = None
    _keep_on_the_map(world, list(pushed))
    return bool(pushed)


def evict(world: "World", structure: Unit) -> None:
    """Moves units out of a structure that has just risen where they stood.

    Args:
        world: The game.
        structure: The new obstacle.
    """
    for unit in world.mobile:
        radius = unit.kind.radius
        reach = radius + structure.kind.radius
        if not unit.is_inside and (
            (unit.x - structure.x) ** 2 + (unit.y - structure.y) ** 2 < reach * reach
        ):
            unit.x, unit.y = world.ground.obstacles(radius).nearest_free((unit.x, unit.y))
            unit.route = None
    world.crowd_moved = True


def _left_to_right(unit: Unit) -> float:
    return unit.x


def _part(unit: Unit, other: Unit, dx: float, dy: float, gap: float, reach: float) -> None:
    if gap < 1e-6:
        # Exactly on each other: part them along a direction that depends on their tags alone.
        angle = (unit.tag ^ other.tag) * 2.399963
        dx, dy, gap = math.cos(angle), math.sin(angle), 1.0
        overlap = reach
    else:
        overlap = reach - gap
    push_x, push_y = dx / gap * overlap, dy / gap * overlap
    share = _share(unit, other)
    unit.x -= push_x * share
    unit.y -= push_y * share
    other.x += push_x * (1.0 - share)
    other.y += push_y * (1.0 - share)
    if (unit.route is None) != (other.route is None):
        if other.route is None:
            _slide(unit, push_x, push_y)
        else:
            _slide(other, -push_x, -push_y)


def _slide(mover: Unit, to_x: float, to_y: float) -> None:
    """Moves a unit sideways past what it has run into; (to_x, to_y) points there."""
    is_left = math.cos(mover.facing) * to_y > math.sin(mover.facing) * to_x
    side = _SLIDE if is_left else -_SLIDE
    mover.x += to_y * side
    mover.y -= to_x * side


def _share(unit: Unit, other: Unit) -> float:
    """How much of the overlap the first gives way for; units that hold their place give none."""
    if unit.is_anchored != other.is_anchored:
        return 0.0 if unit.is_anchored else 1.0
    if unit.owner != other.owner and (unit.route is None) != (other.route is None):
        return 0.0 if unit.route is None else 1.0  # enemies don't push each other around
    return 0.5


def _settle(settled: Counter[Point | None], unit: Unit, other: Unit) -> None:
    if unit.settled_at == other.settled_at:
        return
    for mover, stander in ((unit, other), (other, unit)):
        route = mover.route
        if route is not None and stander.settled_at == route.goal:
            circle = mover.kind.radius * math.sqrt((settled[route.goal] + 1) / _PACKING)
            goal_x, goal_y = route.goal
            if math.hypot(mover.x - goal_x, mover.y - goal_y) <= circle:
                mover.settled_at = route.goal
                settled[route.goal] += 1


def _keep_on_the_map(world: "World", units: Sequence[Unit]) -> None:
    clamp = world.script.clamp
    for unit in units:
        radius = unit.kind.radius
        unit.x, unit.y = clamp(world.ground.obstacles(radius).push_out((unit.x, unit.y)), radius)
