"""Collects one episode after another for the episode log, at little cost a step."""

import math
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from a3c_tf.envs.environment import TimeStep
from a3c_tf.records.episode_log_format import EpisodeRecord, LoggedAction
from a3c_tf.specs import Action, ActionSpec


class _Step(NamedTuple):
    """One decision as it was made; put into words only when the episode is over."""

    action: Action
    random_action: bool
    random_position: bool
    minerals: float
    gas: float


class EpisodeRecorder:
    """Sees every time step of one worker, the decision it led to, and every update."""

    def __init__(
        self,
        action_spec: ActionSpec,
        describe_arguments: Callable[[Action], Mapping[str, Any]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Wait for the first episode.

        Args:
            action_spec: Gives the functions their names.
            describe_arguments: Environment.describe_arguments, or what does the same.
            clock: Seconds.
        """
        self._names = [function.name for function in action_spec.functions]
        self._describe_arguments = describe_arguments
        self._clock = clock
        self.abandon_episode()

    def abandon_episode(self) -> None:
        """Forget what was recorded of an episode that broke off."""
        self._steps: list[_Step] = []
        self._started: float | None = None
        self._reward = 0.0
        self._totals: Mapping[str, float] = {}
        self._updates: list[Mapping[str, float]] = []

    def add(
        self,
        timestep: TimeStep,
        action: Action | None,
        *,
        random_action: bool = False,
        random_position: bool = False,
    ) -> None:
        """Record a time step.

        Args:
            timestep: What the environment returned.
            action: The decision made on it; None after the last step.
            random_action: Whether the function was drawn by exploration, not from the policy.
            random_position: Whether the arguments were.
        """
        if self._started is None:
            self._started = self._clock()
        self._reward += timestep.reward
        self._totals = timestep.info
        if action is not None:
            minerals = timestep.info.get("collected_minerals", 0)
            gas = timestep.info.get("collected_gas", 0)
            self._steps.append(_Step(action, random_action, random_position, minerals, gas))

    def add_update(self, metrics: Mapping[str, float]) -> None:
        """Record an update of the shared model, made from this episode.

        Args:
            metrics: Uses policy_loss, value_loss and entropy.
        """
        self._updates.append(metrics)

    def finish(self, num_global: int, num_agent: int) -> EpisodeRecord:
        """End the episode and get ready for the next.

        Args:
            num_global: Number of the episode among those of all workers, from 1.
            num_agent: Number of the episode among those of this worker, from 1.

        Returns:
            The episode.
        """
        started = self._clock() if self._started is None else self._started
        record = EpisodeRecord(
            num_global=num_global,
            num_agent=num_agent,
            steps=len(self._steps),
            seconds=self._clock() - started,
            reward=self._reward,
            loss_actor=self._mean("policy_loss"),
            loss_critic=self._mean("value_loss"),
            entropy=self._mean("entropy"),
            totals=dict(self._totals),
            actions=[self._in_words(step) for step in self._steps],
        )
        self.abandon_episode()
        return record

    def _mean(self, name: str) -> float:
        values = [metrics[name] for metrics in self._updates if name in metrics]
        return sum(values) / len(values) if values else math.nan

    def _in_words(self, step: _Step) -> LoggedAction:
        arguments = self._describe_arguments(step.action)
        pixels = [value for value in arguments.values() if isinstance(value, tuple)]
        x, y = pixels[0] if pixels else (None, None)
        return LoggedAction(
            name=self._names[step.action.function],
            x=x,
            y=y,
            random_action=step.random_action,
            random_position=step.random_position,
            collected_minerals=int(step.minerals),
            collected_gas=int(step.gas),
            arguments=arguments,
        )
