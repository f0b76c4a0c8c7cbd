"""Training units: a building's queue of up to five, and the rally of what comes out of it.

The queue is the building's own orders. As in the game, an item is paid for when it is queued and
takes its supply when it is begun; one that finds no supply waits for it.
"""

import math
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules import accounts, orders, resources
from a3c_tf.minigames.rules.ability_data import ABILITIES
from a3c_tf.minigames.rules.ability_ids import GATHER, MOVE
from a3c_tf.minigames.rules.results import ActionResult, Alert
from a3c_tf.minigames.rules.unit import Order, Unit
from a3c_tf.minigames.rules.unit_data import UnitType

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

QUEUE_SLOTS = 5
# Units leave a building at its lower side unless a rally point draws them elsewhere.
_EXIT_ANGLE = -math.pi / 2

# Stages of the train order.
_QUEUED, _IN_PROGRESS = range(2)


def check_means(world: "World", structure: Unit, kind: UnitType) -> ActionResult:
    """Checks whether a building may queue a unit.

    Args:
        world: The game.
        structure: The building.
        kind: What it would train.

    Returns:
        SUCCESS, or what is missing.
    """
    player = world.players[structure.owner]
    if len(structure.orders) >= QUEUE_SLOTS:
        return ActionResult.QUEUE_IS_FULL
    minerals, vespene = player.cost_of(kind)
    if player.minerals < minerals:
        return ActionResult.NOT_ENOUGH_MINERALS
    if player.vespene < vespene:
        return ActionResult.NOT_ENOUGH_VESPENE
    if not player.has_food_for(kind):
        return ActionResult.NOT_ENOUGH_FOOD
    return ActionResult.SUCCESS


def enqueue(world: "World", structure: Unit, order: Order, kind: UnitType) -> None:
    """Pays for a unit and puts it into a building's queue.

    Args:
        world: The game.
        structure: The building; `check_means` has passed.
        order: The train order.
        kind: What it trains.
    """
    accounts.pay(world, structure.owner, kind)
    structure.orders.append(order)


def train(world: "World", structure: Unit, order: Order, kind: UnitType) -> None:
    """Carries out one game loop of the first item of a building's queue.

    Args:
        world: The game.
        structure: The building.
        order: The item.
        kind: What it trains.
    """
    if order.stage == _QUEUED:
        player = world.players[structure.owner]
        if not player.has_food_for(kind):
            return
        accounts.begin(world, structure.owner, kind)
        order.stage = _IN_PROGRESS
        structure.timer = float(player.build_loops_of(kind))
    structure.timer -= 1.0
    order.progress = 1.0 - structure.timer / kind.build_loops
    if structure.timer <= 0.0:
        structure.orders.popleft()
        _release(world, structure, kind)


def cancel(world: "World", structure: Unit, slot: int) -> None:
    """Takes an item out of a building's queue and gives its cost back.

    Args:
        world: The game.
        structure: The building.
        slot: Index in the queue.
    """
    order = structure.orders[slot]
    del structure.orders[slot]
    kind = ABILITIES[order.ability_id].product
    if kind is None:
        return
    accounts.refund(world, structure.owner, kind)
    if order.stage == _IN_PROGRESS:
        accounts.end(world, structure.owner, kind)


def abandon(world: "World", structure: Unit) -> None:
    """Loses what a building was training, because the building is gone.

    Args:
        world: The game.
        structure: The building.
    """
    for order in structure.orders:
        kind = ABILITIES[order.ability_id].product
        if kind is not None and order.stage == _IN_PROGRESS:
            accounts.end(world, structure.owner, kind)


def _release(world: "World", structure: Unit, kind: UnitType) -> None:
    target = world.units.get(structure.rally_target or 0)
    point = (target.x, target.y) if target is not None else structure.rally_point
    angle = _EXIT_ANGLE
    if point is not None:
        angle = math.atan2(point[1] - structure.y, point[0] - structure.x)
    reach = structure.kind.radius + kind.radius
    x, y = world.script.clamp(
        (structure.x + reach * math.cos(angle), structure.y + reach * math.sin(angle)), kind.radius
    )
    unit = world.add(kind, structure.owner, x, y)
    unit.facing = angle
    accounts.complete(world, unit.owner, kind)
    if unit.owner == 1:
        alert = Alert.TRAIN_WORKER_COMPLETE if kind.is_worker else Alert.TRAIN_UNIT_COMPLETE
        world.alerts.append(alert)
    _rally(world, structure, unit, target)
    world.script.unit_created(world, unit)


def _rally(world: "World", structure: Unit, unit: Unit, target: Unit | None) -> None:
    if target is not None and unit.kind.is_worker:
        resource = resources.harvested_resource(world, target)
        if isinstance(resource, Unit):
            orders.give(world, unit, Order(GATHER, target=resource.tag), queued=False)
            return
    if target is not None and target is not structure:
        orders.give(world, unit, Order(MOVE, target=target.tag), queued=False)
    elif structure.rally_point is not None:
        orders.give(world, unit, Order(MOVE, point=structure.rally_point), queued=False)
