"""A model that acts: what a program that plays needs, and nothing for learning.

TensorFlow may be called from many threads, Keras may not: its state is thread-local and its
building code is not safe. So everything is built, traced and run once in the constructor, and
threads only call concrete functions afterwards:

    act         reads the weights without the lock. It may meet weights some of which are newer
                than others, as in Hogwild (Niu et al. 2011) and in A3C itself. Threads that want
                a decision at the same time get it from one call, see batching.py.
    snapshot    takes the weights of one moment under the lock, for workers that keep them over a
                rollout. They are not copied: an update writes new arrays.

Who needs the weights of one moment, for a checkpoint or an evaluation, takes the lock.
"""

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from a3c_tf.config import Config
from a3c_tf.errors import A3CError
from a3c_tf.learning.acting_graphs import ActingGraphs
from a3c_tf.learning.deciding import ActResult, Decider, State
from a3c_tf.learning.popart import with_popart
from a3c_tf.learning.tracing import state_specs
from a3c_tf.learning.warm_up import warm_up_acting
from a3c_tf.networks import build_network, memory_shapes
from a3c_tf.specs import ActionSpec, Observation, ObservationSpec
from a3c_tf.tensorflow_setup import tf


class ActingModel:
    """One Keras model, used by many threads.

    Attributes:
        observation_spec: What the model sees.
        action_spec: What it chooses among.
        model: The keras model.
        lock: Held while weights change.
    """

    def __init__(
        self,
        observation_spec: ObservationSpec,
        action_spec: ActionSpec,
        config: Config,
        *,
        askers: int = 1,
    ) -> None:
        """Build the network and the functions that act; call it in the main thread.

        Args:
            observation_spec: What the environment shows.
            action_spec: What it offers to do.
            config: Network, exploration and seed.
            askers: How many threads will ask for decisions at the same time; with more of them
                than cores, `decide` waits for some of the others.

        Raises:
            ConfigError: The network is unknown or does not fit the environment.
        """
        self.observation_spec = observation_spec
        self.action_spec = action_spec
        self.model = build_network(
            config.network, observation_spec, action_spec, config.seed, config.precision
        )
        if config.popart_step_size > 0.0:
            self.model = with_popart(self.model)
        self.lock = threading.Lock()
        self._keeps_snapshots = config.weights == "snapshot"
        self._memory_shapes = memory_shapes(self.model, observation_spec)
        self._state = state_specs(self.model, observation_spec, action_spec, config)
        self._acting = ActingGraphs(self.model, self._state, action_spec, config)
        self._act_once = Decider(self.act, askers)
        self._explore_once = Decider(self.explore, askers)
        warm_up_acting(
            self._acting, observation_spec, action_spec, self.initial_memory(), self.snapshot()
        )

    @property
    def trackables(self) -> dict[str, Any]:
        """All there is to save, by name."""
        return {"model": self.model}

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
            weights: Sequence[tf.Tensor] = self._acting.snapshot()
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
        return _as_numpy(self._acting.act(*states, noise, greedy))

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
        return _as_numpy(self._acting.explore(*states, noise, rate))

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

    def _check_mask(self, function_mask: npt.NDArray[np.bool_]) -> None:
        if not function_mask.any(axis=1).all():
            raise A3CError(
                "the environment's function_mask allows no function at all; it must always allow "
                f"one of {[function.name for function in self.action_spec.functions]}"
            )


def _as_numpy(results: Sequence[Any]) -> ActResult:
    """What a graph returned, out of TensorFlow."""
    return ActResult(*tf.nest.map_structure(lambda tensor: tensor.numpy(), results))
