"""What blocks the way on flat ground.

Structures and resources do, each as a disc; a mineral field, which is two cells wide and one high,
as one disc a cell. What is found out about them is kept for as long as they stay the same.
"""

import math
from collections.abc import Collection, Iterable
from typing import NamedTuple

from a3c_tf.minigames.maps.script import Rectangle
from a3c_tf.minigames.rules.unit import Point, Unit

# Units may come this much nearer than contact, so that one that touches is not caught.
_SLACK = 0.05
_CORNERS = [(math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8)]
# Circumscribed octagon, so that its edges too stay clear of the disc.
_OCTAGON = 1.0 / math.cos(math.pi / 8)
# How a place is looked for where a unit fits: on circles this far apart, as far out as that.
_RING_STEP = 0.25
_RINGS = 40
# Size of the cells in which the discs near a point are looked up.
_CELL = 2.0


class Disc(NamedTuple):
    """Ground that a unit takes up, in world units; `tag` names the unit."""

    x: float
    y: float
    radius: float
    tag: int


def discs_of(unit: Unit) -> list[Disc]:
    """Lists the discs that a unit puts in the way of others.

    Args:
        unit: A structure, a resource, or anything else.

    Returns:
        No disc when it does not block the way.
    """
    kind = unit.kind
    if not kind.blocks_path:
        return []
    if kind.is_mineral_field:
        return [Disc(unit.x + side, unit.y, 0.5, unit.tag) for side in (-0.5, 0.5)]
    return [Disc(unit.x, unit.y, kind.radius, unit.tag)]


