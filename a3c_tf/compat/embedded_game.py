"""Makes the embedded mini-games known to pysc2 wherever it chooses a game to start."""

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader


def execute(module: ModuleType, original: "Loader") -> None:
    """Execute pysc2.run_configs, then define our run config beside pysc2's own.

    Args:
        module: The new, empty module.
        original: Its loader.
    """
    original.exec_module(module)
    importlib.import_module("a3c_tf.minigames.launcher")
