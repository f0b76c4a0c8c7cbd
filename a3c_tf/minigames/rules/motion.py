"""How units get from place to place: along a route, with a start and a braking distance."""

import enum
import math
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules.unit import Point, Route, Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

# A moving goal is followed on the old route until it has gone this far.
_REPLAN_DISTANCE = 0.5
_ARRIVED = 1e-6
# A unit that hasn't gone as far as its own radius in this time gives up: others bar its way.
_STUCK_LOOPS = 32


class Travel(enum.Enum):
    """How a unit is getting on."""

    MOVING = enum.auto()
    ARRIVED = enum.auto()
    BLOCKED = enum.auto()


def travel(
    world: "World",
    unit: Unit,
    x: float,
    y: float,
    reach: float = 0.0,
    target: Unit | None = None,
) -> Travel:
    """Moves a unit one game loop towards a point.

    Args:
        world: The game.
        unit: The unit to move.
        x: Where to, in world units.
        y: Where to, in world units.
        reach: Distance from the point at which it has arrived.
        target: The unit that stands at the point and is to be touched; it is no obstacle.

    Returns:
        ARRIVED on the loop in which it arrives, BLOCKED when it is as near as it can get.
    """
    route = unit.route
    if route is None or route.layout != world.ground.layout or _has_gone(route.goal, x, y):
        route = unit.route = plan(world, unit, x, y, target)
    points = route.points
    way_x, way_y = points[-1]
    dx, dy = way_x - unit.x, way_y - unit.y
    remaining = math.sqrt(dx * dx + dy * dy)
    is_last = len(points) == 1
    to_go = remaining - reach if is_last and route.complete else remaining
    if to_go > _ARRIVED:
        step = _speed(unit, to_go, is_last)
        unit.current_speed = step
        step = min(step, to_go)
        to_go -= step
        share = step / remaining
        unit.x += dx * share
        unit.y += dy * share
        unit.facing = math.atan2(dy, dx)
        if not unit.passes_units:
            world.crowd_moved = True
    if to_go > _ARRIVED:
        return Travel.MOVING
    if not is_last:
        points.pop()
        return Travel.MOVING
    halt(unit)
    return Travel.ARRIVED if route.complete else Travel.BLOCKED


def go(world: "World", unit: Unit, point: Point) -> bool:
    """Moves a unit one game loop towards a point, as one of a group that may crowd around it.

    Args:
        world: The game.
        unit: The unit to move.
        point: Where to, in world units.

    Returns:
        Whether it is as near as it will get.
    """
    if unit.settled_at == point:
        halt(unit)
        return True
    if travel(world, unit, point[0], point[1]) is not Travel.MOVING:
        return True
    return _is_stuck(world, unit)


def pursue(world: "World", unit: Unit, target: Unit, gap: float) -> Travel:
    """Moves a unit one game loop towards another that may itself be moving.

    Args:
        world: The game.
        unit: The unit to move.
        target: The other.
        gap: Distance from edge to edge at which it has arrived.

    Returns:
        See `travel`.
    """
    route = unit.route
    if route is not None and len(route.points) == 1 and route.complete:
        route.points[0] = (target.x, target.y)
    obstacle = target if target.kind.blocks_path else None
    return travel(world, unit, target.x, target.y, contact_distance(unit, target) + gap, obstacle)


def halt(unit: Unit) -> None:
    """Brings a unit to a stop where it is.

    Args:
        unit: The unit.
    """
    unit.route = None
    unit.current_speed = 0.0


def plan(world: "World", unit: Unit, x: float, y: float, target: Unit | None) -> Route:
    """Plans the way of a unit to a point.

    Args:
        world: The game.
        unit: The unit.
        x: Where to, in world units.
        y: Where to, in world units.
        target: The unit at that point, which is no obstacle, or None.

    Returns:
        The route.
    """
    radius = unit.kind.radius
    router = world.ground.router(radius)
    start = (unit.x, unit.y)
    if target is None:
        points, complete = router.route(start, world.script.clamp((x, y), radius))
    else:
        # A refinery's geyser is no obstacle on the way to the refinery either.
        points, complete = router.route(start, (x, y), (target.tag, target.resource or 0))
    return Route((x, y), world.ground.layout, points, complete)


def contact_distance(unit: Unit, other: Unit) -> float:
    """Distance between the centres of two units that touch.

    Args:
        unit: One unit.
        other: The other.

    Returns:
        World units.
    """
    return unit.kind.radius + other.kind.radius


def distance(unit: Unit, point: Point) -> float:
    """Distance from a unit's centre to a point.

    Args:
        unit: The unit.
        point: The point.

    Returns:
        World units.
    """
    return math.hypot(unit.x - point[0], unit.y - point[1])


def _is_stuck(world: "World", unit: Unit) -> bool:
    """Looks now and then whether a unit has moved since the last time."""
    if (world.game_loop + (unit.tag >> 18)) % _STUCK_LOOPS:
        return False
    before, unit.landmark = unit.landmark, (unit.x, unit.y)
    return before is not None and distance(unit, before) < unit.kind.radius


def _has_gone(goal: Point, x: float, y: float) -> bool:
    return abs(goal[0] - x) > _REPLAN_DISTANCE or abs(goal[1] - y) > _REPLAN_DISTANCE


def _speed(unit: Unit, to_go: float, is_last: bool) -> float:
    """Speed in this game loop: up to the maximum, and braking so as to stop at the end."""
    kind = unit.kind
    acceleration = kind.acceleration
    if acceleration == 0.0:
        return kind.speed
    speed = unit.current_speed + acceleration
    if speed > kind.speed:
        speed = kind.speed
    if is_last:
        braking_squared = 2.0 * acceleration * to_go
        if speed * speed > braking_squared:
            speed = max(math.sqrt(braking_squared), acceleration)
    return speed
