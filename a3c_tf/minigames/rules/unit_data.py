"""What each unit type costs, how large it is and what it can do.

Costs, times, hit points, speeds, sight and radii are those the game itself reports through
RequestData (as published in the data files of BurnySc2/sc2-techtree), in game loops of "normal"
time, 16 loops a second. Accelerations, regeneration, subgroups, and all of beacons and
mineral shards are from the game's own data catalogs (UnitData.xml of liberty.sc2mod, and of
voidmulti.sc2mod where that says otherwise, as published in SC2Mapster/SC2GameData). Footprints are
the cells a structure blocks on the building grid. Assumed: the radius of geysers.
"""

import dataclasses

from a3c_tf.minigames.rules import weapon_data
from a3c_tf.minigames.rules.unit_type import LOOPS_PER_SECOND, Category, UnitType

__all__ = ["LOOPS_PER_SECOND", "UNIT_TYPES", "Category", "UnitType"]

# Workers spend most of a harvesting trip getting up to speed and braking: 2.5 units/s^2. The
# fighting units' acceleration, 1000, is at once.
_WORKER_ACCELERATION = 2.5 / LOOPS_PER_SECOND**2
_ZERG_REGENERATION = 0.2734 / LOOPS_PER_SECOND

BANELING = UnitType(
    9,
    "Baneling",
    radius=0.375,
    health_max=30,
    speed=2.5 / LOOPS_PER_SECOND,
    regeneration=_ZERG_REGENERATION,
    weapon=weapon_data.VOLATILE_BURST,
    sight=8,
    minerals=50,
    vespene=25,
    food=0.5,
    build_loops=320,
    category=Category.ARMY,
    is_army=True,
    subgroup_priority=82,
)
COMMAND_CENTER = UnitType(
    18,
    "CommandCenter",
    radius=2.75,
    health_max=1500,
    armor=1,
    sight=11,
    minerals=400,
    food_provided=15,
    build_loops=1600,
    footprint=(5, 5),
    blocks_path=True,
    category=Category.ECONOMY,
    is_structure=True,
    is_town_hall=True,
    is_producer=True,
    subgroup_priority=32,
)
SUPPLY_DEPOT = UnitType(
    19,
    "SupplyDepot",
    radius=1.25,
    health_max=400,
    armor=1,
    minerals=100,
    food_provided=8,
    build_loops=480,
    footprint=(2, 2),
    blocks_path=True,
    category=Category.ECONOMY,
    is_structure=True,
    subgroup_priority=26,
)
REFINERY = UnitType(
    20,
    "Refinery",
    radius=1.6875,
    health_max=500,
    armor=1,
    minerals=75,
    build_loops=480,
    footprint=(3, 3),
    blocks_path=True,
    category=Category.ECONOMY,
    is_structure=True,
    is_refinery=True,
    subgroup_priority=1,
)
BARRACKS = UnitType(
    21,
    "Barracks",
    radius=1.8125,
    health_max=1000,
    armor=1,
    minerals=150,
    build_loops=1040,
    requires=(19, 47),
    footprint=(3, 3),
    blocks_path=True,
    category=Category.TECHNOLOGY,
    is_structure=True,
    is_producer=True,
    subgroup_priority=24,
)
ENGINEERING_BAY = UnitType(
    22,
    "EngineeringBay",
    radius=1.8125,
    health_max=850,
    armor=1,
    minerals=125,
    build_loops=560,
    requires=(18,),
    footprint=(3, 3),
    blocks_path=True,
    category=Category.TECHNOLOGY,
    is_structure=True,
    subgroup_priority=18,
)
SCV = UnitType(
    45,
    "SCV",
    radius=0.375,
    health_max=45,
    speed=2.8125 / LOOPS_PER_SECOND,
    acceleration=_WORKER_ACCELERATION,
    is_light=True,
    weapon=weapon_data.FUSION_CUTTER,
    sight=8,
    minerals=50,
    food=1,
    build_loops=272,
    category=Category.ECONOMY,
    is_worker=True,
    subgroup_priority=58,
)
SUPPLY_DEPOT_LOWERED = dataclasses.replace(
    SUPPLY_DEPOT,
    unit_id=47,
    name="SupplyDepotLowered",
    blocks_path=False,
    subgroup_priority=28,
    select_alias=SUPPLY_DEPOT.unit_id,
)
MARINE = UnitType(
    48,
    "Marine",
    radius=0.375,
    health_max=45,
    speed=2.25 / LOOPS_PER_SECOND,
    is_light=True,
    weapon=weapon_data.GAUSS_RIFLE,
    sight=9,
    minerals=50,
    food=1,
    build_loops=400,
    category=Category.ARMY,
    is_army=True,
    subgroup_priority=78,
)
ZERGLING = UnitType(
    105,
    "Zergling",
    radius=0.375,
    health_max=35,
    speed=2.953125 / LOOPS_PER_SECOND,
    regeneration=_ZERG_REGENERATION,
    is_light=True,
    weapon=weapon_data.CLAWS,
    sight=8,
    minerals=25,
    food=0.5,
    build_loops=384,
    category=Category.ARMY,
    is_army=True,
    subgroup_priority=68,
)
ROACH = UnitType(
    110,
    "Roach",
    radius=0.5,
    health_max=145,
    armor=1,
    speed=2.25 / LOOPS_PER_SECOND,
    regeneration=_ZERG_REGENERATION,
    weapon=weapon_data.ACID_SALIVA,
    sight=9,
    minerals=75,
    vespene=25,
    food=2,
    build_loops=432,
    category=Category.ARMY,
    is_army=True,
    subgroup_priority=80,
)
BEACON = UnitType(317, "Beacon_Terran", radius=1.875, health_max=25, is_targetable=False)
MINERAL_FIELD = UnitType(
    341,
    "MineralField",
    radius=1.125,
    health_max=10000,
    footprint=(2, 1),
    blocks_path=True,
    is_mineral_field=True,
)
GEYSER = UnitType(
    342,
    "VespeneGeyser",
    radius=1.6875,
    health_max=10000,
    footprint=(3, 3),
    blocks_path=True,
    is_geyser=True,
)
MINERAL_SHARD = UnitType(1680, "NaturalMinerals", radius=0.5, health_max=10)

UNIT_TYPES: dict[int, UnitType] = {
    kind.unit_id: kind
    for kind in (
        BANELING,
        COMMAND_CENTER,
        SUPPLY_DEPOT,
        REFINERY,
        BARRACKS,
        ENGINEERING_BAY,
        SCV,
        SUPPLY_DEPOT_LOWERED,
        MARINE,
        ZERGLING,
        ROACH,
        BEACON,
        MINERAL_FIELD,
        GEYSER,
        MINERAL_SHARD,
    )
}
