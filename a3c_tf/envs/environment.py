"""The contract that both games and the toys fulfil; workers know nothing else of a game."""

import abc
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.specs import Action, ActionSpec, Observation, ObservationSpec


class TimeStep(NamedTuple):
    """What an environment returns after a reset or a step (as in dm_env, plus a mask and info).

    Attributes:
        observation: Arrays as in the observation spec. They are the caller's to keep: an
            environment never writes into them again.
        function_mask: bool [num_functions], the functions that can be chosen now.
        reward: Reward of the step just made; 0.0 after a reset.
        discount: 0.0 where the task itself ended, else 1.0. A time limit keeps 1.0, so that the
            learner bootstraps from the state it was cut at.
        last: Whether the episode is over; the next call must be reset.
        info: The episode's running totals in the game's own units, for logs and evaluation.
            `score` is always there: the number the game is judged by.
    """

    observation: Observation
    function_mask: npt.NDArray[np.bool_]
    reward: float
    discount: float
    last: bool
    info: Mapping[str, float]


class Environment(abc.ABC):
    """One game instance, used by one thread.

    The loop is:

        timestep = environment.reset(seed)
        while not timestep.last:
            timestep = environment.step(action)
    """

    @property
    @abc.abstractmethod
    def observation_spec(self) -> ObservationSpec:
        """Name, shape and type of each observation."""

    @property
    @abc.abstractmethod
    def action_spec(self) -> ActionSpec:
        """Functions and arguments on offer."""

    @abc.abstractmethod
    def reset(self, seed: int | None = None) -> TimeStep:
        """Start an episode.

        Args:
            seed: Seed of this episode's chance events. An environment whose chance is fixed at
                construction (a running StarCraft II game) or that has none (the NES) ignores it.

        Returns:
            The first time step, with reward 0.0 and last False.
        """

    @abc.abstractmethod
    def step(self, action: Action) -> TimeStep:
        """Advance by one agent step.

        Args:
            action: A decision whose function the last function_mask allowed.

        Returns:
            The next time step.
        """

    def render(self) -> npt.NDArray[np.uint8] | None:
        """Picture of the current state, uint8 [height, width, 3] RGB, or None if there is none."""
        return None

    def describe_arguments(self, action: Action) -> dict[str, Any]:
        """The arguments that the chosen function takes, readable, for the episode log.

        It depends on nothing but the action: one environment describes those of all workers, from
        their threads and also after it was closed.

        Args:
            action: A decision.

        Returns:
            Argument name to value; a spatial argument's value is its (x, y) pixel.
        """
        return self.action_spec.describe_arguments(action)

    @abc.abstractmethod
    def close(self) -> None:
        """Release the game; a second call does nothing."""
