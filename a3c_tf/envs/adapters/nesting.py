"""Names for the parts of nested spaces."""

import functools
import operator
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from a3c_tf.errors import ConfigError


class Leaf(NamedTuple):
    """A part that has no parts.

    Attributes:
        path: Keys and indices that lead to it; empty if it is the whole.
        content: The part itself.
    """

    path: tuple[Any, ...]
    content: Any

    def find_in(self, value: Any) -> Any:
        """The part of the same place in a value of the same structure.

        Args:
            value: The whole.

        Returns:
            The part.
        """
        return functools.reduce(operator.getitem, self.path, value)


def leaves_by_name(nested: Any) -> dict[str, Leaf]:
    """All leaves of nested mappings and sequences.

    Args:
        nested: The whole; what is neither mapping nor sequence is a leaf.

    Returns:
        Leaf by its keys and indices joined by "_"; a leaf that is the whole is "observation".

    Raises:
        ConfigError: Two leaves would have the same name.
    """
    named: dict[str, Leaf] = {}
    for leaf in _leaves(nested, ()):
        parts = [re.sub(r"\W", "_", str(part)) for part in leaf.path]
        name = "_".join(parts) or "observation"
        if name in named:
            raise ConfigError(
                f"two parts of the observation would be named {name!r}: {named[name].path} and "
                f"{leaf.path}; rename one with a wrapper"
            )
        named[name] = leaf
    return named


def _leaves(nested: Any, path: tuple[Any, ...]) -> list[Leaf]:
    if isinstance(nested, Mapping):
        parts = list(nested.items())
    elif isinstance(nested, Sequence) and not isinstance(nested, str):
        parts = list(enumerate(nested))
    else:
        return [Leaf(path, nested)]
    return [leaf for key, part in parts for leaf in _leaves(part, (*path, key))]
