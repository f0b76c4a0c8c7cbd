"""The network for observations that are short vectors."""

from typing import Any

from a3c_tf.errors import ConfigError
from a3c_tf.networks.heads import make_model
from a3c_tf.networks.inputs import make_inputs
from a3c_tf.networks.layers import LayerFactory
from a3c_tf.networks.memory import remember
from a3c_tf.specs import ActionSpec, ObservationSpec


def mlp(
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    seed: int,
    *,
    remembers: bool = False,
) -> Any:
    """Two dense layers of 64 units with tanh.

    Args:
        observation_spec: Vectors only.
        action_spec: Functions, and arguments that are not spatial.
        seed: Seed of the weights.
        remembers: Whether an LSTM of 64 units follows.

    Returns:
        A keras functional model, see heads.make_model.

    Raises:
        ConfigError: An observation is an image.
    """
    layers = LayerFactory(seed)
    inputs = make_inputs(observation_spec, layers)
    if inputs.images:
        raise ConfigError(
            f"the network 'mlp' takes vectors, but {sorted(inputs.images)} are images"
        )
    hidden = layers.dense(64, "tanh", name="dense1")(inputs.joined_vectors())
    state = layers.dense(64, "tanh", name="state")(hidden)
    if remembers:
        state = remember(state, 64, inputs, layers, name="lstm")
    return make_model("mlp", inputs, state, action_spec, layers)
