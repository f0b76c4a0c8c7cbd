"""The feature layers there are, in pysc2's order, and their bits a pixel (spatial.proto)."""

import numpy as np
import numpy.typing as npt

type Layers = dict[str, npt.NDArray | None]
"""Arrays [height, width] by layer name: bool, uint8 or int32 for 1, 8 or 32 bits a pixel. None
stands for a layer that is zero everywhere; a layer left out is as it was before."""

SCREEN_LAYERS = {
    "height_map": 8,
    "visibility_map": 8,
    "creep": 1,
    "power": 1,
    "player_id": 8,
    "player_relative": 8,
    "unit_type": 32,
    "selected": 1,
    "unit_hit_points": 32,
    "unit_hit_points_ratio": 8,
    "unit_energy": 32,
    "unit_energy_ratio": 8,
    "unit_shields": 32,
    "unit_shields_ratio": 8,
    "unit_density": 8,
    "unit_density_aa": 8,
    "effects": 8,
    "hallucinations": 1,
    "cloaked": 1,
    "blip": 1,
    "buffs": 32,
    "buff_duration": 8,
    "active": 1,
    "build_progress": 8,
    "pathable": 1,
    "buildable": 1,
    "placeholder": 1,
}

MINIMAP_LAYERS = {
    "height_map": 8,
    "visibility_map": 8,
    "creep": 1,
    "camera": 1,
    "player_id": 8,
    "player_relative": 8,
    "selected": 1,
    "unit_type": 32,
    "alerts": 1,
    "pathable": 1,
    "buildable": 1,
}

DTYPES = {1: np.bool_, 8: np.uint8, 32: np.int32}
"""Type of a layer's array by its bits a pixel."""


def encode(layer: npt.NDArray) -> bytes:
    """Pack a layer as ImageData carries it (common.proto): row by row from the top.

    Args:
        layer: bool, uint8 or int32 [height, width].

    Returns:
        Eight pixels a byte for bool, the first in the highest bit and rows not padded; else one
        byte or four, little-endian, a pixel.
    """
    if layer.dtype == np.bool_:
        return np.packbits(layer).tobytes()
    return layer.astype(layer.dtype.newbyteorder("<"), copy=False).tobytes()
