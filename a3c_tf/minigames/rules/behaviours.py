"""What a unit does, game loop by game loop, to carry out each kind of order."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules import ability_ids, construction, harvesting, orders, production
from a3c_tf.minigames.rules.ability_data import ABILITIES
from a3c_tf.minigames.rules.fighting import attack, hold_position, patrol
from a3c_tf.minigames.rules.motion import Travel, contact_distance, go, pursue
from a3c_tf.minigames.rules.unit import Order, Unit
from a3c_tf.minigames.rules.unit_data import SUPPLY_DEPOT, SUPPLY_DEPOT_LOWERED, UnitType

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

Behaviour = Callable[["World", Unit, Order], None]


def move(world: "World", unit: Unit, order: Order) -> None:
    """Goes to a point, or follows a unit for as long as it lives and then to where it was last.

    Args:
        world: The game.
        unit: Who moves.
        order: Its order.
    """
    target = world.units.get(order.target or 0)
    if target is not None:
        _follow(world, unit, order, target)
        return
    order.target = None
    if order.point is None or go(world, unit, order.point):
        orders.arrive(world, unit)


def _follow(world: "World", unit: Unit, order: Order, target: Unit) -> None:
    if target is unit or (len(unit.orders) > 1 and _touches(unit, target)):
        orders.finish(world, unit)
        return
    order.point = (target.x, target.y)
    progress = pursue(world, unit, target, 0.0)
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
    ability_ids.ATTACK: attack,
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
