"""`random.shuffle(x, random)`, as Python had it until 3.10, for one module that still calls it."""

import random
from collections.abc import Callable, MutableSequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader


class LegacyRandom(ModuleType):
    """Python's random module, with the shuffle of Python 3.10."""

    def __getattr__(self, name: str) -> Any:
        """Everything but shuffle is Python's."""
        return getattr(random, name)

    @staticmethod
    def shuffle(sequence: MutableSequence[Any], source: Callable[[], float] | None = None) -> None:
        """Shuffle in place, optionally from a given source of numbers.

        Args:
            sequence: What to shuffle.
            source: Returns numbers in [0, 1); None means Python's own generator.
        """
        if source is None:
            random.shuffle(sequence)
            return
        # Fisher-Yates from the back: what the argument meant in Python 3.10.
        for i in range(len(sequence) - 1, 0, -1):
            j = int(source() * (i + 1))
            sequence[i], sequence[j] = sequence[j], sequence[i]


def execute(module: ModuleType, original: "Loader") -> None:
    """Execute a module, then let its functions see the legacy random module.

    Python's own random module stays as it is, so nobody else can notice.

    Args:
        module: The new, empty module.
        original: Its loader.
    """
    original.exec_module(module)
    if vars(module).get("random") is random:
        vars(module)["random"] = LegacyRandom("random", random.__doc__)
