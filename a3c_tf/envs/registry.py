"""Environments by name: one table, and nothing of a game is imported before it is asked for.

A name is what `--env` takes. Importing this module imports neither pysc2 nor the NES emulator
nor TensorFlow; a built-in factory is a dotted path that is resolved on first use. A script of
one's own adds a row with `register_env` before it calls `train`, `evaluate` or `make_env`; without
a row, a factory's dotted path is a name, too.
"""

import dataclasses
import difflib
import importlib
import re
from collections.abc import Callable, Mapping
from typing import Any

from a3c_tf.config import Config
from a3c_tf.envs.environment import Environment
from a3c_tf.errors import ConfigError

EnvironmentFactory = Callable[..., Environment]

WORLDS = range(1, 9)
STAGES = range(1, 5)

_NAME_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_PATH_PATTERN = re.compile(r"[\w.]+:\w+")


@dataclasses.dataclass(frozen=True)
class EnvironmentEntry:
    """One row of the registry.

    Attributes:
        name: What `--env` takes; also the default run folder's name.
        factory: Called as factory(config, seed=..., worker=..., **arguments), or the dotted path
            "package.module:attribute" of such a callable, resolved on first use.
        description: One line for listings.
        arguments: Further keyword arguments of the factory, for instance the map.
        preset: Name of the preset with its hyper-parameters; empty means the row's name.
        aliases: Other names for the same row.
    """

    name: str
    factory: EnvironmentFactory | str
    description: str
    arguments: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    preset: str = ""
    aliases: tuple[str, ...] = ()

    def resolve(self) -> EnvironmentFactory:
        """The factory itself, imported if the row holds its dotted path."""
        if not isinstance(self.factory, str):
            return self.factory
        module_name, _, attribute = self.factory.partition(":")
        try:
            factory: EnvironmentFactory = getattr(importlib.import_module(module_name), attribute)
        except (ImportError, AttributeError) as error:
            raise ConfigError(
                f"environment {self.name!r} needs {self.factory}, which cannot be imported: {error}"
            ) from error
        return factory


def _builtin_entries() -> list[EnvironmentEntry]:
    starcraft2 = "a3c_tf.envs.starcraft2:make_sc2"
    mario = "a3c_tf.envs.mario:Mario"
    toys = "a3c_tf.envs.toys"
    maps = [
        ("sc2_beacon", "MoveToBeacon"),
        ("sc2_shards", "CollectMineralShards"),
        ("sc2_collect", "CollectMineralsAndGas"),
        ("sc2_marines", "BuildMarines"),
        ("sc2_zerglings", "FindAndDefeatZerglings"),
        ("sc2_roaches", "DefeatRoaches"),
        ("sc2_banelings", "DefeatZerglingsAndBanelings"),
    ]
    stages = [(f"mario_{world}_{stage}", world, stage) for world in WORLDS for stage in STAGES]
    return [
        *(
            EnvironmentEntry(
                name,
                starcraft2,
                f"StarCraft II mini-game {map_name}",
                {"map_name": map_name},
                aliases=(map_name,),
            )
            for name, map_name in maps
        ),
        *(
            EnvironmentEntry(
                name, mario, f"Super Mario Bros. {world}-{stage}", {"world": world, "stage": stage}
            )
            for name, world, stage in [("mario", 1, 1), *stages]
        ),
        EnvironmentEntry("toy_bandit", f"{toys}:Bandit", "toy: name the cue you see"),
        EnvironmentEntry("toy_corridor", f"{toys}:Corridor", "toy: a reward at a corridor's end"),
        EnvironmentEntry("toy_click", f"{toys}:Click", "toy: click the lit pixel"),
        EnvironmentEntry("toy_time_limit", f"{toys}:TimeLimit", "toy: an endless task, cut"),
        EnvironmentEntry("toy_recall", f"{toys}_options:Recall", "toy: a cue to be remembered"),
        EnvironmentEntry("toy_drift", f"{toys}_options:Drift", "toy: a target that moves"),
        EnvironmentEntry("toy_tunnel", f"{toys}_options:Tunnel", "toy: a reward far from all else"),
        EnvironmentEntry("toy_rectangle", f"{toys}_options:Rectangle", "toy: a box to be drawn"),
    ]


