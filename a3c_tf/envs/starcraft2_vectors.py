"""What pysc2 shows beside images, as one vector chosen by name.

A name is that of an entry of pysc2's observation, such as "player" or "available_actions", or of
one number in it, such as "player.minerals". Lists whose length changes, such as the units
selected, are cut or filled with zeros to the number of rows given here. Counts are compressed to
log10(1 + count), which is log1p in other units: thousands become about 4.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from pysc2.lib import features

from a3c_tf.envs.starcraft2_actions import ActionTranslator
from a3c_tf.errors import ConfigError
from a3c_tf.specs import ArraySpec

# Entries with a name for each number.
_NAMED = {"player": features.Player, "score_cumulative": features.ScoreCumulative}
# Other entries, with their (rows, columns).
_TABLES = {
    "score_by_category": (len(features.ScoreByCategory), len(features.ScoreCategories)),
    "score_by_vital": (len(features.ScoreByVital), len(features.ScoreVitals)),
    "control_groups": (10, 2),
    "single_select": (1, len(features.UnitLayer)),
    "multi_select": (24, len(features.UnitLayer)),
    "build_queue": (5, len(features.UnitLayer)),
    "production_queue": (5, len(features.ProductionQueue)),
    "cargo": (8, len(features.UnitLayer)),
    "cargo_slots_available": (1, 1),
    "game_loop": (1, 1),
}
# Lists of function numbers: one flag for each function of the action set.
_FUNCTIONS = ("available_actions", "last_actions")


@dataclasses.dataclass
class _Numbers:
    """Numbers of a named entry, by their index in it."""

    entry: str
    indices: list[int]

    @property
    def size(self) -> int:
        return len(self.indices)

    def read(self, observation: Mapping[str, Any]) -> npt.NDArray[Any]:
        return np.asarray(observation[self.entry])[self.indices]


@dataclasses.dataclass
class _Table:
    """All rows of an entry up to a limit."""

    entry: str
    rows: int
    columns: int

    @property
    def size(self) -> int:
        return self.rows * self.columns

    def read(self, observation: Mapping[str, Any]) -> npt.NDArray[Any]:
        values = np.asarray(observation[self.entry]).ravel()[: self.size]
        return np.pad(values, (0, self.size - len(values)))


@dataclasses.dataclass
class _Flags:
    """Which functions of the action set an entry lists."""

    entry: str
    actions: ActionTranslator

    @property
    def size(self) -> int:
        return len(self.actions.spec.functions)

    def read(self, observation: Mapping[str, Any]) -> npt.NDArray[Any]:
        return self.actions.flags(observation[self.entry])


class VectorEncoder:
    """Makes one vector of the chosen numbers.

    Attributes:
        spec: Its size.
    """

    def __init__(self, names: Sequence[str], actions: ActionTranslator, *, raw: bool) -> None:
        """Look the names up.

        Args:
            names: What to show, in the order of the vector.
            actions: The action set, for flags.
            raw: Leave counts as they are instead of compressing them.

        Raises:
            ConfigError: A name is unknown.
        """
        self._raw = raw
        self._parts: list[_Numbers | _Table | _Flags] = []
        for name in names:
            part = _part(name, actions)
            before = self._parts[-1] if self._parts else None
            if (
                isinstance(part, _Numbers)
                and isinstance(before, _Numbers)
                and part.entry == before.entry
            ):
                before.indices += part.indices  # one look at the entry serves both
            else:
                self._parts.append(part)
        self.spec = ArraySpec((sum(part.size for part in self._parts),), "float32")

    def encode(self, observation: Mapping[str, Any]) -> npt.NDArray[np.float32]:
        """Encode one observation.

        Args:
            observation: pysc2's.

        Returns:
            float32 [size].
        """
        read = [part.read(observation) for part in self._parts]
        if not self._raw:
            read = [
                numbers if isinstance(part, _Flags) else _compress(numbers)
                for part, numbers in zip(self._parts, read, strict=True)
            ]
        return np.concatenate(read, dtype="float32", casting="unsafe")


def _compress(counts: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Counts from 0 to thousands as numbers from 0 to about 4."""
    return np.log1p(np.maximum(counts, 0)) / np.log(10)


def _part(name: str, actions: ActionTranslator) -> _Numbers | _Table | _Flags:
    """The numbers of a name."""
    entry, _, number = name.partition(".")
    if entry in _NAMED and number in ("", *_NAMED[entry].__members__):
        chosen = [_NAMED[entry][number]] if number else list(_NAMED[entry])
        return _Numbers(entry, [int(index) for index in chosen])
    if name in _TABLES:
        return _Table(name, *_TABLES[name])
    if name in _FUNCTIONS:
        return _Flags(name, actions)
    if entry in _NAMED and number:
        numbers = ", ".join(_NAMED[entry].__members__)
        raise ConfigError(f"unknown number {number!r} of {entry!r}; pysc2 has {numbers}")
    known = ", ".join((*_NAMED, *_TABLES, *_FUNCTIONS))
    raise ConfigError(
        f"unknown vector {name!r}; known are {known}, and single numbers such as player.minerals"
    )
