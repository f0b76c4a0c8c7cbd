"""The TensorFlow functions that decide: act, explore, and the snapshot of weights they may use."""

from collections.abc import Mapping, Sequence
from typing import Any

from a3c_tf.config import Config
from a3c_tf.learning.exploration import explore, noise_width
from a3c_tf.learning.forward import forward, policy_of
from a3c_tf.learning.tracing import StateSpecs, trace
from a3c_tf.specs import ActionSpec
from a3c_tf.tensorflow_setup import tf


class ActingGraphs:
    """Concrete functions over the variables of one model.

    Attributes:
        act: (observation by name [B, ...], function_mask bool [B, functions], memory by name
            [B, ...], weights, noise [B, 1 + arguments], greedy bool [B]) to (actions int32 [B, 1 +
            arguments], log_prob [B], value [B], memory by name [B, ...]). See StateSpecs for the
            weights.
        explore: The same with noise [B, exploration.noise_width], a rate [B] instead of greedy,
            and two more results: random_function and random_arguments, bool [B]. None where the
            configuration does not explore.
        snapshot: () to the weights of this moment.
    """

    def __init__(
        self, model: Any, state: StateSpecs, action_spec: ActionSpec, config: Config
    ) -> None:
        """Trace the functions.

        Args:
            model: Keras model.
            state: The types of what decisions depend on.
            action_spec: What they choose among.
            config: Decides whether and how workers explore.
        """
        self._model = model
        self._action_spec = action_spec
        self._acts_greedily = config.acting == "greedy"
        heads = 1 + len(action_spec.arguments)
        noise, more_noise = (
            tf.TensorSpec((None, width), tf.float32) for width in (heads, noise_width(heads))
        )
        self.act = trace(self._act, *state, noise, tf.TensorSpec((None,), tf.bool))
        self.explore: Any = None
        if config.explores:
            rate = tf.TensorSpec((None,), tf.float32)
            self.explore = trace(self._explore, *state, more_noise, rate)
        self.snapshot = trace(self._snapshot)

    def _act(
        self,
        observation: Mapping[str, tf.Tensor],
        function_mask: tf.Tensor,
        memory: Mapping[str, tf.Tensor],
        weights: Sequence[tf.Tensor],
        noise: tf.Tensor,
        greedy: tf.Tensor,
    ) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor, dict[str, tf.Tensor]]:
        outputs = forward(self._model, observation, memory, weights, training=False)
        policy = policy_of(outputs, self._action_spec, function_mask)
        actions = tf.where(greedy[:, tf.newaxis], policy.mode(), policy.sample(noise))
        return actions, policy.log_prob(actions), outputs["value"], outputs.get("memory", {})

    def _explore(
        self,
        observation: Mapping[str, tf.Tensor],
        function_mask: tf.Tensor,
        memory: Mapping[str, tf.Tensor],
        weights: Sequence[tf.Tensor],
        noise: tf.Tensor,
        rate: tf.Tensor,
    ) -> tuple[Any, ...]:
        outputs = forward(self._model, observation, memory, weights, training=False)
        policy = policy_of(outputs, self._action_spec, function_mask)
        chosen = explore(policy.greedy() if self._acts_greedily else policy, noise, rate)
        remembered = outputs.get("memory", {})
        return chosen.actions, chosen.log_prob, outputs["value"], remembered, *chosen[2:]

    def _snapshot(self) -> list[tf.Tensor]:
        # Reading copies nothing: an update writes new arrays, and whoever holds the old keeps them.
        model = self._model
        variables = [*model.trainable_variables, *model.non_trainable_variables]
        return [tf.identity(variable.value) for variable in variables]
