"""The dialogue with one client: states, and which request is served by what in which state.

The states are those of sc2api.proto:

    launched -- create_game --> init_game -- join_game --> in_game -- the game ends --> ended
    in_game, ended -- restart_game --> in_game;  in_game, ended -- create_game --> init_game
    in_game, ended -- leave_game --> launched;   any -- quit --> quit
    launched, in_game, in_replay, ended -- start_replay --> in_replay -- its end --> ended

Whatever arrives is answered: with the response, with its error field, or with `Response.error`.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from google.protobuf.message import DecodeError
from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.protocol import (
    actions,
    clock,
    debugging,
    game_info,
    game_setup,
    observation,
    observer,
    queries,
    replays,
    static_data,
)
from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.protocol.playback import Playback
from a3c_tf.minigames.protocol.refusal import RequestRefusedError
from a3c_tf.minigames.protocol.view import ClientView

LAUNCHED = sc2api_pb2.launched
INIT_GAME = sc2api_pb2.init_game
IN_GAME = sc2api_pb2.in_game
IN_REPLAY = sc2api_pb2.in_replay
ENDED = sc2api_pb2.ended
QUIT = sc2api_pb2.quit

GAME_HAS_ENDED = "Game has already ended"
"""pysc2 looks for this text and goes on (pysc2/lib/remote_controller.py, catch_game_end)."""

type Serve = Callable[["Session", Any, Any], None]
"""Serves one kind of request: (session, Request<Kind>, Response<Kind> to fill in)."""


class Service(NamedTuple):
    """How one kind of request is served.

    Attributes:
        serve: What fills in the response.
        states: The states in which it is allowed; empty for any.
    """

    serve: Serve
    states: tuple[int, ...] = ()


_PLAYING = (IN_GAME, IN_REPLAY)
_PLAYED = (IN_GAME, IN_REPLAY, ENDED)

SERVICES = {
    "create_game": Service(game_setup.create_game, (LAUNCHED, *_PLAYED)),
    "join_game": Service(game_setup.join_game, (INIT_GAME,)),
    "restart_game": Service(game_setup.restart_game, (IN_GAME, ENDED)),
    "leave_game": Service(game_setup.leave_game, _PLAYED),
    "start_replay": Service(replays.start_replay, (LAUNCHED, *_PLAYED)),
    "replay_info": Service(replays.replay_info),
    "save_replay": Service(replays.save_replay, _PLAYED),
    "game_info": Service(game_info.game_info, _PLAYED),
    "available_maps": Service(game_info.available_maps),
    "save_map": Service(game_info.save_map, (LAUNCHED, INIT_GAME)),
    "observation": Service(observation.observe, _PLAYED),
    "action": Service(actions.act, (IN_GAME,)),
    "obs_action": Service(observer.observer_action, (IN_REPLAY,)),
    "step": Service(clock.step, _PLAYING),
    "data": Service(static_data.data, _PLAYED),
    "ping": Service(static_data.ping),
    "query": Service(queries.query, _PLAYING),
    "debug": Service(debugging.debug, (IN_GAME,)),
}

UNSUPPORTED = {
    "quick_save": "games can't be saved",
    "quick_load": "games can't be saved",
    "map_command": "the maps have no trigger commands",
}
"""Kinds of request that the mini-game server turns down, and why."""


class Session:
    """One client's dialogue with the server.

    Attributes:
        scripts: The maps there are, by name.
        status: The present state (sc2api.proto, Status).
        playback: The replay in progress, if the present game is one.
    """

    def __init__(self, scripts: Mapping[str, type[MapScript]]) -> None:
        """Start in the state `launched`.

        Args:
            scripts: The maps to offer, by name.
        """
        self.scripts = scripts
        self.status: int = LAUNCHED
        self.playback: Playback | None = None
        self._game: Game | None = None

    @property
    def game(self) -> Game:
        """The present game; every state but `launched` and `quit` has one."""
        assert self._game is not None
        return self._game

    @property
    def view(self) -> ClientView:
        """What the client sees; the states `in_game`, `in_replay` and `ended` have it."""
        return self.game.view if self.playback is None else self.playback.view

    def begin(self, game: Game) -> None:
        """Replace the present game by a new one, which waits for the client to join."""
        self._game, self.playback = game, None
        self.status = INIT_GAME

    def begin_replay(self, playback: Playback) -> None:
        """Replace the present game by a replay."""
        self._game, self.playback = playback.game, playback
        self.status = IN_REPLAY

    def leave(self) -> None:
        """Drop the present game."""
        self._game = self.playback = None
        self.status = LAUNCHED

    def handle(self, message: bytes) -> bytes:
        """Answer one message.

        Args:
            message: A serialized Request, or anything else.

        Returns:
            The serialized Response; never empty.
        """
        try:
            request = sc2api_pb2.Request.FromString(message)
        except DecodeError:
            response = sc2api_pb2.Response(error=["The message isn't a Request."])
            response.status = self.status
            return response.SerializeToString()
        return self.respond(request).SerializeToString()

    def respond(self, request: sc2api_pb2.Request) -> sc2api_pb2.Response:
        """Answer one request.

        Args:
            request: Any request.

        Returns:
            The response, with the status after it.
        """
        response = sc2api_pb2.Response()
        kind = request.WhichOneof("request")
        try:
            self._serve(kind, request, response)
        except RequestRefusedError as refusal:
            response.Clear()
            response.error.append(str(refusal))
        except Exception as error:
            # A fault of ours must not take the client's game away.
            logging.exception("while answering %s", kind)
            response.Clear()
            response.error.append(f"Internal error while answering {kind}: {error!r}")
        if request.HasField("id"):
            response.id = request.id
        response.status = self.status
        return response

    def _serve(
        self, kind: str | None, request: sc2api_pb2.Request, response: sc2api_pb2.Response
    ) -> None:
        if kind is None:
            raise RequestRefusedError("The request is empty or of an unknown kind.")
        if kind == "quit":
            response.quit.SetInParent()
            self.status = QUIT
            return
        if kind in UNSUPPORTED:
            raise RequestRefusedError(
                f"The mini-game server doesn't support `{kind}`: {UNSUPPORTED[kind]}."
            )
        service = SERVICES[kind]
        if service.states and self.status not in service.states:
            if self.status == ENDED:
                raise RequestRefusedError(GAME_HAS_ENDED)
            state = sc2api_pb2.Status.Name(self.status)
            allowed = ", ".join(sc2api_pb2.Status.Name(status) for status in service.states)
            raise RequestRefusedError(
                f"`{kind}` isn't possible in the state {state}, only in: {allowed}."
            )
        part = getattr(response, kind)
        part.SetInParent()
        service.serve(self, getattr(request, kind), part)
