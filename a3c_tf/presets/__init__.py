"""Presets: what an environment overrides of the configuration's defaults, as data with sources.

A preset is a JSON file of `{"option": {"value": ..., "source": "where the number comes from"}}`.
`sc2.json` holds for every environment whose name starts with "sc2", `sc2_collect.json` for that
one; the longer name wins. docs/presets.md shows them all.
"""

import importlib.resources
import json
import pathlib
from importlib.resources.abc import Traversable
from typing import Any

from a3c_tf.errors import ConfigError

_SUFFIX = ".json"


def preset_names() -> list[str]:
    """Names of all presets of the package."""
    files = importlib.resources.files(__name__).iterdir()
    return sorted(file.name[: -len(_SUFFIX)] for file in files if file.name.endswith(_SUFFIX))


def preset(name: str) -> dict[str, Any]:
    """Option values of a preset that is asked for.

    Args:
        name: Its name, see preset_names; or the path of a file of the user's, ending in .json.

    Returns:
        Option name to value; those of more general presets, such as sc2 for sc2_collect, included.
        A file of the user's stands alone.

    Raises:
        ConfigError: There is none, or it is malformed.
    """
    if name.endswith(_SUFFIX):
        return _read(pathlib.Path(name))
    if name not in preset_names():
        raise ConfigError(
            f"unknown preset {name!r}; known are {', '.join(preset_names())}, and the path of a "
            f"{_SUFFIX} file"
        )
    return preset_for(name)


def preset_for(env: str) -> dict[str, Any]:
    """Option values that suit an environment.

    Args:
        env: Registered name of the environment, words joined by "_".

    Returns:
        Option name to value, from the most general file to the most specific; empty when there
        is no preset.

    Raises:
        ConfigError: A preset file is malformed.
    """
    values: dict[str, Any] = {}
    words = env.split("_")
    for count in range(1, len(words) + 1):
        file = importlib.resources.files(__name__) / f"{'_'.join(words[:count])}{_SUFFIX}"
        if file.is_file():
            values |= _read(file)
    return values


def _read(file: Traversable) -> dict[str, Any]:
    try:
        return {name: row["value"] for name, row in json.loads(file.read_text()).items()}
    except OSError as error:
        raise ConfigError(f"cannot read the preset {file}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ConfigError(
            f"preset {file.name} is malformed ({error!r}); it must hold "
            '{"option": {"value": ..., "source": "..."}}'
        ) from error
