"""Actions on the panels of the user interface, and selections that need no picture."""

from s2clientprotocol import ui_pb2

from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.rules import commands, selection
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.selection import (
    ControlGroupAction,
    IdleWorkerSelection,
    MultiPanelAction,
)
from a3c_tf.minigames.rules.world import CONTROL_GROUPS


def perform(game: Game, action: ui_pb2.ActionUI) -> ActionResult:
    """Carry out one action on the user interface.

    Args:
        game: The game, as its player sees it.
        action: What to do.

    Returns:
        What became of it; NOT_SUPPORTED for warp gates, larvae and cargo, which these games do
        not have.
    """
    kind = action.WhichOneof("action")
    if kind is None:
        return ActionResult.ERROR
    if kind not in _KINDS:
        return ActionResult.NOT_SUPPORTED
    return _KINDS[kind](game, getattr(action, kind))


def _control_group(game: Game, action: ui_pb2.ActionControlGroup) -> ActionResult:
    if action.control_group_index >= CONTROL_GROUPS:
        return ActionResult.ERROR
    selection.control_group(
        game.world, ControlGroupAction(action.action), action.control_group_index
    )
    return ActionResult.SUCCESS


def _select_army(game: Game, action: ui_pb2.ActionSelectArmy) -> ActionResult:
    selection.select_army(game.world, add=action.selection_add)
    return ActionResult.SUCCESS


def _select_idle_worker(game: Game, action: ui_pb2.ActionSelectIdleWorker) -> ActionResult:
    selection.select_idle_worker(game.world, IdleWorkerSelection(action.type))
    return ActionResult.SUCCESS


def _multi_panel(game: Game, action: ui_pb2.ActionMultiPanel) -> ActionResult:
    world = game.world
    if not 0 <= action.unit_index < len(world.selection):
        return ActionResult.ERROR
    selection.multi_panel(world, MultiPanelAction(action.type), action.unit_index)
    return ActionResult.SUCCESS


def _production_panel(
    game: Game, action: ui_pb2.ActionProductionPanelRemoveFromQueue
) -> ActionResult:
    return commands.cancel_production(game.world, action.unit_index)


def _toggle_autocast(game: Game, action: ui_pb2.ActionToggleAutocast) -> ActionResult:
    world = game.world
    return commands.toggle_autocast(world, action.ability_id, world.selection)


_KINDS = {
    "control_group": _control_group,
    "select_army": _select_army,
    "select_idle_worker": _select_idle_worker,
    "multi_panel": _multi_panel,
    "production_panel": _production_panel,
    "toggle_autocast": _toggle_autocast,
}
