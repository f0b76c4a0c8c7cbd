"""Asynchronous advantage actor-critic for StarCraft II and Super Mario Bros. in TensorFlow 2."""

import importlib
from typing import TYPE_CHECKING, Any

import a3c_tf.compat  # noqa: F401 - lets pysc2 be imported on today's Python
from a3c_tf.version import __version__

if TYPE_CHECKING:
    from a3c_tf.episode_log_reader import read_episode_logs
    from a3c_tf.pysc2_agent import A3CAgent

__all__ = ["A3CAgent", "__version__", "read_episode_logs"]

# Public names and where they are, imported on first use: TensorFlow alone takes seconds.
_LAZY = {
    "A3CAgent": "a3c_tf.pysc2_agent",
    "read_episode_logs": "a3c_tf.episode_log_reader",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """All names, those not imported yet included."""
    return sorted({*globals(), *_LAZY})
