"""What a rollout teaches under the weights of the moment: targets, loss and how they went."""

from collections.abc import Mapping, Sequence
from typing import Any

from a3c_tf.config import Config
from a3c_tf.learning.curiosity import METRICS as CURIOSITY_METRICS
from a3c_tf.learning.curiosity import Curiosity
from a3c_tf.learning.forward import forward, policy_of
from a3c_tf.learning.losses import a3c_loss
from a3c_tf.learning.returns import Targets, generalized_advantages, vtrace
from a3c_tf.learning.rollout import Rollout
from a3c_tf.specs import ActionSpec
from a3c_tf.tensorflow_setup import tf

METRICS = ("policy_loss", "value_loss", "entropy", "value", "policy_lag")


class Objective:
    """The loss of a rollout, as a part of a graph.

    Attributes:
        metrics: Names of what it tells beside the loss.
    """

    def __init__(
        self, model: Any, curiosity: Curiosity | None, action_spec: ActionSpec, config: Config
    ) -> None:
        """Choose what is minimized.

        Args:
            model: The keras model.
            curiosity: Adds rewards and a loss, or None.
            action_spec: Functions and arguments.
            config: The targets and the costs.
        """
        self._model = model
        self._curiosity = curiosity
        self.metrics = METRICS if curiosity is None else (*METRICS, *CURIOSITY_METRICS)
        self._action_spec = action_spec
        self._config = config

    def __call__(
        self, rollout: Rollout, weights: Sequence[tf.Tensor], entropy_cost: tf.Tensor
    ) -> tuple[tf.Tensor, dict[str, tf.Tensor], tf.Tensor]:
        """The loss of a rollout, and its means per transition.

        The values that the advantages compare with are those of the same weights, so that they
        fit the values whose error is being reduced.

        Args:
            rollout: T transitions, as tensors.
            weights: Weights to judge it with, see forward; empty for the model's own.
            entropy_cost: Weight of the entropy bonus.

        Returns:
            The total, the metrics by name, and what the value function should have said, [T].
        """
        surprise = None if self._curiosity is None else self._curiosity(rollout)
        if surprise is not None:
            rollout = rollout._replace(rewards=rollout.rewards + surprise.rewards)
        # One pass for all states; only the value of the last one, to bootstrap from, is used.
        outputs = forward(self._model, rollout.observation, rollout.memory, weights, training=True)
        outputs.pop("memory", None)
        bootstrap_value = outputs["value"][-1]
        outputs = tf.nest.map_structure(lambda output: output[:-1], outputs)
        values = outputs["value"]
        policy = policy_of(outputs, self._action_spec, rollout.function_mask)
        log_prob = policy.log_prob(rollout.actions)
        targets = self._targets(rollout, log_prob, values, bootstrap_value)
        function_entropy, argument_entropy = policy.entropy_parts()
        loss = a3c_loss(
            log_prob,
            function_entropy + self._config.argument_entropy_weight * argument_entropy,
            *_normalized(outputs, targets),
            value_cost=self._config.value_cost,
            entropy_cost=entropy_cost,
        )
        steps = tf.cast(tf.size(values), tf.float32)
        metrics = {
            "policy_loss": loss.policy / steps,
            "value_loss": loss.value / steps,
            "entropy": tf.reduce_mean(function_entropy + argument_entropy),
            "value": tf.reduce_mean(values),
            "policy_lag": tf.reduce_mean(rollout.behaviour_log_prob - log_prob),
        }
        if surprise is None:
            return loss.total, metrics, targets.values
        return loss.total + surprise.loss, metrics | surprise.metrics, targets.values

    def _targets(
        self,
        rollout: Rollout,
        log_prob: tf.Tensor,
        values: tf.Tensor,
        bootstrap_value: tf.Tensor,
    ) -> Targets:
        config = self._config
        if config.off_policy == "vtrace":
            return vtrace(
                rollout.behaviour_log_prob,
                log_prob,
                rollout.rewards,
                rollout.discounts,
                values,
                bootstrap_value,
                config.gae_lambda,
            )
        return generalized_advantages(
            rollout.rewards, rollout.discounts, values, bootstrap_value, config.gae_lambda
        )


def _normalized(outputs: Mapping[str, tf.Tensor], targets: Targets) -> tuple[tf.Tensor, Targets]:
    """Values and targets in the units that the loss is taken in: PopArt's, if there is one."""
    if "value_deviation" not in outputs:
        return outputs["value"], targets
    mean, deviation = outputs["value_mean"], outputs["value_deviation"]
    return (outputs["value"] - mean) / deviation, Targets(
        targets.advantages / deviation, (targets.values - mean) / deviation
    )
