"""The TensorFlow functions that a shared model consists of: act, gradients, apply.

Each is traced once, for any number of states, into a concrete function. Concrete functions never
trace again, may be called from any thread, and cost less to call than a tf.function; called
directly, less still.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from a3c_tf.config import Config
from a3c_tf.learning.curiosity import Curiosity
from a3c_tf.learning.direct_call import DirectCall
from a3c_tf.learning.exploration import explore, noise_width
from a3c_tf.learning.forward import forward, policy_of
from a3c_tf.learning.objective import Objective
from a3c_tf.learning.popart import update_statistics
from a3c_tf.learning.rollout import Rollout
from a3c_tf.networks import memory_shapes
from a3c_tf.specs import ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import tf


class Graphs:
    """Concrete functions over the variables of one model and its optimizer.

    What they call `weights` is a snapshot of all weights, the trainable ones first, where the
    configuration wants workers to keep one (weights="snapshot"). Else it is empty: then the weights
    of the moment are read.

    Attributes:
        metrics: Names of the numbers that `gradients` tells about an update.
        norms: Those of them that are norms of gradients: of the model, and of curiosity if any.
        act: (observation by name [B, ...], function_mask bool [B, functions], memory by name
            [B, ...], weights, noise [B, 1 + arguments], greedy bool [B]) to (actions int32 [B, 1 +
            arguments], log_prob [B], value [B], memory by name [B, ...]).
        explore: The same with noise [B, exploration.noise_width], a rate [B] instead of greedy,
            and two more results: random_function and random_arguments, bool [B]. None where the
            configuration does not explore.
        gradients: (Rollout, weights, entropy_cost []) to (gradients by weight, metrics as one
            vector, statistics of the value targets).
        apply: (gradients by weight, statistics, scales, learning_rate []) to nothing. Changes the
            weights. There is a scale for each of the norms.
        snapshot: () to the weights of this moment.
    """

    def __init__(
        self,
        model: Any,
        curiosity: Curiosity | None,
        optimizer: Any,
        observation_spec: ObservationSpec,
        action_spec: ActionSpec,
        config: Config,
    ) -> None:
        """Trace the functions.

        Args:
            model: Keras model.
            curiosity: What adds rewards for surprise, or None.
            optimizer: Keras optimizer, built for the trainable variables of both.
            observation_spec: What the model sees.
            action_spec: What it chooses among.
            config: Decides the loss and whether there are snapshots.
        """
        self._model = model
        self._optimizer = optimizer
        self._action_spec = action_spec
        self._acts_greedily = config.acting == "greedy"
        self._popart_step_size = config.popart_step_size
        self._objective = Objective(model, curiosity, action_spec, config)
        self._curious = [] if curiosity is None else curiosity.model.trainable_variables
        self.norms = ("gradient_norm", "curiosity_norm") if curiosity else ("gradient_norm",)
        self.metrics = (*self._objective.metrics, *self.norms)

        observation = {
            name: tf.TensorSpec((None, *spec.shape), spec.dtype, name)
            for name, spec in observation_spec.items()
        }
        memory = {
            name: tf.TensorSpec((None, *shape), tf.float32, name)
            for name, shape in memory_shapes(model, observation_spec).items()
        }
        heads = 1 + len(action_spec.arguments)
        mask = tf.TensorSpec((None, len(action_spec.functions)), tf.bool)
        actions = tf.TensorSpec((None, heads), tf.int32)
        column = tf.TensorSpec((None,), tf.float32)
        scalar = tf.TensorSpec((), tf.float32)
        noise, more_noise = (
            tf.TensorSpec((None, width), tf.float32) for width in (heads, noise_width(heads))
        )
        flags = tf.TensorSpec((None,), tf.bool)
        model_weights = _specs([*model.trainable_variables, *model.non_trainable_variables])
        weights = model_weights if config.weights == "snapshot" else []
        gradients = _specs([*model.trainable_variables, *self._curious])
        scales = tf.TensorSpec((len(self.norms),), tf.float32)
        statistics = [scalar, scalar] if config.popart_step_size > 0.0 else []
        rollout = Rollout(observation, mask, actions, column, column, column, memory)

        state = (observation, mask, memory, weights)
        self.act = _trace(self._act, *state, noise, flags)
        self.explore: Any = None
        if config.explores:
            self.explore = _trace(self._explore, *state, more_noise, column)
        self.gradients = _trace(self._gradients, rollout, weights, scalar)
        # Keras walks the weights about ten times to apply RMSprop; compiled by XLA, once.
        self.apply = _trace(
            self._apply, gradients, statistics, scales, scalar, compile_with_xla=True
        )
        self.snapshot = _trace(self._snapshot)

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

    def _snapshot(self) -> list[tf.Tensor]:
        # Reading copies nothing: an update writes new arrays, and whoever holds the old keeps them.
        model = self._model
        variables = [*model.trainable_variables, *model.non_trainable_variables]
        return [tf.identity(variable.value) for variable in variables]


def _specs(variables: Sequence[Any]) -> list[tf.TensorSpec]:
    return [tf.TensorSpec(variable.shape, variable.dtype) for variable in variables]


def _trace(body: Callable[..., Any], *signature: Any, compile_with_xla: bool = False) -> Any:
    """The concrete function of a graph's body.

    Args:
        body: Builds the graph.
        *signature: Nested TensorSpecs of its arguments.
        compile_with_xla: Compile it when it first runs; needs fixed shapes.

    Returns:
        The function, to be called with what the signature says.
    """
    function = tf.function(
        body, input_signature=signature, autograph=False, jit_compile=compile_with_xla
    )
    concrete = function.get_concrete_function()
    return concrete if compile_with_xla else DirectCall(concrete)
