"""The cycle of an attack: coming into range, the blow, the recovery, the next one."""

import math
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules import damage
from a3c_tf.minigames.rules.motion import halt, pursue
from a3c_tf.minigames.rules.targeting import in_range
from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.weapon import Weapon

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

# WeaponData.xml of the core catalog, default weapon: game loops by which an attack comes earlier or
# later, and how far a target may have gone by the time of the blow.
_DELAY_LOOPS = (-1.0, 2.0)
_RANGE_SLOP = 1.0


def fight(world: "World", unit: Unit, target: Unit, *, chases: bool) -> None:
    """Attacks a target for one game loop.

    Args:
        world: The game.
        unit: Who attacks; it has a weapon.
        target: Whom it attacks, alive and seen.
        chases: Whether it goes to a target that is out of range.
    """
    if unit.aim is not None:
        _carry_through(world, unit)
        return
    weapon = unit.kind.weapon
    if weapon is None:
        return
    arrived = in_range(unit, target)
    if not arrived and chases and world.clock >= unit.free_at:
        unit.is_anchored = False
        pursue(world, unit, target, weapon.range)
        arrived = in_range(unit, target)
    if arrived:
        _stand_facing(unit, target)
        if world.clock >= unit.ready_at:
            _begin_blow(world, unit, target, weapon)


def break_off(world: "World", unit: Unit) -> None:
    """Lets a unit go free from its attack at once; a blow that hasn't landed is lost.

    Args:
        world: The game.
        unit: The unit.
    """
    if unit.aim is not None:
        unit.aim = None
        unit.ready_at = world.clock
    unit.free_at = world.clock


def weapon_cooldown(world: "World", unit: Unit) -> float:
    """Game loops until a unit's weapon can strike again.

    Args:
        world: The game.
        unit: The unit.

    Returns:
        0.0 when it is ready.
    """
    return max(unit.ready_at - world.clock, 0.0)


def _stand_facing(unit: Unit, target: Unit) -> None:
    if unit.route is not None:
        halt(unit)
    unit.is_anchored = True
    unit.facing = math.atan2(target.y - unit.y, target.x - unit.x)


def _begin_blow(world: "World", unit: Unit, target: Unit, weapon: Weapon) -> None:
    # A weapon that became ready since the last game loop loses no time to the next one.
    start = unit.ready_at if world.clock - unit.ready_at < 1.0 else world.clock
    unit.aim = target
    unit.strike_at = start + weapon.damage_point
    unit.free_at = unit.strike_at + weapon.backswing
    unit.ready_at = start + weapon.period + world.random.uniform(*_DELAY_LOOPS)
    if world.clock >= unit.strike_at:
        _carry_through(world, unit)


def _carry_through(world: "World", unit: Unit) -> None:
    target = unit.aim
    if target is None or world.clock < unit.strike_at:
        return
    if target.alive and in_range(unit, target, _RANGE_SLOP):
        unit.aim = None
        damage.strike(world, unit, target)
    else:
        break_off(world, unit)
