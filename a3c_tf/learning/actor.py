"""The learning agent as one object that is told what happened and answers what to do.

Whoever owns the loop calls it: a worker thread, or pysc2 through A3CAgent. It collects at most
`t_max` transitions, has the shared model learn from them, and goes on where it was: a full rollout
never ends an episode (Mnih et al. 2016, algorithm S3).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.config import Config
from a3c_tf.envs.environment import TimeStep
from a3c_tf.errors import ConfigError
from a3c_tf.learning.bad_updates import BadUpdateGuard
from a3c_tf.learning.deciding import ActResult, State
from a3c_tf.learning.exploration import noise_width
from a3c_tf.learning.noise import DecisionNoise
from a3c_tf.learning.rollout import RolloutBuffer
from a3c_tf.learning.rollout_batches import split_rollout
from a3c_tf.learning.schedules import Schedules
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.specs import Action
from a3c_tf.tensorflow_setup import tf


class _Decision(NamedTuple):
    """What was seen and chosen, kept until its reward is known."""

    timestep: TimeStep
    action: npt.NDArray[np.int32]
    log_prob: float


class Actor:
    """Acts for one worker and teaches the shared model what it saw.

    Attributes:
        random_function: Whether exploration drew the function of the last decision.
        random_arguments: Whether it drew the arguments.
    """

    def __init__(
        self,
        shared_model: SharedModel,
        config: Config,
        *,
        worker: int,
        schedules: Schedules,
        guard: BadUpdateGuard,
        on_update: Callable[[dict[str, float]], None],
        decisions: int = 0,
    ) -> None:
        """Start with no transition collected.

        Args:
            shared_model: The model of all workers.
            config: Discount, t_max, and how the learner sees rewards.
            worker: Index of the worker; with the seed it decides the random stream.
            schedules: Tells the hyper-parameters of the moment.
            guard: Counts updates that were dropped.
            on_update: Told the metrics of every update that was applied.
            decisions: Decisions made before a resume, so that the random stream goes on.

        Raises:
            ConfigError: The network does not go with update_batches.
        """
        self.random_function = False
        self.random_arguments = False
        self._shared_model = shared_model
        self._config = config
        self._schedules = schedules
        self._guard = guard
        self._on_update = on_update
        self._buffer = RolloutBuffer(
            config.t_max, shared_model.observation_spec, shared_model.action_spec
        )
        heads = 1 + len(shared_model.action_spec.arguments)
        width = noise_width(heads) if config.explores else heads
        self._noise = DecisionNoise(config.seed, worker, width=width, decisions=decisions)
        self._takes_arguments = shared_model.action_spec.argument_mask.any(axis=1)
        self._nothing = shared_model.initial_memory()
        if config.update_batches > 1 and self._nothing:
            raise ConfigError(
                f"update_batches={config.update_batches} needs a network that remembers nothing, "
                f"unlike {shared_model.model.name!r}"
            )
        self._memory = self._first_memory = self._nothing
        self._weights: Sequence[tf.Tensor] = []
        self._pending: _Decision | None = None

    @property
    def decisions(self) -> int:
        """Decisions made so far."""
        return self._noise.decisions

    def step(self, timestep: TimeStep) -> Action | None:
        """Learn from what the previous action led to, and choose the next.

        Args:
            timestep: What the environment returned last.

        Returns:
            The next action, or None after the last step of an episode.
        """
        if self._pending is not None:
            self._add(self._pending, timestep)
            if timestep.last or self._buffer.is_full:
                self._update(timestep)
        if timestep.last:
            self.abandon_episode()
            return None
        self._pending = self._decide(timestep)
        function, *arguments = self._pending.action.tolist()
        return Action(function, tuple(arguments))

    def abandon_episode(self) -> None:
        """Forget an episode; nothing is learned from transitions that no update has used."""
        self._pending = None
        self._memory = self._nothing
        self._buffer.clear()

    def _decide(self, timestep: TimeStep) -> _Decision:
        if len(self._buffer) == 0:
            self._first_memory = self._memory
            self._weights = self._shared_model.snapshot()
        result = self._choose(timestep)
        self._memory = result.memory
        action = result.actions[0]
        if result.random_function is not None and result.random_arguments is not None:
            self.random_function = bool(result.random_function[0])
            self.random_arguments = bool(
                result.random_arguments[0] and self._takes_arguments[action[0]]
            )
        return _Decision(timestep, action, float(result.log_prob[0]))

    def _choose(self, timestep: TimeStep) -> ActResult:
        noise = self._noise.draw()
        state = State(timestep.observation, timestep.function_mask, self._memory, noise)
        rate = self._schedules.exploration_rate if self._config.explores else None
        return self._shared_model.decide(state, rate=rate, weights=self._weights)

    def _add(self, decision: _Decision, outcome: TimeStep) -> None:
        self._buffer.add(
            observation=decision.timestep.observation,
            function_mask=decision.timestep.function_mask,
            action=decision.action,
            reward=self._as_seen(outcome.reward),
            discount=outcome.discount * self._config.discount,
            behaviour_log_prob=decision.log_prob,
        )

    def _as_seen(self, reward: float) -> float:
        """The reward as the learner sees it."""
        reward *= self._config.reward_scale
        limit = self._config.reward_clip
        return min(max(reward, -limit), limit) if limit > 0.0 else reward

    def _update(self, timestep: TimeStep) -> None:
        rollout = self._buffer.finish(timestep.observation, self._first_memory)
        batches = self._config.update_batches
        parts = split_rollout(rollout, self._value(timestep), batches) if batches > 1 else [rollout]
        for part in parts:
            result = self._shared_model.update(
                part, self._schedules.learning_rate, self._schedules.entropy_cost, self._weights
            )
            self._guard.record(result.applied)
            if result.applied:
                self._on_update(result.metrics)
        self._buffer.clear()

    def _value(self, timestep: TimeStep) -> float:
        """Value of a state, which may be an episode's last, where the mask means nothing.

        It is asked for alone: where workers explore, nobody else wants one of these at the moment.
        """
        observation = {name: array[np.newaxis] for name, array in timestep.observation.items()}
        mask = np.ones((1, *timestep.function_mask.shape), bool)
        noise = np.zeros((1, 1 + len(self._shared_model.action_spec.arguments)), np.float32)
        result = self._shared_model.act(
            observation, mask, noise, memory=self._memory, weights=self._weights
        )
        return float(result.value[0])
