"""Saving, describing and starting replays."""

from typing import TYPE_CHECKING

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.protocol.game import CLIENT_PLAYER_ID
from a3c_tf.minigames.protocol.game_info import map_path
from a3c_tf.minigames.protocol.interface import find_problem
from a3c_tf.minigames.protocol.playback import Playback
from a3c_tf.minigames.protocol.refusal import RequestRefusedError
from a3c_tf.minigames.protocol.replay import Replay, ReplayError
from a3c_tf.minigames.protocol.version import BASE_BUILD, DATA_VERSION, GAME_VERSION

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session

StartError = sc2api_pb2.ResponseStartReplay
InfoError = sc2api_pb2.ResponseReplayInfo

LOOPS_PER_REAL_SECOND = 22.4  # at the speed "Faster"
_SEND_DATA = "Read the file and send its contents as replay_data, as pysc2 does."


def save_replay(
    session: "Session",
    request: sc2api_pb2.RequestSaveReplay,
    response: sc2api_pb2.ResponseSaveReplay,
) -> None:
    """Hand out the replay of the present episode so far.

    Args:
        session: The client's session.
        request: Empty.
        response: Filled in with the contents of a replay file.

    Raises:
        RequestRefusedError: If a replay is being played, or the recording was given up.
    """
    if session.playback is not None:
        raise RequestRefusedError("A replay isn't recorded while it is played.")
    if session.game.recording.is_given_up:
        raise RequestRefusedError("This episode had too many actions to record; restart the game.")
    response.data = Replay.of(session.game).to_bytes()


def replay_info(
    session: "Session",
    request: sc2api_pb2.RequestReplayInfo,
    response: sc2api_pb2.ResponseReplayInfo,
) -> None:
    """Describe a replay.

    Args:
        session: The client's session.
        request: The replay's data.
        response: Filled in with the description or an error.
    """
    if not request.replay_data:
        response.error = (
            InfoError.InvalidReplayPath if request.replay_path else InfoError.MissingReplay
        )
        response.error_details = _SEND_DATA
        return
    try:
        replay = Replay.from_bytes(request.replay_data)
    except ReplayError as error:
        response.error = InfoError.InvalidReplayData
        response.error_details = f"The replay can't be read: {error}."
        return
    response.map_name = replay.map_name
    response.local_map_path = map_path(replay.map_name)
    response.game_duration_loops = replay.loops
    response.game_duration_seconds = replay.loops / LOOPS_PER_REAL_SECOND
    response.game_version = f"{GAME_VERSION}.{BASE_BUILD}"
    response.data_version = DATA_VERSION
    response.data_build = BASE_BUILD
    response.base_build = BASE_BUILD
    _describe_player(response.player_info.add(), session, replay)


def _describe_player(
    message: sc2api_pb2.PlayerInfoExtra, session: "Session", replay: Replay
) -> None:
    message.player_info.player_id = CLIENT_PLAYER_ID
    message.player_info.type = sc2api_pb2.Participant
    message.player_info.race_requested = replay.race_requested
    message.player_info.player_name = replay.player_name
    script = session.scripts.get(replay.map_name)
    if script is not None:
        message.player_info.race_actual = script.races[CLIENT_PLAYER_ID]
    message.player_result.player_id = CLIENT_PLAYER_ID
    message.player_result.result = replay.result
    number = sum(isinstance(event, sc2api_pb2.Action) for _, event in replay.events)
    minutes = replay.loops / LOOPS_PER_REAL_SECOND / 60
    message.player_apm = round(number / minutes) if minutes else 0


def start_replay(
    session: "Session",
    request: sc2api_pb2.RequestStartReplay,
    response: sc2api_pb2.ResponseStartReplay,
) -> None:
    """Play a replay to the client, from its beginning and step by step.

    Args:
        session: The client's session.
        request: The replay's data, the interface to see it through, and whose eyes to use.
        response: Filled in with an error, or left empty.
    """
    replay = _find_replay(session, request, response)
    if replay is None:
        return
    script = session.scripts[replay.map_name]()
    try:
        playback = Playback(replay, script, request.options, disable_fog=request.disable_fog)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        response.error = StartError.InvalidReplayData
        response.error_details = f"The replay's beginning is damaged ({error!r})."
        return
    session.begin_replay(playback)


def _find_replay(
    session: "Session",
    request: sc2api_pb2.RequestStartReplay,
    response: sc2api_pb2.ResponseStartReplay,
) -> Replay | None:
    replay: Replay | None = None
    if not request.replay_data:
        response.error = (
            StartError.InvalidReplayPath if request.replay_path else StartError.MissingReplay
        )
        response.error_details = _SEND_DATA
    elif request.realtime:
        response.error = StartError.LaunchError
        response.error_details = "Replays can't be played in real time; they are stepped."
    elif request.observed_player_id != CLIENT_PLAYER_ID:
        response.error = StartError.InvalidObservedPlayerId
        response.error_details = f"Only player {CLIENT_PLAYER_ID} can be observed."
    elif not request.HasField("options"):
        response.error = StartError.MissingOptions
        response.error_details = "Give the interface options."
    elif problem := find_problem(request.options):
        response.error = StartError.LaunchError
        response.error_details = problem
    else:
        try:
            replay = _read_known(session, request.replay_data)
        except ReplayError as error:
            response.error = StartError.InvalidReplayData
            response.error_details = f"The replay can't be played: {error}."
    return replay


def _read_known(session: "Session", data: bytes) -> Replay:
    replay = Replay.from_bytes(data)
    if replay.map_name not in session.scripts:
        raise ReplayError(f"its map {replay.map_name!r} is unknown")
    if problem := find_problem(replay.options):
        raise ReplayError(f"its player's interface is impossible ({problem})")
    return replay
