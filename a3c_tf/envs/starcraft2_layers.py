"""pysc2's feature layers as one image for the network, in one of three encodings.

* channels: a category becomes one channel for each group of its values that matters on the map,
  255 where the layer holds one of them. Small, and cheap for the network.
* embedded: a category stays a number, which the network embeds, as in SC2LE (Vinyals et al. 2017,
  section 4.3). Complete, whatever the map.
* raw: every layer as pysc2 gives it, as CPUFronz/SC2_HarvesterAgent (2018) showed it its network.

In the first two, quantities are on a logarithmic scale from 0 to 255 (SC2LE as well), where 255 is
the highest value that pysc2 gives for the layer. Which layers are categories is pysc2's word.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from pysc2.lib import features, static_data

from a3c_tf.errors import ConfigError
from a3c_tf.specs import ArraySpec

Groups = Sequence[Sequence[int]]

# What lights the channels of a category; unit types depend on the map.
_GROUPS: dict[str, Groups] = {
    "player_relative": [
        (int(features.PlayerRelative.SELF),),
        (int(features.PlayerRelative.NEUTRAL),),
        (int(features.PlayerRelative.ENEMY),),
    ],
    "visibility_map": [(int(features.Visibility.SEEN),), (int(features.Visibility.VISIBLE),)],
}
# Types that pysc2 numbers with gaps, in thousands; any other value counts as an unknown one.
_KNOWN_VALUES = {"unit_type": static_data.UNIT_TYPES, "buffs": static_data.BUFFS}


class LayerEncoder(Protocol):
    """Makes an image of pysc2's layers."""

    spec: ArraySpec

    def encode(self, layers: Any) -> npt.NDArray[Any]:
        """Encode one observation.

        Args:
            layers: pysc2's layers, int [layers, height, width], or whatever gives the layer
                [height, width] of an index.

        Returns:
            An image as `spec` says.
        """


def make_layer_encoder(
    layer_set: Any,
    names: Sequence[str],
    encoding: str,
    *,
    shape: tuple[int, int],
    unit_groups: Groups,
) -> LayerEncoder:
    """Choose layers and their encoding.

    Args:
        layer_set: pysc2's SCREEN_FEATURES or MINIMAP_FEATURES.
        names: Layers, in the order of the image's channels.
        encoding: "channels", "embedded" or "raw".
        shape: (height, width) of the layers, in pixels.
        unit_groups: Unit types that light one channel each, for the encoding "channels".

    Returns:
        The encoder.

    Raises:
        ConfigError: There is no such layer or encoding.
    """
    chosen = [_layer(layer_set, name) for name in names]
    match encoding:
        case "channels":
            tables = [_channels(layer, unit_groups) for layer in chosen]
            return _TableEncoder(chosen, tables, shape, num_values=())
        case "embedded":
            tables, num_values = zip(*[_categories(layer) for layer in chosen], strict=True)
            return _TableEncoder(chosen, tables, shape, num_values)
        case "raw":
            return _RawEncoder(chosen, shape)
    raise ConfigError(f"encoding must be channels, embedded or raw, not {encoding!r}")


class _TableEncoder:
    """Looks up what each value of a layer becomes."""

    def __init__(
        self,
        layers: Sequence[Any],
        tables: Sequence[npt.NDArray[Any]],
        shape: tuple[int, int],
        num_values: tuple[int, ...],
    ) -> None:
        """Keep the tables.

        Args:
            layers: pysc2's layers.
            tables: For each the channels of each of its values, [values, channels]; higher
                values are read in the last row.
            shape: (height, width) of the layers, in pixels.
            num_values: As in ArraySpec.
        """
        dtype = np.result_type(*tables)
        self._tables = [
            (layer.index, table.astype(dtype)) for layer, table in zip(layers, tables, strict=True)
        ]
        num_channels = sum(table.shape[1] for table in tables)
        self.spec = ArraySpec((*shape, num_channels), str(dtype), num_values)

    def encode(self, layers: Any) -> npt.NDArray[Any]:
        layers = _without_names(layers)
        return np.concatenate(
            [np.take(table, layers[i], axis=0, mode="clip") for i, table in self._tables], axis=-1
        )


class _RawEncoder:
    """Stacks layers as they are."""

    def __init__(self, layers: Sequence[Any], shape: tuple[int, int]) -> None:
        self._indices = [layer.index for layer in layers]
        self.spec = ArraySpec((*shape, len(layers)), "float32")

    def encode(self, layers: Any) -> npt.NDArray[Any]:
        layers = _without_names(layers)
        chosen = [layers[index] for index in self._indices]
        return np.stack(chosen, axis=-1, dtype="float32", casting="unsafe")


def _without_names(layers: Any) -> Any:
    """pysc2's arrays with names as plain ones, which are faster to index."""
    return np.asarray(layers) if isinstance(layers, np.ndarray) else layers


def _layer(layer_set: Any, name: str) -> Any:
    """One of pysc2's layers by its name."""
    if name not in layer_set._fields:
        raise ConfigError(
            f"unknown feature layer {name!r}; pysc2 has {', '.join(layer_set._fields)}"
        )
    return getattr(layer_set, name)


def _is_category(layer: Any) -> bool:
    return bool(layer.type == features.FeatureType.CATEGORICAL)


def _logarithms(layer: Any) -> npt.NDArray[np.uint8]:
    """Table of a quantity: one channel from 0 to 255."""
    values = np.log1p(np.arange(layer.scale)) / np.log1p(layer.scale - 1)
    return np.round(255 * values).astype(np.uint8)[:, np.newaxis]


def _channels(layer: Any, unit_groups: Groups) -> npt.NDArray[np.uint8]:
    """Table of 0 and 255 for a category; the usual one for a quantity.

    A category without groups has one channel, lit wherever there is anything.
    """
    if not _is_category(layer):
        return _logarithms(layer)
    groups = unit_groups if layer.name == "unit_type" else _GROUPS.get(layer.name)
    if groups is None:
        return np.array([[0], [255]], np.uint8)
    highest = max(value for group in groups for value in group)
    # One row more than there are values: whatever lies beyond is read there, as nothing.
    table = np.zeros((highest + 2, len(groups)), np.uint8)
    for channel, group in enumerate(groups):
        table[list(group), channel] = 255
    return table


def _categories(layer: Any) -> tuple[npt.NDArray[Any], int]:
    """Table of consecutive numbers, and how many there are; 0 of them for a quantity."""
    if not _is_category(layer):
        return _logarithms(layer), 0
    if layer.name not in _KNOWN_VALUES:
        return np.arange(layer.scale, dtype=np.uint8)[:, np.newaxis], layer.scale
    known = sorted(_KNOWN_VALUES[layer.name])
    unknown = len(known) + 1
    numbers = np.full(known[-1] + 2, unknown, np.uint16 if unknown > 255 else np.uint8)
    numbers[0] = 0  # nothing there
    numbers[known] = np.arange(1, len(known) + 1)
    return numbers[:, np.newaxis], unknown + 1
