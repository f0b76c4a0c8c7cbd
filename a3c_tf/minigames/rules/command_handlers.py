"""What each kind of command does to a unit: the checks of its ability, then the order."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules import (
    abilities,
    construction,
    orders,
    placement,
    production,
    resources,
)
from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.ability_data import ABILITIES, Ability
from a3c_tf.minigames.rules.motion import distance
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit import Alliance, Order, Point, Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World


@dataclasses.dataclass(frozen=True, slots=True)
class Command:
    """A command as it reaches one unit.

    Attributes:
        ability: What it is to use.
        target: The unit aimed at, or None.
        point: The point aimed at in world units, the target's where there is one; or None.
        queued: Whether the order follows those the unit has.
    """

    ability: Ability
    target: Unit | None
    point: Point | None
    queued: bool


Handler = Callable[["World", Unit, Command], ActionResult]


def choose(
    world: "World", able: Sequence[tuple[Unit, Ability]], point: Point | None
) -> list[tuple[Unit, Ability]]:
    """Picks who carries out a command given to several units.

    Args:
        world: The game.
        able: The units that have the ability, with the ability.
        point: The point aimed at.

    Returns:
        One worker, the nearest, for a structure; one building, that with the shortest queue, for
        a unit; else all.
    """
    _, first = able[0]
    if first.product is None and first.ability_id != ids.CANCEL_LAST:
        return list(able)
    same = [(unit, ability) for unit, ability in able if ability is first]
    if first.ability_id == ids.CANCEL_LAST:
        return [max(same, key=lambda pair: len(pair[0].orders))]
    if point is not None:
        return [min(same, key=lambda pair: _unreadiness(pair[0], point))]
    return [min(same, key=lambda pair: len(pair[0].orders))]


def handle(world: "World", unit: Unit, command: Command) -> ActionResult:
    """Carries out a command on one unit.

    Args:
        world: The game.
        unit: The unit; its card has the ability.
        command: The command; its point is set where the ability needs one.

    Returns:
        SUCCESS, or why the unit cannot.
    """
    ability = command.ability
    if ability.product is not None:
        make = _build if ability.product.is_structure else _train
        return make(world, unit, command)
    return _HANDLERS[ability.ability_id](world, unit, command)


def _unreadiness(unit: Unit, point: Point) -> tuple[bool, float]:
    return construction.is_constructing(unit), distance(unit, point)


def _give(world: "World", unit: Unit, order: Order, queued: bool) -> ActionResult:
    """Gives an order; a worker at a construction site finishes that first, as in the game."""
    if construction.is_constructing(unit) and not queued:
        while len(unit.orders) > 1:
            unit.orders.pop()
        queued = True
    return orders.give(world, unit, order, queued)


def _move(world: "World", unit: Unit, command: Command) -> ActionResult:
    target = command.target
    if target is unit:
        return ActionResult.CANT_TARGET_THAT_UNIT
    order = Order(
        command.ability.ability_id,
        target=target.tag if target is not None else None,
        point=command.point,
    )
    return _give(world, unit, order, command.queued)


def _patrol(world: "World", unit: Unit, command: Command) -> ActionResult:
    order = Order(ids.PATROL, point=command.point)
    return _give(world, unit, order, command.queued)


def _attack(world: "World", unit: Unit, command: Command) -> ActionResult:
    target = command.target
    if target is not None and target.alliance is Alliance.NEUTRAL:
        return ActionResult.CANT_TARGET_THAT_UNIT  # neither resources nor beacons can be hurt
    return _move(world, unit, command)


def _hold(world: "World", unit: Unit, command: Command) -> ActionResult:
    return _give(world, unit, Order(ids.HOLD_POSITION), command.queued)


def _stop(world: "World", unit: Unit, command: Command) -> ActionResult:
    orders.clear(world, unit)
    unit.current_speed = 0.0
    return ActionResult.SUCCESS


def _halt(world: "World", unit: Unit, command: Command) -> ActionResult:
    if not construction.is_constructing(unit):
        return ActionResult.CANT_FIND_CANCEL_ORDER
    return _stop(world, unit, command)


def _gather(world: "World", unit: Unit, command: Command) -> ActionResult:
    if command.target is None:
        return ActionResult.MUST_TARGET_RESOURCES
    resource = resources.harvested_resource(world, command.target)
    if not isinstance(resource, Unit):
        return resource
    present = unit.orders[0] if unit.orders and not command.queued else None
    if present is not None and (present.ability_id, present.target) == (ids.GATHER, resource.tag):
        # The same order again doesn't interrupt it.
        while len(unit.orders) > 1:
            unit.orders.pop()
        return ActionResult.SUCCESS
    return _give(world, unit, Order(ids.GATHER, target=resource.tag), command.queued)


def _return(world: "World", unit: Unit, command: Command) -> ActionResult:
    if not unit.is_carrying:
        return ActionResult.ERROR
    if resources.nearest_town_hall(world, unit) is None:
        return ActionResult.CANT_FIND_DROP_OFF
    target = command.target.tag if command.target is not None else None
    return _give(world, unit, Order(ids.RETURN, target=target), command.queued)


def _repair(world: "World", unit: Unit, command: Command) -> ActionResult:
    return ActionResult.REQUIRES_REPAIR_TARGET


def _spray(world: "World", unit: Unit, command: Command) -> ActionResult:
    return ActionResult.SUCCESS  # paint on the ground, of no consequence


def _rally(world: "World", unit: Unit, command: Command) -> ActionResult:
    unit.rally_point = command.point
    unit.rally_target = command.target.tag if command.target is not None else None
    return ActionResult.SUCCESS


def _cancel_last(world: "World", unit: Unit, command: Command) -> ActionResult:
    if not unit.orders:
        return ActionResult.CANT_FIND_CANCEL_ORDER
    production.cancel(world, unit, len(unit.orders) - 1)
    return ActionResult.SUCCESS


def _cancel_construction(world: "World", unit: Unit, command: Command) -> ActionResult:
    construction.cancel(world, unit)
    return ActionResult.SUCCESS


def _morph(world: "World", unit: Unit, command: Command) -> ActionResult:
    return orders.give(world, unit, Order(command.ability.ability_id), queued=False)


def _build(world: "World", unit: Unit, command: Command) -> ActionResult:
    kind = command.ability.product
    if kind is None or command.point is None:
        return ActionResult.ERROR
    point = construction.site(world, kind, command.point)
    result = construction.check_means(world, unit.owner, kind)
    if result is ActionResult.SUCCESS:
        result = placement.check(world, kind, point)
    if result is not ActionResult.SUCCESS:
        return result
    order = Order(command.ability.ability_id, point=point)
    return _give(world, unit, order, command.queued)


def _train(world: "World", unit: Unit, command: Command) -> ActionResult:
    kind = command.ability.product
    if kind is None:
        return ActionResult.ERROR
    result = production.check_means(world, unit, kind)
    if result is ActionResult.SUCCESS:
        production.enqueue(world, unit, Order(command.ability.ability_id), kind)
    return result


def _smart(world: "World", unit: Unit, command: Command) -> ActionResult:
    """Does what a right click means for this unit and this target."""
    if unit.kind.is_structure:
        return _rally(world, unit, command)
    ability_id = _smart_ability(world, unit, command.target)
    if command.target is not None and not command.target.is_finished and unit.kind.is_worker:
        resumed = _resume(world, unit, command.target, command.queued)
        if resumed is not None:
            return resumed
    meant = abilities.resolve(world, ability_id, unit) or ABILITIES[ids.MOVE]
    return handle(world, unit, dataclasses.replace(command, ability=meant))


def _smart_ability(world: "World", unit: Unit, target: Unit | None) -> int:
    if target is None:
        return ids.MOVE
    if target.alliance is Alliance.ENEMY:
        return ids.ATTACK
    if unit.kind.is_worker:
        if isinstance(resources.harvested_resource(world, target), Unit):
            return ids.GATHER
        if target.kind.is_town_hall and target.owner == unit.owner and unit.is_carrying:
            return ids.RETURN
    return ids.MOVE


def _resume(world: "World", unit: Unit, structure: Unit, queued: bool) -> ActionResult | None:
    """Takes up a construction that nobody is at; None when that isn't what is meant."""
    if structure.owner != unit.owner or structure.occupant is not None:
        return None
    for ability in ABILITIES.values():
        if ability.product is structure.kind:
            order = Order(ability.ability_id, target=structure.tag)
            return _give(world, unit, order, queued)
    return None


_HANDLERS: dict[int, Handler] = {
    ids.SMART: _smart,
    ids.STOP: _stop,
    ids.MOVE: _move,
    ids.PATROL: _patrol,
    ids.HOLD_POSITION: _hold,
    ids.SCAN_MOVE: _move,
    ids.ATTACK: _attack,
    ids.SPRAY: _spray,
    ids.RALLY_UNITS: _rally,
    ids.RALLY_WORKERS: _rally,
    ids.GATHER: _gather,
    ids.RETURN: _return,
    ids.CANCEL_LAST: _cancel_last,
    ids.CANCEL_CONSTRUCTION: _cancel_construction,
    ids.REPAIR: _repair,
    ids.HALT: _halt,
    ids.LOWER_DEPOT: _morph,
    ids.RAISE_DEPOT: _morph,
}
