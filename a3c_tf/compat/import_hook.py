"""Runs chosen modules our own way when they are imported, wherever they are installed."""

import re
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:  # importing importlib.abc would take longer than all the rest of this package
    from importlib.abc import Loader

type Execute = Callable[[ModuleType, Loader], None]


class RepairingLoader:
    """Wraps a module's own loader; only the execution of the module is ours.

    Everything else (get_source, get_filename, get_data, ...) is the original loader's, so that
    tracebacks, inspect and importlib.resources see the module as installed.
    """

    def __init__(self, original: "Loader", execute: Execute) -> None:
        """Keep the original loader and what to do in its place.

        Args:
            original: The loader that the import system chose.
            execute: Called with the new, empty module and the original loader.
        """
        self._original = original
        self._execute = execute

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The module object that the original loader creates."""
        return self._original.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module in our own way."""
        self._execute(module, self._original)

    def __getattr__(self, name: str) -> Any:
        """Whatever else is asked of the loader is the original's."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._original, name)


class RepairingFinder:
    """Finds modules with the other finders and wraps the loader of those that match."""

    def __init__(self, pattern: str, execute: Execute) -> None:
        """Remember which modules are meant.

        Args:
            pattern: Regular expression that the module's full name must match as a whole.
            execute: As in RepairingLoader.
        """
        self.pattern = pattern
        self._matches = re.compile(pattern).fullmatch
        self._execute = execute

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """The spec that the import system would use, with the loader wrapped.

        Args:
            fullname: Full name of the module being imported.
            path: The parent package's __path__.
            target: The module being reloaded, if any.

        Returns:
            None for modules that are not ours, or that nobody finds.
        """
        if not self._matches(fullname):
            return None
        for finder in sys.meta_path:
            if isinstance(finder, RepairingFinder):
                continue
            spec = finder.find_spec(fullname, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = cast("Loader", RepairingLoader(spec.loader, self._execute))
                return spec
        return None


def install(pattern: str, execute: Execute) -> None:
    """Put a repair in front of the import system; a second call for a pattern does nothing.

    Args:
        pattern: Regular expression that the module's full name must match as a whole.
        execute: Called with the new, empty module and its original loader.
    """
    installed = [f.pattern for f in sys.meta_path if isinstance(f, RepairingFinder)]
    if pattern not in installed:
        sys.meta_path.insert(0, RepairingFinder(pattern, execute))
