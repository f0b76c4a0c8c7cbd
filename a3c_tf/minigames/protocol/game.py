"""One game on the server, from create_game to the next create_game or leave_game."""

import dataclasses

from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.protocol.action_log import ActionLog
from a3c_tf.minigames.protocol.recording import Recording
from a3c_tf.minigames.protocol.view import ClientView
from a3c_tf.minigames.rules.carry_over import CarryOver
from a3c_tf.minigames.rules.world import World

CLIENT_PLAYER_ID = 1


@dataclasses.dataclass
class Game:
    """A game and its player's side.

    Attributes:
        script: The map.
        seed: Seed of everything random in it.
        world: The state of the game.
        disable_fog: Whether it was created without fog of war.
        race_requested: The race the player joined as (common.proto, Race).
        player_name: The name it gave.
        joined: What it sees; None until it joins.
        action_log: What it did since the last observation.
        recording: What it did since the (re)start, for replays.
        observed_tags: Units in the last raw observation; those gone since have died.
    """

    script: MapScript
    seed: int
    world: World
    disable_fog: bool = False
    race_requested: int = 0
    player_name: str = ""
    joined: ClientView | None = None
    action_log: ActionLog = dataclasses.field(default_factory=ActionLog)
    recording: Recording = dataclasses.field(default_factory=Recording)
    observed_tags: frozenset[int] = frozenset()

    @classmethod
    def create(cls, script: MapScript, seed: int, *, disable_fog: bool) -> "Game":
        """Set up a game that waits for its player.

        Args:
            script: The map.
            seed: Seed of everything random in it.
            disable_fog: Whether to do without the map's fog of war.

        Returns:
            The game at game loop 0.
        """
        world = World(script, seed, disable_fog=disable_fog)
        return cls(script, seed, world, disable_fog=disable_fog)

    @property
    def view(self) -> ClientView:
        """What the player sees, and aims its actions by; it must have joined."""
        assert self.joined is not None
        return self.joined

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.world.ended

    def step(self) -> None:
        """Advance one game loop."""
        self.world.step()
        self.recording.check(self.world)

    def restart(self) -> None:
        """Begin the game again; the player and its interface stay."""
        self.recording = Recording(CarryOver.of(self.world))
        self.world.restart()
        self.action_log = ActionLog()
        self.observed_tags = frozenset()
        self.view.forget()
