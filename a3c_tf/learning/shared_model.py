"""The model that all workers share: act, learn, and the lock between them.

TensorFlow may be called from many threads, Keras may not: its state is thread-local and its
building code is not safe. So everything is built, traced and run once in the constructor, and
workers only call concrete functions afterwards:

    act         reads the weights without the lock. It may meet weights some of which are newer
                than others, as in Hogwild (Niu et al. 2011) and in A3C itself. Threads that want
                a decision at the same time get it from one call, see batching.py.
    gradients   does so too. It is the costly part of an update and runs outside the lock.
    apply       is the optimizer's step. It runs under the lock, so that no update is lost.
    snapshot    takes the weights of one moment under the lock, for workers that keep them over a
                rollout. They are not copied: an update writes new arrays.

Who needs the weights of one moment, for a checkpoint or an evaluation, takes the lock.
"""

import math
import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.config import Config
from a3c_tf.errors import A3CError
from a3c_tf.learning.curiosity import Curiosity
from a3c_tf.learning.deciding import ActResult, Decider, State
from a3c_tf.learning.graphs import Graphs
from a3c_tf.learning.optimizers import build_optimizer
from a3c_tf.learning.popart import with_popart
from a3c_tf.learning.rollout import Rollout
from a3c_tf.learning.warm_up import warm_up
from a3c_tf.networks import build_network, memory_shapes
from a3c_tf.specs import ActionSpec, Observation, ObservationSpec
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


