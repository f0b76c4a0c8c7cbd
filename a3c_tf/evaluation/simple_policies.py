"""Policies that learn nothing, to measure against."""

from collections.abc import Callable

import numpy as np

from a3c_tf.envs.environment import TimeStep
from a3c_tf.errors import ConfigError
from a3c_tf.specs import Action, ActionSpec

# Chooses an action. It is shown the last step of an episode too, where there is none to choose, so
# that it knows that the next one begins another.
Policy = Callable[[TimeStep], Action | None]


def random_policy(action_spec: ActionSpec, seed: int) -> Policy:
    """Uniform over the available functions, and uniform over each argument's values.

    Args:
        action_spec: What there is to choose from.
        seed: Seed of the choices.

    Returns:
        The policy.
    """
    rng = np.random.default_rng(seed)

    def choose(timestep: TimeStep) -> Action | None:
        if timestep.last:
            return None
        function = int(rng.choice(np.flatnonzero(timestep.function_mask)))
        return Action(function, tuple(int(rng.integers(a.size)) for a in action_spec.arguments))

    return choose


def noop_policy(action_spec: ActionSpec) -> Policy:
    """Does nothing, by the function that is named so.

    Args:
        action_spec: What there is to choose from.

    Returns:
        The policy.

    Raises:
        ConfigError: No function is named so.
    """
    names = [function.name for function in action_spec.functions]
    idle = [index for index, name in enumerate(names) if name.lower() in ("no_op", "noop")]
    if not idle:
        raise ConfigError(
            "the no-op policy needs a function named no_op; this environment has only "
            + ", ".join(names)
        )
    action = Action(idle[0], (0,) * len(action_spec.arguments))
    return lambda timestep: action
