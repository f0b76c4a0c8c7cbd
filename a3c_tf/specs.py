"""What an environment offers a policy: named observations, and functions with arguments.

One description serves every game. A Mario action is a function without arguments (a set of
buttons); a StarCraft II action is a function and the arguments it takes, as in SC2LE (Vinyals et
al. 2017, section 4.2), where a spatial argument is one choice among the pixels of a screen.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


@dataclasses.dataclass(frozen=True)
class ArraySpec:
    """Shape and type of one named observation, without a batch axis.

    Attributes:
        shape: Axis sizes; images are (height, width, channels).
        dtype: NumPy type name, for instance "uint8" or "float32".
        num_values: For images with channels that hold categories: the number of categories of
            each channel, which then holds 0..n-1, and 0 for channels that hold a quantity. Empty
            if all hold quantities.
    """

    shape: tuple[int, ...]
    dtype: str
    num_values: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Reject a list of categories that does not have one entry a channel."""
        if self.num_values and (len(self.shape) != 3 or len(self.num_values) != self.shape[-1]):
            raise ValueError(f"{self.num_values} does not fit the channels of {self.shape}")


ObservationSpec = Mapping[str, ArraySpec]
Observation = dict[str, npt.NDArray[Any]]


@dataclasses.dataclass(frozen=True)
class ArgumentSpec:
    """One argument that functions may take: a choice among a fixed number of values.

    Attributes:
        name: Unique name, for instance "screen" or "queued".
        shape: (size,) for a plain choice, (height, width) for a spatial one. A spatial choice is
            numbered row-major: index = y * width + x.
    """

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of values to choose from."""
        return int(np.prod(self.shape))

    @property
    def is_spatial(self) -> bool:
        """Whether the choice is a pixel."""
        return len(self.shape) == 2

    def to_point(self, index: int) -> tuple[int, int]:
        """Pixel (x, y) of a row-major index.

        Args:
            index: Choice, 0 <= index < size.

        Returns:
            Column and row, in pysc2's (x, y) order.
        """
        _, width = self.shape
        return index % width, index // width

    def to_index(self, x: int, y: int) -> int:
        """Row-major index of a pixel.

        Args:
            x: Column, 0 <= x < width.
            y: Row, 0 <= y < height.

        Returns:
            y * width + x.

        Raises:
            ValueError: The pixel lies outside the argument's shape.
        """
        height, width = self.shape
        if not (0 <= x < width and 0 <= y < height):
            raise ValueError(f"({x}, {y}) is outside the {width} x {height} of {self.name!r}")
        return y * width + x


@dataclasses.dataclass(frozen=True)
class FunctionSpec:
    """One thing the agent can do.

    Attributes:
        name: Unique name, as it appears in logs.
        arguments: Names of the arguments that the function takes.
    """

    name: str
    arguments: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class ActionSpec:
    """All functions of an environment and the arguments they share.

    Attributes:
        functions: What the function head chooses among.
        arguments: One policy head each; a function uses those that it names.
        name: Name of this set of functions, where the environment offers several.
    """

    functions: tuple[FunctionSpec, ...]
    arguments: tuple[ArgumentSpec, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        """Reject duplicate names and functions that name an unknown argument."""
        known = [argument.name for argument in self.arguments]
        names = [function.name for function in self.functions]
        if len(set(known)) != len(known) or len(set(names)) != len(names):
            raise ValueError(f"duplicate names in functions {names} or arguments {known}")
        for function in self.functions:
            unknown = set(function.arguments) - set(known)
            if unknown:
                raise ValueError(f"{function.name} takes unknown arguments {sorted(unknown)}")

    @property
    def argument_mask(self) -> npt.NDArray[np.bool_]:
        """Which function uses which argument, bool [num_functions, num_arguments]."""
        return np.array(
            [[a.name in f.arguments for a in self.arguments] for f in self.functions], dtype=bool
        ).reshape(len(self.functions), len(self.arguments))

    def describe_arguments(self, action: "Action") -> dict[str, Any]:
        """The arguments that the chosen function takes, readable.

        Args:
            action: A decision.

        Returns:
            Argument name to value; a spatial argument's value is its (x, y) pixel.
        """
        used = self.functions[action.function].arguments
        return {
            argument.name: argument.to_point(value) if argument.is_spatial else value
            for argument, value in zip(self.arguments, action.arguments, strict=True)
            if argument.name in used
        }


class Action(NamedTuple):
    """One decision.

    Attributes:
        function: Index into ActionSpec.functions.
        arguments: One index for each of ActionSpec.arguments, in that order; the values of
            arguments that the function does not take are ignored.
    """

    function: int
    arguments: tuple[int, ...] = ()
