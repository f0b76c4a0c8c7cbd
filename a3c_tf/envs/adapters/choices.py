"""How our actions become those of other libraries.

One number to choose is a choice among functions. Several at once are one function whose arguments
they are, so that each gets a policy head of its own.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.errors import ConfigError
from a3c_tf.specs import Action, ActionSpec, ArgumentSpec, FunctionSpec


class Choice(NamedTuple):
    """An array of whole numbers to choose.

    Attributes:
        starts: Lowest value of each; its shape is that of the choice.
        sizes: Number of values of each.
    """

    starts: npt.NDArray[np.integer[Any]]
    sizes: npt.NDArray[np.integer[Any]]

    def value(self, indices: Sequence[int]) -> Any:
        """The library's value.

        Args:
            indices: Which value of each, from 0.

        Returns:
            An array of the choice's shape and type; an int if that is a scalar.
        """
        if not self.starts.shape:
            return int(self.starts) + indices[0]
        chosen = np.array(indices, self.starts.dtype).reshape(self.starts.shape)
        return self.starts + chosen


class Choices:
    """All that there is to choose in one step.

    Attributes:
        spec: What a policy chooses among.
    """

    def __init__(self, choices: Mapping[str, Choice], names: Sequence[str] | None = None) -> None:
        """Describe the choices.

        Args:
            choices: By name.
            names: Names for the values of one choice of one number, for logs.

        Raises:
            ConfigError: The names do not fit.
        """
        self._choices = choices
        sizes = {
            (name if choice.sizes.ndim == 0 else f"{name}_{index}"): int(size)
            for name, choice in choices.items()
            for index, size in enumerate(choice.sizes.reshape(-1))
        }
        self._is_plain = len(choices) == 1 and all(c.sizes.ndim == 0 for c in choices.values())
        if self._is_plain:
            ((name, count),) = sizes.items()
            names = names or [f"{name}_{index}" for index in range(count)]
            if len(names) != count:
                raise ConfigError(f"{count} actions need as many names, not {list(names)}")
            self.spec = ActionSpec(tuple(FunctionSpec(each) for each in names))
            return
        if names is not None:
            raise ConfigError("names are for environments that take one of some actions")
        self.spec = ActionSpec(
            (FunctionSpec("act", tuple(sizes)),),
            tuple(ArgumentSpec(name, (size,)) for name, size in sizes.items()),
        )

    def values(self, action: Action) -> dict[str, Any]:
        """The library's values.

        Args:
            action: A decision.

        Returns:
            Value by name of the choice.
        """
        indices = list((action.function,) if self._is_plain else action.arguments)
        values = {}
        for name, choice in self._choices.items():
            values[name] = choice.value(indices[: choice.sizes.size])
            del indices[: choice.sizes.size]
        return values
