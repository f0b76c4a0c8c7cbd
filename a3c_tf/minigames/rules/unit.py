"""A unit's state, and the orders it follows."""

import dataclasses
import enum
from collections import deque

from a3c_tf.minigames.rules.unit_data import UnitType


class Alliance(enum.IntEnum):
    """Relation of a unit's owner to the player (raw.proto, Alliance)."""

    SELF = 1
    ALLY = 2
    NEUTRAL = 3
    ENEMY = 4


@dataclasses.dataclass
class Order:
    """One thing a unit was told to do.

    Attributes:
        ability_id: The specific ability (pysc2/lib/actions.py), for instance 295 for an SCV's
            gather; observations report it.
        target: Tag of the target unit, or None.
        point: Target (x, y) in world units, or None.
        progress: 0..1 for orders that take a known time (training, construction).
    """

    ability_id: int
    target: int | None = None
    point: tuple[float, float] | None = None
    progress: float = 0.0


@dataclasses.dataclass
class Unit:
    """One unit or structure; positions in world units (x right, y up), times in game loops."""

    tag: int
    kind: UnitType
    owner: int
    alliance: Alliance
    x: float
    y: float
    health: float
    facing: float = 0.0
    orders: deque[Order] = dataclasses.field(default_factory=deque)
    build_progress: float = 1.0
    cargo_minerals: int = 0
    cargo_vespene: int = 0
    mineral_contents: int = 0
    vespene_contents: int = 0
    weapon_cooldown: float = 0.0
    is_inside: bool = False  # inside a refinery or the building under construction: not drawn
    rally_point: tuple[float, float] | None = None
    rally_target: int | None = None