class Obstacles:
    """The obstacles on the map, as they are for units of one size."""

    def __init__(self, discs: Iterable[Disc], clearance: float, bounds: Rectangle) -> None:
        """Take the obstacles as they stand.

        Args:
            discs: What blocks the way.
            clearance: Radius of the units in world units.
            bounds: Where units can be.
        """
        self._bounds = bounds.shrunk(clearance)
        discs = list(discs)
        self._touching = [Disc(d.x, d.y, d.radius + clearance, d.tag) for d in discs]
        self._grown = [Disc(d.x, d.y, d.radius + clearance - _SLACK, d.tag) for d in discs]
        self._corners: dict[Disc, list[tuple[Point, list[Disc]]]] = {}
        self._found: dict[tuple[Point, Point], list[Disc]] = {}
        self._near: dict[tuple[int, int], list[Disc]] = {}

    def push_out(self, point: Point) -> Point:
        """Moves a point out of the obstacles it is in.

        Args:
            point: A unit's position.

        Returns:
            The nearest point outside the disc it was in; the same point when it was in none.
        """
        x, y = point
        for cx, cy, reach, _ in self._discs_near(x, y):
            dx, dy = x - cx, y - cy
            squared = dx * dx + dy * dy
            if squared < reach * reach:
                distance = math.sqrt(squared)
                if distance < 1e-6:
                    dx, dy, distance = 0.0, -1.0, 1.0
                x, y = cx + dx / distance * reach, cy + dy / distance * reach
        return x, y

    def nearest_free(self, point: Point) -> Point:
        """Finds a place for a unit that may stand where several obstacles meet.

        Args:
            point: Its position.

        Returns:
            The same point when the unit fits there; else a near one where it does, or, where all
            around is taken, the nearest point outside one of the discs.
        """
        pushed = self.push_out(point)
        if self._is_free(pushed):
            return pushed
        x, y = point
        for ring in range(1, _RINGS):
            for ux, uy in _CORNERS:
                candidate = (x + ux * ring * _RING_STEP, y + uy * ring * _RING_STEP)
                if self._is_free(candidate):
                    return candidate
        return pushed

    def _is_free(self, point: Point) -> bool:
        x, y = point
        return point == self._bounds.clamp(point) and all(
            math.hypot(disc.x - x, disc.y - y) >= disc.radius - _SLACK
            for disc in self._discs_near(x, y)
        )

    def outside(self, goal: Point, start: Point, ignored: Collection[int]) -> Point:
        """Moves a goal that is inside an obstacle to where a unit can get.

        Args:
            goal: Where a unit is to go, in world units.
            start: Where it comes from; that side is taken from the very middle of a disc.
            ignored: Tags of what is no obstacle.

        Returns:
            The nearest point outside.
        """
        x, y = goal
        for _ in range(3):
            inside = False
            for cx, cy, touching, tag in self._discs_near(x, y):
                radius = touching - _SLACK
                dx, dy = x - cx, y - cy
                squared = dx * dx + dy * dy
                if squared < radius * radius - 1e-9 and tag not in ignored:
                    distance = math.sqrt(squared)
                    if distance < 1e-6:
                        dx, dy = start[0] - cx, start[1] - cy
                        distance = math.hypot(dx, dy) or 1.0
                    x, y = cx + dx / distance * radius, cy + dy / distance * radius
                    inside = True
            if not inside:
                break
        return self._bounds.clamp((x, y))

    def blockers(self, start: Point, end: Point, ignored: Collection[int] = ()) -> list[Disc]:
        """Lists the discs that the straight way enters, leaving out those it only leaves.

        Args:
            start: One end, in world units.
            end: The other.
            ignored: Tags of what is no obstacle, because the unit wants to touch it.

        Returns:
            The discs.
        """
        ax, ay = start
        vx, vy = end[0] - ax, end[1] - ay
        length_squared = vx * vx + vy * vy
        if length_squared < 1e-12:
            return []
        found = []
        for disc in self._grown:
            cx, cy, radius, _ = disc
            wx, wy = cx - ax, cy - ay
            along = wx * vx + wy * vy
            if along <= 0.0:
                continue  # behind, or the unit is in it and on its way out
            along = along / length_squared if along < length_squared else 1.0
            dx, dy = wx - along * vx, wy - along * vy
            if dx * dx + dy * dy < radius * radius - 1e-9:
                found.append(disc)
        return _enforced(found, ignored)

    def blockers_between(
        self, corner: Point, other: Point, ignored: Collection[int] = ()
    ) -> list[Disc]:
        """Lists the same as `blockers`, and remembers it.

        Args:
            corner: One of the points that `corners` gives.
            other: Another.
            ignored: Tags of what is no obstacle.

        Returns:
            The discs.
        """
        key = (corner, other)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self.blockers(corner, other)
        return _enforced(found, ignored)

    def corners(self, discs: Iterable[Disc], ignored: Collection[int] = ()) -> list[Point]:
        """Lists the points at which a way round may turn.

        Args:
            discs: Discs that are in the way.
            ignored: Tags of what is no obstacle.

        Returns:
            Corners of octagons around them that nothing else covers.
        """
        return [
            corner
            for disc in discs
            for corner, covering in self._corners_of(disc)
            if not _enforced(covering, ignored) and corner == self._bounds.clamp(corner)
        ]

    def _corners_of(self, disc: Disc) -> list[tuple[Point, list[Disc]]]:
        """The octagon's corners, each with the discs that cover it."""
        corners = self._corners.get(disc)
        if corners is None:
            reach = disc.radius * _OCTAGON + 1e-3
            around = [(disc.x + ux * reach, disc.y + uy * reach) for ux, uy in _CORNERS]
            corners = self._corners[disc] = [
                ((x, y), [d for d in self._grown if math.dist((d.x, d.y), (x, y)) < d.radius])
                for x, y in around
            ]
        return corners

    def _discs_near(self, x: float, y: float) -> list[Disc]:
        key = (int(x // _CELL), int(y // _CELL))
        near = self._near.get(key)
        if near is None:
            cx, cy = (key[0] + 0.5) * _CELL, (key[1] + 0.5) * _CELL
            near = self._near[key] = [
                disc
                for disc in self._touching
                if math.hypot(disc.x - cx, disc.y - cy) < disc.radius + _CELL
            ]
        return near


def _enforced(discs: list[Disc], ignored: Collection[int]) -> list[Disc]:
    if not ignored or not discs:
        return discs
    return [disc for disc in discs if disc.tag not in ignored]
