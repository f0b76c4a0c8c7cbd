"""Ways around structures and resources on flat ground.

What blocks the way is a set of discs: a structure's own, and for a mineral field, which is two
cells wide and one high, one disc a cell. A route is the shortest one over the corners of octagons
drawn around those discs of them that turn out to be in the way; with nothing in the way it is the
straight line.
"""

import heapq
import math
from collections.abc import Iterable, Sequence

from a3c_tf.minigames.rules.unit import Point, Unit

Disc = tuple[float, float, float]

# Units may come this much nearer than contact, so that one that touches is not caught.
SLACK = 0.05
_CORNERS = [(math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8)]
# Circumscribed octagon, so that its edges too stay clear of the disc.
_OCTAGON = 1.0 / math.cos(math.pi / 8)
_MAX_EXPANSIONS = 60


def obstacles_of(unit: Unit) -> list[Disc]:
    """Lists the discs (x, y, radius) a unit blocks, in world units.

    Args:
        unit: A structure, a resource, or anything else.

    Returns:
        No disc when it does not block the way.
    """
    kind = unit.kind
    if not kind.blocks_path:
        return []
    if kind.is_mineral_field:
        return [(unit.x - 0.5, unit.y, 0.5), (unit.x + 0.5, unit.y, 0.5)]
    return [(unit.x, unit.y, kind.radius)]


def find_route(
    start: Point, goal: Point, discs: Sequence[Disc], clearance: float
) -> tuple[list[Point], bool]:
    """Finds the way from one point to another.

    Args:
        start: Where the unit is.
        goal: Where it wants to be; inside an obstacle, the nearest point outside is taken.
        discs: What is in the way.
        clearance: Radius of the unit.

    Returns:
        The points to go to, the last first, and whether they lead to the goal. When they do not,
        the only point is as far as the straight line leads.
    """
    margin = clearance - SLACK
    grown = [(x, y, r + margin) for x, y, r in discs]
    goal = _outside(goal, start, grown)
    blockers = _blockers(start, goal, grown)
    if not blockers:
        return [goal], True
    route = _search(start, goal, grown, blockers)
    if route is not None:
        return route, True
    return [_first_contact(start, goal, blockers)], False


def push_out(point: Point, discs: Iterable[Disc], clearance: float) -> Point:
    """Moves a point out of the obstacles it is in.

    Args:
        point: A unit's position.
        discs: What is in the way.
        clearance: Radius of the unit.

    Returns:
        The nearest point outside the disc it was in; the same point when it was in none.
    """
    x, y = point
    for cx, cy, radius in discs:
        reach = radius + clearance
        dx, dy = x - cx, y - cy
        squared = dx * dx + dy * dy
        if squared < reach * reach:
            distance = math.sqrt(squared)
            if distance < 1e-6:
                dx, dy, distance = 0.0, -1.0, 1.0
            x, y = cx + dx / distance * reach, cy + dy / distance * reach
    return x, y


def _blockers(start: Point, end: Point, grown: Sequence[Disc]) -> list[Disc]:
    """Discs that the straight way enters, leaving out those it only leaves."""
    ax, ay = start
    vx, vy = end[0] - ax, end[1] - ay
    length_squared = vx * vx + vy * vy
    if length_squared < 1e-12:
        return []
    found = []
    for disc in grown:
        cx, cy, radius = disc
        wx, wy = cx - ax, cy - ay
        along = (wx * vx + wy * vy) / length_squared
        if along <= 0.0:
            continue  # behind, or the unit is in it and on its way out
        if along > 1.0:
            along = 1.0
        dx, dy = wx - along * vx, wy - along * vy
        if dx * dx + dy * dy < radius * radius - 1e-9:
            found.append(disc)
    return found


def _outside(goal: Point, start: Point, grown: Sequence[Disc]) -> Point:
    x, y = goal
    for _ in range(3):
        inside = False
        for cx, cy, radius in grown:
            dx, dy = x - cx, y - cy
            squared = dx * dx + dy * dy
            if squared < radius * radius - 1e-9:
                distance = math.sqrt(squared)
                if distance < 1e-6:
                    dx, dy = start[0] - cx, start[1] - cy
                    distance = math.hypot(dx, dy) or 1.0
                x, y = cx + dx / distance * radius, cy + dy / distance * radius
                inside = True
        if not inside:
            break
    return x, y


def _corners(disc: Disc, grown: Sequence[Disc]) -> list[Point]:
    cx, cy, radius = disc
    reach = radius * _OCTAGON + 1e-3
    corners = []
    for ux, uy in _CORNERS:
        x, y = cx + ux * reach, cy + uy * reach
        if all((x - ox) ** 2 + (y - oy) ** 2 >= r * r for ox, oy, r in grown):
            corners.append((x, y))
    return corners


def _search(
    start: Point, goal: Point, grown: Sequence[Disc], blockers: list[Disc]
) -> list[Point] | None:
    """A* over octagon corners; discs join the graph when they are found in the way."""
    corners: list[Point] = []
    known: set[Disc] = set()

    def learn(discs: list[Disc]) -> None:
        for disc in discs:
            if disc not in known:
                known.add(disc)
                corners.extend(_corners(disc, grown))

    learn(blockers)
    cost = {start: 0.0}
    parent: dict[Point, Point] = {}
    frontier = [(math.dist(start, goal), start)]
    closed: set[Point] = set()
    for _ in range(_MAX_EXPANSIONS):
        if not frontier:
            return None
        _, node = heapq.heappop(frontier)
        if node == goal:
            return _trace(goal, start, parent)
        if node in closed:
            continue
        closed.add(node)
        in_the_way = _blockers(node, goal, grown)
        learn(in_the_way)
        # Corners learned on the way join the list while it is walked.
        for other in corners if in_the_way else [goal]:
            if other in closed:
                continue
            new_cost = cost[node] + math.dist(node, other)
            if new_cost >= cost.get(other, math.inf):
                continue
            between = _blockers(node, other, grown) if other != goal else []
            if between:
                learn(between)
                continue
            cost[other] = new_cost
            parent[other] = node
            heapq.heappush(frontier, (new_cost + math.dist(other, goal), other))
    return None


def _trace(goal: Point, start: Point, parent: dict[Point, Point]) -> list[Point]:
    points = []
    node = goal
    while node != start:
        points.append(node)
        node = parent[node]
    return points


def _first_contact(start: Point, goal: Point, blockers: list[Disc]) -> Point:
    """The point of the straight way at which it meets the first of the discs."""
    length = math.dist(start, goal)
    ux, uy = (goal[0] - start[0]) / length, (goal[1] - start[1]) / length
    nearest = length
    for cx, cy, radius in blockers:
        wx, wy = cx - start[0], cy - start[1]
        along = wx * ux + wy * uy
        off_squared = wx * wx + wy * wy - along * along
        half_chord = math.sqrt(max(radius * radius - off_squared, 0.0))
        nearest = min(nearest, max(along - half_chord, 0.0))
    return start[0] + ux * nearest, start[1] + uy * nearest
