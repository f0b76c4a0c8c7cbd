"""What each unit type costs, how large it is and what it can do.

Numbers are those the game itself reports through RequestData (as published in the data files of
BurnySc2/sc2-techtree), in game loops of "normal" time, 16 loops a second.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class UnitType:
    """Constant data of one unit type.

    Attributes:
        unit_id: The game's unit type id.
        name: The game's name of it.
        radius: Footprint radius in world units.
        health_max: Hit points.
        armor: Subtracted from each hit.
        speed: World units a game loop; 0.0 for what cannot move.
        sight: Sight range in world units.
        minerals: Mineral cost.
        vespene: Gas cost.
        food: Supply it takes.
        food_provided: Supply it provides when finished.
        build_loops: Game loops to make one.
        is_structure: Whether it is a building.
        is_worker: Whether it can harvest.
        is_army: Whether "select army" takes it.
    """

    unit_id: int
    name: str
    radius: float
    health_max: float
    armor: int = 0
    speed: float = 0.0
    sight: float = 9.0
    minerals: int = 0
    vespene: int = 0
    food: float = 0.0
    food_provided: int = 0
    build_loops: int = 0
    is_structure: bool = False
    is_worker: bool = False
    is_army: bool = False
