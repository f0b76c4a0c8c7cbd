"""An empty battlefield for tests of combat, and what happens on it."""

import types

from a3c_tf.minigames.maps.script import MapScript, Rectangle
from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules import orders
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit import Order, Unit
from a3c_tf.minigames.rules.unit_data import UnitType
from a3c_tf.minigames.rules.world import World


class Arena(MapScript):
    name = "Arena"
    playable = Rectangle(2.0, 2.0, 62.0, 62.0)
    buildable = Rectangle(2, 2, 62, 62)
    camera_start = (32.0, 32.0)
    end_loop = 100_000
    races = types.MappingProxyType({1: 1, 2: 2})

    def __init__(self):
        self.dead: list[Unit] = []

    def setup(self, world: World) -> None:
        pass

    def reset(self, world: World) -> None:
        pass

    def unit_died(self, world: World, unit: Unit) -> None:
        self.dead.append(unit)


class FoggyArena(Arena):
    name = "FoggyArena"
    fog = True


def arena(seed: int = 0, **options: bool) -> World:
    return World(Arena(), seed, **options)


def place(
    world: World, kind: UnitType, owner: int, beside: Unit | None = None, gap: float = 0.0
) -> Unit:
    """A unit in the middle, or to the right of another with so much room between their edges."""
    if beside is None:
        return world.spawn(kind, owner, 30.0, 32.0)
    distance = beside.kind.radius + gap + kind.radius
    return world.spawn(kind, owner, beside.x + distance, beside.y)


def gap_between(unit: Unit, other: Unit) -> float:
    distance = ((unit.x - other.x) ** 2 + (unit.y - other.y) ** 2) ** 0.5
    return distance - unit.kind.radius - other.kind.radius


def attack(world: World, unit: Unit, target: Unit) -> ActionResult:
    return issue(world, ids.ATTACK, [unit.tag], target_unit=target.tag)


def attack_move(world: World, unit: Unit, x: float, y: float) -> ActionResult:
    return issue(world, ids.ATTACK, [unit.tag], point=(x, y))


def move(world: World, unit: Unit, x: float, y: float) -> ActionResult:
    return issue(world, ids.MOVE, [unit.tag], point=(x, y))


def hold(world: World, *units: Unit) -> ActionResult:
    """Lets units stand; those of player 2 take no commands, so they are told directly."""
    result = ActionResult.SUCCESS
    for unit in units:
        if unit.owner == 1:
            result = issue(world, ids.HOLD_POSITION, [unit.tag])
        else:
            _order_zerg(world, unit, ids.HOLD_POSITION)
    return result


def march(world: World, unit: Unit, x: float, y: float) -> None:
    """Lets a unit of player 2 walk, looking neither left nor right."""
    _order_zerg(world, unit, ids.MOVE, (x, y))


def _order_zerg(world, unit, ability_id, point=None):
    orders.give(world, unit, Order(ability_id, point=point), queued=False)


def drops(world: World, unit: Unit, loops: int) -> list[tuple[int, float]]:
    """The game loops at which a unit loses hit points, and how many each time."""
    found = []
    health = unit.health
    for _ in range(loops):
        world.step()
        if unit.health < health - 1e-9:
            found.append((world.clock, health - unit.health))
        health = unit.health
    return found
