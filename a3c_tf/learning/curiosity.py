"""Exploration by prediction error: the intrinsic curiosity module, ICM (Pathak et al. 2017).

An encoder phi makes features of observations. The inverse model tells from phi(s_t) and
phi(s_{t+1}) which action was taken, so that the encoder learns to keep what actions change and to
drop what they do not. The forward model predicts phi(s_{t+1}) from phi(s_t) and the action. Where
it fails, the agent has not been often, so its error is a reward:

    error_t = |predicted_{t+1} - phi(s_{t+1})|^2 / 2,   intrinsic reward = curiosity_reward error_t,
    loss = curiosity_cost sum_t (0.8 inverse_t + 0.2 error_t),   inverse_t = -log p(a_t | phi's).

The encoder is a network of its own: nothing flows from here into the policy but the reward.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from a3c_tf.config import Config
from a3c_tf.learning.forward import policy_of
from a3c_tf.learning.rollout import Rollout
from a3c_tf.networks.heads import row_and_column
from a3c_tf.networks.inputs import join, make_inputs
from a3c_tf.networks.layers import LayerFactory
from a3c_tf.specs import ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import keras, tf

METRICS = ("intrinsic_reward", "inverse_loss", "forward_loss")

# Weight of the forward model's loss beside the inverse model's (Pathak et al. 2017, section 4:
# beta).
_FORWARD_SHARE = 0.2
_HIDDEN = 256
_ACTION = "action"
# Before the name of an observation, so that none is called as a layer or as the action is.
_SEEN = "seen_"


class Surprise(NamedTuple):
    """What a rollout's transitions were to the module.

    Attributes:
        rewards: float32 [T], intrinsic rewards, constants for the optimizer.
        loss: Scalar, the sum that the module minimizes.
        metrics: METRICS by name, means per transition.
    """

    rewards: tf.Tensor
    loss: tf.Tensor
    metrics: dict[str, tf.Tensor]


class Curiosity:
    """Encoder, inverse and forward model.

    Attributes:
        model: The keras model of all three, to train and to save.
    """

    def __init__(
        self, observation_spec: ObservationSpec, action_spec: ActionSpec, config: Config
    ) -> None:
        """Build the networks; call it in the main thread.

        Args:
            observation_spec: What the environment shows.
            action_spec: What it offers to do.
            config: curiosity_reward, curiosity_cost and the seed.

        Raises:
            ConfigError: An observation is neither an image nor a vector.
        """
        self.model = _build(observation_spec, action_spec, config.seed)
        self._action_spec = action_spec
        self._reward = config.curiosity_reward
        self._cost = config.curiosity_cost

    def __call__(self, rollout: Rollout) -> Surprise:
        """Judge a rollout, as a part of a graph.

        Args:
            rollout: T transitions, as tensors.

        Returns:
            Its rewards and losses.
        """
        actions = encode_actions(rollout.actions, self._action_spec)
        outputs = self.model(curious_inputs(rollout.observation, actions), training=True)
        guess = policy_of(outputs, self._action_spec, rollout.function_mask)
        inverse = -guess.log_prob(rollout.actions)
        error = tf.reduce_sum(tf.square(outputs["predicted"] - outputs["features"]), axis=1) / 2.0
        rewards = self._reward * tf.stop_gradient(error)
        each = (1.0 - _FORWARD_SHARE) * inverse + _FORWARD_SHARE * error
        metrics = {
            "intrinsic_reward": tf.reduce_mean(rewards),
            "inverse_loss": tf.reduce_mean(inverse),
            "forward_loss": tf.reduce_mean(error),
        }
        return Surprise(rewards, self._cost * tf.reduce_sum(each), metrics)


def curious_inputs(observation: Mapping[str, Any], actions: tf.Tensor) -> dict[str, Any]:
    """What the module's networks take.

    Args:
        observation: Arrays [T + 1, ...] by name.
        actions: float32 [T, size], as from encode_actions.

    Returns:
        The same arrays by the names of the inputs.
    """
    return {**{_SEEN + name: array for name, array in observation.items()}, _ACTION: actions}


def encode_actions(actions: tf.Tensor, action_spec: ActionSpec) -> tf.Tensor:
    """Actions as numbers that a network can take.

    Args:
        actions: int32 [T, 1 + arguments].
        action_spec: Functions and arguments.

    Returns:
        float32 [T, size]: the function one-hot, then each argument, one-hot or, for a pixel, as
        its row and column within 0..1; zeros for arguments that the function does not take.
    """
    functions = tf.one_hot(actions[:, 0], len(action_spec.functions))
    takes = tf.gather(tf.constant(action_spec.argument_mask, tf.float32), actions[:, 0])
    parts = [functions]
    for index, argument in enumerate(action_spec.arguments):
        values = actions[:, index + 1]
        if argument.is_spatial:
            height, width = argument.shape
            row = tf.cast(values // width, tf.float32) / max(height - 1, 1)
            column = tf.cast(values % width, tf.float32) / max(width - 1, 1)
            part = tf.stack([row, column], axis=1)
        else:
            part = tf.one_hot(values, argument.size)
        parts.append(takes[:, index : index + 1] * part)
    return tf.concat(parts, axis=1)


@keras.saving.register_keras_serializable("a3c_tf")
class Transitions(keras.layers.Layer):
    """From T + 1 rows to the first and the second of each of the T pairs of neighbours."""

    def call(self, rows: Any) -> tuple[Any, Any]:
        """Pair the rows.

        Args:
            rows: [T + 1, ...].

        Returns:
            [T, ...] each.
        """
        return rows[:-1], rows[1:]


def _build(observation_spec: ObservationSpec, action_spec: ActionSpec, seed: int) -> Any:
    """One keras model from T + 1 observations and T actions to what it says of T transitions."""
    layers = LayerFactory(seed)
    seen = {_SEEN + name: spec for name, spec in observation_spec.items()}
    inputs = make_inputs(seen, layers)
    features = _encode(inputs.images, inputs.vectors, layers)
    before, after = Transitions(name="transitions")(features)
    width = encode_actions(tf.zeros((1, 1 + len(action_spec.arguments)), tf.int32), action_spec)
    action = keras.Input((width.shape[1],), name=_ACTION)

    hidden = layers.dense(_HIDDEN, "relu", name="inverse")(join([before, after], name="both"))
    spatial = row_and_column(hidden, layers)
    arguments = {
        argument.name: spatial(argument)
        if argument.is_spatial
        else layers.head(argument.size, name=f"{argument.name}_logits")(hidden)
        for argument in action_spec.arguments
    }
    functions = layers.head(len(action_spec.functions), name="function_logits")(hidden)

    hidden = layers.dense(_HIDDEN, "relu", name="forward")(join([before, action], name="taken"))
    predicted = layers.linear(features.shape[-1], name="predicted")(hidden)
    outputs = {
        "function_logits": functions,
        "argument_logits": arguments,
        "predicted": predicted,
        "features": after,
    }
    return keras.Model({**inputs.raw, _ACTION: action}, outputs, name="curiosity")


def _encode(images: Mapping[str, Any], vectors: Mapping[str, Any], layers: LayerFactory) -> Any:
    """Four convolutions of 32 3 x 3 filters with stride 2, as published; a dense layer."""
    features = []
    for name, image in images.items():
        hidden = image
        for index in range(1, 5):
            hidden = layers.conv(32, 3, strides=2, name=f"{name}_conv{index}")(hidden)
        features.append(keras.layers.Flatten(name=f"{name}_flat")(hidden))
    if vectors:
        joined = join(list(vectors.values()), name="vectors")
        features.append(layers.dense(64, "relu", name="vectors_dense")(joined))
    return join(features, name="features")
