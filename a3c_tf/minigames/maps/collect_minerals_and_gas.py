"""CollectMineralsAndGas: as many minerals and as much gas as can be delivered in 6720 game loops.

Layout and triggers are those of the map's script (positions from the map's object list).
"""

from typing import ClassVar

from a3c_tf.minigames.maps.mining_start import LEFT_FIELDS, MiningMap
from a3c_tf.minigames.rules.world import World


class CollectMineralsAndGas(MiningMap):
    """Sixteen mineral fields and four geysers; the workers are idle."""

    name: ClassVar = "CollectMineralsAndGas"
    fields: ClassVar = (
        *LEFT_FIELDS,
        *((41.0, 22.5), (42.0, 25.5), (42.0, 23.5), (41.0, 32.5)),
        *((43.0, 26.5), (43.0, 28.5), (42.0, 29.5), (42.0, 31.5)),
    )
    geysers: ClassVar = ((39.5, 20.5), (26.5, 34.5), (39.5, 34.5), (26.5, 20.5))
    end_loop: ClassVar = 6720

    def step(self, world: World) -> None:
        """Sets the score to what was collected.

        Args:
            world: The game.
        """
        score = world.score
        score.score = int(score.collected_minerals + score.collected_vespene)
