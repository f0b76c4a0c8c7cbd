"""What there is to draw at one moment: the units that are seen, in draw order."""

import dataclasses
import functools
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from a3c_tf.minigames.drawing.visibility import VisibilityMap
from a3c_tf.minigames.rules.unit import Alliance, Unit
from a3c_tf.minigames.rules.world import World


def draw_order(units: Iterable[Unit]) -> list[Unit]:
    """Sort units so that each is drawn over those before it.

    Observations of the game show workers over mineral fields, depots and command centres, and
    other units over each other by their y, the nearer to the lower edge the higher. That what
    belongs to nobody (a beacon, shards) lies below everybody's units is assumed.

    Args:
        units: Any units.

    Returns:
        Those outside of buildings, the topmost last.
    """
    return sorted(
        (unit for unit in units if not unit.is_inside),
        key=lambda unit: (unit.alliance != Alliance.NEUTRAL, unit.kind.is_worker, -unit.y),
    )


@dataclasses.dataclass(frozen=True)
class Scene:
    """One moment of a game as the client may see it.

    Columns hold one value a unit, after a 0 for pixels without a unit: tables of length
    1 + len(units) to look pixels up in.

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

    def column(self, values: Iterable[float], dtype: type) -> npt.NDArray:
        """Make a column.

        Args:
            values: One a unit.
            dtype: Of the result.

        Returns:
            The column.
        """
        return np.array([0, *values], dtype)

    @functools.cached_property
    def owners(self) -> npt.NDArray[np.uint8]:
        """Player ids."""
        return self.column((unit.owner for unit in self.units), np.uint8)

    @functools.cached_property
    def alliances(self) -> npt.NDArray[np.uint8]:
        """What the units are to the client."""
        return self.column((unit.alliance for unit in self.units), np.uint8)

    @functools.cached_property
    def types(self) -> npt.NDArray[np.int32]:
        """Unit type ids."""
        return self.column((unit.kind.unit_id for unit in self.units), np.int32)

    @functools.cached_property
    def are_selected(self) -> npt.NDArray[np.bool_]:
        """Which units are selected."""
        selected = self.selected
        return self.column((unit.tag in selected for unit in self.units), np.bool_)


def take_scene(world: World, visibility: VisibilityMap, camera: tuple[float, float]) -> Scene:
    """See a game through the client's eyes.

    Args:
        world: The game.
        visibility: Its fog of war.
        camera: Centre of the screen, world units.

    Returns:
        The present scene.
    """
    grid = visibility.grid(world)
    seen = (unit for unit in world.units.values() if visibility.shows(world, unit))
    return Scene(draw_order(seen), frozenset(world.selection), camera, grid)
