"""The numbers and names of the whole game, not of the mini-games alone: tables beside this module.

Abilities, unit types, upgrades, buffs and effects are those that pysc2 4.0.0 knows (lib/actions.py,
units.py, upgrades.py, buffs.py, features.py), which took them from the game. Each table is a text
file of columns separated by tabs, the first row naming them.
"""

import csv
import functools
from importlib import resources
from typing import NamedTuple


class AbilityRow(NamedTuple):
    """One ability.

    Attributes:
        ability_id: Its id.
        general_id: The id that stands for it whoever uses it; 0 where there is none.
        name: pysc2's name of it.
        target: Name of the value of data.proto's AbilityData.Target.
        allow_minimap: Whether it can be aimed at the minimap.
        allow_autocast: Whether units can be told to use it on their own.
    """

    ability_id: int
    general_id: int
    name: str
    target: str
    allow_minimap: bool
    allow_autocast: bool


class UnitRow(NamedTuple):
    """One unit type: its id, the name of its value of common.proto's Race, and its name."""

    unit_id: int
    race: str
    name: str


@functools.cache
def abilities() -> tuple[AbilityRow, ...]:
    """Every ability that pysc2 has a function for, and 0 for none, by ascending id."""
    return tuple(
        AbilityRow(
            int(row["ability_id"]),
            int(row["general_id"]),
            row["name"],
            row["target"],
            row["allow_minimap"] == "1",
            row["allow_autocast"] == "1",
        )
        for row in _read("abilities")
    )


@functools.cache
def units() -> tuple[UnitRow, ...]:
    """Every unit type, by ascending id."""
    return tuple(UnitRow(int(row["unit_id"]), row["race"], row["name"]) for row in _read("units"))


@functools.cache
def names(kind: str) -> dict[int, str]:
    """Names by id of what has nothing but a name.

    Args:
        kind: "upgrade", "buff" or "effect".

    Returns:
        By ascending id.
    """
    return {int(row[f"{kind}_id"]): row["name"] for row in _read(f"{kind}s")}


def _read(table: str) -> list[dict[str, str]]:
    text = (resources.files(__name__) / f"{table}.tsv").read_text("ascii")
    return list(csv.DictReader(text.splitlines(), delimiter="\t"))
