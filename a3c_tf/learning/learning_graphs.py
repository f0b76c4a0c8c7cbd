"""The TensorFlow functions that learn: the gradients of a rollout, and the optimizer's step."""

from collections.abc import Sequence
from typing import Any

from a3c_tf.config import Config
from a3c_tf.learning.curiosity import Curiosity
from a3c_tf.learning.objective import Objective
from a3c_tf.learning.popart import update_statistics
from a3c_tf.learning.rollout import Rollout
from a3c_tf.learning.tracing import StateSpecs, trace, variable_specs
from a3c_tf.specs import ActionSpec
from a3c_tf.tensorflow_setup import tf


class LearningGraphs:
    """Concrete functions over the variables of one model and its optimizer.

    Attributes:
        metrics: Names of the numbers that `gradients` tells about an update.
        norms: Those of them that are norms of gradients: of the model, and of curiosity if any.
        gradients: (Rollout, weights, entropy_cost []) to (gradients by weight, metrics as one
            vector, statistics of the value targets). See StateSpecs for the weights.
        apply: (gradients by weight, statistics, scales, learning_rate []) to nothing. Changes the
            weights. There is a scale for each of the norms.
    """

    def __init__(
        self,
        model: Any,
        curiosity: Curiosity | None,
        optimizer: Any,
        state: StateSpecs,
        action_spec: ActionSpec,
        config: Config,
    ) -> None:
        """Trace the functions.

        Args:
            model: Keras model.
            curiosity: What adds rewards for surprise, or None.
            optimizer: Keras optimizer, built for the trainable variables of both.
            state: The types of what the model's decisions depend on.
            action_spec: What the model chooses among.
            config: Decides the loss.
        """
        self._model = model
        self._optimizer = optimizer
        self._popart_step_size = config.popart_step_size
        self._objective = Objective(model, curiosity, action_spec, config)
        self._curious = [] if curiosity is None else curiosity.model.trainable_variables
        self.norms = ("gradient_norm", "curiosity_norm") if curiosity else ("gradient_norm",)
        self.metrics = (*self._objective.metrics, *self.norms)

        actions = tf.TensorSpec((None, 1 + len(action_spec.arguments)), tf.int32)
        column = tf.TensorSpec((None,), tf.float32)
        scalar = tf.TensorSpec((), tf.float32)
        rollout = Rollout(
            state.observation, state.function_mask, actions, column, column, column, state.memory
        )
        gradients = variable_specs([*model.trainable_variables, *self._curious])
        scales = tf.TensorSpec((len(self.norms),), tf.float32)
        statistics = [scalar, scalar] if config.popart_step_size > 0.0 else []
        self.gradients = trace(self._gradients, rollout, state.weights, scalar)
        # Keras walks the weights about ten times to apply RMSprop; compiled by XLA, once.
        self.apply = trace(
            self._apply, gradients, statistics, scales, scalar, compile_with_xla=True
        )

    def _gradients(
        self, rollout: Rollout, weights: Sequence[tf.Tensor], entropy_cost: tf.Tensor
    ) -> tuple[list[tf.Tensor], tf.Tensor, list[tf.Tensor]]:
        variables = self._model.trainable_variables
        own = list(weights[: len(variables)]) or [variable.value for variable in variables]
        learned = [*own, *(variable.value for variable in self._curious)]
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(learned)
            total, metrics, targets = self._objective(rollout, weights, entropy_cost)
        # Those of embeddings come as the rows that were looked up.
        gradients = [tf.convert_to_tensor(g) for g in tape.gradient(total, learned)]
        metrics["gradient_norm"] = tf.linalg.global_norm(gradients[: len(own)])
        metrics["curiosity_norm"] = tf.linalg.global_norm(gradients[len(own) :])
        statistics = tf.nn.moments(targets, axes=[0]) if self._popart_step_size > 0.0 else []
        return gradients, tf.stack([metrics[name] for name in self.metrics]), list(statistics)

    def _apply(
        self,
        gradients: list[tf.Tensor],
        statistics: list[tf.Tensor],
        scales: tf.Tensor,
        learning_rate: tf.Tensor,
    ) -> None:
        self._optimizer.learning_rate.assign(learning_rate)
        parts = self._model.trainable_variables, self._curious
        owners = [part for part, variables in enumerate(parts) for _ in variables]
        scaled = [scales[part] * g for part, g in zip(owners, gradients, strict=True)]
        self._optimizer.apply(scaled, [*parts[0], *parts[1]])
        if statistics:
            mean, variance = statistics
            update_statistics(self._model, mean, variance, self._popart_step_size)
