"""Runs one of pysc2's own command line tools on today's Python.

    python -m a3c_tf.pysc2 TOOL [flags of the tool]

for instance `python -m a3c_tf.pysc2 map_list`, or, to watch an agent play,
`python -m a3c_tf.pysc2 agent --map CollectMineralsAndGas --norender`. Where StarCraft II is not
installed, tools that need a game get the embedded mini-games.
"""

import ast
import importlib.util
import pkgutil
import runpy
import sys
from collections.abc import Sequence

import a3c_tf.compat  # noqa: F401 - must come before pysc2
from a3c_tf.errors import A3CError

_PACKAGE = "pysc2.bin"


def tool_names() -> list[str]:
    """Names of the tools that the installed pysc2 has."""
    package = importlib.util.find_spec(_PACKAGE)
    if package is None or package.submodule_search_locations is None:
        return []
    return sorted(
        module.name for module in pkgutil.iter_modules(package.submodule_search_locations)
    )


def describe(tool: str) -> str:
    """First line of a tool's documentation, read without running the tool.

    Args:
        tool: Name of a tool.

    Returns:
        One line, empty where the tool has no documentation.
    """
    spec = importlib.util.find_spec(f"{_PACKAGE}.{tool}")
    get_source = getattr(spec and spec.loader, "get_source", None)
    source = get_source(f"{_PACKAGE}.{tool}") if get_source else None
    text = ast.get_docstring(ast.parse(source)) if source else None
    return text.splitlines()[0] if text else ""


def main(argv: Sequence[str]) -> int:
    """Run the tool that the command line names.

    Args:
        argv: Program name, name of the tool, then the tool's own flags.

    Returns:
        Exit status: 2 where no known tool was named, 1 after a user's mistake; a tool built on
        absl ends the process itself.
    """
    tool = argv[1] if len(argv) > 1 else ""
    names = tool_names()
    if tool not in names:
        wants_help = tool in ("-h", "--help", "--helpfull")
        lines = [f"  {name:24} {describe(name)}".rstrip() for name in names]
        usage = "\n".join(["usage: python -m a3c_tf.pysc2 TOOL [flags]", "", "Tools:", *lines])
        if wants_help:
            print(usage)
            return 0
        problem = f"pysc2 has no tool {tool!r}" if tool else "which tool?"
        print(f"error: {problem}\n{usage}", file=sys.stderr)
        return 2
    sys.argv = [f"{argv[0]} {tool}", *argv[2:]]
    try:
        runpy.run_module(f"{_PACKAGE}.{tool}", run_name="__main__", alter_sys=True)
    except Exception as error:
        mistake = _mistake(error)
        if not mistake:
            raise
        print(f"error: {mistake}", file=sys.stderr)
        return 1
    return 0


def _mistake(error: Exception) -> str:
    """What the user did wrong, in words; empty where it is not that."""
    if isinstance(error, A3CError):
        return str(error)
    from pysc2.lib.remote_controller import RequestError  # a tool that has failed has loaded them
    from pysc2.maps.lib import NoMapError, get_maps

    if isinstance(error, NoMapError):
        return f"{error}. pysc2 knows {', '.join(sorted(get_maps()))}."
    if isinstance(error, RequestError) and "InvalidMapPath" in str(error):
        return str(error.res.error_details)  # of the game, which has not all of those
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv))
