"""The anti-aliased density: how much of each pixel units cover."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from a3c_tf.minigames.drawing.camera import Viewport
from a3c_tf.minigames.drawing.canvas import Canvas
from a3c_tf.minigames.drawing.footprints import AA_SUBPIXELS, soft_disc
from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.unit_data import UnitType

type _SoftStamp = tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]


class SoftPainter:
    """Adds up soft discs and keeps those of each unit type and position within a pixel."""

    def __init__(self, viewport: Viewport) -> None:
        """Prepare a grid.

        Args:
            viewport: Any view of the size that will be painted; where it looks does not matter.
        """
        self._canvas = Canvas(viewport)
        self._stamps: dict[tuple[int, float, float], _SoftStamp] = {}

    def paint(self, viewport: Viewport, units: Sequence[Unit]) -> npt.NDArray[np.uint8]:
        """Add up the units' discs.

        Args:
            viewport: Where the grid looks.
            units: In any order.

        Returns:
            uint8 [height, width]; AA_LEVELS for each unit that covers the whole pixel.
        """
        canvas = self._canvas
        indices, positions = canvas.in_view(viewport, units)
        if not indices.size:
            return canvas.crop(np.zeros(canvas.area, np.uint8))
        pixels, phases = np.divmod(np.round(positions * AA_SUBPIXELS), AA_SUBPIXELS)
        stamps = [
            self._stamp(units[index].kind, phase_x, phase_y)
            for index, (phase_x, phase_y) in zip(indices.tolist(), phases.tolist(), strict=True)
        ]
        offsets = [stamp[0] for stamp in stamps]
        flat = np.concatenate(offsets)
        flat += np.repeat(canvas.flat_index(pixels), [part.size for part in offsets])
        coverage = np.concatenate([stamp[1] for stamp in stamps])
        total = canvas.crop(np.bincount(flat, weights=coverage, minlength=canvas.area))
        return np.minimum(total, 255).astype(np.uint8)

    def _stamp(self, kind: UnitType, phase_x: float, phase_y: float) -> _SoftStamp:
        stamp = self._stamps.get((kind.unit_id, phase_x, phase_y))
        return self._add_stamp(kind, phase_x, phase_y) if stamp is None else stamp

    def _add_stamp(self, kind: UnitType, phase_x: float, phase_y: float) -> _SoftStamp:
        width = 2 * kind.radius * self._canvas.scale_x
        height = 2 * kind.radius * self._canvas.scale_y
        column, row, coverage = soft_disc(width, height, phase_x, phase_y)
        rows, columns = np.nonzero(coverage)
        stamp = (
            self._canvas.offsets(rows + row, columns + column),
            coverage[rows, columns].astype(np.float64),
        )
        self._stamps[kind.unit_id, phase_x, phase_y] = stamp
        return stamp
