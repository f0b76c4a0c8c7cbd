"""Actions in world coordinates, on units named by their tags."""

from collections.abc import Sequence

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.protocol.autocast import toggle_autocast
from a3c_tf.minigames.protocol.command import Command, execute, move_camera
from a3c_tf.minigames.protocol.echo import report_camera, report_command
from a3c_tf.minigames.protocol.game import CLIENT_PLAYER_ID, Game
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.selection_panel import in_order
from a3c_tf.minigames.rules.world import World


def perform(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    """Carry out one raw action.

    Args:
        game: The game, as its player sees it.
        executed: What to do; rewritten to what was done, and how each interface shows it.

    Returns:
        What became of it.
    """
    if not game.view.options.raw:
        return ActionResult.NOT_SUPPORTED
    kind = executed.action_raw.WhichOneof("action")
    return ActionResult.ERROR if kind is None else _KINDS[kind](game, executed)


def _command(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    world, view = game.world, game.view
    action = executed.action_raw.unit_command
    tags = tuple(action.unit_tags)
    target = action.WhichOneof("target")
    point: tuple[float, float] | None = None
    unit_tag: int | None = None
    if target == "target_world_space_pos":
        position = action.target_world_space_pos
        point = (position.x + view.raw_origin[0], position.y + view.raw_origin[1])
    elif target == "target_unit_tag":
        unit_tag = action.target_unit_tag
    if view.options.raw_affects_selection:
        _select(world, tags)
    result, command = execute(
        world, Command(action.ability_id, tags, unit_tag, point, action.queue_command)
    )
    if result is ActionResult.SUCCESS:
        report_command(game, executed, command)
    return result


def _move_camera(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    position, origin = executed.action_raw.camera_move.center_world_space, game.view.raw_origin
    centre = (position.x + origin[0], position.y + origin[1])
    result = move_camera(game, centre)
    if result is ActionResult.SUCCESS:
        report_camera(game, executed, centre)
    return result


def _toggle_autocast(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    action = executed.action_raw.toggle_autocast
    return toggle_autocast(game, executed, action.ability_id, tuple(action.unit_tags))


def _select(world: World, tags: Sequence[int]) -> None:
    """Select those of the units that are the client's, as a raw command does on the way."""
    own = [
        world.units[tag]
        for tag in set(tags)
        if tag in world.units and world.units[tag].owner == CLIENT_PLAYER_ID
    ]
    if own:
        world.selection = in_order(own)


_KINDS = {
    "unit_command": _command,
    "camera_move": _move_camera,
    "toggle_autocast": _toggle_autocast,
}
