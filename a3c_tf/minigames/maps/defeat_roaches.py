"""DefeatRoaches: nine marines against waves of four roaches.

Numbers and places are those of the map's script.
"""

from collections.abc import Sequence
from typing import ClassVar

from a3c_tf.minigames.maps.waves import WaveFight
from a3c_tf.minigames.rules.unit import Point
from a3c_tf.minigames.rules.unit_data import ROACH, UnitType

_ROACH_ROWS = (0.5, 1.5, -0.5, -1.5)


class DefeatRoaches(WaveFight):
    """+10 for a roach, -1 for a marine; five more marines at each further wave."""

    name: ClassVar = "DefeatRoaches"
    reinforcement: ClassVar = 5
    reward: ClassVar = 10

    def enemies(self, point: Point) -> Sequence[tuple[UnitType, Point]]:
        """Lists a wave: four roaches in a column.

        Args:
            point: Where it appears, in world units.

        Returns:
            Types and places.
        """
        return [(ROACH, (point[0], point[1] + row)) for row in _ROACH_ROWS]
