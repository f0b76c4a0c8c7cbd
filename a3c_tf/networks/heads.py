"""The outputs that every network has: function logits, argument logits, a value."""

from collections.abc import Mapping
from typing import Any

from a3c_tf.errors import ConfigError
from a3c_tf.networks.inputs import Inputs, join
from a3c_tf.networks.layers import LayerFactory
from a3c_tf.specs import ActionSpec, ArgumentSpec
from a3c_tf.tensorflow_setup import keras


def make_model(
    name: str,
    inputs: Inputs,
    state: Any,
    action_spec: ActionSpec,
    layers: LayerFactory,
    towers: Mapping[str, Any] | None = None,
) -> Any:
    """Put the heads on a network.

    Args:
        name: Name of the network.
        inputs: Its inputs.
        state: float32 [B, units], what the function, the value and plain arguments are read from.
        action_spec: Functions and arguments.
        layers: Makes the heads' layers.
        towers: float32 [B, height, width, channels] by observation name, what spatial arguments
            are read from.

    Returns:
        A keras functional model from a dict of observations to a dict of "function_logits"
        [B, functions], "argument_logits", a dict of [B, size] by argument name, and "value" [B].

    Raises:
        ConfigError: No tower has the size of a spatial argument.
    """
    argument_logits = {}
    for argument in action_spec.arguments:
        if argument.is_spatial:
            logits = _pixel_logits(argument, towers or {}, layers)
        else:
            logits = layers.head(argument.size, name=f"{argument.name}_logits")(state)
        argument_logits[argument.name] = logits
    outputs = {
        "function_logits": layers.head(len(action_spec.functions), name="function_logits")(state),
        "argument_logits": argument_logits,
        "value": keras.layers.Reshape((), name="value")(layers.head(1, name="value_head")(state)),
    }
    return keras.Model(inputs.raw, outputs, name=name)


def _pixel_logits(argument: ArgumentSpec, towers: Mapping[str, Any], layers: LayerFactory) -> Any:
    """Logits for each pixel from all towers of the argument's size.

    Returns:
        float32 [B, height * width], row-major, as ArgumentSpec numbers the pixels.
    """
    fitting = [tower for tower in towers.values() if tower.shape[1:3] == argument.shape]
    if not fitting:
        sizes = [tuple(tower.shape[1:3]) for tower in towers.values()]
        raise ConfigError(
            f"the argument {argument.name!r} is a pixel of a {argument.shape} (height, width) "
            f"image, but the network has towers of the sizes {sizes}"
        )
    joined = join(fitting, name=f"{argument.name}_towers")
    pixels = layers.pixel_head(name=f"{argument.name}_head")(joined)
    return keras.layers.Reshape((argument.size,), name=f"{argument.name}_logits")(pixels)
