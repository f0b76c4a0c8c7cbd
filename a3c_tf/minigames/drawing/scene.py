"""What there is to draw at one moment: the units that are seen, in draw order."""

import dataclasses
from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from a3c_tf.minigames.drawing.visibility import VisibilityMap
from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.world import World


def draw_order(units: Iterable[Unit]) -> list[Unit]:
    """Sort units so that each is drawn over those before it.

    Observations of the game show workers over mineral fields, depots and command centres, and
    other units over each other by their y, the nearer to the lower edge the higher.

    Args:
        units: Any units.

    Returns:
        Those outside of buildings, the topmost last.
    """
    return sorted(
        (unit for unit in units if not unit.is_inside),
        key=lambda unit: (unit.kind.is_worker, -unit.y),
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Scene:
    """One moment of a game as the client may see it.

    Attributes:
        units: Units in draw order.
        selected: Tags of the selected units.
        camera: Centre of the screen, world units.
        visibility: uint8 [map height, map width], see VisibilityMap.grid.
    """

    units: list[Unit]
    selected: frozenset[int]
    camera: tuple[float, float]
    visibility: npt.NDArray[np.uint8]

    def column(self, value: Callable[[Unit], float], dtype: type) -> npt.NDArray:
        """One value a unit, as a table to look pixels up in.

        Args:
            value: A unit's value.
            dtype: Of the result.

        Returns:
            [1 + units]; 0 first, for pixels without a unit.
        """
        return np.array([0, *map(value, self.units)], dtype)


def take_scene(world: World, visibility: VisibilityMap) -> Scene:
    """See a game through the client's eyes.

    Args:
        world: The game.
        visibility: Its fog of war.

    Returns:
        The present scene.
    """
    grid = visibility.grid(world)
    seen = (unit for unit in world.units.values() if visibility.shows(grid, unit))
    return Scene(draw_order(seen), frozenset(world.selection), world.camera, grid)
