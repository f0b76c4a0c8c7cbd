"""Whether an environment's specs can be used, as the first part of check_env."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from a3c_tf.errors import ContractError
from a3c_tf.specs import ActionSpec, ArraySpec, ObservationSpec


def check_observation_spec(spec: Any) -> ObservationSpec:
    """Look at an environment's description of its observations.

    Args:
        spec: What the environment gave.

    Returns:
        The same.

    Raises:
        ContractError: It is no usable description.
    """
    demand(
        isinstance(spec, Mapping) and bool(spec),
        f"observation_spec is {spec!r}; it must be a mapping of at least one name to an ArraySpec",
    )
    for name, array in spec.items():
        demand(
            isinstance(name, str) and isinstance(array, ArraySpec),
            f"observation_spec has {name!r}: {array!r}; it must map a name to an ArraySpec",
        )
        demand(
            all(isinstance(size, int) and size > 0 for size in array.shape),
            f"the observation {name!r} has the shape {array.shape}; sizes must be whole numbers "
            "above 0",
        )
        try:
            np.dtype(array.dtype)
        except TypeError:
            raise ContractError(
                f"the observation {name!r} has the dtype {array.dtype!r}, which NumPy does not know"
            ) from None
        demand(
            all(isinstance(count, int) and count >= 0 for count in array.num_values),
            f"the observation {name!r} has the num_values {array.num_values}; they are whole "
            "numbers of categories, 0 for a quantity",
        )
    return spec


def check_action_spec(spec: Any) -> ActionSpec:
    """Look at an environment's description of its actions.

    Args:
        spec: What the environment gave.

    Returns:
        The same.

    Raises:
        ContractError: It is no usable description.
    """
    demand(isinstance(spec, ActionSpec), f"action_spec is {kind(spec)}, not an ActionSpec")
    demand(bool(spec.functions), "action_spec has no function; there must be something to do")
    used = {name for function in spec.functions for name in function.arguments}
    for argument in spec.arguments:
        demand(
            len(argument.shape) in (1, 2) and argument.size > 0,
            f"the argument {argument.name!r} has the shape {argument.shape}; it is (size,), or "
            "(height, width) for a pixel",
        )
        demand(argument.name in used, f"no function takes the argument {argument.name!r}")
    return spec


def kind(value: Any) -> str:
    """What something is, with its article.

    Args:
        value: Anything.

    Returns:
        For instance "an int".
    """
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def demand(kept: bool, fault: str) -> None:
    """Name a fault.

    Args:
        kept: Whether this part of the contract is kept.
        fault: What is wrong if it is not.

    Raises:
        ContractError: It is not.
    """
    if not kept:
        raise ContractError(fault)
