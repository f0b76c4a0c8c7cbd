"""The outputs that every network has: function logits, argument logits, a value."""

from collections.abc import Callable, Sequence
from typing import Any

from a3c_tf.errors import ConfigError
from a3c_tf.networks.inputs import Inputs, join
from a3c_tf.networks.layers import LayerFactory, computing_in
from a3c_tf.specs import ActionSpec, ArgumentSpec
from a3c_tf.tensorflow_setup import keras

# Gives the logits of a spatial argument, float32 [B, height * width]; row-major, as ArgumentSpec
# numbers the pixels.
SpatialLogits = Callable[[ArgumentSpec], Any]


# In bfloat16, which networks may use before their heads, a value of 100 is known to within 0.25.
@computing_in("float32")
def make_model(
    name: str,
    inputs: Inputs,
    state: Any,
    action_spec: ActionSpec,
    layers: LayerFactory,
    spatial_logits: SpatialLogits | None = None,
) -> Any:
    """Put the heads on a network.

    Args:
        name: Name of the network.
        inputs: Its inputs.
        state: [B, units], what the function, the value and plain arguments are read from.
        action_spec: Functions and arguments.
        layers: Makes the heads' layers.
        spatial_logits: Makes the heads of spatial arguments; a network without it has none.

    Returns:
        A keras functional model from a dict of observations to a dict of "function_logits"
        [B, functions], "argument_logits", a dict of [B, size] by argument name, "value" [B] and,
        where the network remembers, "memory".

    Raises:
        ConfigError: The network has no heads for a spatial argument.
    """
    spatial_logits = spatial_logits or convolved([], layers)
    argument_logits = {}
    for argument in action_spec.arguments:
        if argument.is_spatial:
            logits = spatial_logits(argument)
        else:
            logits = layers.head(argument.size, name=f"{argument.name}_logits")(state)
        argument_logits[argument.name] = logits
    outputs = {
        "function_logits": layers.head(len(action_spec.functions), name="function_logits")(state),
        "argument_logits": argument_logits,
        "value": keras.layers.Reshape((), name="value")(layers.head(1, name="value_head")(state)),
    }
    if inputs.memory:
        outputs["memory"] = inputs.memory
    return keras.Model(inputs.raw, outputs, name=name)


def convolved(towers: Sequence[Any], layers: LayerFactory) -> SpatialLogits:
    """Spatial heads that are 1x1 convolutions over all towers of the argument's size.

    Args:
        towers: [B, height, width, channels] each.
        layers: Makes the heads' layers.

    Returns:
        What makes a head; it raises ConfigError if no tower fits the argument.
    """

    def make_head(argument: ArgumentSpec) -> Any:
        joined = join(
            [towers[i] for i in fitting(argument, towers)], name=f"{argument.name}_towers"
        )
        pixels = layers.pixel_head(name=f"{argument.name}_head")(joined)
        return keras.layers.Reshape((argument.size,), name=f"{argument.name}_logits")(pixels)

    return make_head


def fitting(argument: ArgumentSpec, towers: Sequence[Any]) -> list[int]:
    """Which towers have a place for each pixel that an argument can be.

    Args:
        argument: A spatial argument.
        towers: [B, height, width, channels] each.

    Returns:
        Their indices, at least one.

    Raises:
        ConfigError: There is none.
    """
    sizes = [tuple(tower.shape[1:3]) for tower in towers]
    if argument.shape not in sizes:
        raise ConfigError(
            f"the argument {argument.name!r} is a pixel of a {argument.shape} (height, width) "
            f"image, but the network has towers of the sizes {sizes}"
        )
    return [index for index, size in enumerate(sizes) if size == argument.shape]


def row_and_column(state: Any, layers: LayerFactory) -> SpatialLogits:
    """Spatial heads that choose row and column independently of each other.

    Args:
        state: [B, units], what both are read from.
        layers: Makes the heads' layers.

    Returns:
        What makes a head. The log-probability of a pixel is the sum of those of its row and its
        column, so the sums of their logits are the pixel's logits.
    """

    def make_head(argument: ArgumentSpec) -> Any:
        height, width = argument.shape
        rows = layers.head(height, name=f"{argument.name}_row_logits")(state)
        columns = layers.head(width, name=f"{argument.name}_column_logits")(state)
        rows = keras.layers.Reshape((height, 1), name=f"{argument.name}_rows")(rows)
        columns = keras.layers.Reshape((1, width), name=f"{argument.name}_columns")(columns)
        pixels = keras.layers.Add(name=f"{argument.name}_sums")([rows, columns])
        return keras.layers.Reshape((argument.size,), name=f"{argument.name}_logits")(pixels)

    return make_head
