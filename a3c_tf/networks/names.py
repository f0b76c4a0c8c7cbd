"""Layer names that leave the observations theirs.

Keras wants each name in a model once, inputs included. What an environment calls its observations
is its own affair, so where a layer has the same name it is the layer that takes another.
"""

from collections.abc import Callable
from typing import Any

from a3c_tf.errors import ConfigError
from a3c_tf.specs import ObservationSpec
from a3c_tf.tensorflow_setup import keras

# What Keras says then.
_CLASH = "names should be unique"
# Appended to a name that is taken.
_STAND_IN, _LAYER = "_observed", "_layer"


def build_with_unique_names(
    build: Callable[[ObservationSpec], Any], observation_spec: ObservationSpec
) -> Any:
    """Build a network whose layers may be called what an observation is called.

    Args:
        build: Makes a keras functional model with an input for each observation, by name.
        observation_spec: What the environment shows.

    Returns:
        The model; a layer with the name of an observation is called "<name>_layer" in it.

    Raises:
        ConfigError: The names cannot be kept apart.
    """
    try:
        return build(observation_spec)
    except ValueError as error:
        if _CLASH not in str(error):
            raise
    stand_ins = {f"{name}{_STAND_IN}": spec for name, spec in observation_spec.items()}
    try:
        model = build(stand_ins)
    except ValueError as error:
        if _CLASH not in str(error):
            raise
        raise ConfigError(
            f"two layers of the network would have one name; rename an argument: {error}"
        ) from error
    memory = model.input.keys() - stand_ins.keys()
    if memory & observation_spec.keys():
        raise ConfigError(
            f"no observation can be called one of {sorted(memory)}, because inputs for what the "
            "network remembers are; rename the observation"
        )
    for layer in model.layers:
        if layer.name in observation_spec:
            layer.name += _LAYER
        elif layer.name in stand_ins:
            layer.name = layer.name.removesuffix(_STAND_IN)
    inputs = {name.removesuffix(_STAND_IN): tensor for name, tensor in model.input.items()}
    for name, tensor in inputs.items():
        tensor.name = name
    return keras.Model(inputs, model.output, name=model.name)