class SharedModel:
    """One Keras model and its optimizer, used by many threads.

    Attributes:
        observation_spec: What the model sees.
        action_spec: What it chooses among.
        model: The keras model.
        curiosity: What adds rewards for surprise, or None.
        optimizer: The keras optimizer of both, built.
        lock: Held while weights change.
    """

    def __init__(
        self, observation_spec: ObservationSpec, action_spec: ActionSpec, config: Config
    ) -> None:
        """Build the network, the optimizer and all functions; call it in the main thread.

        Args:
            observation_spec: What the environment shows.
            action_spec: What it offers to do.
            config: Network, optimizer, costs and seed.

        Raises:
            ConfigError: The network is unknown or does not fit the environment.
        """
        self.observation_spec = observation_spec
        self.action_spec = action_spec
        self.model = build_network(config.network, observation_spec, action_spec, config.seed)
        if config.popart_step_size > 0.0:
            self.model = with_popart(self.model)
        self.curiosity: Curiosity | None = None
        if config.curiosity_reward > 0.0:
            self.curiosity = Curiosity(observation_spec, action_spec, config)
        curious = [] if self.curiosity is None else self.curiosity.model.trainable_variables
        self.optimizer = build_optimizer(config)
        self.optimizer.build([*self.model.trainable_variables, *curious])
        self.lock = threading.Lock()
        self._max_grad_norm = config.max_grad_norm
        self._keeps_snapshots = config.weights == "snapshot"
        self._memory_shapes = memory_shapes(self.model, observation_spec)
        self._graphs = Graphs(
            self.model, self.curiosity, self.optimizer, observation_spec, action_spec, config
        )
        self._act_once, self._explore_once = Decider(self.act), Decider(self.explore)
        warm_up(
            self._graphs,
            observation_spec,
            action_spec,
            self.initial_memory(),
            snapshots=self._keeps_snapshots,
        )
        self.optimizer.iterations.assign(0)

    @property
    def trackables(self) -> dict[str, Any]:
        """All there is to save, by name."""
        kept = {"model": self.model, "optimizer": self.optimizer}
        return kept if self.curiosity is None else {**kept, "curiosity": self.curiosity.model}

    @property
    def version(self) -> int:
        """Number of updates applied, those before a resume included."""
        return int(self.optimizer.iterations.numpy())

    def initial_memory(self, batch: int = 1) -> Mapping[str, npt.NDArray[np.float32]]:
        """What the network remembers at the start of an episode: nothing, written as zeros.

        Args:
            batch: Number of episodes.

        Returns:
            float32 [batch, ...] by name; empty for a network that never remembers anything.
        """
        shapes = self._memory_shapes.items()
        return {name: np.zeros((batch, *shape), np.float32) for name, shape in shapes}

    def snapshot(self) -> Sequence[tf.Tensor]:
        """The weights of this moment, for act and update.

        Returns:
            Weights if the configuration wants snapshots, else nothing, which means that those of
            the moment of use are taken.
        """
        if not self._keeps_snapshots:
            return []
        with self.lock:
            weights: Sequence[tf.Tensor] = self._graphs.snapshot()
            return weights

    def act(
        self,
        observation: Observation,
        function_mask: npt.NDArray[np.bool_],
        noise: npt.NDArray[np.float32],
        greedy: bool | npt.NDArray[np.bool_] = False,
        memory: Mapping[str, Any] | None = None,
        weights: Sequence[tf.Tensor] | None = None,
    ) -> ActResult:
        """Choose actions for a batch of B states.

        Args:
            observation: Arrays [B, ...] by name.
            function_mask: bool [B, functions], what can be chosen.
            noise: float32 [B, 1 + arguments] in [0, 1), uniform; see noise.py.
            greedy: Take the most probable function and arguments instead of sampling; for all
                states, or bool [B].
            memory: What the network remembers, from the decision before; by default that of the
                start of an episode.
            weights: As from snapshot; by default those of this moment.

        Returns:
            Actions, their log-probabilities, the value estimates and the memory.

        Raises:
            A3CError: No function is available in some state.
        """
        states = self._states(observation, function_mask, memory, weights)
        greedy = np.broadcast_to(greedy, len(function_mask))
        return _as_numpy(self._graphs.act(*states, noise, greedy))

    def explore(
        self,
        observation: Observation,
        function_mask: npt.NDArray[np.bool_],
        noise: npt.NDArray[np.float32],
        rate: float | npt.NDArray[np.floating],
        memory: Mapping[str, Any] | None = None,
        weights: Sequence[tf.Tensor] | None = None,
    ) -> ActResult:
        """Choose actions as a worker of a configuration that explores does.

        Args:
            observation: As for act.
            function_mask: As for act.
            noise: float32 [B, exploration.noise_width] in [0, 1), uniform.
            rate: Probability of a random function, and of random arguments; for all states, or
                [B].
            memory: As for act.
            weights: As for act.

        Returns:
            What act does; the log-probabilities are those of the mixture with random choices.

        Raises:
            A3CError: No function is available in some state.
        """
        states = self._states(observation, function_mask, memory, weights)
        rate = np.broadcast_to(np.float32(rate), len(function_mask))
        return _as_numpy(self._graphs.explore(*states, noise, rate))

    def decide(
        self,
        state: State,
        *,
        greedy: bool = False,
        rate: float | None = None,
        weights: Sequence[tf.Tensor] | None = None,
    ) -> ActResult:
        """Choose one action; threads that ask at the same time are answered together.

        Args:
            state: What is seen, what can be done, what is remembered, and the noise.
            greedy: As for act.
            rate: As for explore; None for a decision without exploration.
            weights: As for act. Decisions with a snapshot of weights are made one by one.

        Returns:
            What act or explore returns for a batch of one.

        Raises:
            A3CError: No function is available.
        """
        self._check_mask(state.function_mask[np.newaxis])
        if rate is None:
            return self._act_once(state, greedy, weights)
        return self._explore_once(state, rate, weights)

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
        gradients, vector, statistics = self._graphs.gradients(
            rollout, weights, np.float32(entropy_cost)
        )
        metrics = dict(zip(self._graphs.metrics, vector.numpy().tolist(), strict=True))
        norms = [metrics[name] for name in self._graphs.norms]
        if not all(map(math.isfinite, norms)):
            return UpdateResult(False, metrics)
        scales = np.array([self._scale(norm) for norm in norms], np.float32)
        with self.lock:
            self._graphs.apply(gradients, statistics, scales, np.float32(learning_rate))
        return UpdateResult(True, metrics)

    def weights(self) -> list[npt.NDArray[np.float32]]:
        """A copy of the weights as they were between two updates, in the model's order."""
        with self.lock:
            return [variable.numpy() for variable in self.model.weights]

    def set_weights(self, weights: Sequence[npt.NDArray[np.float32]]) -> None:
        """Take the weights of another model of the same network.

        Args:
            weights: As from `weights`.
        """
        with self.lock:
            for variable, value in zip(self.model.weights, weights, strict=True):
                variable.assign(value)

    def _states(
        self,
        observation: Observation,
        function_mask: npt.NDArray[np.bool_],
        memory: Mapping[str, Any] | None,
        weights: Sequence[tf.Tensor] | None,
    ) -> tuple[Any, ...]:
        """What both kinds of decision begin with, with the defaults filled in."""
        self._check_mask(function_mask)
        return (
            observation,
            function_mask,
            self.initial_memory(len(function_mask)) if memory is None else memory,
            self.snapshot() if weights is None else weights,
        )

    def _scale(self, norm: float) -> float:
        """What brings a gradient of that norm down to the largest allowed."""
        limit = self._max_grad_norm
        return limit / norm if 0.0 < limit < norm else 1.0

    def _check_mask(self, function_mask: npt.NDArray[np.bool_]) -> None:
        if not function_mask.any(axis=1).all():
            raise A3CError(
                "the environment's function_mask allows no function at all; it must always allow "
                f"one of {[function.name for function in self.action_spec.functions]}"
            )


def _as_numpy(results: Sequence[Any]) -> ActResult:
    """What a graph returned, out of TensorFlow."""
    return ActResult(*tf.nest.map_structure(lambda tensor: tensor.numpy(), results))
