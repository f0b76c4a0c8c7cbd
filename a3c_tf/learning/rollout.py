"""One worker's transitions between two updates."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.specs import ActionSpec, Observation, ObservationSpec


class Rollout(NamedTuple):
    """T consecutive transitions of one episode, and the state they led to.

    Attributes:
        observation: Arrays [T + 1, ...] by name; the last row is the state to bootstrap from.
        function_mask: bool [T, functions], what could be chosen.
        actions: int32 [T, 1 + arguments], the function and a value for each argument.
        rewards: float32 [T], as the learner is to see them.
        discounts: float32 [T], weight of everything after each transition; 0 where the task ended.
        behaviour_log_prob: float32 [T], log-probability of each action when it was taken.
        memory: What the network remembered before the first transition, each [1, ...] by name;
            empty for a network that remembers nothing.
    """

    observation: dict[str, npt.NDArray[Any]]
    function_mask: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int32]
    rewards: npt.NDArray[np.float32]
    discounts: npt.NDArray[np.float32]
    behaviour_log_prob: npt.NDArray[np.float32]
    memory: Mapping[str, Any]


class RolloutBuffer:
    """Memory for t_max transitions, allocated once and used again for every rollout."""

    def __init__(
        self, t_max: int, observation_spec: ObservationSpec, action_spec: ActionSpec
    ) -> None:
        """Allocate.

        Args:
            t_max: Most transitions held, in agent steps.
            observation_spec: Shapes and types of the observations.
            action_spec: Decides the width of masks and actions.
        """
        self._t_max = t_max
        self._length = 0
        self._observation = {
            name: np.zeros((t_max + 1, *spec.shape), spec.dtype)
            for name, spec in observation_spec.items()
        }
        self._function_mask = np.zeros((t_max, len(action_spec.functions)), np.bool_)
        self._actions = np.zeros((t_max, 1 + len(action_spec.arguments)), np.int32)
        self._rewards = np.zeros(t_max, np.float32)
        self._discounts = np.zeros(t_max, np.float32)
        self._behaviour_log_prob = np.zeros(t_max, np.float32)

    def __len__(self) -> int:
        """Number of transitions held."""
        return self._length

    @property
    def is_full(self) -> bool:
        """Whether t_max transitions are held."""
        return self._length == self._t_max

    def add(
        self,
        *,
        observation: Observation,
        function_mask: npt.NDArray[np.bool_],
        action: npt.NDArray[np.int32],
        reward: float,
        discount: float,
        behaviour_log_prob: float,
    ) -> None:
        """Copy one transition in.

        Args:
            observation: The state that was acted in.
            function_mask: bool [functions], what could be chosen in it.
            action: int32 [1 + arguments], what was chosen.
            reward: Reward that followed, as the learner is to see it.
            discount: Discount that followed; 0 where the task ended.
            behaviour_log_prob: Log-probability of the action when it was taken.

        Raises:
            IndexError: The buffer is full.
        """
        row = self._length
        if row == self._t_max:
            raise IndexError(f"the rollout already holds its {self._t_max} transitions")
        self._write_observation(row, observation)
        self._function_mask[row] = function_mask
        self._actions[row] = action
        self._rewards[row] = reward
        self._discounts[row] = discount
        self._behaviour_log_prob[row] = behaviour_log_prob
        self._length = row + 1

    def finish(self, bootstrap_observation: Observation, memory: Mapping[str, Any]) -> Rollout:
        """The transitions so far; they stay until clear is called.

        Args:
            bootstrap_observation: The state after the last transition.
            memory: What the network remembered before the first.

        Returns:
            Views of the buffer, valid until the next add.

        Raises:
            IndexError: The buffer is empty.
        """
        length = self._length
        if length == 0:
            raise IndexError("a rollout needs at least one transition")
        self._write_observation(length, bootstrap_observation)
        return Rollout(
            {name: array[: length + 1] for name, array in self._observation.items()},
            self._function_mask[:length],
            self._actions[:length],
            self._rewards[:length],
            self._discounts[:length],
            self._behaviour_log_prob[:length],
            memory,
        )

    def clear(self) -> None:
        """Forget all transitions."""
        self._length = 0

    def _write_observation(self, row: int, observation: Observation) -> None:
        for name, array in self._observation.items():
            array[row] = observation[name]
