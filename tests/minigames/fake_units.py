"""Units and scenes made by hand, for tests of the drawing and the protocol."""

import random

import numpy as np

from a3c_tf.minigames.drawing.scene import Scene, draw_order
from a3c_tf.minigames.rules.unit import Alliance, Unit
from a3c_tf.minigames.rules.unit_data import UnitType

COMMAND_CENTER = UnitType(18, "CommandCenter", 2.75, 1500, is_structure=True)
SUPPLY_DEPOT = UnitType(19, "SupplyDepot", 1.25, 400, is_structure=True)
BARRACKS = UnitType(21, "Barracks", 1.8125, 1000, is_structure=True)
SCV = UnitType(45, "SCV", 0.375, 45, speed=0.1758, is_worker=True)
MARINE = UnitType(48, "Marine", 0.375, 45, speed=0.1406, is_army=True)
ROACH = UnitType(110, "Roach", 0.5, 145, speed=0.1406, is_army=True)
MINERAL_FIELD = UnitType(341, "MineralField", 1.125, 10000)

NEUTRAL = 16


def make_unit(tag: int, kind: UnitType, x: float, y: float, **values: object) -> Unit:
    neutral = kind is MINERAL_FIELD
    fields = {
        "owner": NEUTRAL if neutral else 1,
        "alliance": Alliance.NEUTRAL if neutral else Alliance.SELF,
        "health": kind.health_max,
    }
    return Unit(tag=tag, kind=kind, x=x, y=y, **(fields | values))


def crowd(seed: int, count: int = 40) -> list[Unit]:
    """Units of every size all over the screen, its edges and beyond; many overlap."""
    rng = random.Random(seed)
    kinds = [COMMAND_CENTER, SUPPLY_DEPOT, BARRACKS, SCV, MARINE, ROACH, MINERAL_FIELD]
    units = []
    for tag in range(1, count + 1):
        kind = rng.choice(kinds)
        x, y = rng.uniform(17, 49), rng.uniform(9, 41)
        unit = make_unit(tag, kind, x, y, health=rng.uniform(0, kind.health_max))
        unit.cargo_minerals = rng.choice([0, 0, 5])
        units.append(unit)
    return units


def make_scene(units: list[Unit], camera: tuple[float, float] = (32.936, 24.998)) -> Scene:
    visibility = np.zeros((64, 64), np.uint8)
    visibility[20:36, 22:44] = 2
    selected = frozenset(unit.tag for unit in units if unit.tag % 3 == 0)
    return Scene(draw_order(units), selected, camera, visibility)
