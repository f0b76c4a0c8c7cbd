"""How observations enter a network.

uint8 arrays are divided by 255 inside the graph, so that a quarter of the bytes is copied: 255
means 1. An environment that encodes categories or counts as uint8 spreads them over 0..255
itself. float32 arrays enter as they are; the environment keeps them within a few units of 0.
"""

from typing import Any, NamedTuple

from a3c_tf.errors import ConfigError
from a3c_tf.specs import ObservationSpec
from a3c_tf.tensorflow_setup import keras


class Inputs(NamedTuple):
    """The symbolic inputs of a network, by observation name.

    Attributes:
        raw: What the keras model takes.
        images: float32 [B, height, width, channels], scaled.
        vectors: float32 [B, size], scaled.
    """

    raw: dict[str, Any]
    images: dict[str, Any]
    vectors: dict[str, Any]

    def joined_vectors(self) -> Any:
        """All vectors side by side, float32 [B, total size]."""
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


def make_inputs(observation_spec: ObservationSpec) -> Inputs:
    """Declare and scale the inputs.

    Args:
        observation_spec: Images of three axes and vectors of one, uint8 or float32.

    Returns:
        Inputs in the order of the spec.

    Raises:
        ConfigError: An observation is neither.
    """
    inputs = Inputs({}, {}, {})
    for name, spec in observation_spec.items():
        kinds = {1: inputs.vectors, 3: inputs.images}
        if len(spec.shape) not in kinds or spec.dtype not in ("uint8", "float32"):
            raise ConfigError(
                f"networks take images (height, width, channels) and vectors (size,) of uint8 or "
                f"float32, but the observation {name!r} is {spec.dtype} {spec.shape}"
            )
        raw = keras.Input(spec.shape, dtype=spec.dtype, name=name)
        scale = keras.layers.Rescaling(1 / 255, name=f"{name}_scaled")
        inputs.raw[name] = raw
        kinds[len(spec.shape)][name] = scale(raw) if spec.dtype == "uint8" else raw
    return inputs
