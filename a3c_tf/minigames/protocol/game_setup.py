"""Creating, joining, restarting and leaving a game."""

import secrets
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.protocol.game import CLIENT_PLAYER_ID, Game
from a3c_tf.minigames.protocol.interface import find_problem
from a3c_tf.minigames.protocol.refusal import RequestRefusedError
from a3c_tf.minigames.protocol.view import ClientView

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session

CreateError = sc2api_pb2.ResponseCreateGame
JoinError = sc2api_pb2.ResponseJoinGame


def create_game(
    session: "Session",
    request: sc2api_pb2.RequestCreateGame,
    response: sc2api_pb2.ResponseCreateGame,
) -> None:
    """Set up a game; the map is known by its name alone, its data isn't read.

    Args:
        session: The client's session.
        request: The map and the players.
        response: Filled in with an error, or left empty.

    Raises:
        RequestRefusedError: If the game is to run in real time.
    """
    script_class = _find_map(session, request, response)
    if script_class is None or not _check_players(request, response):
        return
    if request.realtime:
        raise RequestRefusedError("The mini-game server can't run in real time; it is stepped.")
    seed = request.random_seed if request.HasField("random_seed") else secrets.randbits(32)
    session.begin(Game.create(script_class(), seed, disable_fog=request.disable_fog))


def _find_map(
    session: "Session",
    request: sc2api_pb2.RequestCreateGame,
    response: sc2api_pb2.ResponseCreateGame,
) -> type[MapScript] | None:
    known = ", ".join(sorted(session.scripts))
    if request.HasField("battlenet_map_name"):
        name, error = request.battlenet_map_name, CreateError.InvalidMapName
    elif request.local_map.map_path:
        path = request.local_map.map_path.replace("\\", "/")
        name, error = PurePosixPath(path).stem, CreateError.InvalidMapPath
    elif request.local_map.map_data:
        response.error = CreateError.InvalidMapData
        response.error_details = f"Map data needs a map_path beside it; known maps: {known}."
        return None
    else:
        response.error = CreateError.MissingMap
        response.error_details = f"Name a map as local_map.map_path; known maps: {known}."
        return None
    script = session.scripts.get(name)
    if script is None:
        response.error = error
        response.error_details = f"No map {name!r} on the mini-game server; known maps: {known}."
    return script


def _check_players(
    request: sc2api_pb2.RequestCreateGame, response: sc2api_pb2.ResponseCreateGame
) -> bool:
    """Expect one participant. Computers come to nothing: the map says who the opponent is.

    pysc2's `play` adds a computer whatever the map.
    """
    types = [setup.type for setup in request.player_setup]
    participants = types.count(sc2api_pb2.Participant)
    if not types:
        response.error = CreateError.MissingPlayerSetup
        response.error_details = "player_setup must hold one Participant."
    elif participants > 1:
        response.error = CreateError.MultiplayerUnsupported
        response.error_details = "The mini-games are for one participant."
    elif participants + types.count(sc2api_pb2.Computer) < len(types) or not participants:
        response.error = CreateError.InvalidPlayerSetup
        response.error_details = (
            "player_setup must hold one Participant; Computers may be beside it, no Observers."
        )
    return not response.HasField("error")


def join_game(
    session: "Session",
    request: sc2api_pb2.RequestJoinGame,
    response: sc2api_pb2.ResponseJoinGame,
) -> None:
    """Let the client into the game with the interface it asks for.

    Args:
        session: The client's session.
        request: Race and interface options.
        response: Filled in with the player id or an error.
    """
    _check_join(request, response)
    if response.HasField("error"):
        return
    game = session.game
    game.race_requested = request.race
    game.player_name = request.player_name
    game.joined = ClientView(game.script, request.options, disable_fog=game.disable_fog)
    response.player_id = CLIENT_PLAYER_ID
    session.status = sc2api_pb2.in_game


def _check_join(request: sc2api_pb2.RequestJoinGame, response: sc2api_pb2.ResponseJoinGame) -> None:
    participation = request.WhichOneof("participation")
    if participation is None:
        response.error = JoinError.MissingParticipation
        response.error_details = "Give the race to play."
    elif participation == "observed_player_id":
        response.error = JoinError.FeatureUnsupported
        response.error_details = "The mini-game server has no observers."
    elif request.HasField("server_ports") or request.client_ports:
        response.error = JoinError.FeatureUnsupported
        response.error_details = "The mini-games are for one player; leave the ports out."
    elif not request.HasField("options"):
        response.error = JoinError.MissingOptions
        response.error_details = "Give the interface options."
    elif problem := find_problem(request.options):
        unsupported = request.options.HasField("render")
        response.error = JoinError.FeatureUnsupported if unsupported else JoinError.MissingOptions
        response.error_details = problem


def restart_game(
    session: "Session",
    request: sc2api_pb2.RequestRestartGame,
    response: sc2api_pb2.ResponseRestartGame,
) -> None:
    """Begin the game again without a new join, the way pysc2 starts each later episode.

    Args:
        session: The client's session.
        request: Empty.
        response: Filled in with need_hard_reset, False.

    Raises:
        RequestRefusedError: If it is a replay that has ended.
    """
    if session.playback is not None:
        raise RequestRefusedError("A replay can't be restarted; start it again.")
    session.game.restart()
    response.need_hard_reset = False
    session.status = sc2api_pb2.in_game


def leave_game(
    session: "Session",
    request: sc2api_pb2.RequestLeaveGame,
    response: sc2api_pb2.ResponseLeaveGame,
) -> None:
    """Drop the game.

    Args:
        session: The client's session.
        request: Empty.
        response: Empty.
    """
    session.leave()
