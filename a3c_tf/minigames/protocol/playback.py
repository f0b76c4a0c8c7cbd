"""Playing a replay: the same game once more, with the recorded actions at their game loops."""

import contextlib

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.protocol import actions, debugging
from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.protocol.recording import CHECK_LOOPS, Done, checksum
from a3c_tf.minigames.protocol.refusal import RequestRefusedError
from a3c_tf.minigames.protocol.replay import Replay
from a3c_tf.minigames.protocol.view import ClientView


class Playback:
    """A replay in progress.

    Attributes:
        replay: What is played.
        game: The game, its player's recorded interface included.
        view: What the client who watches sees.
    """

    def __init__(
        self,
        replay: Replay,
        script: MapScript,
        options: sc2api_pb2.InterfaceOptions,
        *,
        disable_fog: bool,
    ) -> None:
        """Set the game up as it was when the recorded episode began.

        Args:
            replay: What to play.
            script: Its map.
            options: The interface of the client who watches, checked by the caller.
            disable_fog: Whether that client sees through the fog of war.
        """
        self.replay = replay
        self.game = Game.create(script, replay.seed, disable_fog=replay.disable_fog)
        self.game.race_requested = replay.race_requested
        self.game.player_name = replay.player_name
        self.game.joined = ClientView(script, replay.options, disable_fog=replay.disable_fog)
        if replay.carry_over is not None:
            replay.carry_over.restart(self.game.world)
        no_fog = disable_fog or replay.disable_fog
        self.view = ClientView(script, options, disable_fog=no_fog)
        self._next_event = 0

    @property
    def is_over(self) -> bool:
        """Whether all of the recorded episode has been played."""
        return self.game.is_over or self.game.world.game_loop >= self.replay.loops

    def step(self) -> None:
        """Do what was done at this game loop, and advance one.

        Raises:
            RequestRefusedError: If the game isn't the recorded one any more.
        """
        events, loop = self.replay.events, self.game.world.game_loop
        while self._next_event < len(events) and events[self._next_event][0] <= loop:
            self._perform(events[self._next_event][1])
            self._next_event += 1
        self.game.step()
        self._compare()

    def _perform(self, message: Done) -> None:
        if isinstance(message, sc2api_pb2.Action):
            actions.carry_out(self.game, message)
            return
        with contextlib.suppress(RequestRefusedError):  # it was refused before, too
            debugging.carry_out(self.game, message)

    def _compare(self) -> None:
        world, expected = self.game.world, self.replay.checksums
        index = len(expected) - 1 if self.is_over else world.game_loop // CHECK_LOOPS - 1
        due = self.is_over or world.game_loop % CHECK_LOOPS == 0
        if due and (index >= len(expected) or checksum(world) != expected[index]):
            raise RequestRefusedError(
                f"The replay can't be played on: at game loop {world.game_loop} the game is not "
                "what was recorded. The rules or the machine that made it were others."
            )
