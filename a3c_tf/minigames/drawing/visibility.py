"""What the client's units see: the visibility map, one value a map cell."""

import enum
import functools
import math

import numpy as np
import numpy.typing as npt

from a3c_tf.minigames.drawing.terrain import cells_within
from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.rules.accounts import CLIENT
from a3c_tf.minigames.rules.unit import Alliance, Unit
from a3c_tf.minigames.rules.world import World


class Visibility(enum.IntEnum):
    """Values of the visibility map (spatial.proto)."""

    HIDDEN = 0
    FOGGED = 1
    VISIBLE = 2


@functools.cache
def _sight_mask(sight: float) -> tuple[int, npt.NDArray[np.bool_]]:
    reach = math.ceil(sight)
    offsets = np.arange(-reach, reach + 1)
    return reach, offsets[None, :] ** 2 + offsets[:, None] ** 2 <= sight**2


class VisibilityMap:
    """The fog of war of one game; remembers what was once seen.

    Where the map script reveals an area for good, units outside of it are shown too, as in the
    game.
    """

    def __init__(self, script: MapScript, *, disable_fog: bool = False) -> None:
        """Start with nothing seen.

        Args:
            script: The map.
            disable_fog: Whether the client asked to see everything.
        """
        self._fog = script.fog and not disable_fog
        width, height = script.map_size
        self._explored = np.zeros((height, width), bool)
        self._lookouts: set[tuple[int, int, float]] = set()  # cells looked from, and how far
        everywhere = script.fog and disable_fog
        revealed = cells_within(script.revealed, script.map_size) | everywhere
        self._revealed = np.where(revealed, Visibility.VISIBLE, Visibility.HIDDEN).astype(np.uint8)

    def forget(self) -> None:
        """Cover again what was seen, as at the start of a game."""
        self._explored[:] = False
        self._lookouts.clear()

    def grid(self, world: World) -> npt.NDArray[np.uint8]:
        """The visibility of each map cell now.

        Args:
            world: The game.

        Returns:
            uint8 [map height, map width] of Visibility, row 0 at world y 0. Without fog the same
            array every time, which must not be written to; under fog a new one at each call.
        """
        if not self._fog:
            return self._revealed
        visible = np.zeros_like(self._explored)
        for unit in world.units.values():
            if unit.alliance == Alliance.SELF:
                self._look_around(visible, unit)
        grid = self._explored.astype(np.uint8)  # FOGGED where seen before
        grid[visible] = Visibility.VISIBLE
        return grid

    def explore(self, world: World) -> None:
        """Remember what is seen now; to be called at every game loop, observed or not.

        Args:
            world: The game.
        """
        if not self._fog:
            return
        for unit in world.forces[CLIENT]:
            lookout = (math.floor(unit.x), math.floor(unit.y), unit.kind.sight)
            if lookout not in self._lookouts:
                self._lookouts.add(lookout)
                self._look_around(self._explored, unit)

    def shows(self, world: World, unit: Unit) -> bool:
        """Whether the client gets to see a unit.

        Args:
            world: The game.
            unit: Any unit of it.

        Returns:
            True for all where there is no fog, else for the client's own and those in sight.
        """
        return not self._fog or world.is_visible(unit)

    @staticmethod
    def _look_around(visible: npt.NDArray[np.bool_], unit: Unit) -> None:
        reach, mask = _sight_mask(unit.kind.sight)
        height, width = visible.shape
        top, left = math.floor(unit.y) - reach, math.floor(unit.x) - reach
        rows = slice(max(top, 0), min(top + mask.shape[0], height))
        columns = slice(max(left, 0), min(left + mask.shape[1], width))
        visible[rows, columns] |= mask[
            rows.start - top : rows.stop - top, columns.start - left : columns.stop - left
        ]
