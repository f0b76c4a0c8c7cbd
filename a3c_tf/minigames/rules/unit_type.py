"""The constant data that every unit of a type shares."""

import dataclasses
import enum

from a3c_tf.minigames.rules.weapon import Weapon

LOOPS_PER_SECOND = 16
"""Game loops in a second of the game's clock at the speed "Normal", which all its data refer to."""


class Category(enum.Enum):
    """The column of the score by category under which a type counts (score.proto)."""

    NONE = "none"
    ARMY = "army"
    ECONOMY = "economy"
    TECHNOLOGY = "technology"


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class UnitType:
    """Constant data of one unit type.

    Attributes:
        unit_id: The game's unit type id.
        name: The game's name of it.
        radius: Radius in world units: drawn, and kept apart from others.
        health_max: Hit points.
        armor: Subtracted from each hit.
        speed: World units a game loop; 0.0 for what cannot move.
        acceleration: World units a game loop squared, to start and to brake; 0.0 means at once.
        regeneration: Hit points regained a game loop.
        is_light: Whether weapons have their bonus against light units.
        weapon: What it attacks with, or None.
        sight: Sight range in world units.
        minerals: Mineral cost.
        vespene: Gas cost.
        food: Supply it takes.
        food_provided: Supply it provides when finished.
        build_loops: Game loops to make one.
        requires: Unit ids of which a finished one must stand before this can be built.
        footprint: Width and height in cells that it blocks, or None for what stands on no grid.
        blocks_path: Whether units must walk around it.
        category: Where its value counts in the score.
        is_structure: Whether it is a building.
        is_worker: Whether it can harvest.
        is_army: Whether "select army" takes it.
        is_town_hall: Whether workers return resources to it.
        is_mineral_field: Whether minerals are harvested from it.
        is_geyser: Whether a refinery is built on it.
        is_refinery: Whether gas is harvested from it.
        is_producer: Whether it counts as idle production when it trains nothing.
        is_targetable: Whether commands can be aimed at it; clicks on what is not aim at the ground.
        subgroup_priority: Place among the types of a selection, the highest first.
        select_alias: Unit id of the type as which a click takes it with others of its type, or 0
            for its own.
    """

    unit_id: int
    name: str
    radius: float
    health_max: float
    armor: int = 0
    speed: float = 0.0
    acceleration: float = 0.0
    regeneration: float = 0.0
    is_light: bool = False
    weapon: Weapon | None = None
    sight: float = 9.0
    minerals: int = 0
    vespene: int = 0
    food: float = 0.0
    food_provided: int = 0
    build_loops: int = 0
    requires: tuple[int, ...] = ()
    footprint: tuple[int, int] | None = None
    blocks_path: bool = False
    category: Category = Category.NONE
    is_structure: bool = False
    is_worker: bool = False
    is_army: bool = False
    is_town_hall: bool = False
    is_mineral_field: bool = False
    is_geyser: bool = False
    is_refinery: bool = False
    is_producer: bool = False
    is_targetable: bool = True
    subgroup_priority: int = 0
    select_alias: int = 0

    @property
    def acquires_targets(self) -> bool:
        """Whether it attacks what comes near when it has no orders; workers don't."""
        return self.weapon is not None and not self.is_worker
