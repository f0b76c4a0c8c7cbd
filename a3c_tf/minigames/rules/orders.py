"""Giving, finishing and dropping a unit's orders."""

from typing import TYPE_CHECKING

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.combat import break_off
from a3c_tf.minigames.rules.results import ActionError, ActionResult
from a3c_tf.minigames.rules.unit import Order, Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

# Assumed: the game does not say how many orders may follow one another.
MAX_ORDERS = 16
# Orders that let an attack under way go on.
_FIGHTING = frozenset((ids.ATTACK, ids.PATROL, ids.HOLD_POSITION))


def give(world: "World", unit: Unit, order: Order, queued: bool) -> ActionResult:
    """Gives a unit an order.

    Args:
        world: The game.
        unit: Who is to do it.
        order: What to do.
        queued: Whether it follows the orders the unit has, instead of replacing them.

    Returns:
        SUCCESS, or ORDER_QUEUE_IS_FULL.
    """
    if not queued:
        clear(world, unit)
    elif len(unit.orders) >= MAX_ORDERS:
        return ActionResult.ORDER_QUEUE_IS_FULL
    unit.orders.append(order)
    if len(unit.orders) == 1:
        _turn_to(world, unit, order)
    return ActionResult.SUCCESS


def clear(world: "World", unit: Unit) -> None:
    """Drops all orders of a unit.

    Args:
        world: The game.
        unit: The unit.
    """
    unit.orders.clear()
    let_go(world, unit)


def finish(world: "World", unit: Unit) -> None:
    """Ends the unit's present order; the next one begins on the next game loop.

    Args:
        world: The game.
        unit: The unit.
    """
    unit.orders.popleft()
    let_go(world, unit)
    if unit.orders:
        _turn_to(world, unit, unit.orders[0])
    else:
        unit.current_speed = 0.0


def arrive(world: "World", unit: Unit) -> None:
    """Ends a move: the unit counts as one of those gathered where it was going.

    Args:
        world: The game.
        unit: The unit.
    """
    goal = unit.orders[0].point
    finish(world, unit)
    unit.settled_at = goal


def fail(world: "World", unit: Unit, result: ActionResult) -> None:
    """Ends the unit's present order because it cannot be carried out.

    Args:
        world: The game; the failure is added to its errors.
        unit: The unit.
        result: Why.
    """
    if unit.owner == 1:
        world.errors.append(ActionError(result, unit.orders[0].ability_id, unit.tag))
    finish(world, unit)


def let_go(world: "World", unit: Unit) -> None:
    """Frees what the unit's order held: where it works, its place in a line, its route.

    Args:
        world: The game.
        unit: The unit.
    """
    leave_place(unit)
    if unit.passes_units:
        unit.passes_units = False
        world.crowd_moved = True
    unit.is_inside = False
    unit.is_anchored = False
    unit.route = None
    unit.settled_at = None
    unit.landmark = None
    unit.timer = 0.0
    unit.target = None
    unit.post = None


def leave_place(unit: Unit) -> None:
    """Frees the field, refinery or building site the unit works at or waits for.

    Args:
        unit: The unit.
    """
    place = unit.occupies
    if place is None:
        return
    unit.occupies = None
    if place.occupant is unit:
        place.occupant = None
    elif unit in place.waiting:
        place.waiting.remove(unit)


def _turn_to(world: "World", unit: Unit, order: Order) -> None:
    if order.ability_id not in _FIGHTING:
        break_off(world, unit)
