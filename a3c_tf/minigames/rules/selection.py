"""What the client selects: by point, by rectangle, by kind, by control group.

All coordinates are world units. The enumerations carry the protocol's own numbers (ui.proto,
spatial.proto). Nothing here raises, whatever is asked for.
"""

import enum
from collections.abc import Iterable

from a3c_tf.minigames.rules.selection_panel import in_order
from a3c_tf.minigames.rules.unit import Alliance, Point, Unit
from a3c_tf.minigames.rules.world import World

# Half the width and height of the client's screen.
_SCREEN_REACH = 12.0


class PointSelection(enum.IntEnum):
    """How a click selects (ActionSpatialUnitSelectionPoint.Type)."""

    SELECT = 1
    TOGGLE = 2
    ALL_TYPE = 3
    ADD_ALL_TYPE = 4


class IdleWorkerSelection(enum.IntEnum):
    """How idle workers are selected (ActionSelectIdleWorker.Type)."""

    SET = 1
    ADD = 2
    ALL = 3
    ADD_ALL = 4


class ControlGroupAction(enum.IntEnum):
    """What is done with a control group (ActionControlGroup.ControlGroupAction)."""

    RECALL = 1
    SET = 2
    APPEND = 3
    SET_AND_STEAL = 4
    APPEND_AND_STEAL = 5


def unit_at(world: World, point: Point) -> Unit | None:
    """Finds the unit a click at a point falls on.

    Args:
        world: The game.
        point: World coordinates.

    Returns:
        The visible unit whose disc contains the point: one that moves before one that doesn't, a
        player's before a neutral one, then the one whose centre is nearest; or None.
    """
    x, y = point
    best: Unit | None = None
    best_key = (True, True, 0.0)
    for unit in world.units.values():
        dx, dy, radius = unit.x - x, unit.y - y, unit.kind.radius
        squared = dx * dx + dy * dy
        if squared <= radius * radius and not unit.is_inside and world.is_visible(unit):
            key = (unit.kind.speed == 0.0, unit.alliance is Alliance.NEUTRAL, squared)
            if best is None or key < best_key:
                best, best_key = unit, key
    return best


def select_point(world: World, point: Point, kind: PointSelection) -> None:
    """Selects by a click; ALL_TYPE takes those of the same type on the screen.

    Args:
        world: The game.
        point: World coordinates.
        kind: How the click selects.
    """
    click(world, unit_at(world, point), kind)


def click(world: World, unit: Unit | None, kind: PointSelection) -> None:
    """Selects by a click on a unit.

    A click on nothing leaves the selection as it is, and so does adding what isn't the client's.

    Args:
        world: The game.
        unit: The unit clicked on, or None.
        kind: How the click selects.
    """
    if unit is None:
        return
    adds = kind in (PointSelection.TOGGLE, PointSelection.ADD_ALL_TYPE)
    if unit.alliance is not Alliance.SELF:
        if not adds:
            world.selection = [unit.tag]
        return
    if kind in (PointSelection.ALL_TYPE, PointSelection.ADD_ALL_TYPE):
        _select(world, _same_type_on_screen(world, unit), add=adds)
    elif kind is PointSelection.TOGGLE and unit.tag in world.selection:
        world.selection.remove(unit.tag)
    else:
        _select(world, [unit], add=adds)


def select_rectangle(world: World, corner: Point, opposite: Point, add: bool = False) -> None:
    """Selects what a box touches: the client's units, else its buildings, else one other unit.

    Args:
        world: The game.
        corner: A corner of the box in world coordinates.
        opposite: The opposite corner.
        add: Whether to keep the present selection.
    """
    left, right = sorted((corner[0], opposite[0]))
    bottom, top = sorted((corner[1], opposite[1]))
    touched = [
        unit
        for unit in world.units.values()
        if not unit.is_inside
        and _reaches(unit, left, bottom, right, top)
        and world.is_visible(unit)
    ]
    own = [unit for unit in touched if unit.alliance is Alliance.SELF]
    mobile = [unit for unit in own if not unit.kind.is_structure]
    if own:
        _select(world, mobile or own, add)
    elif touched and not add:
        world.selection = [touched[0].tag]


def select_idle_worker(world: World, kind: IdleWorkerSelection) -> None:
    """Selects one idle worker (each call the next one), or all of them.

    Args:
        world: The game.
        kind: One or all, replacing or adding.
    """
    idle = [
        unit
        for unit in world.active
        if unit.owner == 1 and unit.kind.is_worker and not unit.orders and not unit.is_inside
    ]
    if not idle:
        return
    add = kind in (IdleWorkerSelection.ADD, IdleWorkerSelection.ADD_ALL)
    if kind in (IdleWorkerSelection.ALL, IdleWorkerSelection.ADD_ALL):
        _select(world, idle, add)
        return
    worker = next((unit for unit in idle if unit.tag > world.last_idle_worker), idle[0])
    world.last_idle_worker = worker.tag
    _select(world, [worker], add)


def select_army(world: World, add: bool = False) -> None:
    """Selects all army units; with none, the selection stays.

    Args:
        world: The game.
        add: Whether to keep the present selection.
    """
    army = [unit for unit in world.active if unit.owner == 1 and unit.kind.is_army]
    if army:
        _select(world, army, add)


def control_group(world: World, action: ControlGroupAction, index: int) -> None:
    """Sets, extends or recalls a control group.

    Args:
        world: The game.
        action: What to do.
        index: 0 to 9; anything else is ignored.
    """
    groups = world.control_groups
    if not 0 <= index < len(groups):
        return
    if action is ControlGroupAction.RECALL:
        if groups[index]:
            world.selection = list(groups[index])
        return
    own = [tag for tag in world.selection if world.units[tag].owner == 1]
    if action in (ControlGroupAction.SET_AND_STEAL, ControlGroupAction.APPEND_AND_STEAL):
        for other, group in enumerate(groups):
            groups[other] = [tag for tag in group if tag not in own]
    if action in (ControlGroupAction.APPEND, ControlGroupAction.APPEND_AND_STEAL):
        own = groups[index] + [tag for tag in own if tag not in groups[index]]
    groups[index] = in_order(world.units[tag] for tag in own)


def _select(world: World, units: Iterable[Unit], add: bool) -> None:
    """Selects own units; what is not the client's can't stay selected beside them."""
    chosen = list(units)
    if add:
        kept = (world.units[tag] for tag in world.selection)
        chosen += [unit for unit in kept if unit.owner == 1 and unit not in chosen]
    world.selection = in_order(chosen)


def _same_type_on_screen(world: World, unit: Unit) -> list[Unit]:
    x, y = world.camera
    left, right, bottom, top = (
        x - _SCREEN_REACH,
        x + _SCREEN_REACH,
        y - _SCREEN_REACH,
        y + _SCREEN_REACH,
    )
    return [
        other
        for other in world.active
        if _taken_as(other) == _taken_as(unit)
        and other.owner == unit.owner
        and not other.is_inside
        and _reaches(other, left, bottom, right, top)
    ]


def _taken_as(unit: Unit) -> int:
    return unit.kind.select_alias or unit.kind.unit_id


def _reaches(unit: Unit, left: float, bottom: float, right: float, top: float) -> bool:
    """Whether the unit's disc touches the rectangle."""
    dx = unit.x - min(max(unit.x, left), right)
    dy = unit.y - min(max(unit.y, bottom), top)
    return dx * dx + dy * dy <= unit.kind.radius**2
