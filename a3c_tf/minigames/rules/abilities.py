"""Which abilities there are, who has them, and which a selection may use now."""

import dataclasses
import enum
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.unit import Unit
    from a3c_tf.minigames.rules.world import World


class Target(enum.Enum):
    """What an ability is aimed at."""

    NONE = enum.auto()
    POINT = enum.auto()
    UNIT = enum.auto()
    POINT_OR_UNIT = enum.auto()
    NONE_OR_POINT = enum.auto()


@dataclasses.dataclass(frozen=True, slots=True)
class Ability:
    """One ability.

    Attributes:
        ability_id: The specific id.
        name: pysc2's name of it.
        general_id: The id that stands for this kind of ability whoever uses it; the specific id
            where there is no general one.
        target: What it is aimed at.
        product: Unit type id of what it makes, or None.
    """

    ability_id: int
    name: str
    general_id: int
    target: Target
    product: int | None = None


ABILITIES: dict[int, Ability] = {}


def resolve(ability_id: int, unit: "Unit") -> Ability | None:
    """Finds the specific ability a unit uses when commanded.

    Args:
        ability_id: A specific or general id.
        unit: The unit commanded.

    Returns:
        The ability, or None when the unit's command card has none such.
    """
    raise NotImplementedError


def available(world: "World", tags: Iterable[int]) -> list[tuple[int, bool]]:
    """Lists what the units may be commanded to do now.

    Args:
        world: The game.
        tags: The selected units.

    Returns:
        Pairs (specific ability id, whether it needs a target point or unit), without repetition.
    """
    raise NotImplementedError
