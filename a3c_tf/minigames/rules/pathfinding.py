"""Ways around obstacles.

A route is the shortest one over the corners of octagons drawn around those obstacles that turn out
to be in the way; with nothing in the way it is the straight line.
"""

import heapq
import math
from collections.abc import Collection

from a3c_tf.minigames.rules.obstacles import Disc, Obstacles
from a3c_tf.minigames.rules.unit import Point

_MAX_CHECKS = 400
# Units this near to each other that go to the same goal take the same way round.
_SHARING_DISTANCE = 1.5
_ROUTES_KEPT = 64


class Router:
    """Finds routes for units of one size while the obstacles stay the same."""

    def __init__(self, obstacles: Obstacles) -> None:
        """Start with no route known.

        Args:
            obstacles: What is in the way.
        """
        self._obstacles = obstacles
        self._routes: dict[Point, list[tuple[Point, list[Point]]]] = {}

    def route(
        self, start: Point, goal: Point, ignored: Collection[int] = ()
    ) -> tuple[list[Point], bool]:
        """Finds the way from one point to another.

        Args:
            start: Where the unit is.
            goal: Where it wants to be; inside an obstacle, the nearest point outside is taken.
            ignored: Tags of what is no obstacle, because the unit wants to touch it.

        Returns:
            The points to go to, the last first, and whether they lead to the goal. When they do
            not, the only point is as far as the straight line leads.
        """
        goal = self._obstacles.outside(goal, start, ignored)
        blockers = self._obstacles.blockers(start, goal, ignored)
        if not blockers:
            return [goal], True
        route = self._shared(start, goal, ignored)
        if route is None:
            route = self._search(start, goal, blockers, ignored)
            if route is None:
                return [_first_contact(start, goal, blockers)], False
            self._remember(start, goal, route)
        return list(route), True

    def _remember(self, start: Point, goal: Point, route: list[Point]) -> None:
        if len(self._routes) >= _ROUTES_KEPT:
            self._routes.clear()
        self._routes.setdefault(goal, []).append((start, route))

    def _shared(self, start: Point, goal: Point, ignored: Collection[int]) -> list[Point] | None:
        """Joins the shortest route found for another unit beside this one, if any can be."""
        best, best_length = None, math.inf
        for other, route in self._routes.get(goal, ()):
            if math.dist(start, other) > _SHARING_DISTANCE:
                continue
            for index in range(1, len(route)):
                if not self._obstacles.blockers(start, route[index], ignored):
                    joined = route[: index + 1]
                    length = _length(start, joined)
                    if length < best_length:
                        best, best_length = joined, length
                    break
        return best

    def _search(
        self, start: Point, goal: Point, blockers: list[Disc], ignored: Collection[int]
    ) -> list[Point] | None:
        """A* over octagon corners; discs join the graph when they are found in the way.

        Whether an edge is free is looked at only when it is the most promising one.
        """
        obstacles = self._obstacles
        known = set(blockers)
        targets = [goal, *obstacles.corners(blockers, ignored)]
        parent: dict[Point, Point] = {}
        cost: dict[Point, float] = {}
        frontier = [(math.dist(start, goal), 0.0, start, start)]
        for _ in range(_MAX_CHECKS):
            if not frontier:
                break
            _, new_cost, node, previous = heapq.heappop(frontier)
            if node in cost:
                continue
            fresh = previous == start or node == goal
            blockers_of = obstacles.blockers if fresh else obstacles.blockers_between
            between = blockers_of(previous, node, ignored)
            if not between:
                cost[node], parent[node] = new_cost, previous
                if node == goal:
                    return _trace(goal, start, parent)
                _extend(frontier, node, new_cost, [t for t in targets if t not in cost], goal)
            elif not known.issuperset(between):
                corners = obstacles.corners([d for d in between if d not in known], ignored)
                known.update(between)
                targets.extend(corners)
                for passed, passed_cost in cost.items():
                    _extend(frontier, passed, passed_cost, corners, goal)
        return None


def _extend(
    frontier: list[tuple[float, float, Point, Point]],
    node: Point,
    cost: float,
    targets: list[Point],
    goal: Point,
) -> None:
    """Adds the edges from a node that was reached to A*'s queue, by estimated total length."""
    for target in targets:
        new_cost = cost + math.dist(node, target)
        heapq.heappush(frontier, (new_cost + math.dist(target, goal), new_cost, target, node))


def _length(start: Point, route: list[Point]) -> float:
    return sum(map(math.dist, route, [*route[1:], start]))


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
    for cx, cy, radius, _ in blockers:
        wx, wy = cx - start[0], cy - start[1]
        along = wx * ux + wy * uy
        off_squared = wx * wx + wy * wy - along * along
        half_chord = math.sqrt(max(radius * radius - off_squared, 0.0))
        nearest = min(nearest, max(along - half_chord, 0.0))
    return start[0] + ux * nearest, start[1] + uy * nearest
