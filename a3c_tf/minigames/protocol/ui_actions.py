"""Actions on the panels of the user interface, and selections that need no picture."""

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.protocol.autocast import toggle_autocast
from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.rules import commands, selection, selection_panel
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.selection import ControlGroupAction, IdleWorkerSelection
from a3c_tf.minigames.rules.selection_panel import MultiPanelAction
from a3c_tf.minigames.rules.world import CONTROL_GROUPS


def perform(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    """Carry out one action on the user interface.

    Args:
        game: The game, as its player sees it.
        executed: What to do; rewritten to what was done.

    Returns:
        What became of it; NOT_SUPPORTED for warp gates, larvae and cargo, which these games do
        not have.
    """
    kind = executed.action_ui.WhichOneof("action")
    if kind is None:
        return ActionResult.ERROR
    if kind not in _KINDS:
        return ActionResult.NOT_SUPPORTED
    return _KINDS[kind](game, executed)


def _control_group(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    action = executed.action_ui.control_group
    if action.control_group_index >= CONTROL_GROUPS:
        return ActionResult.ERROR
    selection.control_group(
        game.world, ControlGroupAction(action.action), action.control_group_index
    )
    return ActionResult.SUCCESS


def _select_army(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    action = executed.action_ui.select_army
    selection.select_army(game.world, add=action.selection_add)
    return ActionResult.SUCCESS


def _select_idle_worker(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    action = executed.action_ui.select_idle_worker
    selection.select_idle_worker(game.world, IdleWorkerSelection(action.type))
    return ActionResult.SUCCESS


def _multi_panel(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    action = executed.action_ui.multi_panel
    world = game.world
    if not 0 <= action.unit_index < len(world.selection):
        return ActionResult.ERROR
    selection_panel.multi_panel(world, MultiPanelAction(action.type), action.unit_index)
    return ActionResult.SUCCESS


def _production_panel(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    action = executed.action_ui.production_panel
    return commands.cancel_production(game.world, action.unit_index)


def _toggle_autocast(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    action = executed.action_ui.toggle_autocast
    return toggle_autocast(game, executed, action.ability_id, tuple(game.world.selection))


_KINDS = {
    "control_group": _control_group,
    "select_army": _select_army,
    "select_idle_worker": _select_idle_worker,
    "multi_panel": _multi_panel,
    "production_panel": _production_panel,
    "toggle_autocast": _toggle_autocast,
}
