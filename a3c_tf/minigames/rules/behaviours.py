"""What a unit does, game loop by game loop, to carry out each kind of order."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules import ability_ids, construction, harvesting, orders, production
from a3c_tf.minigames.rules.ability_data import ABILITIES
from a3c_tf.minigames.rules.motion import Travel, contact_distance, distance, halt, travel
from a3c_tf.minigames.rules.unit import Order, Point, Unit
from a3c_tf.minigames.rules.unit_data import SUPPLY_DEPOT, SUPPLY_DEPOT_LOWERED, UnitType

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

# A unit that hasn't gone as far as its own radius in this time gives up: others bar its way.
_STUCK_LOOPS = 32

Behaviour = Callable[["World", Unit, Order], None]


def move(world: "World", unit: Unit, order: Order) -> None:
    """Goes to a point, or follows a unit for as long as it lives.

    Args:
        world: The game.
        unit: Who moves.
        order: Its order.
    """
    if order.target is not None:
        _follow(world, unit, order)
        return
    if order.point is None or _go(world, unit, order.point):
        goal = order.point
        orders.finish(world, unit)
        unit.settled_at = goal


def patrol(world: "World", unit: Unit, order: Order) -> None:
    """Goes to and fro between where it was and the order's point.

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
    if _go(world, unit, order.point):
        order.point, order.start = order.start, order.point
        unit.settled_at = None


def hold_position(world: "World", unit: Unit, order: Order) -> None:
    """Stands where it is until ordered otherwise.

    Args:
        world: The game.
        unit: Who stands.
        order: Its order.
    """
    if len(unit.orders) > 1:
        orders.finish(world, unit)
    elif not unit.is_anchored:
        unit.is_anchored = True
        halt(unit)


def _go(world: "World", unit: Unit, point: Point) -> bool:
    """Moves towards a point; returns whether it is as near as it will get."""
    if unit.settled_at == point:
        halt(unit)
        return True
    if travel(world, unit, point[0], point[1]) is not Travel.MOVING:
        return True
    return _is_stuck(world, unit)


def _is_stuck(world: "World", unit: Unit) -> bool:
    """Looks now and then whether a unit has moved since the last time."""
    if (world.game_loop + (unit.tag >> 18)) % _STUCK_LOOPS:
        return False
    before, unit.landmark = unit.landmark, (unit.x, unit.y)
    return before is not None and distance(unit, before) < unit.kind.radius


def _follow(world: "World", unit: Unit, order: Order) -> None:
    target = world.units.get(order.target or 0)
    if target is None or target is unit or (len(unit.orders) > 1 and _touches(unit, target)):
        orders.finish(world, unit)
        return
    obstacle = target if target.kind.blocks_path else None
    reach = contact_distance(unit, target)
    progress = travel(world, unit, target.x, target.y, reach, obstacle)
    if progress is not Travel.MOVING and target.kind.speed == 0.0:
        orders.finish(world, unit)


def _touches(unit: Unit, target: Unit) -> bool:
    reach = contact_distance(unit, target) + 0.05
    return (unit.x - target.x) ** 2 + (unit.y - target.y) ** 2 <= reach * reach


def _morph(world: "World", unit: Unit, order: Order, kind: UnitType) -> None:
    orders.finish(world, unit)
    world.change_kind(unit, kind)


BEHAVIOURS: dict[int, Behaviour] = {
    ability_ids.MOVE: move,
    ability_ids.SCAN_MOVE: move,
    ability_ids.ATTACK: move,
    ability_ids.PATROL: patrol,
    ability_ids.HOLD_POSITION: hold_position,
    ability_ids.GATHER: harvesting.gather,
    ability_ids.RETURN: harvesting.return_cargo,
    ability_ids.LOWER_DEPOT: partial(_morph, kind=SUPPLY_DEPOT_LOWERED),
    ability_ids.RAISE_DEPOT: partial(_morph, kind=SUPPLY_DEPOT),
}
for _ability in ABILITIES.values():
    if _ability.product is not None:
        _make = construction.build if _ability.product.is_structure else production.train
        BEHAVIOURS[_ability.ability_id] = partial(_make, kind=_ability.product)
