"""Environments of Gymnasium (https://gymnasium.farama.org)."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from a3c_tf.envs.adapters.choices import Choice, Choices
from a3c_tf.envs.adapters.encoding import Encoding, encode_categories, encode_numbers
from a3c_tf.envs.adapters.nesting import leaves_by_name
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.errors import ConfigError
from a3c_tf.specs import Action, ActionSpec, ObservationSpec


class GymnasiumEnvironment(Environment):
    """A `gymnasium.Env` with whole numbers for actions.

    Observations: Box and MultiBinary as they are (uint8, else float32; grey images get a channel,
    arrays of other ranks are laid flat); Discrete and MultiDiscrete as one-hot vectors; the parts
    of a Dict or Tuple by their keys. Values should lie within a few units of 0; Gymnasium's
    wrappers scale them.

    Actions: Discrete is a choice of functions, of which `info["action_mask"]`, where the
    environment gives it, says which are available; MultiDiscrete is one function whose arguments
    are chosen independently.

    `terminated` ends the task; `truncated` alone keeps the discount at 1, so that the learner
    bootstraps. The score is the sum of the episode's rewards.
    """

    def __init__(
        self, env: "gymnasium.Env[Any, Any]", *, action_names: Sequence[str] | None = None
    ) -> None:
        """Wrap an environment.

        Args:
            env: The environment, which this one owns from now on. For pictures make it with
                render_mode="rgb_array".
            action_names: Names for logs of the actions of a Discrete space.

        Raises:
            ConfigError: Its spaces are of a kind that is not supported.
        """
        if not isinstance(env, gymnasium.Env):
            raise ConfigError(
                f"GymnasiumEnvironment takes one gymnasium.Env, not {type(env).__name__}"
            )
        self._env = env
        self._choices = Choices({"action": _choice(env.action_space)}, action_names)
        self._leaves = leaves_by_name(env.observation_space)
        self._encodings = {
            name: _encoding(name, leaf.content) for name, leaf in self._leaves.items()
        }
        self._score = 0.0
        self._closed = False

    @property
    def observation_spec(self) -> ObservationSpec:
        """The parts of the observation space."""
        return {name: encoding.spec for name, encoding in self._encodings.items()}

    @property
    def action_spec(self) -> ActionSpec:
        """The action space."""
        return self._choices.spec

    def reset(self, seed: int | None = None) -> TimeStep:
        """Start an episode.

        Args:
            seed: Given to the environment's reset.

        Returns:
            The first time step.
        """
        observation, info = self._env.reset(seed=seed)
        self._score = 0.0
        return self._timestep(observation, info)

    def step(self, action: Action) -> TimeStep:
        """Advance by one step.

        Args:
            action: A decision.

        Returns:
            The next time step.
        """
        value = self._choices.values(action)["action"]
        observation, reward, terminated, truncated, info = self._env.step(value)
        self._score += float(reward)
        return self._timestep(
            observation,
            info,
            reward=float(reward),
            discount=0.0 if terminated else 1.0,
            last=bool(terminated or truncated),
        )

    def render(self) -> npt.NDArray[np.uint8] | None:
        """Picture of the current state, if the environment was made to draw arrays."""
        if self._env.render_mode != "rgb_array":
            return None
        return np.array(self._env.render(), np.uint8)

    def close(self) -> None:
        """Close the environment; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._env.close()

    def _timestep(
        self,
        observation: Any,
        info: dict[str, Any],
        *,
        reward: float = 0.0,
        discount: float = 1.0,
        last: bool = False,
    ) -> TimeStep:
        return TimeStep(
            observation={
                name: encoding.encode(self._leaves[name].find_in(observation))
                for name, encoding in self._encodings.items()
            },
            function_mask=self._mask(info, last),
            reward=reward,
            discount=discount,
            last=last,
            info={"score": self._score},
        )

    def _mask(self, info: dict[str, Any], last: bool) -> npt.NDArray[np.bool_]:
        count = len(self.action_spec.functions)
        mask = info.get("action_mask")
        if mask is None or last or np.shape(mask) != (count,):
            return np.ones(count, bool)
        return np.array(mask, bool)


def _encoding(name: str, space: Any) -> Encoding:
    match space:
        case spaces.Box():
            return encode_numbers(space.shape, space.dtype)
        case spaces.Discrete() | spaces.MultiDiscrete():
            choice = _choice(space)
            return encode_categories(choice.sizes, choice.starts)
        case spaces.MultiBinary():
            return encode_numbers((int(np.prod(space.shape)),), np.float32)
    raise ConfigError(
        f"the observation {name!r} is a {type(space).__name__} space; supported are Box, Discrete, "
        "MultiDiscrete, MultiBinary, and Dict and Tuple of these. Convert it with a wrapper."
    )


def _choice(space: Any) -> Choice:
    match space:
        case spaces.Discrete():
            return Choice(np.asarray(space.start), np.asarray(space.n))
        case spaces.MultiDiscrete():
            return Choice(np.asarray(space.start), np.asarray(space.nvec))
    raise ConfigError(
        f"the action space is {space}; supported are Discrete and MultiDiscrete. Put a wrapper "
        "around the environment that offers a choice among fixed actions."
    )
