"""Presets: what an environment overrides of the configuration's defaults, as data with sources.

A preset is a JSON file of `{"option": {"value": ..., "source": "where the number comes from"}}`.
`sc2.json` holds for every environment whose name starts with "sc2", `sc2_collect.json` for that
one; the longer name wins.
"""

import importlib.resources
import json
from typing import Any

from a3c_tf.errors import ConfigError


def preset_names() -> list[str]:
    """Names of all presets."""
    files = importlib.resources.files(__name__).iterdir()
    return sorted(file.name[: -len(".json")] for file in files if file.name.endswith(".json"))


def preset(name: str) -> dict[str, Any]:
    """Option values of a preset that is asked for by name.

    Args:
        name: Its name; see preset_names.

    Returns:
        Option name to value; those of more general presets, such as sc2 for sc2_collect, included.

    Raises:
        ConfigError: There is none.
    """
    if name not in preset_names():
        raise ConfigError(f"unknown preset {name!r}; known are {', '.join(preset_names())}")
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
        file = importlib.resources.files(__name__) / f"{'_'.join(words[:count])}.json"
        if not file.is_file():
            continue
        try:
            values |= {name: row["value"] for name, row in json.loads(file.read_text()).items()}
        except (json.JSONDecodeError, TypeError, KeyError, AttributeError) as error:
            raise ConfigError(f"preset {file.name} is malformed: {error!r}") from error
    return values
