"""Helpers for tests of the game rules: a game, and how to find things in it."""

from a3c_tf.minigames.maps.collect_minerals_and_gas import CollectMineralsAndGas
from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.unit_data import REFINERY, SCV, UnitType
from a3c_tf.minigames.rules.world import World

END_LOOP = 6720
MINUTE = 1344  # game loops at the speed "Faster", the clock of the collection rates
HALL = (30.5, 27.5)
NEAR_FIELDS = ((24.0, 25.5), (24.0, 29.5))
# Seeds whose first game starts with the workers on this side of the command centre.
LEFT_SEED, RIGHT_SEED = 1, 0


def new_game(seed: int = LEFT_SEED, **options: bool) -> World:
    return World(CollectMineralsAndGas(**options), seed)


def run(world: World, loops: int) -> None:
    for _ in range(loops):
        world.step()


def run_until(world: World, condition, limit: int = 3000) -> int:
    """Steps until the condition holds; returns how many game loops that took."""
    for loops in range(limit):
        if condition():
            return loops
        world.step()
    raise AssertionError("the condition never held")


def of_kind(world: World, kind: UnitType) -> list[Unit]:
    return [unit for unit in world.units.values() if unit.kind is kind]


def workers(world: World) -> list[Unit]:
    return of_kind(world, SCV)


def hall(world: World) -> Unit:
    return next(unit for unit in world.active if unit.kind.is_town_hall)


def at(world: World, point: tuple[float, float]) -> Unit:
    """The immobile unit standing at a point."""
    return next(u for u in world.units.values() if (u.x, u.y) == point and not u.kind.speed)


def tags(units: list[Unit]) -> list[int]:
    return [unit.tag for unit in units]


def gather(world: World, units: list[Unit], target: Unit, **options) -> ActionResult:
    return issue(world, ids.GATHER, tags(units), target_unit=target.tag, **options)


def finished_refinery(world: World, geyser: Unit) -> Unit:
    refinery = world.spawn(REFINERY, 1, geyser.x, geyser.y)
    refinery.resource = geyser.tag
    refinery.vespene_contents = geyser.vespene_contents
    return refinery


def with_workers(world: World, number: int) -> list[Unit]:
    """Brings the number of workers to the one asked for; they appear above the command centre."""
    for i in range(number - len(workers(world))):
        world.spawn(SCV, 1, 28.0 + 0.8 * (i % 6), 31.5 + 0.8 * (i // 6))
    return workers(world)[:number]
