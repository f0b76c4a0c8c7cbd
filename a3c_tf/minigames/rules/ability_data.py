"""The abilities there are, and the command cards of the units."""

import dataclasses
import enum

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules import unit_data
from a3c_tf.minigames.rules.unit_type import UnitType


class Target(enum.Enum):
    """What an ability is aimed at."""

    NONE = enum.auto()
    POINT = enum.auto()
    UNIT = enum.auto()
    POINT_OR_UNIT = enum.auto()
    NONE_OR_POINT = enum.auto()


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Ability:
    """One ability.

    Attributes:
        ability_id: The specific id.
        name: pysc2's name of it.
        general_id: The id that stands for this kind of ability whoever uses it; the specific id
            where there is no general one.
        target: What it is aimed at.
        product: What it makes, or None.
        minerals: What it costs where it makes nothing that has a cost.
        vespene: Likewise.
        requires: Unit ids of which a finished one must stand.
        is_modelled: Whether these rules carry it out. The others are listed as the game lists
            them, and refused.
    """

    ability_id: int
    name: str
    general_id: int
    target: Target
    product: UnitType | None = None
    minerals: int = 0
    vespene: int = 0
    requires: tuple[int, ...] = ()
    is_modelled: bool = True


_POINT_OR_UNIT = Target.POINT_OR_UNIT
_NONE = Target.NONE
_BARRACKS_ID = unit_data.BARRACKS.unit_id
_ENGINEERING_BAY_ID = unit_data.ENGINEERING_BAY.unit_id


def _make(ability_id: int, name: str, product: UnitType) -> Ability:
    target = Target.POINT if product.is_structure else Target.NONE
    return Ability(ability_id, name, ability_id, target, product)


ABILITIES: dict[int, Ability] = {
    ability.ability_id: ability
    for ability in (
        Ability(ids.SMART, "Smart", ids.SMART, _POINT_OR_UNIT),
        Ability(ids.STOP, "Stop_Stop", 3665, _NONE),
        Ability(ids.MOVE, "Move_Move", 3794, _POINT_OR_UNIT),
        Ability(ids.PATROL, "Patrol_Patrol", 3795, _POINT_OR_UNIT),
        Ability(ids.HOLD_POSITION, "HoldPosition_Hold", 3793, _NONE),
        Ability(ids.SCAN_MOVE, "Scan_Move", 3674, _POINT_OR_UNIT),
        Ability(ids.ATTACK, "Attack_Attack", 3674, _POINT_OR_UNIT),
        Ability(ids.SPRAY, "Effect_Spray_Terran", 3684, Target.POINT),
        Ability(ids.RALLY_UNITS, "Rally_Building", 3673, _POINT_OR_UNIT),
        Ability(ids.RALLY_WORKERS, "Rally_CommandCenter", 3690, _POINT_OR_UNIT),
        Ability(ids.GATHER, "Harvest_Gather_SCV", 3666, Target.UNIT),
        Ability(ids.RETURN, "Harvest_Return_SCV", 3667, _NONE),
        Ability(ids.CANCEL_LAST, "Cancel_Queue5", 3671, _NONE),
        Ability(ids.CANCEL_CONSTRUCTION, "Cancel_BuildInProgress", 3659, _NONE),
        Ability(ids.REPAIR, "Effect_Repair_SCV", 3685, Target.UNIT),
        Ability(ids.HALT, "Halt_TerranBuild", 3660, _NONE),
        Ability(ids.LOWER_DEPOT, "Morph_SupplyDepot_Lower", ids.LOWER_DEPOT, _NONE),
        Ability(ids.RAISE_DEPOT, "Morph_SupplyDepot_Raise", ids.RAISE_DEPOT, _NONE),
        _make(ids.BUILD_COMMAND_CENTER, "Build_CommandCenter", unit_data.COMMAND_CENTER),
        _make(ids.BUILD_SUPPLY_DEPOT, "Build_SupplyDepot", unit_data.SUPPLY_DEPOT),
        _make(ids.BUILD_REFINERY, "Build_Refinery", unit_data.REFINERY),
        _make(ids.BUILD_BARRACKS, "Build_Barracks", unit_data.BARRACKS),
        _make(ids.BUILD_ENGINEERING_BAY, "Build_EngineeringBay", unit_data.ENGINEERING_BAY),
        _make(ids.TRAIN_SCV, "Train_SCV", unit_data.SCV),
        _make(ids.TRAIN_MARINE, "Train_Marine", unit_data.MARINE),
        Ability(ids.LOAD_ALL, "LoadAll_CommandCenter", 3663, _NONE, is_modelled=False),
        Ability(ids.LIFT_COMMAND_CENTER, "Lift_CommandCenter", 3679, _NONE, is_modelled=False),
        Ability(ids.LIFT_BARRACKS, "Lift_Barracks", 3679, _NONE, is_modelled=False),
        Ability(
            ids.BUILD_TECH_LAB,
            "Build_TechLab_Barracks",
            3682,
            Target.NONE_OR_POINT,
            minerals=50,
            vespene=25,
            is_modelled=False,
        ),
        Ability(
            ids.BUILD_REACTOR,
            "Build_Reactor_Barracks",
            3683,
            Target.NONE_OR_POINT,
            minerals=50,
            vespene=50,
            is_modelled=False,
        ),
        Ability(
            ids.PLANETARY_FORTRESS,
            "Morph_PlanetaryFortress",
            ids.PLANETARY_FORTRESS,
            _NONE,
            minerals=150,
            vespene=150,
            requires=(_ENGINEERING_BAY_ID,),
            is_modelled=False,
        ),
        Ability(
            ids.ORBITAL_COMMAND,
            "Morph_OrbitalCommand",
            ids.ORBITAL_COMMAND,
            _NONE,
            minerals=150,
            requires=(_BARRACKS_ID,),
            is_modelled=False,
        ),
    )
}

