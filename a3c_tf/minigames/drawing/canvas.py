"""A flat grid of pixels with a margin, so that what lies across an edge needs no clipping."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from a3c_tf.minigames.drawing.camera import Viewport
from a3c_tf.minigames.drawing.footprints import pixel_diameter
from a3c_tf.minigames.rules.unit import Unit

LARGEST_DIAMETER = 6.0
"""World units; no unit type of the mini-games is larger. Half of it is the margin."""


class Canvas:
    """Geometry of the grid: which index of the flat array belongs to a pixel.

    Attributes:
        area: Length of the flat array.
        scale_x: Pixels a world unit, across.
        scale_y: Pixels a world unit, down.
    """

    def __init__(self, viewport: Viewport) -> None:
        """Size the grid.

        Args:
            viewport: Any view of the size that will be painted.
        """
        self.scale_x = viewport.width / viewport.world_width
        self.scale_y = viewport.height / viewport.world_height
        self._width, self._height = viewport.width, viewport.height
        self._size = np.array([viewport.width, viewport.height])
        # Units whose centre is up to `reach` pixels outside may still touch the grid; they may
        # fill as many pixels beyond again.
        self._reach = 2 + pixel_diameter(LARGEST_DIAMETER / 2, max(self.scale_x, self.scale_y))
        self._margin = 2 * self._reach
        self._row = self._width + 2 * self._margin
        self.area = self._row * (self._height + 2 * self._margin)

    def in_view(
        self, viewport: Viewport, units: Sequence[Unit]
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]:
        """The units that may touch the grid.

        Args:
            viewport: Where the grid looks.
            units: Any units.

        Returns:
            Their indices in `units` [n], and their positions (x, y) in pixels from the upper left
            corner of the grid [n, 2].
        """
        world = np.array([(unit.x, unit.y) for unit in units]).reshape(-1, 2)
        positions = np.empty_like(world)
        positions[:, 0] = (world[:, 0] - viewport.left) * viewport.width / viewport.world_width
        positions[:, 1] = (viewport.top - world[:, 1]) * viewport.height / viewport.world_height
        near = ((positions > -self._reach) & (positions < self._size + self._reach)).all(axis=1)
        return np.flatnonzero(near), positions[near]

    def flat_index(self, pixels: npt.NDArray) -> npt.NDArray[np.intp]:
        """Where pixels lie in the flat array.

        Args:
            pixels: (column, row) [n, 2] of any type; the margin counts as numbers below 0.

        Returns:
            [n].
        """
        columns, rows = (pixels + self._margin).astype(np.intp).T
        return rows * self._row + columns

    def offsets(
        self, rows: npt.NDArray[np.intp], columns: npt.NDArray[np.intp]
    ) -> npt.NDArray[np.intp]:
        """Distances in the flat array of pixels relative to one of them."""
        return rows * self._row + columns

    def crop(self, flat: npt.NDArray) -> npt.NDArray:
        """The grid without its margin.

        Args:
            flat: [area].

        Returns:
            [height, width], contiguous.
        """
        margin = self._margin
        grid = flat.reshape(-1, self._row)
        return grid[margin : margin + self._height, margin : margin + self._width].copy()
