"""Which enemy a unit goes for on its own."""

import math
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules.unit import Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

# Assumed: a unit looks around this often, each at a moment of its own.
SCAN_LOOPS = 2
# Tags are multiples of 2**18 apart.
_TAG_SHIFT = 18


def looks_around(world: "World", unit: Unit) -> bool:
    """Tells whether a unit looks around in the present game loop.

    Args:
        world: The game.
        unit: The unit.

    Returns:
        True every SCAN_LOOPS game loops.
    """
    return (world.clock + (unit.tag >> _TAG_SHIFT)) % SCAN_LOOPS == 0


def auto_target(world: "World", unit: Unit, reach: float) -> Unit | None:
    """Chooses whom a unit that may choose attacks.

    It finishes a blow under way, and stays with an enemy it can hit until that is gone; one that it
    would have to go to it gives up for one that is nearer. (Of the game's own rules, priorities
    make no difference between the fighting units of these maps; the rest is assumed.)

    Args:
        world: The game.
        unit: Who attacks; its `target` is brought up to date.
        reach: Distance from edge to edge within which it looks for enemies.

    Returns:
        The target, or None.
    """
    if unit.aim is not None:
        return unit.aim
    target = unit.target
    if target is not None and not can_attack(world, unit, target):
        target = None
    elif target is not None and in_range(unit, target):
        return target
    lost = target is None and unit.target is not None
    if lost or looks_around(world, unit):
        target = nearest_enemy(world, unit, reach) or target
    unit.target = target
    return target


def nearest_enemy(world: "World", unit: Unit, reach: float) -> Unit | None:
    """Finds the nearest enemy, those that can fight before those that cannot.

    Args:
        world: The game.
        unit: Who looks.
        reach: Distance from edge to edge.

    Returns:
        The enemy, or None when none is in reach.
    """
    x, y = unit.x, unit.y
    limit = reach + unit.kind.radius
    nearest: Unit | None = None
    nearest_key = (True, limit)
    for enemy in world.foes[unit.owner]:
        kind = enemy.kind
        dx, dy = enemy.x - x, enemy.y - y
        bound = limit + kind.radius
        squared = dx * dx + dy * dy
        if squared <= bound * bound:
            key = (kind.weapon is None, math.sqrt(squared) - kind.radius)
            if nearest is None or key < nearest_key:
                nearest, nearest_key = enemy, key
    return nearest


def can_attack(world: "World", unit: Unit, target: Unit) -> bool:
    """Tells whether a unit's player may have a target attacked now.

    Args:
        world: The game.
        unit: Who attacks.
        target: The target.

    Returns:
        Whether it lives and is seen.
    """
    return target.alive and (unit.owner != 1 or world.is_visible(target))


def in_range(unit: Unit, target: Unit, slop: float = 0.0) -> bool:
    """Tells whether a unit's weapon reaches a target.

    Args:
        unit: The unit; it has a weapon.
        target: The target.
        slop: World units by which the target may be farther away.

    Returns:
        Whether the distance between their edges is at most the weapon's range.
    """
    kind = unit.kind
    weapon_range = kind.weapon.range if kind.weapon is not None else 0.0
    reach = weapon_range + slop + kind.radius + target.kind.radius + _CONTACT
    dx, dy = target.x - unit.x, target.y - unit.y
    return dx * dx + dy * dy <= reach * reach


# Units that are pushed apart end up this close to where they should be.
_CONTACT = 2e-3
