"""Which unit each pixel shows, and how many units lie there."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.minigames.drawing.camera import Viewport
from a3c_tf.minigames.drawing.canvas import Canvas
from a3c_tf.minigames.drawing.footprints import disc_mask, pixel_diameter
from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.unit_data import UnitType

MINIMAP_DIAMETERS = {18: 5.0}
"""Unit types whose blob on the minimap isn't their own width; a command centre's is 5 pixels."""


class Painted(NamedTuple):
    """What units leave on a grid of pixels.

    Attributes:
        shown: intp [height, width]; 1 + index of the unit drawn last on the pixel, 0 for none.
        density: uint8 [height, width]; how many units cover the pixel.
    """

    shown: npt.NDArray[np.intp]
    density: npt.NDArray[np.uint8]

    def look_up(self, table: npt.NDArray) -> npt.NDArray | None:
        """Turn a value for each unit into a value for each pixel.

        Args:
            table: [1 + units], the first for pixels without a unit, see Scene.column.

        Returns:
            [height, width] of the table's type, or None when every value is zero.
        """
        return table.take(self.shown) if table.any() else None


class Painter:
    """Paints units on a grid of one size and keeps the pixels of each unit type."""

    def __init__(
        self,
        viewport: Viewport,
        *,
        diameter: Callable[[UnitType], float],
        mask: Callable[[int, int], npt.NDArray[np.bool_]],
    ) -> None:
        """Prepare a grid.

        Args:
            viewport: Any view of the size that will be painted; where it looks does not matter.
            diameter: A unit type's diameter in world units.
            mask: The pixels within a bounding box of (width, height) pixels, bool
                [height, width].
        """
        self._canvas = Canvas(viewport)
        self._diameter = diameter
        self._mask = mask
        # One entry a unit type: its box of pixels (width, height), and the pixels in it as
        # offsets from the box's upper left corner in the flat canvas.
        self._type_index: dict[int, int] = {}
        self._boxes = np.empty((0, 2))
        self._offsets: list[npt.NDArray[np.intp]] = []

    def paint(self, viewport: Viewport, units: Sequence[Unit]) -> Painted:
        """Paint units over one another.

        Args:
            viewport: Where the grid looks.
            units: In draw order; later ones lie on top.

        Returns:
            The painted grids.
        """
        canvas = self._canvas
        indices, positions = canvas.in_view(viewport, units)
        shown = np.zeros(canvas.area, np.intp)
        if not indices.size:
            return Painted(canvas.crop(shown), canvas.crop(shown).astype(np.uint8))
        types = [self._index_of(units[index].kind) for index in indices.tolist()]
        boxes = self._boxes[types]
        # Boxes of even size are centred on the nearest pixel corner, odd ones on the pixel.
        corners = np.floor(positions + (boxes % 2 == 0) / 2) - boxes // 2
        offsets = [self._offsets[index] for index in types]
        sizes = [part.size for part in offsets]
        flat = np.concatenate(offsets) + np.repeat(canvas.flat_index(corners), sizes)
        shown[flat] = np.repeat(indices + 1, sizes)  # NumPy assigns in order: the last one wins
        density = canvas.crop(np.bincount(flat, minlength=canvas.area))
        return Painted(canvas.crop(shown), np.minimum(density, 255).astype(np.uint8))

    def _index_of(self, kind: UnitType) -> int:
        index = self._type_index.get(kind.unit_id)
        return self._add(kind) if index is None else index

    def _add(self, kind: UnitType) -> int:
        diameter = self._diameter(kind)
        width = pixel_diameter(diameter, self._canvas.scale_x)
        height = pixel_diameter(diameter, self._canvas.scale_y)
        rows, columns = np.nonzero(self._mask(width, height))
        self._offsets.append(self._canvas.offsets(rows, columns))
        self._boxes = np.vstack([self._boxes, (width, height)])
        self._type_index[kind.unit_id] = len(self._offsets) - 1
        return self._type_index[kind.unit_id]


def screen_painter(viewport: Viewport) -> Painter:
    """A painter of discs of the units' own size.

    Args:
        viewport: A screen of the size that will be painted.

    Returns:
        The painter.
    """
    return Painter(viewport, diameter=lambda kind: 2 * kind.radius, mask=disc_mask)


def minimap_painter(viewport: Viewport) -> Painter:
    """A painter of squares.

    Args:
        viewport: The minimap.

    Returns:
        The painter.
    """
    return Painter(
        viewport,
        diameter=lambda kind: MINIMAP_DIAMETERS.get(kind.unit_id, 2 * kind.radius),
        mask=lambda width, height: np.ones((height, width), bool),
    )
