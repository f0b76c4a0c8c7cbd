"""What the client selects: by point, by rectangle, by kind, by control group.

All coordinates are world units. The enumerations carry the protocol's own numbers (ui.proto,
spatial.proto).
"""

import enum

from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.world import World


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


class MultiPanelAction(enum.IntEnum):
    """What a click on the panel of selected units does (ActionMultiPanel.Type)."""

    SINGLE_SELECT = 1
    DESELECT = 2
    SELECT_ALL_OF_TYPE = 3
    DESELECT_ALL_OF_TYPE = 4


def unit_at(world: World, point: tuple[float, float]) -> Unit | None:
    """Finds the unit a click at a point falls on.

    Args:
        world: The game.
        point: World coordinates.

    Returns:
        The visible unit whose disc contains the point and whose centre is nearest, or None.
    """
    raise NotImplementedError


def select_point(world: World, point: tuple[float, float], kind: PointSelection) -> None:
    """Selects by a click; ALL_TYPE takes those of the same type on the screen.

    Args:
        world: The game.
        point: World coordinates.
        kind: How the click selects.
    """
    raise NotImplementedError


def select_rectangle(
    world: World, corner: tuple[float, float], opposite: tuple[float, float], add: bool = False
) -> None:
    """Selects what a box touches: the player's units, else its buildings, else one other unit.

    Args:
        world: The game.
        corner: A corner of the box in world coordinates.
        opposite: The opposite corner.
        add: Whether to keep the present selection.
    """
    raise NotImplementedError


def select_idle_worker(world: World, kind: IdleWorkerSelection) -> None:
    """Selects one idle worker (each call the next one), or all of them.

    Args:
        world: The game.
        kind: One or all, replacing or adding.
    """
    raise NotImplementedError


def select_army(world: World, add: bool = False) -> None:
    """Selects all army units.

    Args:
        world: The game.
        add: Whether to keep the present selection.
    """
    raise NotImplementedError


def control_group(world: World, action: ControlGroupAction, index: int) -> None:
    """Sets, extends or recalls a control group.

    Args:
        world: The game.
        action: What to do.
        index: 0 to 9; anything else is ignored.
    """
    raise NotImplementedError


def multi_panel(world: World, action: MultiPanelAction, index: int) -> None:
    """Clicks a unit in the panel of selected units.

    Args:
        world: The game.
        action: What the click does.
        index: Position in `world.selection`; out of range is ignored.
    """
    raise NotImplementedError
