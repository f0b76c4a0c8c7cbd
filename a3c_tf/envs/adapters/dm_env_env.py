"""Environments that speak dm_env (https://github.com/google-deepmind/dm_env)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import dm_env
import numpy as np
import numpy.typing as npt
from dm_env import specs

from a3c_tf.envs.adapters.choices import Choice, Choices
from a3c_tf.envs.adapters.encoding import Encoding, encode_categories, encode_numbers
from a3c_tf.envs.adapters.nesting import leaves_by_name
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.errors import ConfigError
from a3c_tf.specs import Action, ActionSpec, ObservationSpec


class DmEnvEnvironment(Environment):
    """A `dm_env.Environment` with whole numbers for actions.

    Observations: arrays as they are (uint8, else float32; grey images get a channel, arrays of
    other ranks are laid flat); a DiscreteArray as a one-hot vector; the parts of nested dicts and
    lists by their keys.

    Actions: one whole number is a choice of functions; an array, dict or list of whole numbers is
    one function whose arguments are chosen independently.

    Discounts are the environment's own: 0 ends the task, a time limit keeps what the environment
    says, 1 as a rule. The score is the sum of the episode's rewards. dm_env knows no seed at a
    reset; give it when the environment is built.
    """

    def __init__(
        self,
        env: dm_env.Environment,
        *,
        action_names: Sequence[str] | None = None,
        render: Callable[[], npt.NDArray[np.uint8]] | None = None,
    ) -> None:
        """Wrap an environment.

        Args:
            env: The environment, which this one owns from now on.
            action_names: Names for logs, where the action is one whole number.
            render: Draws the current state, uint8 [height, width, 3]; dm_env has no way to.

        Raises:
            ConfigError: Its specs are of a kind that is not supported.
        """
        if not isinstance(env, dm_env.Environment):
            raise ConfigError(
                f"DmEnvEnvironment takes a dm_env.Environment, not {type(env).__name__}"
            )
        self._env = env
        self._render = render
        self._actions = env.action_spec()
        self._choices = Choices(_choices(self._actions), action_names)
        self._leaves = leaves_by_name(env.observation_spec())
        self._encodings = {
            name: _encoding(name, leaf.content) for name, leaf in self._leaves.items()
        }
        self._score = 0.0
        self._closed = False

    @property
    def observation_spec(self) -> ObservationSpec:
        """The parts of the observation."""
        return {name: encoding.spec for name, encoding in self._encodings.items()}

    @property
    def action_spec(self) -> ActionSpec:
        """What there is to choose."""
        return self._choices.spec

    def reset(self, seed: int | None = None) -> TimeStep:
        """Start an episode.

        Args:
            seed: Ignored; the environment was given its seed when it was built.

        Returns:
            The first time step.
        """
        self._score = 0.0
        return self._timestep(self._env.reset())

    def step(self, action: Action) -> TimeStep:
        """Advance by one step.

        Args:
            action: A decision.

        Returns:
            The next time step.
        """
        return self._timestep(self._env.step(self._value(action)))

    def render(self) -> npt.NDArray[np.uint8] | None:
        """Picture of the current state, if something that draws it was given."""
        return None if self._render is None else np.array(self._render(), np.uint8)

    def close(self) -> None:
        """Close the environment; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._env.close()

    def _value(self, action: Action) -> Any:
        values = self._choices.values(action)
        if isinstance(self._actions, Mapping):
            return dict(zip(self._actions, values.values(), strict=True))
        if isinstance(self._actions, list | tuple):
            return type(self._actions)(values.values())
        return values["action"]

    def _timestep(self, timestep: dm_env.TimeStep) -> TimeStep:
        reward = 0.0 if timestep.reward is None else float(timestep.reward)
        self._score += reward
        return TimeStep(
            observation={
                name: encoding.encode(self._leaves[name].find_in(timestep.observation))
                for name, encoding in self._encodings.items()
            },
            function_mask=np.ones(len(self.action_spec.functions), bool),
            reward=reward,
            discount=1.0 if timestep.discount is None else float(timestep.discount),
            last=timestep.last(),
            info={"score": self._score},
        )


def _encoding(name: str, spec: Any) -> Encoding:
    match spec:
        case specs.DiscreteArray():
            return encode_categories([spec.num_values], [0])
        case specs.Array() if spec.dtype.kind in "biuf":
            return encode_numbers(spec.shape, spec.dtype)
    raise ConfigError(
        f"the observation {name!r} is {spec}; supported are arrays of numbers. Convert it with a "
        "wrapper."
    )


def _choices(actions: Any) -> dict[str, Choice]:
    """What there is to choose, by name."""
    if isinstance(actions, Mapping):
        parts = {str(key): part for key, part in actions.items()}
    elif isinstance(actions, list | tuple):
        parts = {f"action_{index}": part for index, part in enumerate(actions)}
    else:
        parts = {"action": actions}
    return {name: _choice(name, part) for name, part in parts.items()}


def _choice(name: str, spec: Any) -> Choice:
    if isinstance(spec, specs.BoundedArray) and spec.dtype.kind in "iu":
        low = np.broadcast_to(spec.minimum, spec.shape).astype(spec.dtype)
        high = np.broadcast_to(spec.maximum, spec.shape).astype(spec.dtype)
        return Choice(low, high.astype(int) - low.astype(int) + 1)
    raise ConfigError(
        f"the action {name!r} is {spec}; supported are whole numbers within bounds. Put a wrapper "
        "around the environment that offers a choice among fixed actions."
    )
