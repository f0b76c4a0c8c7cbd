"""Finds out whether an environment keeps the contract of a3c_tf.envs.environment.

A fault there shows late and elsewhere: an array that is written again after it was returned spoils
what is learned without a word. `check_env` plays at random and names the first fault it meets.
"""

import contextlib
import inspect
import math
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from a3c_tf.envs.check_specs import check_action_spec, check_observation_spec, demand, kind
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.evaluation.simple_policies import random_policy
from a3c_tf.specs import Action

# Networks do not scale float32 observations; far from 0 they learn badly or not at all.
_LARGE = 100.0


def check_env(env: Environment, *, episodes: int = 2, max_steps: int = 500, seed: int = 1) -> None:
    """Play at random and look at everything that comes back.

    Args:
        env: The environment; it is closed afterwards.
        episodes: Episodes to play.
        max_steps: Agent steps after which to stop, however far the episodes are.
        seed: Seed of the play.

    Raises:
        ContractError: The environment breaks the contract; the message names the fault.
    """
    demand(isinstance(env, Environment), f"{kind(env)} is not an a3c_tf.Environment")
    try:
        _Check(env, seed).play(episodes, max_steps)
    except BaseException:
        with contextlib.suppress(Exception):
            env.close()
        raise
    env.close()
    demand(_closes_again(env), "close must do nothing the second time, but it raises an exception")


