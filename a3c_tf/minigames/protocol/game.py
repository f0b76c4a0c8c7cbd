"""One game on the server, from create_game to the next create_game or leave_game."""

import dataclasses

from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.protocol.action_log import ActionLog
from a3c_tf.minigames.protocol.view import ClientView
from a3c_tf.minigames.rules.world import World

CLIENT_PLAYER_ID = 1


@dataclasses.dataclass
class Game:
    """A game and its client's side.

    Attributes:
        script: The map.
        world: The state of the game.
        disable_fog: Whether it was created without fog of war.
        race_requested: The race the client joined as (common.proto, Race).
        player_name: The name it gave.
        view: What it sees; None until it joins.
        action_log: What it did since the last observation.
        observed_tags: Units in the last raw observation; those gone since have died.
    """

    script: MapScript
    world: World
    disable_fog: bool = False
    race_requested: int = 0
    player_name: str = ""
    view: ClientView | None = None
    action_log: ActionLog = dataclasses.field(default_factory=ActionLog)
    observed_tags: frozenset[int] = frozenset()

    def restart(self) -> None:
        """Begin the game again; the client and its interface stay."""
        self.world.restart()
        self.action_log = ActionLog()
        self.observed_tags = frozenset()
        if self.view is not None:
            self.view.forget()
