"""Which unit each pixel shows, and how many units lie there."""

import math
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


class _Stamp(NamedTuple):
    """One unit type's pixels, relative to the upper left corner of their bounding box."""

    shift_x: float  # 0.5 for even sizes, which are centred on pixel corners
    shift_y: float
    half_width: int
    half_height: int
    offsets: npt.NDArray[np.intp]


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
        self._stamps: dict[int, _Stamp] = {}

    def paint(self, viewport: Viewport, units: Sequence[Unit]) -> Painted:
        """Paint units over one another.

        Args:
            viewport: Where the grid looks.
            units: In draw order; later ones lie on top.

        Returns:
            The painted grids.
        """
        canvas = self._canvas
        pixels: list[npt.NDArray[np.intp]] = []
        indices: list[int] = []
        for index, unit, x, y in canvas.in_view(viewport, units):
            stamp = self._stamps.get(unit.kind.unit_id) or self._add_stamp(unit.kind)
            column = math.floor(x + stamp.shift_x) - stamp.half_width
            row = math.floor(y + stamp.shift_y) - stamp.half_height
            pixels.append(stamp.offsets + canvas.position(column, row))
            indices.append(index + 1)
        shown = np.zeros(canvas.area, np.intp)
        if not pixels:
            return Painted(canvas.crop(shown), canvas.crop(shown).astype(np.uint8))
        flat = np.concatenate(pixels)
        shown[flat] = np.repeat(indices, [part.size for part in pixels])  # the last one wins
        density = canvas.crop(np.bincount(flat, minlength=canvas.area))
        return Painted(canvas.crop(shown), np.minimum(density, 255).astype(np.uint8))

    def _add_stamp(self, kind: UnitType) -> _Stamp:
        diameter = self._diameter(kind)
        width = pixel_diameter(diameter, self._canvas.scale_x)
        height = pixel_diameter(diameter, self._canvas.scale_y)
        rows, columns = np.nonzero(self._mask(width, height))
        stamp = _Stamp(
            shift_x=0.0 if width % 2 else 0.5,
            shift_y=0.0 if height % 2 else 0.5,
            half_width=width // 2,
            half_height=height // 2,
            offsets=self._canvas.offsets(rows, columns),
        )
        self._stamps[kind.unit_id] = stamp
        return stamp


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
