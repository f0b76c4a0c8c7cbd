"""How executed commands are reported: in pixels, in world units, or both, as the client sees.

pysc2 reads what was done from the interface it acts through, whichever way the action came, and
takes what that interface doesn't mention for an error.
"""

import functools

from s2clientprotocol import raw_pb2, sc2api_pb2, spatial_pb2

from a3c_tf.minigames.protocol import tables
from a3c_tf.minigames.protocol.command import Command
from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.rules.unit import Point


def report_command(game: Game, executed: sc2api_pb2.Action, command: Command) -> None:
    """Describe a command to units.

    Args:
        game: The game, as its player sees it.
        executed: Filled in; pixels and coordinates that the client gave stay.
        command: What was carried out.
    """
    if game.view.options.raw:
        _fill_raw(game, executed.action_raw.unit_command, command)
    if game.view.pictures is not None:
        _fill_spatial(game, executed.action_feature_layer.unit_command, command)


def report_camera(game: Game, executed: sc2api_pb2.Action, centre: Point) -> None:
    """Describe a move of the camera.

    Args:
        game: The game, as its player sees it.
        executed: Filled in.
        centre: Where the camera was sent, in world units.
    """
    view = game.view
    if view.options.raw:
        world_space = executed.action_raw.camera_move.center_world_space
        world_space.x = centre[0] - view.raw_origin[0]
        world_space.y = centre[1] - view.raw_origin[1]
    if view.pictures is not None:
        viewport = view.minimap_viewport
        pixel = executed.action_feature_layer.camera_move.center_minimap
        pixel.x, pixel.y = viewport.clamp(*viewport.to_pixel(*centre))


def report_autocast(game: Game, executed: sc2api_pb2.Action, command: Command) -> None:
    """Describe a toggle of autocast.

    Args:
        game: The game, as its player sees it.
        executed: Filled in.
        command: The ability and the units.
    """
    executed.action_ui.toggle_autocast.ability_id = command.ability_id
    if game.view.options.raw:
        toggle = executed.action_raw.toggle_autocast
        toggle.ability_id = command.ability_id
        toggle.unit_tags[:] = command.tags


def _fill_raw(game: Game, message: raw_pb2.ActionRawUnitCommand, command: Command) -> None:
    message.ability_id = command.ability_id
    message.queue_command = command.queued
    message.unit_tags[:] = command.tags
    if command.target_unit is not None:
        message.target_unit_tag = command.target_unit
    elif command.point is not None:
        origin_x, origin_y = game.view.raw_origin
        message.target_world_space_pos.x = command.point[0] - origin_x
        message.target_world_space_pos.y = command.point[1] - origin_y
    else:
        message.ClearField("target_unit_tag")
        message.ClearField("target_world_space_pos")


def _fill_spatial(
    game: Game, message: spatial_pb2.ActionSpatialUnitCommand, command: Command
) -> None:
    message.ability_id = command.ability_id
    message.queue_command = command.queued
    if command.point is None:
        message.ClearField("target_screen_coord")
        message.ClearField("target_minimap_coord")
        return
    if message.WhichOneof("target") is not None:
        return
    screen = game.view.screen_viewport(game.world)
    if screen.contains(*command.point) or command.ability_id not in _for_minimap():
        viewport, pixel = screen, message.target_screen_coord
    else:
        viewport, pixel = game.view.minimap_viewport, message.target_minimap_coord
    pixel.x, pixel.y = viewport.clamp(*viewport.to_pixel(*command.point))


@functools.cache
def _for_minimap() -> frozenset[int]:
    return frozenset(row.ability_id for row in tables.abilities() if row.allow_minimap)
