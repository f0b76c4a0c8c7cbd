"""pysc2.lib.replay is a module and a package at once in pysc2 4.0.0, and Python sees the package.

The module's one function, get_replay_version, is what pysc2's tools for replays (play --replay,
replay_info, replay_actions and others) call.
"""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader

_FUNCTION = "get_replay_version"


def execute(module: ModuleType, original: "Loader") -> None:
    """Execute the package, then let it have the module's function where it lacks it.

    Args:
        module: The new, empty package.
        original: Its loader.
    """
    original.exec_module(module)
    file = Path(module.__path__[0]).with_suffix(".py")
    if hasattr(module, _FUNCTION) or not file.is_file():
        return
    spec = importlib.util.spec_from_file_location(f"{module.__name__}_module", file)
    if spec is not None and spec.loader is not None:
        shadowed = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(shadowed)
        setattr(module, _FUNCTION, getattr(shadowed, _FUNCTION))
