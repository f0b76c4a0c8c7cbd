"""Keeping units apart that do not pass through each other."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules.unit import Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

_TOLERANCE = 1e-3


def separate(world: "World") -> bool:
    """Pushes overlapping units apart, half the overlap each, and out of structures.

    A unit that comes up against one that has already arrived where it is going has arrived too,
    so a group sent to one point gathers around it instead of pushing for ever.

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
                _settle(unit, other)
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
            outside = world.ground.obstacles(radius).push_out((unit.x, unit.y))
            unit.x, unit.y = world.script.clamp(outside, radius)
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


def _share(unit: Unit, other: Unit) -> float:
    """How much of the overlap the first gives way for; units that hold their place give none."""
    if unit.is_anchored == other.is_anchored:
        return 0.5
    return 0.0 if unit.is_anchored else 1.0


def _settle(unit: Unit, other: Unit) -> None:
    for mover, stander in ((unit, other), (other, unit)):
        route = mover.route
        if route is not None and stander.settled_at == route.goal:
            mover.settled_at = route.goal


def _keep_on_the_map(world: "World", units: Sequence[Unit]) -> None:
    clamp = world.script.clamp
    for unit in units:
        radius = unit.kind.radius
        unit.x, unit.y = clamp(world.ground.obstacles(radius).push_out((unit.x, unit.y)), radius)