_entries: dict[str, EnvironmentEntry] = {entry.name: entry for entry in _builtin_entries()}


def register_env(
    name: str,
    factory: EnvironmentFactory | str,
    description: str = "",
    *,
    arguments: Mapping[str, Any] | None = None,
    preset: str = "",
    replace: bool = False,
) -> None:
    """Make an environment known by name.

    Args:
        name: What `--env` and `make_env` shall take; letters, digits, "_", "-" and ".", since
            run folders are named after it.
        factory: A callable factory(config, *, seed, worker, **arguments) that returns a new
            Environment at each call, or its dotted path "package.module:attribute".
        description: One line for listings.
        arguments: Further keyword arguments of the factory.
        preset: Name of the preset to take, for instance "mario"; empty means `name`.
        replace: Whether a row of that name may be replaced.

    Raises:
        ConfigError: The name is taken or unusable, or the dotted path has no colon.
    """
    if not _NAME_PATTERN.fullmatch(name):
        raise ConfigError(
            f"an environment's name consists of letters, digits and '_-.', not {name!r}"
        )
    if isinstance(factory, str) and not _PATH_PATTERN.fullmatch(factory):
        raise ConfigError(
            f"the factory of {name!r} must be a callable or 'package.module:attribute', "
            f"not {factory!r}"
        )
    if _find(name) is not None and not replace:
        raise ConfigError(
            f"environment {name!r} is already registered; choose another name or pass replace=True"
        )
    _entries[name] = EnvironmentEntry(name, factory, description, dict(arguments or {}), preset)


def registered_envs() -> tuple[EnvironmentEntry, ...]:
    """All rows in the order of their registration."""
    return tuple(_entries.values())


def env_entry(name: str) -> EnvironmentEntry:
    """The row of a name or alias; its `name` is the one that presets and run folders use.

    Args:
        name: A registered name or alias, or a factory's dotted path "package.module:attribute".

    Returns:
        Its row.

    Raises:
        ConfigError: No such name; the message shows close matches and all names.
    """
    entry = _find(name)
    if entry is not None:
        return entry
    close = difflib.get_close_matches(name, _all_names(), n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join(close)}?" if close else "."
    raise ConfigError(f"unknown environment {name!r}{hint} Known are: {_summary()}")


def make_env(
    name: str, config: Config | None = None, *, seed: int | None = None, worker: int = 0
) -> Environment:
    """Build one environment, for one thread.

    Args:
        name: A registered name or alias.
        config: Options such as the reward or the screen's size; None takes the defaults.
        seed: Seed of the game's chance, for games that fix it at construction.
        worker: Which worker it is for, from 0; games that open ports or files tell them apart.

    Returns:
        The environment; the caller closes it.

    Raises:
        ConfigError: No such name, or a configuration that does not fit the environment.
    """
    entry = env_entry(name)
    if config is None:
        config = Config(env=name)
    return entry.resolve()(config, seed=seed, worker=worker, **entry.arguments)


def _find(name: str) -> EnvironmentEntry | None:
    if name in _entries:
        return _entries[name]
    if _PATH_PATTERN.fullmatch(name):
        return EnvironmentEntry(name, name, "an environment of one's own")
    return next((entry for entry in registered_envs() if name in entry.aliases), None)


def _all_names() -> list[str]:
    return [name for entry in registered_envs() for name in (entry.name, *entry.aliases)]


def _summary() -> str:
    """All names on one line, with the 32 Mario stages as one pattern."""
    stage = re.compile(r"mario_[1-8]_[1-4]")
    names = sorted(name for name in _all_names() if not stage.fullmatch(name))
    return ", ".join([*names, "mario_W_S (world 1-8, stage 1-4)", "package.module:attribute"])