_BASIC = (ids.SMART, ids.STOP, ids.MOVE, ids.PATROL, ids.HOLD_POSITION, ids.ATTACK)

# Ability ids by unit type id: what the unit's command card offers in some state or other.
COMMAND_CARDS: dict[int, tuple[int, ...]] = {
    unit_data.SCV.unit_id: (
        *_BASIC,
        ids.GATHER,
        ids.RETURN,
        ids.REPAIR,
        ids.SPRAY,
        ids.BUILD_COMMAND_CENTER,
        ids.BUILD_SUPPLY_DEPOT,
        ids.BUILD_REFINERY,
        ids.BUILD_BARRACKS,
        ids.BUILD_ENGINEERING_BAY,
        ids.HALT,
    ),
    unit_data.MARINE.unit_id: _BASIC,
    unit_data.ZERGLING.unit_id: _BASIC,
    unit_data.BANELING.unit_id: _BASIC,
    unit_data.ROACH.unit_id: _BASIC,
    unit_data.COMMAND_CENTER.unit_id: (
        ids.SMART,
        ids.TRAIN_SCV,
        ids.RALLY_WORKERS,
        ids.CANCEL_LAST,
        ids.LOAD_ALL,
        ids.LIFT_COMMAND_CENTER,
        ids.ORBITAL_COMMAND,
        ids.PLANETARY_FORTRESS,
    ),
    unit_data.BARRACKS.unit_id: (
        ids.SMART,
        ids.TRAIN_MARINE,
        ids.RALLY_UNITS,
        ids.CANCEL_LAST,
        ids.LIFT_BARRACKS,
        ids.BUILD_TECH_LAB,
        ids.BUILD_REACTOR,
    ),
    unit_data.SUPPLY_DEPOT.unit_id: (ids.LOWER_DEPOT,),
    unit_data.SUPPLY_DEPOT_LOWERED.unit_id: (ids.RAISE_DEPOT,),
}
UNDER_CONSTRUCTION_CARD: tuple[int, ...] = (ids.CANCEL_CONSTRUCTION,)
