"""The panel of selected units: their order, the subgroup in front, and clicks on it.

The enumeration carries the protocol's own numbers (ui.proto).
"""

import enum
from collections.abc import Iterable

from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.world import World


class MultiPanelAction(enum.IntEnum):
    """What a click on the panel of selected units does (ActionMultiPanel.Type)."""

    SINGLE_SELECT = 1
    DESELECT = 2
    SELECT_ALL_OF_TYPE = 3
    DESELECT_ALL_OF_TYPE = 4


def in_order(units: Iterable[Unit]) -> list[int]:
    """Lists units as the panel does.

    Args:
        units: Any units.

    Returns:
        Their tags: subgroup by subgroup, the highest priority first, and the oldest unit first in
        each.
    """
    return [unit.tag for unit in sorted(units, key=_panel_key)]


def active_subgroup(world: World) -> list[int]:
    """Finds the units whose command card is on the screen: the selection's first type.

    The game's own command card shows this subgroup's commands alone, although those that others
    share, such as a move, go to all that are selected. That the abilities offered to a client are
    those of this card is inferred from published random scores (docs/calibration.md). The protocol
    has no key that brings another subgroup to the front.

    Args:
        world: The game.

    Returns:
        Tags of the selected units of that type; empty where nothing is selected.
    """
    selected = [world.units[tag] for tag in world.selection]
    if not selected:
        return []
    front = min(selected, key=_panel_key).kind
    return [unit.tag for unit in selected if unit.kind is front]


def multi_panel(world: World, action: MultiPanelAction, index: int) -> None:
    """Clicks a unit in the panel of selected units.

    Args:
        world: The game.
        action: What the click does.
        index: Position in `world.selection`; out of range is ignored.
    """
    selection = world.selection
    if not 0 <= index < len(selection):
        return
    tag = selection[index]
    kind = world.units[tag].kind
    of_type = [other for other in selection if world.units[other].kind is kind]
    if action is MultiPanelAction.SINGLE_SELECT:
        world.selection = [tag]
    elif action is MultiPanelAction.DESELECT:
        world.selection = [other for other in selection if other != tag]
    elif action is MultiPanelAction.SELECT_ALL_OF_TYPE:
        world.selection = of_type
    else:
        world.selection = [other for other in selection if other not in of_type]


def _panel_key(unit: Unit) -> tuple[int, int, int]:
    return -unit.kind.subgroup_priority, unit.kind.unit_id, unit.tag
