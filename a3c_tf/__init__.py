"""Asynchronous advantage actor-critic for StarCraft II and Super Mario Bros. in TensorFlow 2."""

import a3c_tf.quiet_ending  # first: it is for Ctrl-C in all that follows

# isort: split

import importlib
import sys
import types
from typing import TYPE_CHECKING, Any

import a3c_tf.compat  # noqa: F401 - lets pysc2 be imported on today's Python
from a3c_tf.version import __version__

if TYPE_CHECKING:
    from a3c_tf.api import preset_config, train
    from a3c_tf.callbacks import (
        Callback,
        EvaluateEvery,
        KeepBest,
        RunView,
        StopOnReturn,
        TrainingEvaluation,
    )
    from a3c_tf.config import Config
    from a3c_tf.envs.adapters.dm_env_env import DmEnvEnvironment
    from a3c_tf.envs.adapters.gymnasium_env import GymnasiumEnvironment
    from a3c_tf.envs.check import check_env
    from a3c_tf.envs.environment import Environment, TimeStep
    from a3c_tf.envs.registry import make_env, register_env
    from a3c_tf.errors import A3CError
    from a3c_tf.evaluation.evaluation import Evaluation, evaluate
    from a3c_tf.networks import register_network
    from a3c_tf.pysc2_agent import A3CAgent
    from a3c_tf.records.episode_log_reader import read_episode_logs
    from a3c_tf.records.summary import Summary
    from a3c_tf.specs import Action, ActionSpec, ArgumentSpec, ArraySpec, FunctionSpec

__all__ = [
    "A3CAgent",
    "A3CError",
    "Action",
    "ActionSpec",
    "ArgumentSpec",
    "ArraySpec",
    "Callback",
    "Config",
    "DmEnvEnvironment",
    "Environment",
    "EvaluateEvery",
    "Evaluation",
    "FunctionSpec",
    "GymnasiumEnvironment",
    "KeepBest",
    "RunView",
    "StopOnReturn",
    "Summary",
    "TimeStep",
    "TrainingEvaluation",
    "__version__",
    "check_env",
    "evaluate",
    "make_env",
    "preset_config",
    "read_episode_logs",
    "register_env",
    "register_network",
    "train",
]

# Where the public names are. They are imported on first use: TensorFlow alone takes seconds.
_NAMES_BY_MODULE = {
    "a3c_tf.api": ("preset_config", "train"),
    "a3c_tf.callbacks": (
        "Callback",
        "EvaluateEvery",
        "KeepBest",
        "RunView",
        "StopOnReturn",
        "TrainingEvaluation",
    ),
    "a3c_tf.config": ("Config",),
    "a3c_tf.envs.adapters.dm_env_env": ("DmEnvEnvironment",),
    "a3c_tf.envs.adapters.gymnasium_env": ("GymnasiumEnvironment",),
    "a3c_tf.envs.check": ("check_env",),
    "a3c_tf.envs.environment": ("Environment", "TimeStep"),
    "a3c_tf.envs.registry": ("make_env", "register_env"),
    "a3c_tf.records.episode_log_reader": ("read_episode_logs",),
    "a3c_tf.errors": ("A3CError",),
    "a3c_tf.evaluation.evaluation": ("Evaluation", "evaluate"),
    "a3c_tf.networks": ("register_network",),
    "a3c_tf.pysc2_agent": ("A3CAgent",),
    "a3c_tf.specs": ("Action", "ActionSpec", "ArgumentSpec", "ArraySpec", "FunctionSpec"),
    "a3c_tf.records.summary": ("Summary",),
}
_LAZY = {name: module for module, names in _NAMES_BY_MODULE.items() for name in names}


class _Package(types.ModuleType):
    """This package, in which no module takes the place of a public name.

    Python binds each module in its package when it is imported. But `a3c_tf.evaluate` is the
    function, whether or not somebody has imported the command of the same name before.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _LAZY and isinstance(value, types.ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


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
