"""The model that all workers share: one that acts, and learns under the lock between them.

What is said of threads in acting_model.py holds for learning, too:

    gradients   reads the weights without the lock, as act does. It is the costly part of an update.
    apply       is the optimizer's step. It runs under the lock, so that no update is lost.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from a3c_tf.config import Config
from a3c_tf.learning.acting_model import ActingModel
from a3c_tf.learning.curiosity import Curiosity
from a3c_tf.learning.learning_graphs import LearningGraphs
from a3c_tf.learning.optimizers import build_optimizer
from a3c_tf.learning.rollout import Rollout
from a3c_tf.learning.warm_up import warm_up_learning
from a3c_tf.specs import ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import tf


class UpdateResult(NamedTuple):
    """What became of a rollout.

    Attributes:
        applied: False if the gradients were not finite; then the weights are as before.
        metrics: policy_loss, value_loss, entropy (nats), value and policy_lag, each a mean over the
            transitions, and gradient_norm before clipping. policy_lag is the mean of behaviour
            minus current log-probability: it estimates the divergence (nats) between the policy
            that acted and the one that learns.
    """

    applied: bool
    metrics: dict[str, float]


class SharedModel(ActingModel):
    """One Keras model and its optimizer, used by many threads.

    Attributes:
        curiosity: What adds rewards for surprise, or None.
        optimizer: The keras optimizer of both, built.
    """

    def __init__(
        self,
        observation_spec: ObservationSpec,
        action_spec: ActionSpec,
        config: Config,
        *,
        askers: int = 1,
    ) -> None:
        """Build the network, the optimizer and all functions; call it in the main thread.

        Args:
            observation_spec: What the environment shows.
            action_spec: What it offers to do.
            config: Network, optimizer, costs and seed.
            askers: How many threads will ask for decisions at the same time; with more of them
                than cores, `decide` waits for some of the others.

        Raises:
            ConfigError: The network is unknown or does not fit the environment.
        """
        super().__init__(observation_spec, action_spec, config, askers=askers)
        self.curiosity: Curiosity | None = None
        if config.curiosity_reward > 0.0:
            self.curiosity = Curiosity(observation_spec, action_spec, config)
        curious = [] if self.curiosity is None else self.curiosity.model.trainable_variables
        self.optimizer = build_optimizer(config)
        self.optimizer.build([*self.model.trainable_variables, *curious])
        self._max_grad_norm = config.max_grad_norm
        self._learning = LearningGraphs(
            self.model, self.curiosity, self.optimizer, self._state, action_spec, config
        )
        warm_up_learning(
            self._learning, observation_spec, action_spec, self.initial_memory(), self.snapshot()
        )
        self.optimizer.iterations.assign(0)

    @property
    def trackables(self) -> dict[str, Any]:
        """All there is to save, by name."""
        kept = {**super().trackables, "optimizer": self.optimizer}
        return kept if self.curiosity is None else {**kept, "curiosity": self.curiosity.model}

    @property
    def version(self) -> int:
        """Number of updates applied, those before a resume included."""
        return int(self.optimizer.iterations.numpy())

    def update(
        self,
        rollout: Rollout,
        learning_rate: float,
        entropy_cost: float,
        weights: Sequence[tf.Tensor] | None = None,
    ) -> UpdateResult:
        """Learn from one rollout.

        Args:
            rollout: T transitions.
            learning_rate: Step size of this update.
            entropy_cost: Weight of the entropy bonus.
            weights: Where the gradients are taken, as from snapshot; by default the weights of
                this moment.

        Returns:
            Whether the gradients were finite and so were applied, and metrics.
        """
        weights = self.snapshot() if weights is None else weights
        gradients, vector, statistics = self._learning.gradients(
            rollout, weights, np.float32(entropy_cost)
        )
        metrics = dict(zip(self._learning.metrics, vector.numpy().tolist(), strict=True))
        norms = [metrics[name] for name in self._learning.norms]
        if not all(map(math.isfinite, norms)):
            return UpdateResult(False, metrics)
        scales = np.array([self._scale(norm) for norm in norms], np.float32)
        with self.lock:
            self._learning.apply(gradients, statistics, scales, np.float32(learning_rate))
        return UpdateResult(True, metrics)

    def _scale(self, norm: float) -> float:
        """What brings a gradient of that norm down to the largest allowed."""
        limit = self._max_grad_norm
        return limit / norm if 0.0 < limit < norm else 1.0
