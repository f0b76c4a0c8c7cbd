"""What the client who watches a replay may do: look elsewhere than the recorded player did."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.protocol.game import CLIENT_PLAYER_ID
from a3c_tf.minigames.protocol.refusal import RequestRefusedError
from a3c_tf.minigames.protocol.view import Camera, players_camera
from a3c_tf.minigames.rules.unit import Point
from a3c_tf.minigames.rules.world import World

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session


def observer_action(
    session: "Session",
    request: sc2api_pb2.RequestObserverAction,
    response: sc2api_pb2.ResponseObserverAction,
) -> None:
    """Point the watching client's camera; its distance doesn't matter to feature layers.

    Args:
        session: The client's session.
        request: The last of several actions counts.
        response: Left empty.

    Raises:
        RequestRefusedError: If another player's perspective or a point nowhere is asked for.
    """
    for action in request.actions:
        session.view.camera = _camera(action, session.view.raw_origin)


def _camera(action: sc2api_pb2.ObserverAction, origin: Point) -> Camera:
    kind = action.WhichOneof("action")
    if kind == "camera_move":
        point = action.camera_move.world_pos
        return _still(point.x + origin[0], point.y + origin[1])
    if kind == "camera_follow_units":
        return _following(list(action.camera_follow_units.unit_tags))
    if kind == "player_perspective" and action.player_perspective.player_id != CLIENT_PLAYER_ID:
        raise RequestRefusedError(f"Only player {CLIENT_PLAYER_ID} can be observed.")
    return players_camera


def _still(x: float, y: float) -> Camera:
    if not (math.isfinite(x) and math.isfinite(y)):
        raise RequestRefusedError(f"The camera can't look at ({x}, {y}).")
    return lambda world: world.script.clamp((x, y), 0.0)


def _following(tags: Sequence[int]) -> Camera:
    def centre(world: World) -> Point:
        units = [world.units[tag] for tag in tags if tag in world.units]
        if not units:
            return players_camera(world)
        x, y = (sum(getattr(unit, axis) for unit in units) / len(units) for axis in "xy")
        return x, y

    return centre
