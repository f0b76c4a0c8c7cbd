"""Describing the maps and the present game."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from s2clientprotocol import common_pb2, sc2api_pb2

from a3c_tf.minigames.drawing.layers import encode
from a3c_tf.minigames.drawing.terrain import ground_of
from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.protocol.game import CLIENT_PLAYER_ID

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session

MAP_FOLDER = "mini_games"
"""Where pysc2 looks for these maps (pysc2/maps/mini_games.py)."""


def map_path(name: str) -> str:
    """The path by which pysc2 asks for a map."""
    return f"{MAP_FOLDER}/{name}.SC2Map"


def available_maps(
    session: "Session",
    request: sc2api_pb2.RequestAvailableMaps,
    response: sc2api_pb2.ResponseAvailableMaps,
) -> None:
    """List the maps.

    Args:
        session: The client's session.
        request: Empty.
        response: Filled in with the paths that create_game takes.
    """
    response.local_map_paths.extend(map_path(name) for name in sorted(session.scripts))


def save_map(
    session: "Session", request: sc2api_pb2.RequestSaveMap, response: sc2api_pb2.ResponseSaveMap
) -> None:
    """Accept a map file without keeping it: the maps are built in.

    Args:
        session: The client's session.
        request: Path and data.
        response: Left empty.
    """


def game_info(
    session: "Session",
    request: sc2api_pb2.RequestGameInfo,
    response: sc2api_pb2.ResponseGameInfo,
) -> None:
    """Describe the map, the players and the client's interface.

    Args:
        session: The client's session.
        request: Empty.
        response: Filled in.
    """
    game, view = session.game, session.view
    response.map_name = game.script.name
    response.local_map_path = map_path(game.script.name)
    for player_id, race in game.script.races.items():
        player = response.player_info.add(player_id=player_id)
        if player_id == CLIENT_PLAYER_ID:
            player.type = sc2api_pb2.Participant
            player.race_requested = game.race_requested
            player.race_actual = race
            player.player_name = game.player_name
        else:
            player.type = sc2api_pb2.Computer
            player.race_requested = race
            player.difficulty = sc2api_pb2.VeryEasy
    response.options.CopyFrom(view.options)
    if view.options.raw:
        _describe_terrain(game.script, view.options, response)


def _describe_terrain(
    script: MapScript,
    options: sc2api_pb2.InterfaceOptions,
    response: sc2api_pb2.ResponseGameInfo,
) -> None:
    """Fill in start_raw, in whole world units and relative to the playable area if so asked."""
    left, bottom, right, top = map(int, script.buildable)
    width, height = script.map_size
    pathable, buildable = ground_of(script)
    if options.raw_crop_to_playable_area:
        cropped = np.s_[bottom:top, left:right]
        pathable, buildable = pathable[cropped], buildable[cropped]
        left, bottom, right, top = 0, 0, right - left, top - bottom
        width, height = right, top
    start = response.start_raw
    start.map_size.x, start.map_size.y = width, height
    start.playable_area.p0.x, start.playable_area.p0.y = left, bottom
    start.playable_area.p1.x, start.playable_area.p1.y = right, top
    _fill_image(start.pathing_grid, pathable)
    _fill_image(start.placement_grid, buildable)
    _fill_image(start.terrain_height, np.zeros((height, width), np.uint8))


def _fill_image(image: common_pb2.ImageData, cells: npt.NDArray) -> None:
    image.bits_per_pixel = 1 if cells.dtype == np.bool_ else 8
    image.size.y, image.size.x = cells.shape
    image.data = encode(cells[::-1])
