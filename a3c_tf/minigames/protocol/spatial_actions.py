"""Actions in pixels of the screen and the minimap: clicks, boxes, commands, the camera."""

from s2clientprotocol import common_pb2, sc2api_pb2

from a3c_tf.minigames.drawing.camera import Viewport
from a3c_tf.minigames.protocol.command import Command, execute, move_camera
from a3c_tf.minigames.protocol.echo import report_camera, report_command
from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.rules import selection
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.selection import PointSelection


def perform(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    """Carry out one spatial action.

    Args:
        game: The game, as its player sees it.
        executed: What to do; rewritten to what was done, with coordinates within the picture,
            and how each interface shows it.

    Returns:
        What became of it.
    """
    if game.view.pictures is None:
        return ActionResult.NOT_SUPPORTED  # without feature layers there are no pixels
    kind = executed.action_feature_layer.WhichOneof("action")
    return ActionResult.ERROR if kind is None else _KINDS[kind](game, executed)


def _clamp(viewport: Viewport, point: common_pb2.PointI) -> tuple[int, int]:
    """The pixel meant, within the picture; pysc2 lets coordinates beyond it pass."""
    point.x, point.y = viewport.clamp(point.x, point.y)
    return point.x, point.y


def _move_camera(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    viewport = game.view.minimap_viewport
    pixel = _clamp(viewport, executed.action_feature_layer.camera_move.center_minimap)
    centre = viewport.pixel_centre(*pixel)
    report_camera(game, executed, centre)
    return move_camera(game, centre)


def _select_point(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    action = executed.action_feature_layer.unit_selection_point
    viewport = game.view.screen_viewport(game.world)
    pixel = _clamp(viewport, action.selection_screen_coord)
    unit = game.view.unit_at(game.world, pixel)
    selection.click(game.world, unit, PointSelection(action.type))
    return ActionResult.SUCCESS


def _select_rectangle(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    action = executed.action_feature_layer.unit_selection_rect
    if not action.selection_screen_coord:
        return ActionResult.ERROR
    world = game.world
    viewport = game.view.screen_viewport(world)
    add = action.selection_add
    for box in action.selection_screen_coord:
        left, right = sorted((_clamp(viewport, box.p0)[0], _clamp(viewport, box.p1)[0]))
        top, bottom = sorted((box.p0.y, box.p1.y))
        corner = viewport.to_world(left, top)
        opposite = viewport.to_world(right + 1, bottom + 1)  # the last pixels belong to the box
        selection.select_rectangle(world, corner, opposite, add=add)
        add = True
    return ActionResult.SUCCESS


def _command(game: Game, executed: sc2api_pb2.Action) -> ActionResult:
    action = executed.action_feature_layer.unit_command
    world, view = game.world, game.view
    target = action.WhichOneof("target")
    point: tuple[float, float] | None = None
    unit_tag: int | None = None
    if target == "target_screen_coord":
        viewport = view.screen_viewport(world)
        pixel = _clamp(viewport, action.target_screen_coord)
        point = viewport.pixel_centre(*pixel)
        unit = view.unit_at(world, pixel)
        if unit is not None and unit.kind.is_targetable:
            unit_tag = unit.tag
    elif target == "target_minimap_coord":
        viewport = view.minimap_viewport
        point = viewport.pixel_centre(*_clamp(viewport, action.target_minimap_coord))
    result, command = execute(
        world,
        Command(action.ability_id, tuple(world.selection), unit_tag, point, action.queue_command),
    )
    if result is ActionResult.SUCCESS:
        report_command(game, executed, command)
    return result


_KINDS = {
    "camera_move": _move_camera,
    "unit_selection_point": _select_point,
    "unit_selection_rect": _select_rectangle,
    "unit_command": _command,
}
