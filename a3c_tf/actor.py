"""The learning agent as one object that is told what happened and answers what to do.

Whoever owns the loop calls it: a worker thread, or pysc2 through A3CAgent. It collects at most
`t_max` transitions, has the shared model learn from them, and goes on where it was: a full rollout
never ends an episode (Mnih et al. 2016, algorithm S3).
"""

import threading
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.config import Config
from a3c_tf.envs.environment import TimeStep
from a3c_tf.errors import A3CError
from a3c_tf.rollout import RolloutBuffer
from a3c_tf.shared_model import SharedModel
from a3c_tf.specs import Action


class _Decision(NamedTuple):
    """What was seen and chosen, kept until its reward is known."""

    timestep: TimeStep
    action: npt.NDArray[np.int32]
    log_prob: float


class BadUpdateGuard:
    """Ends a run whose gradients stay non-finite."""

    def __init__(self, max_in_a_row: int, total: int = 0) -> None:
        """Allow some bad updates.

        Args:
            max_in_a_row: How many non-finite gradients in a row end the run.
            total: Bad updates counted before a resume.
        """
        self.total = total
        self._max_in_a_row = max_in_a_row
        self._in_a_row = 0
        self._lock = threading.Lock()

    def record(self, applied: bool) -> None:
        """Count one update.

        Args:
            applied: Whether its gradients were finite and so were applied.

        Raises:
            A3CError: Too many in a row were not.
        """
        with self._lock:
            if applied:
                self._in_a_row = 0
                return
            self.total += 1
            self._in_a_row += 1
            if self._in_a_row >= self._max_in_a_row:
                raise A3CError(
                    f"{self._in_a_row} updates in a row had non-finite gradients. The weights are "
                    "those before them; look at the rewards, lower --learning_rate or "
                    "--max_grad_norm, or scale rewards down with --reward_scale."
                )


class Actor:
    """Acts for one worker and teaches the shared model what it saw."""

    def __init__(
        self,
        shared_model: SharedModel,
        config: Config,
        *,
        worker: int,
        learning_rate: Callable[[], float],
        guard: BadUpdateGuard,
        on_update: Callable[[dict[str, float]], None],
        decisions: int = 0,
    ) -> None:
        """Start with no transition collected.

        Args:
            shared_model: The model of all workers.
            config: Discount, t_max and reward scale.
            worker: Index of the worker; with the seed it decides the random stream.
            learning_rate: Gives the learning rate of the moment.
            guard: Counts updates that were dropped.
            on_update: Told the metrics of every update that was applied.
            decisions: Decisions made before a resume, so that the random stream goes on.
        """
        self.decisions = decisions
        self._shared_model = shared_model
        self._discount = config.discount
        self._reward_scale = config.reward_scale
        self._learning_rate = learning_rate
        self._guard = guard
        self._on_update = on_update
        self._buffer = RolloutBuffer(
            config.t_max, shared_model.observation_spec, shared_model.action_spec
        )
        # A sampling key is two words: one names the stream, the other counts along it.
        self._stream = int(
            np.random.SeedSequence([config.seed, worker]).generate_state(1, np.uint32)[0] >> 1
        )
        self._pending: _Decision | None = None

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
            self._pending = None
            return None
        self._pending = self._decide(timestep)
        function, *arguments = self._pending.action.tolist()
        return Action(function, tuple(arguments))

    def abandon_episode(self) -> None:
        """Forget the transitions of an episode that broke off; nothing is learned from them."""
        self._pending = None
        self._buffer.clear()

    def _decide(self, timestep: TimeStep) -> _Decision:
        result = self._shared_model.act(
            {name: array[np.newaxis] for name, array in timestep.observation.items()},
            timestep.function_mask[np.newaxis],
            np.array([self._stream, self.decisions], np.int32),
        )
        self.decisions += 1
        return _Decision(timestep, result.actions[0], float(result.log_prob[0]))

    def _add(self, decision: _Decision, outcome: TimeStep) -> None:
        self._buffer.add(
            observation=decision.timestep.observation,
            function_mask=decision.timestep.function_mask,
            action=decision.action,
            reward=outcome.reward * self._reward_scale,
            discount=outcome.discount * self._discount,
            behaviour_log_prob=decision.log_prob,
        )

    def _update(self, timestep: TimeStep) -> None:
        rollout = self._buffer.finish(timestep.observation)
        result = self._shared_model.update(rollout, self._learning_rate())
        self._buffer.clear()
        self._guard.record(result.applied)
        if result.applied:
            self._on_update(result.metrics)
