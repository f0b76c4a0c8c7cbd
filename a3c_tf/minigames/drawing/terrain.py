"""Layers of the ground: map cells sampled at the centres of pixels."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.minigames.drawing.camera import Viewport
from a3c_tf.minigames.drawing.layers import Layers
from a3c_tf.minigames.maps.script import MapScript, Rectangle


class Ground(NamedTuple):
    """What a map's cells are good for; bool [map height, map width], row 0 at world y 0."""

    pathable: npt.NDArray[np.bool_]
    buildable: npt.NDArray[np.bool_]


def ground_of(script: MapScript) -> Ground:
    """The ground of a map without what stands on it.

    Args:
        script: The map.

    Returns:
        The cells where units can walk and structures can stand.
    """
    return Ground(
        cells_within(script.playable, script.map_size),
        cells_within(script.buildable, script.map_size),
    )


def cells_within(rectangle: Rectangle, map_size: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """The map cells whose centre lies in a rectangle.

    Args:
        rectangle: World units.
        map_size: Width and height of the map in cells.

    Returns:
        bool [map height, map width], row 0 at world y 0.
    """
    width, height = map_size
    x = np.arange(width) + 0.5
    y = np.arange(height) + 0.5
    left, bottom, right, top = rectangle
    return ((left <= x) & (x <= right))[None, :] & ((bottom <= y) & (y <= top))[:, None]


class GroundSampler:
    """Samples one grid of map cells, and samples again only when the view or the grid changed."""

    def __init__(self) -> None:
        """Start without a sample."""
        self._viewport: Viewport | None = None
        self._cells: npt.NDArray | None = None

    def changed(self, viewport: Viewport, cells: npt.NDArray) -> npt.NDArray | None:
        """The ground as the view shows it, if that can differ from the last call's.

        Args:
            viewport: The view.
            cells: [map height, map width], row 0 at world y 0; the caller passes the same array
                as long as its values stay.

        Returns:
            [height, width] of the cells' type, 0 outside of the map; None when both arguments
            are those of the last call.
        """
        if viewport == self._viewport and cells is self._cells:
            return None
        self._viewport, self._cells = viewport, cells
        return sample_cells(viewport, cells)


class GroundLayers:
    """The layers of the ground in one picture."""

    def __init__(self, ground: Ground) -> None:
        """Start without a sample.

        Args:
            ground: The map's ground.
        """
        self._ground = ground
        self._samplers = {name: GroundSampler() for name in ("visibility_map", *ground._fields)}

    def changed(self, viewport: Viewport, visibility: npt.NDArray) -> Layers:
        """Those that can differ from the last call's.

        Args:
            viewport: The view.
            visibility: The visibility map, see `VisibilityMap.grid`.

        Returns:
            Arrays [height, width] by layer name.
        """
        grids = {"visibility_map": visibility, **self._ground._asdict()}
        sampled = {
            name: sampler.changed(viewport, grids[name]) for name, sampler in self._samplers.items()
        }
        return {name: layer for name, layer in sampled.items() if layer is not None}


def sample_cells(viewport: Viewport, cells: npt.NDArray) -> npt.NDArray:
    """Look up the map cell under the centre of each pixel.

    Args:
        viewport: The view.
        cells: [map height, map width], row 0 at world y 0.

    Returns:
        [height, width] of the cells' type, 0 outside of the map.
    """
    step_x = viewport.world_width / viewport.width
    step_y = viewport.world_height / viewport.height
    x = np.floor(viewport.left + (np.arange(viewport.width) + 0.5) * step_x).astype(int)
    y = np.floor(viewport.top - (np.arange(viewport.height) + 0.5) * step_y).astype(int)
    bordered = np.pad(cells, 1)  # zeros for what lies outside
    height, width = cells.shape
    columns = np.clip(x + 1, 0, width + 1)
    rows = np.clip(y + 1, 0, height + 1)
    return bordered[np.ix_(rows, columns)]
