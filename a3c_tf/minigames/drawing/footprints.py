"""The pixels that one unit covers: discs on the screen, squares on the minimap, soft discs.

The disc rule reproduces the layers of the game without one differing pixel: a unit is a disc of
diameter `round(2 * radius * pixels_per_world_unit)` pixels, at least 1; a disc of odd diameter is
centred on the centre of the pixel that contains the unit, one of even diameter on the pixel
corner nearest to the unit; it covers the pixels whose centres are at most half a diameter away.
On a grid that is not square the two diameters differ and the disc is an ellipse.
"""

import functools
import math

import numpy as np
import numpy.typing as npt

AA_LEVELS = 16
"""Value of unit_density_aa where one unit covers a whole pixel (pysc2/docs/environment.md)."""

AA_SUBPIXELS = 8
"""Soft discs are placed to the nearest 1/8 pixel, so that their masks can be kept."""

_AA_SAMPLES = 4  # 4 x 4 sample points a pixel make AA_LEVELS


def pixel_diameter(diameter: float, scale: float) -> int:
    """Diameter in pixels of what measures `diameter` world units.

    Args:
        diameter: World units.
        scale: Pixels a world unit.

    Returns:
        The nearest whole number (halves up), at least 1.
    """
    return max(1, math.floor(diameter * scale + 0.5))


@functools.cache
def disc_mask(width: int, height: int) -> npt.NDArray[np.bool_]:
    """The pixels of an ellipse within its bounding box.

    Args:
        width: Horizontal diameter in pixels.
        height: Vertical diameter in pixels.

    Returns:
        bool [height, width].
    """
    dx = (np.arange(width) + 0.5 - width / 2) / (width / 2)
    dy = (np.arange(height) + 0.5 - height / 2) / (height / 2)
    return dx[None, :] ** 2 + dy[:, None] ** 2 <= 1.0


@functools.cache
def soft_disc(
    width: float, height: float, sub_column: float, sub_row: float
) -> tuple[int, int, npt.NDArray[np.uint8]]:
    """How much of each pixel a disc at an exact position covers.

    Args:
        width: Horizontal diameter in pixels, not rounded.
        height: Vertical diameter in pixels, not rounded.
        sub_column: Position of the centre in its pixel, in 1 / AA_SUBPIXELS, whole
            numbers.
        sub_row: The same, downwards.

    Returns:
        (column, row, coverage): position of the upper left pixel relative to the pixel of the
        centre, and uint8 [rows, columns] in 0..AA_LEVELS.
    """
    centre_x, centre_y = sub_column / AA_SUBPIXELS, sub_row / AA_SUBPIXELS
    left, right = math.floor(centre_x - width / 2), math.ceil(centre_x + width / 2)
    top, bottom = math.floor(centre_y - height / 2), math.ceil(centre_y + height / 2)
    columns, rows = right - left, bottom - top
    x = left + (np.arange(columns * _AA_SAMPLES) + 0.5) / _AA_SAMPLES
    y = top + (np.arange(rows * _AA_SAMPLES) + 0.5) / _AA_SAMPLES
    dx = (x - centre_x) / (width / 2)
    dy = (y - centre_y) / (height / 2)
    inside = dx[None, :] ** 2 + dy[:, None] ** 2 <= 1.0
    blocks = inside.reshape(rows, _AA_SAMPLES, columns, _AA_SAMPLES)
    return left, top, blocks.sum(axis=(1, 3), dtype=np.uint8)
