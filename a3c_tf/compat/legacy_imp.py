"""The two functions of the module `imp`, gone with Python 3.12, that s2protocol still calls.

s2protocol.versions finds the decoder of a replay's game version with them; pysc2 needs it for its
tool update_battle_net_cache and for its replay library.
"""

import importlib.util
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader


def find_module(name: str, path: Sequence[str]) -> tuple[None, str, None]:
    """Find a module's source in one of some folders.

    Args:
        name: Name of the module.
        path: Folders.

    Returns:
        What load_module takes: no open file, the path of the source, no description.

    Raises:
        ImportError: No folder has it.
    """
    for folder in path:
        source = os.path.join(folder, f"{name}.py")
        if os.path.isfile(source):
            return None, source, None
    raise ImportError(f"No module named {name!r} in {list(path)}", name=name)


def load_module(name: str, file: None, pathname: str, description: None) -> ModuleType:
    """Import a module from where find_module found it.

    Args:
        name: Name of the module.
        file: Ignored.
        pathname: Path of its source.
        description: Ignored.

    Returns:
        The module.
    """
    del file, description
    spec = importlib.util.spec_from_file_location(name, pathname)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {pathname}", name=name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def execute(module: ModuleType, original: "Loader") -> None:
    """Execute a module that imports `imp`; nobody else gets to see the stand-in.

    Args:
        module: The new, empty module.
        original: Its loader.
    """
    stand_in = ModuleType("imp", "Stands in for Python's former module.")
    vars(stand_in).update(find_module=find_module, load_module=load_module)
    ours = sys.modules.setdefault("imp", stand_in) is stand_in
    try:
        original.exec_module(module)
    finally:
        if ours:
            del sys.modules["imp"]
