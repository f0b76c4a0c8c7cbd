"""What armed units do, game loop by game loop: with orders to fight, and without orders."""

import math
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules import orders
from a3c_tf.minigames.rules.combat import fight
from a3c_tf.minigames.rules.motion import go, halt
from a3c_tf.minigames.rules.targeting import auto_target, can_attack
from a3c_tf.minigames.rules.unit import Order, Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

# GameData.xml of the core catalog: an idle unit gives up a target that has drawn it this far from
# its post, and takes no other before it is this near to it again.
_LEASH = 21.0
_LEASH_RESET = 5.0


def attack(world: "World", unit: Unit, order: Order) -> None:
    """Attacks one unit until it is gone, or moves to a point and fights whatever comes up.

    Args:
        world: The game.
        unit: Who attacks.
        order: Its order.
    """
    if order.target is not None:
        _attack_unit(world, unit, order)
    elif not _fights_on_the_way(world, unit) and (
        order.point is None or go(world, unit, order.point)
    ):
        orders.arrive(world, unit)


def patrol(world: "World", unit: Unit, order: Order) -> None:
    """Goes to and fro between where it was and the order's point, and fights on the way.

    Args:
        world: The game.
        unit: Who patrols.
        order: Its order.
    """
    if order.point is None:
        orders.finish(world, unit)
        return
    if order.start is None:
        order.start = (unit.x, unit.y)
    if not _fights_on_the_way(world, unit) and go(world, unit, order.point):
        order.point, order.start = order.start, order.point
        unit.settled_at = None


def hold_position(world: "World", unit: Unit, order: Order) -> None:
    """Stands where it is until ordered otherwise, and attacks what comes into range.

    Args:
        world: The game.
        unit: Who stands.
        order: Its order.
    """
    if len(unit.orders) > 1:
        orders.finish(world, unit)
        return
    if not unit.is_anchored:
        unit.is_anchored = True
        halt(unit)
    weapon = unit.kind.weapon
    target = auto_target(world, unit, weapon.range) if weapon is not None else None
    if target is not None:
        fight(world, unit, target, chases=False)


def stand_guard(world: "World", unit: Unit) -> None:
    """Without orders: goes for enemies that come near or attack, then back to its post.

    Args:
        world: The game.
        unit: The unit; of a kind that acquires targets.
    """
    weapon = unit.kind.weapon
    if weapon is None:
        return
    if _is_recalled(unit):
        target = unit.target = None
    else:
        target = auto_target(world, unit, weapon.scan_range)
    if target is not None:
        if unit.post is None:
            unit.post = (unit.x, unit.y)
        unit.settled_at = None
        fight(world, unit, target, chases=True)
    elif unit.post is not None and world.clock >= unit.free_at:
        unit.is_anchored = False
        if go(world, unit, unit.post):
            unit.post = None


def _is_recalled(unit: Unit) -> bool:
    """Whether a unit must go back to its post before it may fight again."""
    if unit.post is None:
        unit.is_recalled = False
    else:
        limit = _LEASH_RESET if unit.is_recalled else _LEASH
        unit.is_recalled = math.hypot(unit.x - unit.post[0], unit.y - unit.post[1]) > limit
    return unit.is_recalled


def _fights_on_the_way(world: "World", unit: Unit) -> bool:
    """Fights whatever enemy is near; returns whether the unit had no time to move on."""
    weapon = unit.kind.weapon
    if weapon is None or not world.foes[unit.owner]:
        return False
    target = auto_target(world, unit, weapon.scan_range)
    if target is not None:
        fight(world, unit, target, chases=True)
        return True
    unit.is_anchored = False
    return world.clock < unit.free_at


def _attack_unit(world: "World", unit: Unit, order: Order) -> None:
    target = world.units.get(order.target or 0)
    if target is None or target is unit:
        orders.finish(world, unit)
    elif can_attack(world, unit, target):
        order.point = (target.x, target.y)
        fight(world, unit, target, chases=True)
    elif order.point is None or go(world, unit, order.point):
        # It is out of sight, and not where it was seen last.
        orders.finish(world, unit)
