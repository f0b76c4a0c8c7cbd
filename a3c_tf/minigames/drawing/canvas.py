"""A flat grid of pixels with a margin, so that what lies across an edge needs no clipping."""

from collections.abc import Iterator, Sequence

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
        # Units whose centre is up to `reach` pixels outside may still touch the grid; they may
        # fill as many pixels beyond again.
        self._reach = 2 + pixel_diameter(LARGEST_DIAMETER / 2, max(self.scale_x, self.scale_y))
        self._margin = 2 * self._reach
        self._row = self._width + 2 * self._margin
        self.area = self._row * (self._height + 2 * self._margin)

    def in_view(
        self, viewport: Viewport, units: Sequence[Unit]
    ) -> Iterator[tuple[int, Unit, float, float]]:
        """The units that may touch the grid.

        Args:
            viewport: Where the grid looks.
            units: Any units.

        Yields:
            (index in `units`, unit, x, y), the position in pixels from the upper left corner.
        """
        left, top = viewport.left, viewport.top
        width, world_width = viewport.width, viewport.world_width
        height, world_height = viewport.height, viewport.world_height
        reach = self._reach
        for index, unit in enumerate(units):
            x = (unit.x - left) * width / world_width
            y = (top - unit.y) * height / world_height
            if -reach < x < width + reach and -reach < y < height + reach:
                yield index, unit, x, y

    def position(self, column: int, row: int) -> int:
        """Index of a pixel in the flat array; the margin counts as columns and rows below 0."""
        return (row + self._margin) * self._row + column + self._margin

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
