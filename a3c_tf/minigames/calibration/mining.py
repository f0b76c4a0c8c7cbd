"""How much workers bring in, measured on CollectMineralsAndGas by its rules alone.

A minute here has 1344 game loops, one minute at the speed "Faster": the clock of the collection
rates that the game reports. Of the game's own "Normal" seconds these are 84.
"""

from collections.abc import Callable
from typing import NamedTuple

from a3c_tf.minigames.maps.collect_minerals_and_gas import CollectMineralsAndGas
from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.score import RATE_MINUTE_LOOPS
from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.unit_data import REFINERY, SCV
from a3c_tf.minigames.rules.world import World

NEAR_FIELD = (24.0, 25.5)
GEYSER = (26.5, 34.5)
_WARM_UP_MINUTES, _MINUTES = 1, 3
# Games whose workers start on the left and on the right of the command centre.
_SEEDS = (1, 0)


class Rate(NamedTuple):
    """One measurement.

    Attributes:
        what: What was measured.
        amount: Minerals or gas a minute; of `trip`, game loops.
    """

    what: str
    amount: float


def measure() -> list[Rate]:
    """Measures the trip of one worker, and what several bring in from eight fields or a geyser.

    Returns:
        The measurements.
    """
    trip = 5 * RATE_MINUTE_LOOPS / _mean_rate(1, _mine)
    return [
        Rate("game loops of a trip, one worker on a near field", trip),
        *(
            Rate(f"minerals a minute, {workers} workers on 8 fields", _mean_rate(workers, _mine))
            for workers in (8, 12, 16, 20, 24)
        ),
        *(
            Rate(f"gas a minute, {workers} workers on a geyser", _mean_rate(workers, _draw_gas))
            for workers in (1, 2, 3, 4)
        ),
    ]


def _mean_rate(workers: int, send: Callable[[World, list[Unit]], None]) -> float:
    """What the workers bring in a minute once they are at work; mean over both starts."""
    rates = []
    for seed in _SEEDS:
        world = World(CollectMineralsAndGas(), seed)
        send(world, _workers(world, workers))
        _run(world, _WARM_UP_MINUTES)
        before = world.score.collected_minerals + world.score.collected_vespene
        _run(world, _MINUTES)
        after = world.score.collected_minerals + world.score.collected_vespene
        rates.append((after - before) / _MINUTES)
    return sum(rates) / len(rates)


def _workers(world: World, number: int) -> list[Unit]:
    """As many workers; those that the map does not start with appear above the command centre."""
    for i in range(number - 12):
        world.spawn(SCV, 1, 28.0 + 0.8 * (i % 6), 31.5 + 0.8 * (i // 6))
    return [unit for unit in world.units.values() if unit.kind is SCV][:number]


def _mine(world: World, workers: list[Unit]) -> None:
    _send(world, workers, _at(world, NEAR_FIELD))


def _draw_gas(world: World, workers: list[Unit]) -> None:
    geyser = _at(world, GEYSER)
    refinery = world.spawn(REFINERY, 1, geyser.x, geyser.y)
    refinery.resource, refinery.vespene_contents = geyser.tag, geyser.vespene_contents
    _send(world, workers, refinery)


def _send(world: World, workers: list[Unit], target: Unit) -> None:
    issue(world, ids.GATHER, [worker.tag for worker in workers], target_unit=target.tag)


def _at(world: World, point: tuple[float, float]) -> Unit:
    return next(unit for unit in world.units.values() if (unit.x, unit.y) == point)


def _run(world: World, minutes: int) -> None:
    for _ in range(minutes * RATE_MINUTE_LOOPS):
        world.step()
