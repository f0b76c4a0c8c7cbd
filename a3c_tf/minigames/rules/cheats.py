"""What debug commands can change in the rules for the client."""

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World


class Cheat(enum.Enum):
    """What can be switched on, until the game restarts."""

    SHOW_MAP = "no fog of war"
    FOOD = "no limit of supply"
    FREE = "nothing costs minerals or gas"
    GOD = "no unit is hurt"
    TECH_TREE = "nothing has requirements"
    FAST_BUILD = "production and construction take a game loop"


def toggle(world: "World", cheat: Cheat) -> None:
    """Switches a cheat on for the client, or off again.

    Args:
        world: The game.
        cheat: Which one.
    """
    cheats = world.players[1].cheats
    cheats ^= {cheat}
    world.fog = world.script.fog and not world.disable_fog and Cheat.SHOW_MAP not in cheats
