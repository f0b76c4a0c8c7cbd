"""The three TensorFlow functions that a shared model consists of: act, gradients, apply.

Each is traced once, for any number of states, into a concrete function. Concrete functions never
trace again, may be called from any thread, and cost less to call than a tf.function.
"""

from collections.abc import Callable
from typing import Any

from a3c_tf.config import Config
from a3c_tf.losses import a3c_loss
from a3c_tf.policy import ActionDistribution
from a3c_tf.returns import generalized_advantages
from a3c_tf.rollout import Rollout
from a3c_tf.specs import ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import tf

METRICS = ("policy_loss", "value_loss", "entropy", "value", "policy_lag", "gradient_norm")


class Graphs:
    """Concrete functions over the variables of one model and its optimizer.

    Attributes:
        act: (observation by name [B, ...], function_mask bool [B, functions], seed int32 [2],
            greedy bool []) to (actions int32 [B, 1 + arguments], log_prob [B], value [B]).
        gradients: (Rollout,) to (gradients by weight, METRICS as one vector). Reads the weights.
        apply: (gradients by weight, scale [], learning_rate []) to nothing. Changes the weights.
    """

    def __init__(
        self,
        model: Any,
        optimizer: Any,
        observation_spec: ObservationSpec,
        action_spec: ActionSpec,
        config: Config,
    ) -> None:
        """Trace the functions.

        Args:
            model: Keras model.
            optimizer: Keras optimizer, built for the model's trainable variables.
            observation_spec: What the model sees.
            action_spec: What it chooses among.
            config: gae_lambda and the costs of the loss.
        """
        self._model = model
        self._optimizer = optimizer
        self._action_spec = action_spec
        self._config = config

        observation = {
            name: tf.TensorSpec((None, *spec.shape), spec.dtype, name)
            for name, spec in observation_spec.items()
        }
        mask = tf.TensorSpec((None, len(action_spec.functions)), tf.bool)
        actions = tf.TensorSpec((None, 1 + len(action_spec.arguments)), tf.int32)
        column = tf.TensorSpec((None,), tf.float32)
        scalar = tf.TensorSpec((), tf.float32)
        seed, greedy = tf.TensorSpec((2,), tf.int32), tf.TensorSpec((), tf.bool)
        weights = [tf.TensorSpec(v.shape, v.dtype) for v in model.trainable_variables]

        self.act = _trace(self._act, observation, mask, seed, greedy)
        self.gradients = _trace(
            self._gradients, Rollout(observation, mask, actions, column, column, column)
        )
        # Keras walks the weights about ten times to apply RMSprop; compiled by XLA, once.
        self.apply = _trace(self._apply, weights, scalar, scalar, compile_with_xla=True)

    def _distribution(self, outputs: Any, function_mask: tf.Tensor) -> ActionDistribution:
        arguments = [outputs["argument_logits"][a.name] for a in self._action_spec.arguments]
        return ActionDistribution(
            self._action_spec, outputs["function_logits"], arguments, function_mask
        )

    def _act(
        self, observation: Any, function_mask: tf.Tensor, seed: tf.Tensor, greedy: tf.Tensor
    ) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
        outputs = self._model(observation, training=False)
        policy = self._distribution(outputs, function_mask)
        actions = tf.where(greedy, policy.mode(), policy.sample(seed))
        return actions, policy.log_prob(actions), outputs["value"]

    def _gradients(self, rollout: Rollout) -> tuple[list[tf.Tensor], tf.Tensor]:
        variables = [variable.value for variable in self._model.trainable_variables]
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(variables)
            total, metrics = self._loss(rollout)
        # Those of embeddings come as the rows that were looked up.
        gradients = [tf.convert_to_tensor(g) for g in tape.gradient(total, variables)]
        metrics["gradient_norm"] = tf.linalg.global_norm(gradients)
        return gradients, tf.stack([metrics[name] for name in METRICS])

    def _loss(self, rollout: Rollout) -> tuple[tf.Tensor, dict[str, tf.Tensor]]:
        """The loss of a rollout under the current weights, and its means per transition.

        The values that the advantages compare with are those of the current weights as well, so
        that they fit the values whose error is being reduced.
        """
        config = self._config
        # One pass for all states; only the value of the last one, to bootstrap from, is used.
        outputs = self._model(rollout.observation, training=True)
        values, bootstrap_value = outputs["value"][:-1], outputs["value"][-1]
        policy = self._distribution(
            tf.nest.map_structure(lambda output: output[:-1], outputs), rollout.function_mask
        )
        log_prob = policy.log_prob(rollout.actions)
        targets = generalized_advantages(
            rollout.rewards, rollout.discounts, values, bootstrap_value, config.gae_lambda
        )
        loss = a3c_loss(
            log_prob,
            policy.entropy(),
            values,
            targets,
            value_cost=config.value_cost,
            entropy_cost=config.entropy_cost,
        )
        steps = tf.cast(tf.size(values), tf.float32)
        return loss.total, {
            "policy_loss": loss.policy / steps,
            "value_loss": loss.value / steps,
            "entropy": loss.entropy / steps,
            "value": tf.reduce_mean(values),
            "policy_lag": tf.reduce_mean(rollout.behaviour_log_prob - log_prob),
        }

    def _apply(
        self, gradients: list[tf.Tensor], scale: tf.Tensor, learning_rate: tf.Tensor
    ) -> None:
        self._optimizer.learning_rate.assign(learning_rate)
        scaled = [scale * gradient for gradient in gradients]
        self._optimizer.apply(scaled, self._model.trainable_variables)


def _trace(body: Callable[..., Any], *signature: Any, compile_with_xla: bool = False) -> Any:
    """The concrete function of a graph's body.

    Args:
        body: Builds the graph.
        *signature: Nested TensorSpecs of its arguments.
        compile_with_xla: Compile it when it first runs; needs fixed shapes.

    Returns:
        A concrete function.
    """
    function = tf.function(
        body, input_signature=signature, autograph=False, jit_compile=compile_with_xla
    )
    return function.get_concrete_function()
