"""Single options: how a field of Config is declared, and whether a value fits it."""

import dataclasses
import operator
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Literal

from a3c_tf.errors import ConfigError

_LIMITS: Mapping[str, tuple[Callable[[Any, Any], bool], str]] = {
    "least": (operator.ge, "at least"),
    "above": (operator.gt, "above"),
    "most": (operator.le, "at most"),
}


def option(default: Any, text: str, **limits: float) -> Any:
    """Declare a field of a configuration.

    Args:
        default: Its default.
        text: What it means, for the command line's help.
        **limits: least, above or most: the values that fit.

    Returns:
        A dataclass field.
    """
    return dataclasses.field(default=default, metadata={"help": text, **limits})


def checked(field: "dataclasses.Field[Any]", value: Any) -> Any:
    """Check a value of a dataclass field that `option` made.

    Args:
        field: The field.
        value: What it was given.

    Returns:
        The value as the field's type.

    Raises:
        ConfigError: It is of another type or out of range; the message names the field.
    """
    value = _of_kind(field, value)
    for name, (fits, words) in _LIMITS.items():
        limit = field.metadata.get(name)
        if limit is not None and not fits(value, limit):
            raise ConfigError(f"{field.name} must be {words} {limit}, not {value}")
    return value


def _of_kind(field: "dataclasses.Field[Any]", value: Any) -> Any:
    """The value as the field's type."""
    kind = field.type
    if typing.get_origin(kind) is Literal:
        choices = typing.get_args(kind)
        if value not in choices:
            raise ConfigError(f"{field.name} must be one of {', '.join(choices)}, not {value!r}")
        return value
    if isinstance(kind, types.UnionType) or not isinstance(kind, type):
        raise TypeError(f"unsupported option type {kind}")
    if kind is int and isinstance(value, float) and value.is_integer():
        return int(value)  # "5e6" is how people write a number of steps
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
        raise ConfigError(f"{field.name} must be {kind.__name__}, not {value!r}")
    return value
