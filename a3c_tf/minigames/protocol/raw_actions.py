"""Actions in world coordinates, on units named by their tags."""

from collections.abc import Sequence

from s2clientprotocol import raw_pb2

from a3c_tf.minigames.protocol.command import execute_command, move_camera
from a3c_tf.minigames.protocol.game import CLIENT_PLAYER_ID, Game
from a3c_tf.minigames.rules import commands
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.world import World


def perform(game: Game, action: raw_pb2.ActionRaw) -> ActionResult:
    """Carry out one raw action.

    Args:
        game: The game, as its player sees it.
        action: What to do; rewritten to the ability that the units really used.

    Returns:
        What became of it.
    """
    if not game.view.options.raw:
        return ActionResult.NOT_SUPPORTED
    kind = action.WhichOneof("action")
    if kind is None:
        return ActionResult.ERROR
    return _KINDS[kind](game, getattr(action, kind))


def _command(game: Game, action: raw_pb2.ActionRawUnitCommand) -> ActionResult:
    world, view = game.world, game.view
    tags = list(action.unit_tags)
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
    result, action.ability_id = execute_command(
        world,
        action.ability_id,
        tags,
        target_unit=unit_tag,
        point=point,
        queued=action.queue_command,
    )
    return result


def _move_camera(game: Game, action: raw_pb2.ActionRawCameraMove) -> ActionResult:
    centre, origin = action.center_world_space, game.view.raw_origin
    move_camera(game, (centre.x + origin[0], centre.y + origin[1]))
    return ActionResult.SUCCESS


def _toggle_autocast(game: Game, action: raw_pb2.ActionRawToggleAutocast) -> ActionResult:
    return commands.toggle_autocast(game.world, action.ability_id, list(action.unit_tags))


def _select(world: World, tags: Sequence[int]) -> None:
    """Select those of the units that are the client's, as a raw command does on the way."""
    own = [
        tag
        for tag in dict.fromkeys(tags)
        if tag in world.units and world.units[tag].owner == CLIENT_PLAYER_ID
    ]
    if own:
        world.selection = own


_KINDS = {
    "unit_command": _command,
    "camera_move": _move_camera,
    "toggle_autocast": _toggle_autocast,
}