class _Check:
    """One check of one environment."""

    def __init__(self, env: Environment, seed: int) -> None:
        demand(_takes_seed(env), "reset must take a seed, which may be None")
        self._env = env
        self._seed = seed
        self._observation_spec = dict(check_observation_spec(env.observation_spec))
        self._action_spec = check_action_spec(env.action_spec)
        self._policy = random_policy(self._action_spec, seed)
        self._warned: set[str] = set()

    def play(self, episodes: int, max_steps: int) -> None:
        steps = 0
        for episode in range(episodes):
            timestep = self._reset(self._seed + episode if episode % 2 == 0 else None)
            while not timestep.last and steps < max_steps:
                timestep = self._step(timestep)
                steps += 1
            if not timestep.last:
                return

    def _reset(self, seed: int | None) -> TimeStep:
        timestep = self._env.reset(seed)
        self._check_timestep(timestep, "reset")
        demand(not timestep.last, "reset returned last=True: an episode begins there")
        demand(timestep.reward == 0.0, f"reset returned the reward {timestep.reward}, not 0.0")
        demand(
            timestep.discount == 1.0, f"reset returned the discount {timestep.discount}, not 1.0"
        )
        self._check_picture()
        return timestep

    def _step(self, before: TimeStep) -> TimeStep:
        copies = {name: array.copy() for name, array in before.observation.items()}
        mask = before.function_mask.copy()
        action = self._policy(before)
        assert action is not None, "only the last step of an episode has no action"
        self._check_description(action)
        after = self._env.step(action)
        self._check_timestep(after, "step")
        for name, copy in copies.items():
            demand(
                np.array_equal(before.observation[name], copy, equal_nan=True)
                and not np.shares_memory(before.observation[name], after.observation[name]),
                f"the observation {name!r} of one time step is written again by the next step; "
                "return a new array each time, for instance array.copy()",
            )
        demand(
            np.array_equal(before.function_mask, mask)
            and not np.shares_memory(before.function_mask, after.function_mask),
            "the function_mask of one time step is written again by the next step; return a new "
            "array each time",
        )
        return after

    def _check_timestep(self, timestep: Any, call: str) -> None:
        demand(isinstance(timestep, TimeStep), f"{call} returned {kind(timestep)}, not a TimeStep")
        self._check_observation(timestep.observation, call)
        self._check_mask(timestep.function_mask, call)
        demand(
            _is_number(timestep.reward) and math.isfinite(timestep.reward),
            f"{call} returned the reward {timestep.reward!r}, which is not a finite number",
        )
        demand(
            _is_number(timestep.discount) and 0.0 <= timestep.discount <= 1.0,
            f"{call} returned the discount {timestep.discount!r}, which is not a number in 0..1",
        )
        demand(
            isinstance(timestep.last, bool | np.bool_),
            f"{call} returned last={timestep.last!r}, which is neither True nor False",
        )
        demand(
            timestep.last or timestep.discount > 0.0,
            f"{call} returned discount 0, which ends the task, but last=False",
        )
        self._check_info(timestep.info, call)
        demand(
            dict(self._env.observation_spec) == self._observation_spec
            and self._env.action_spec == self._action_spec,
            f"the specs have changed after {call}; they must stay the same for ever",
        )

    def _check_observation(self, observation: Any, call: str) -> None:
        demand(
            isinstance(observation, dict),
            f"{call} returned {kind(observation)} as the observation, not a dict of arrays",
        )
        demand(
            set(observation) == set(self._observation_spec),
            f"{call} returned the observations {sorted(observation)}, but the spec has "
            f"{sorted(self._observation_spec)}",
        )
        for name, spec in self._observation_spec.items():
            array = observation[name]
            demand(
                isinstance(array, np.ndarray),
                f"{call} returned {kind(array)} as the observation {name!r}, not a NumPy array",
            )
            demand(
                array.shape == tuple(spec.shape) and array.dtype == np.dtype(spec.dtype),
                f"{call} returned the observation {name!r} as {array.dtype} {array.shape}, but the "
                f"spec says {spec.dtype} {tuple(spec.shape)}",
            )
            if array.dtype.kind == "f":
                demand(
                    bool(np.isfinite(array).all()),
                    f"{call} returned the observation {name!r} with NaN or infinity in it",
                )
                self._warn_of_large(name, array)
            self._check_categories(name, array, spec.num_values, call)

    def _check_categories(
        self, name: str, array: np.ndarray[Any, Any], num_values: tuple[int, ...], call: str
    ) -> None:
        """Networks look categories up in a table; one beyond its end is an error there."""
        for channel, count in enumerate(num_values):
            if count == 0:
                continue
            values = array[..., channel]
            wrong = values[(values < 0) | (values >= count) | (values != np.floor(values))]
            demand(
                not wrong.size,
                f"{call} returned the observation {name!r} with {wrong[:1].tolist()} in channel "
                f"{channel}, whose categories are 0..{count - 1}, as the spec's num_values say",
            )

    def _check_mask(self, mask: Any, call: str) -> None:
        count = len(self._action_spec.functions)
        demand(
            isinstance(mask, np.ndarray) and mask.dtype == bool and mask.shape == (count,),
            f"{call} returned the function_mask {mask!r}; it must be a bool array of shape "
            f"({count},), one value for each function",
        )
        demand(
            bool(mask.any()),
            f"{call} returned a function_mask that allows no function at all",
        )

    def _check_info(self, info: Any, call: str) -> None:
        demand(
            isinstance(info, Mapping) and "score" in info,
            f"{call} returned the info {info!r}; it must be a mapping that holds 'score', the "
            "number the game is judged by",
        )
        for name, value in info.items():
            demand(
                _is_number(value) and math.isfinite(value),
                f"{call} returned info[{name!r}] = {value!r}, which is not a finite number",
            )

    def _check_description(self, action: Action) -> None:
        expected = set(self._action_spec.functions[action.function].arguments)
        described = self._env.describe_arguments(action)
        demand(
            isinstance(described, Mapping) and set(described) == expected,
            f"describe_arguments({action}) returned {described!r}; it must name {sorted(expected)}",
        )

    def _check_picture(self) -> None:
        picture = self._env.render()
        if picture is None:
            return
        demand(
            isinstance(picture, np.ndarray)
            and picture.dtype == np.uint8
            and picture.ndim == 3
            and picture.shape[2] == 3,
            "render must return a uint8 array [height, width, 3] or None, not " + _form(picture),
        )

    def _warn_of_large(self, name: str, array: np.ndarray[Any, Any]) -> None:
        if name not in self._warned and array.size and np.abs(array).max() > _LARGE:
            self._warned.add(name)
            warnings.warn(
                f"the observation {name!r} has values as large as {np.abs(array).max():g}; "
                "networks take float32 as it is and learn best within a few units of 0",
                stacklevel=2,
            )


def _takes_seed(env: Environment) -> bool:
    try:
        inspect.signature(env.reset).bind(1)
    except TypeError:
        return False
    return True


def _closes_again(env: Environment) -> bool:
    try:
        env.close()
    except Exception:
        return False
    return True


def _form(value: Any) -> str:
    return f"{value.dtype} {value.shape}" if isinstance(value, np.ndarray) else kind(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
