"""Harvesting: a worker's trips between a mineral field or refinery and a town hall.

A trip is the way to the resource, the time the worker occupies it, a pause before it leaves (in
which the next worker may start), the way to the nearest town hall, and the delivery. Workers that
harvest pass through other units.

Sources: a worker occupies a mineral field for 2.786 s and pauses for 0.5 s, 5 minerals a trip
(Liquipedia, "Resources"); a geyser gives 4 a trip and is saturated by three workers at 114 a
minute, which is 2.1 s each. These seconds are read at the speed "Faster", 22.4 game loops each, the
clock of the minute (1344 loops) in which collection rates are reported; the pause is half a second
of game time. Assumed: workers touch what they harvest from and deliver to (radius to radius), and
one that finds its field occupied looks at the fields beside it.
"""

from typing import TYPE_CHECKING

from a3c_tf.minigames.rules import orders
from a3c_tf.minigames.rules.ability_ids import GATHER, RETURN
from a3c_tf.minigames.rules.motion import Travel, contact_distance, travel
from a3c_tf.minigames.rules.resources import (
    fields_near,
    gap,
    nearest_town_hall,
    workers_by_resource,
)
from a3c_tf.minigames.rules.results import ActionResult, Alert
from a3c_tf.minigames.rules.unit import Order, Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

MINERALS_PER_TRIP = 5
VESPENE_PER_TRIP = 4
_FASTER_LOOPS_PER_SECOND = 22.4
MINERAL_OCCUPANCY_LOOPS = 2.786 * _FASTER_LOOPS_PER_SECOND
VESPENE_OCCUPANCY_LOOPS = 2.1 * _FASTER_LOOPS_PER_SECOND
PAUSE_LOOPS = 8.0
# A worker whose field is occupied tries the fields this near to it (world units, centre to centre).
NEIGHBOUR_DISTANCE = 3.5
# A worker whose field is exhausted takes another one within this distance.
SEARCH_DISTANCE = 10.0

# Stages of the gather order.
_TRAVEL, _AT_RESOURCE, _HARVEST, _PAUSE = range(4)
_TIMED = (_HARVEST, _PAUSE)


def gather(world: "World", unit: Unit, order: Order) -> None:
    """Carries out one game loop of a gather order.

    Args:
        world: The game.
        unit: The worker.
        order: Its order; the target is a mineral field or refinery.
    """
    stage = order.stage
    if stage in _TIMED:
        unit.timer -= 1.0
        if unit.timer <= 0.0:
            if stage == _HARVEST:
                _take_load(world, unit, order)
            else:
                _leave(world, unit, order)
        return
    resource = world.units.get(order.target or 0)
    if resource is None or not _has_contents(resource):
        _find_another(world, unit, order)
    elif stage == _TRAVEL:
        _go(world, unit, order, resource)
    elif resource.occupant is None and (not resource.waiting or resource.waiting[0] is unit):
        _start(unit, order, resource)
    elif unit.occupies is None:
        _spread_or_wait(world, unit, order, resource)


def return_cargo(world: "World", unit: Unit, order: Order) -> None:
    """Carries out one game loop of a return order; harvesting goes on after the delivery.

    Args:
        world: The game.
        unit: The worker.
        order: Its order; the target is a town hall, or None for the nearest.
    """
    hall = world.units.get(order.target or 0)
    if hall is None or not hall.kind.is_town_hall or not hall.is_finished:
        hall = nearest_town_hall(world, unit)
        if hall is None:
            orders.fail(world, unit, ActionResult.CANT_FIND_DROP_OFF)
            return
        order.target = hall.tag
    unit.passes_units = True
    progress = travel(world, unit, hall.x, hall.y, contact_distance(unit, hall), hall)
    if progress is Travel.BLOCKED:
        orders.fail(world, unit, ActionResult.COULDNT_REACH_TARGET)
    elif progress is Travel.ARRIVED:
        _deliver(world, unit)
        if len(unit.orders) > 1 or unit.resource is None:
            orders.finish(world, unit)
        else:
            order.ability_id, order.target, order.stage = GATHER, unit.resource, _TRAVEL


