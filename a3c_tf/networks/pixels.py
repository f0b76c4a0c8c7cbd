"""The network for a game seen as one stack of frames, such as Super Mario Bros."""

from typing import Any

from a3c_tf.errors import ConfigError
from a3c_tf.networks.heads import make_model
from a3c_tf.networks.inputs import make_inputs
from a3c_tf.networks.layers import LayerFactory
from a3c_tf.networks.memory import remember
from a3c_tf.specs import ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import keras


def pixels(
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    seed: int,
    *,
    remembers: bool = False,
) -> Any:
    """Four 3 x 3 convolutions of 32 channels, each halving the image, and a dense layer.

    Args:
        observation_spec: One image.
        action_spec: Functions, and arguments that are not spatial.
        seed: Seed of the weights.
        remembers: Whether an LSTM of 256 units follows, as in Mnih et al. 2016.

    Returns:
        A keras functional model, see heads.make_model.

    Raises:
        ConfigError: The observations are not one image.
    """
    layers = LayerFactory(seed)
    inputs = make_inputs(observation_spec, layers)
    if len(inputs.images) != 1 or inputs.vectors:
        raise ConfigError(
            "the network 'pixels' takes one image and nothing else, but the observations are "
            f"{sorted(inputs.raw)}"
        )
    (hidden,) = inputs.images.values()
    for index in range(1, 5):
        hidden = layers.conv(32, 3, strides=2, name=f"conv{index}")(hidden)
    state = layers.dense(512, "relu", name="state")(keras.layers.Flatten(name="flat")(hidden))
    if remembers:
        state = remember(state, 256, inputs, layers, name="lstm")
    return make_model("pixels", inputs, state, action_spec, layers)
