"""Structures: a worker goes to the site, pays, and stays until it is finished.

As in the game, the cost is taken when construction begins, construction goes on only while the
worker is at it, another worker may take it up again, and cancelling gives back three quarters. The
worker stands beside the site meanwhile, and is idle afterwards.
"""

from typing import TYPE_CHECKING

from a3c_tf.minigames.rules import accounts, crowd, orders, placement
from a3c_tf.minigames.rules.cheats import Cheat
from a3c_tf.minigames.rules.motion import Travel, contact_distance, halt, travel
from a3c_tf.minigames.rules.results import ActionResult, Alert
from a3c_tf.minigames.rules.unit import Order, Point, Unit
from a3c_tf.minigames.rules.unit_data import UnitType

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

CANCEL_REFUND = 0.75
# A structure has a tenth of its hit points when it is begun.
_INITIAL_HEALTH = 0.1

# Stages of the build order.
_TRAVEL, _CONSTRUCT = range(2)


def check_means(world: "World", owner: int, kind: UnitType) -> ActionResult:
    """Checks technology and resources for a structure.

    Args:
        world: The game.
        owner: Player who wants it.
        kind: What it wants.

    Returns:
        SUCCESS, or what is missing.
    """
    player = world.players[owner]
    needs_technology = kind.requires and Cheat.TECH_TREE not in player.cheats
    if needs_technology and not any(
        unit.kind.unit_id in kind.requires and unit.owner == owner and unit.is_finished
        for unit in world.active
    ):
        return ActionResult.BUILD_TECH_REQUIREMENTS_NOT_MET
    minerals, vespene = player.cost_of(kind)
    if player.minerals < minerals:
        return ActionResult.NOT_ENOUGH_MINERALS
    if player.vespene < vespene:
        return ActionResult.NOT_ENOUGH_VESPENE
    return ActionResult.SUCCESS


def site(world: "World", kind: UnitType, point: Point) -> Point:
    """Finds where a structure aimed at a point would stand.

    Args:
        world: The game.
        kind: The structure.
        point: Where it was aimed, in world units.

    Returns:
        Its centre: on the geyser for a refinery aimed at one, on the grid for all else.
    """
    if kind.is_refinery:
        geyser = placement.geyser_at(world, point)
        if geyser is not None:
            return geyser.x, geyser.y
    return placement.snap(kind, point)


def is_constructing(unit: Unit) -> bool:
    """Tells whether a worker is at work on a structure.

    Args:
        unit: Any unit.

    Returns:
        Whether it can only halt, and takes other orders when it has finished.
    """
    place = unit.occupies
    return place is not None and not place.is_finished


def build(world: "World", unit: Unit, order: Order, kind: UnitType) -> None:
    """Carries out one game loop of a build order.

    Args:
        world: The game.
        unit: The worker.
        order: Its order; `point` is the site, or `target` the structure to go on with.
        kind: What to build.
    """
    structure = world.units.get(order.target or 0)
    if order.target is not None and (structure is None or structure.is_finished):
        orders.finish(world, unit)
    elif order.stage == _CONSTRUCT and structure is not None:
        _construct(world, unit, order, structure)
    elif structure is not None:
        reach = contact_distance(unit, structure)
        progress = travel(world, unit, structure.x, structure.y, reach, structure)
        if progress is Travel.ARRIVED and structure.occupant is None:
            _join(unit, order, structure)
        elif progress is not Travel.MOVING:
            orders.finish(world, unit)
    elif order.point is not None:
        _go_and_begin(world, unit, order, kind, order.point)


def _go_and_begin(world: "World", unit: Unit, order: Order, kind: UnitType, point: Point) -> None:
    geyser = placement.geyser_at(world, point) if kind.is_refinery else None
    reach = unit.kind.radius + kind.radius
    progress = travel(world, unit, point[0], point[1], reach, geyser)
    if progress is Travel.MOVING:
        return
    if progress is Travel.BLOCKED:
        orders.fail(world, unit, ActionResult.COULDNT_REACH_TARGET)
        return
    result = check_means(world, unit.owner, kind)
    if result is ActionResult.SUCCESS:
        result = placement.check(world, kind, point)
    if result is not ActionResult.SUCCESS:
        orders.fail(world, unit, result)
        return
    accounts.pay(world, unit.owner, kind)
    accounts.begin(world, unit.owner, kind)
    structure = world.add(kind, unit.owner, point[0], point[1])
    structure.build_progress = 0.0
    structure.health = kind.health_max * _INITIAL_HEALTH
    if geyser is not None:
        structure.resource = geyser.tag
        structure.vespene_contents = geyser.vespene_contents
    crowd.evict(world, structure)
    order.target = structure.tag
    _join(unit, order, structure)


def _join(unit: Unit, order: Order, structure: Unit) -> None:
    halt(unit)
    order.stage = _CONSTRUCT
    order.progress = structure.build_progress
    structure.occupant = unit
    unit.occupies = structure
    unit.is_anchored = True


def _construct(world: "World", unit: Unit, order: Order, structure: Unit) -> None:
    kind = structure.kind
    step = 1.0 / world.players[structure.owner].build_loops_of(kind)
    structure.build_progress += step
    structure.health = min(
        structure.health + step * (1.0 - _INITIAL_HEALTH) * kind.health_max, kind.health_max
    )
    order.progress = min(structure.build_progress, 1.0)
    if structure.build_progress >= 1.0 - step / 2:
        structure.build_progress = 1.0
        accounts.complete(world, structure.owner, kind)
        if structure.owner == 1:
            world.alerts.append(Alert.BUILDING_COMPLETE)
        world.script.unit_created(world, structure)
        orders.finish(world, unit)


def cancel(world: "World", structure: Unit) -> None:
    """Cancels a structure under construction: part of the cost comes back, and it is gone.

    Args:
        world: The game.
        structure: The unfinished structure.
    """
    accounts.refund(world, structure.owner, structure.kind, CANCEL_REFUND)
    builder = structure.occupant
    world.remove(structure)
    if builder is not None and builder.orders:
        orders.finish(world, builder)
