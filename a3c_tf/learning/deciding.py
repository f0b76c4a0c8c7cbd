"""Decisions for single states, made together for all threads that ask at the same time."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.learning.batching import Batcher
from a3c_tf.specs import Observation


class State(NamedTuple):
    """What one decision depends on.

    Attributes:
        observation: Arrays by name.
        function_mask: bool [functions], what can be chosen.
        memory: What the network remembers, each [1, ...] by name.
        noise: float32 [numbers], the chance in it.
    """

    observation: Observation
    function_mask: npt.NDArray[np.bool_]
    memory: Mapping[str, Any]
    noise: npt.NDArray[np.float32]


class ActResult(NamedTuple):
    """Decisions for a batch of B states.

    Attributes:
        actions: int32 [B, 1 + arguments]: the function, then a value for each argument.
        log_prob: float32 [B], log-probability of the actions.
        value: float32 [B], value estimates of the states.
        memory: What the network remembers now, for the next decision, each [B, ...] by name.
        random_function: bool [B], whether the function was drawn at random; None without
            exploration.
        random_arguments: bool [B], whether the arguments were; None without exploration.
    """

    actions: npt.NDArray[np.int32]
    log_prob: npt.NDArray[np.float32]
    value: npt.NDArray[np.float32]
    memory: Mapping[str, npt.NDArray[np.float32]]
    random_function: npt.NDArray[np.bool_] | None = None
    random_arguments: npt.NDArray[np.bool_] | None = None

    def row(self, index: int) -> "ActResult":
        """One of the decisions, as a batch of one.

        Args:
            index: Which, 0..B - 1.

        Returns:
            Views of this result.
        """
        part = slice(index, index + 1)
        coins = self.random_function, self.random_arguments
        return ActResult(
            self.actions[part],
            self.log_prob[part],
            self.value[part],
            {name: array[part] for name, array in self.memory.items()},
            *(None if coin is None else coin[part] for coin in coins),
        )


class Decider:
    """Lets many threads ask for one decision each of a function that makes them in batches."""

    def __init__(self, decide: Callable[..., ActResult], askers: int) -> None:
        """Take a function.

        Args:
            decide: Called as decide(observation [B, ...] by name, function_mask [B, functions],
                noise [B, numbers], option [B], memory [B, ...] by name, weights).
            askers: How many threads ask, each again and again.
        """
        self._decide = decide
        cores = os.process_cpu_count() or 1
        # The other half of the cores is for the games.
        self._batcher = Batcher(
            self._decide_all, at_a_time=max(1, cores // 2), askers=askers, cores=cores
        )

    def __call__(self, state: State, option: float, weights: Any = None) -> ActResult:
        """Decide.

        Args:
            state: The state.
            option: What else the function wants to know about it.
            weights: What this decision is to be made with; then it is made alone.

        Returns:
            The decision, a batch of one.
        """
        if weights:
            return self._decide_all([(state, option)], weights)[0]
        return self._batcher((state, option))

    def _decide_all(
        self, requests: Sequence[tuple[State, float]], weights: Any = None
    ) -> Sequence[ActResult]:
        states = [state for state, _ in requests]
        result = self._decide(
            {
                name: np.stack([state.observation[name] for state in states])
                for name in states[0].observation
            },
            np.stack([state.function_mask for state in states]),
            np.stack([state.noise for state in states]),
            np.array([option for _, option in requests]),
            {
                name: np.concatenate([state.memory[name] for state in states])
                for name in states[0].memory
            },
            weights,
        )
        return [result.row(index) for index in range(len(states))]
