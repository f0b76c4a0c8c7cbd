"""Who sees what in the fog of war.

Sight works on the cells of the map: a unit sees the cells whose distance from its own cell is at
most its sight range.
"""

import math
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules.unit import Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World


def sees(world: "World", owner: int, unit: Unit) -> bool:
    """Tells whether any unit of a player has another in sight, fog or not.

    Args:
        world: The game.
        owner: The player.
        unit: The unit looked for.

    Returns:
        Whether it stands on a cell that the player sees.
    """
    column, row = math.floor(unit.x), math.floor(unit.y)
    return any(
        (math.floor(looker.x) - column) ** 2 + (math.floor(looker.y) - row) ** 2
        <= looker.kind.sight**2
        for looker in world.forces[owner]
    )