def _go(world: "World", unit: Unit, order: Order, resource: Unit) -> None:
    unit.resource = resource.tag
    unit.passes_units = True
    reach = contact_distance(unit, resource)
    progress = travel(world, unit, resource.x, resource.y, reach, resource)
    if progress is Travel.ARRIVED:
        order.stage = _AT_RESOURCE
    elif progress is Travel.BLOCKED:
        orders.fail(world, unit, ActionResult.COULDNT_REACH_TARGET)


def _start(unit: Unit, order: Order, resource: Unit) -> None:
    if resource.waiting:
        resource.waiting.pop(0)
    resource.occupant = unit
    unit.occupies = resource
    order.stage = _HARVEST
    if resource.kind.is_refinery:
        unit.timer = VESPENE_OCCUPANCY_LOOPS
        unit.is_inside = True
    else:
        unit.timer = MINERAL_OCCUPANCY_LOOPS


def _spread_or_wait(world: "World", unit: Unit, order: Order, resource: Unit) -> None:
    """Goes to a field beside this one that fewer workers were sent to, or waits in line."""
    if resource.kind.is_mineral_field:
        loads = workers_by_resource(world, unit.owner)
        field = min(
            fields_near(world, resource, NEIGHBOUR_DISTANCE),
            key=lambda field: (loads[field.tag] - (field is resource), gap(field, unit)),
        )
        if field is not resource:
            order.target, order.stage = field.tag, _TRAVEL
            unit.resource = field.tag
            return
    resource.waiting.append(unit)
    unit.occupies = resource


def _take_load(world: "World", unit: Unit, order: Order) -> None:
    resource = unit.occupies
    orders.leave_place(unit)
    unit.is_inside = False
    unit.cargo_minerals = unit.cargo_vespene = 0
    if resource is None:
        order.stage = _TRAVEL
        return
    if resource.kind.is_mineral_field:
        unit.cargo_minerals = min(MINERALS_PER_TRIP, resource.mineral_contents)
        resource.mineral_contents -= unit.cargo_minerals
        if resource.mineral_contents <= 0:
            world.remove(resource)
            world.alerts.append(Alert.MINERALS_EXHAUSTED)
    else:
        unit.cargo_vespene = min(VESPENE_PER_TRIP, resource.vespene_contents)
        resource.vespene_contents -= unit.cargo_vespene
        geyser = world.units.get(resource.resource or 0)
        if geyser is not None:
            geyser.vespene_contents = resource.vespene_contents
        if resource.vespene_contents <= 0:
            world.alerts.append(Alert.VESPENE_EXHAUSTED)
    order.stage = _PAUSE
    unit.timer = PAUSE_LOOPS


def _leave(world: "World", unit: Unit, order: Order) -> None:
    if len(unit.orders) > 1:
        orders.finish(world, unit)
    else:
        order.ability_id, order.target, order.stage = RETURN, None, _TRAVEL


def _deliver(world: "World", unit: Unit) -> None:
    player = world.players[unit.owner]
    player.minerals += unit.cargo_minerals
    player.vespene += unit.cargo_vespene
    if unit.owner == 1:
        world.score.collect(world.game_loop, unit.cargo_minerals, unit.cargo_vespene)
    unit.cargo_minerals = unit.cargo_vespene = 0


def _find_another(world: "World", unit: Unit, order: Order) -> None:
    """Turns to the least used field around when the present one is gone; else is idle."""
    orders.leave_place(unit)
    loads = workers_by_resource(world, unit.owner)
    field = min(
        fields_near(world, unit, SEARCH_DISTANCE),
        key=lambda field: (loads[field.tag], gap(field, unit)),
        default=None,
    )
    target = world.units.get(order.target or 0)
    if field is None or (target is not None and target.kind.is_refinery):
        orders.finish(world, unit)
        return
    order.target, order.stage = field.tag, _TRAVEL
    unit.resource = field.tag


def _has_contents(resource: Unit) -> bool:
    return resource.mineral_contents > 0 or resource.vespene_contents > 0
