"""DefeatZerglingsAndBanelings: nine marines against waves of six zerglings and four banelings.

Numbers and places are those of the map's script.
"""

from collections.abc import Sequence
from typing import ClassVar

from a3c_tf.minigames.maps.formations import cluster
from a3c_tf.minigames.maps.waves import WaveFight
from a3c_tf.minigames.rules.unit import Point
from a3c_tf.minigames.rules.unit_data import BANELING, ZERGLING, UnitType

_WAVE = (ZERGLING,) * 6 + (BANELING,) * 4


class DefeatZerglingsAndBanelings(WaveFight):
    """+5 for a dead enemy, one that exploded too, -1 for a marine; then four more marines."""

    name: ClassVar = "DefeatZerglingsAndBanelings"
    reinforcement: ClassVar = 4
    reward: ClassVar = 5

    def enemies(self, point: Point) -> Sequence[tuple[UnitType, Point]]:
        """Lists a wave, all at one point; there the game places them side by side.

        Args:
            point: Where it appears, in world units.

        Returns:
            Types and places.
        """
        places = cluster(point, 2 * ZERGLING.radius)
        return list(zip(_WAVE, places, strict=False))
