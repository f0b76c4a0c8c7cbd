"""The state of one mini-game and its clock."""

import random

from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.rules.player import Player
from a3c_tf.minigames.rules.results import ActionError, Alert, GameResult
from a3c_tf.minigames.rules.score import Score
from a3c_tf.minigames.rules.unit import Unit

CONTROL_GROUPS = 10


class World:
    """One game in progress.

    Attributes:
        script: The map's script.
        random: The one source of chance; restarts go on drawing from it.
        game_loop: Game loops since the (re)start.
        units: Every unit on the map by tag, in order of creation.
        players: By player id; player 1 is the client.
        camera: Centre (x, y) of the client's screen in world units.
        selection: Tags the client has selected, in the order the game lists them.
        control_groups: Ten lists of tags.
        score: The client's score.
        errors: Commands that failed; whoever observes clears it.
        alerts: Notices to the client; whoever observes clears it.
        ended: Whether the game is over; `step` then does nothing.
        result: The client's result once the game has ended.
    """

    def __init__(self, script: MapScript, seed: int) -> None:
        """Start a game.

        Args:
            script: The map to play.
            seed: Seed of everything random, in this game and in its restarts.
        """
        self.script = script
        self.random = random.Random(seed)
        self.game_loop = 0
        self.units: dict[int, Unit] = {}
        self.players: dict[int, Player] = {}
        self.camera: tuple[float, float] = script.camera_start
        self.selection: list[int] = []
        self.control_groups: list[list[int]] = [[] for _ in range(CONTROL_GROUPS)]
        self.score = Score()
        self.errors: list[ActionError] = []
        self.alerts: list[Alert] = []
        self.ended = False
        self.result: GameResult | None = None

    def step(self) -> None:
        """Advance one game loop (1/16 s of game time)."""
        raise NotImplementedError

    def restart(self) -> None:
        """Begin again as the game's restart does: the map's reset trigger, game loop 0."""
        raise NotImplementedError
