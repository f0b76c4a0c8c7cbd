"""How observations enter a network.

Quantities in integer arrays are divided by 255 inside the graph, so that fewer bytes are copied:
255 means 1. An environment that encodes counts so spreads them over 0..255 itself. float32 arrays
enter as they are; the environment keeps them within a few units of 0.

Channels of categories (ArraySpec.num_values) are embedded: each category becomes a learned vector
of log2(categories) numbers, as in SC2LE (Vinyals et al. 2017, section 4.3). There it is a 1 x 1
convolution over the one-hot categories; looking its column up is the same and costs less.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from a3c_tf.errors import ConfigError
from a3c_tf.networks.layers import LayerFactory
from a3c_tf.specs import ArraySpec, ObservationSpec
from a3c_tf.tensorflow_setup import keras

_DTYPES = ("uint8", "uint16", "float32")


class Inputs(NamedTuple):
    """The symbolic inputs of a network, by observation name.

    Attributes:
        raw: What the keras model takes.
        images: [B, height, width, channels], scaled and embedded.
        vectors: [B, size], scaled.
        memory: What the network's memory becomes, by the name of the input that it was; raw has
            those inputs too. Empty unless the network remembers; see memory.py.
    """

    raw: dict[str, Any]
    images: dict[str, Any]
    vectors: dict[str, Any]
    memory: dict[str, Any]

    def joined_vectors(self) -> Any:
        """All vectors side by side, [B, total size]."""
        return join(list(self.vectors.values()), name="vectors")


def join(tensors: list[Any], *, name: str) -> Any:
    """Concatenate along the last axis; one tensor alone stays as it is.

    Args:
        tensors: Alike in all axes but the last.
        name: Name of the layer.

    Returns:
        One tensor.
    """
    return tensors[0] if len(tensors) == 1 else keras.layers.Concatenate(name=name)(tensors)


def make_inputs(observation_spec: ObservationSpec, layers: LayerFactory) -> Inputs:
    """Declare, scale and embed the inputs.

    Args:
        observation_spec: Images of three axes and vectors of one; uint8, uint16 or float32.
        layers: Makes the embeddings.

    Returns:
        Inputs in the order of the spec.

    Raises:
        ConfigError: An observation is neither.
    """
    inputs = Inputs({}, {}, {}, {})
    for name, spec in observation_spec.items():
        kinds = {1: inputs.vectors, 3: inputs.images}
        if len(spec.shape) not in kinds or spec.dtype not in _DTYPES:
            raise ConfigError(
                f"networks take images (height, width, channels) and vectors (size,) of "
                f"{', '.join(_DTYPES)}, but the observation {name!r} is {spec.dtype} {spec.shape}"
            )
        raw = keras.Input(spec.shape, dtype=spec.dtype, name=name)
        inputs.raw[name] = raw
        if spec.num_values:
            entering = _embed(raw, name, spec, layers)
        elif spec.dtype == "float32":
            entering = raw
        else:
            entering = keras.layers.Rescaling(1 / 255, name=f"{name}_scaled")(raw)
        kinds[len(spec.shape)][name] = entering
    return inputs


def require_images(network: str, inputs: Inputs) -> None:
    """Refuse observations without an image, for networks that need one.

    Args:
        network: Name of the network.
        inputs: Its inputs.

    Raises:
        ConfigError: None of them is an image.
    """
    if not inputs.images:
        raise ConfigError(
            f"the network {network!r} needs an image, but the observations are {sorted(inputs.raw)}"
        )


def _embed(raw: Any, name: str, spec: ArraySpec, layers: LayerFactory) -> Any:
    """Quantities and yes-or-no channels, then the embedding of each other category.

    Returns:
        float32 [B, height, width, channels].
    """
    num_values = np.array(spec.num_values)
    plain, parts = np.flatnonzero(num_values <= 2), []
    if len(plain):
        # A flag needs no embedding: one number is all that log2(2) gives it.
        scales = np.where((num_values == 0) & (spec.dtype != "float32"), 1 / 255, 1.0)[plain]
        chosen = keras.ops.take(raw, plain.tolist(), axis=-1)
        parts.append(keras.layers.Rescaling(scales.tolist(), name=f"{name}_scaled")(chosen))
    for channel in np.flatnonzero(num_values > 2).tolist():
        size = spec.num_values[channel]
        width = math.ceil(math.log2(size))
        embedding = layers.embedding(size, width, name=f"{name}_embedding{channel}")
        parts.append(embedding(raw[..., channel]))
    return join(parts, name=f"{name}_embedded")
