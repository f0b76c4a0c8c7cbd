"""Where structures may stand.

Structures stand on a grid of cells. Assumed of the game's rule about resources: a town hall keeps
three cells from them along either axis, but may touch the corner of that zone (the command centres
and fields of the maps stand like this).
"""

import math
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit import Point, Unit
from a3c_tf.minigames.rules.unit_data import UnitType

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

RESOURCE_GAP_CELLS = 3
# A refinery goes onto the geyser that is at most this far from the point aimed at, on either axis.
_GEYSER_REACH = 1.5


def snap(kind: UnitType, point: Point) -> Point:
    """Moves a structure's centre onto the grid.

    Args:
        kind: The structure.
        point: Where it was aimed, in world units.

    Returns:
        Middle of a cell along axes on which it takes an odd number of cells, else a cell's edge.
    """
    width, height = kind.footprint or (1, 1)
    return _snap_axis(point[0], width), _snap_axis(point[1], height)


def geyser_at(world: "World", point: Point) -> Unit | None:
    """Finds the geyser a refinery is aimed at.

    Args:
        world: The game.
        point: World coordinates.

    Returns:
        The geyser, or None.
    """
    for unit in world.units.values():
        if (
            unit.kind.is_geyser
            and abs(unit.x - point[0]) <= _GEYSER_REACH
            and abs(unit.y - point[1]) <= _GEYSER_REACH
        ):
            return unit
    return None


def check(world: "World", kind: UnitType, point: Point) -> ActionResult:
    """Checks whether a structure may be placed.

    Args:
        world: The game.
        kind: The structure.
        point: Its centre on the grid, as `snap` gives it; of a refinery, its geyser's.

    Returns:
        SUCCESS, or the game's reason why not.
    """
    x, y = point
    width, height = kind.footprint or (1, 1)
    area = world.script.buildable
    if not (
        area.left <= x - width / 2
        and x + width / 2 <= area.right
        and area.bottom <= y - height / 2
        and y + height / 2 <= area.top
    ):
        return ActionResult.CANT_BUILD_LOCATION_INVALID
    geyser = geyser_at(world, point) if kind.is_refinery else None
    if kind.is_refinery and (geyser is None or (geyser.x, geyser.y) != point):
        return ActionResult.CANT_FIND_PLACEMENT_LOCATION
    for unit in world.units.values():
        if unit.kind.footprint is None or unit is geyser:
            continue
        gap_x, gap_y = _gaps(unit, x, y, width, height)
        if gap_x < 0 and gap_y < 0:
            return ActionResult.CANT_BUILD_LOCATION_INVALID
        if kind.is_town_hall and _is_resource(unit) and _too_close(gap_x, gap_y):
            return ActionResult.CANT_BUILD_TOO_CLOSE_TO_RESOURCES
    return ActionResult.SUCCESS


def _snap_axis(value: float, cells: int) -> float:
    return math.floor(value) + 0.5 if cells % 2 else float(math.floor(value + 0.5))


def _gaps(unit: Unit, x: float, y: float, width: int, height: int) -> tuple[float, float]:
    """Free cells between a standing footprint and a new one along each axis; < 0 overlaps."""
    other_width, other_height = unit.kind.footprint or (0, 0)
    return (
        abs(unit.x - x) - (width + other_width) / 2,
        abs(unit.y - y) - (height + other_height) / 2,
    )


def _is_resource(unit: Unit) -> bool:
    return unit.kind.is_mineral_field or unit.kind.is_geyser


def _too_close(gap_x: float, gap_y: float) -> bool:
    near = RESOURCE_GAP_CELLS
    is_corner = gap_x >= near - 1 and gap_y >= near - 1
    return gap_x < near and gap_y < near and not is_corner
