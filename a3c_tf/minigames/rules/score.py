"""The numbers of score.proto: a map's own score and the running totals beside it."""

import dataclasses
from collections import deque
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules.unit_data import LOOPS_PER_SECOND

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

# Deliveries of this many game loops make the collection rate: the rates that the game reports are
# multiples of 56, what one trip of 5 minerals in 120 game loops comes to in a minute.
RATE_WINDOW_LOOPS = 120
# A minute of the speed "Faster", to which the game's collection rates refer.
RATE_MINUTE_LOOPS = 1344


@dataclasses.dataclass(slots=True)
class CategoryScore:
    """One row of the score by category (score.proto, CategoryScoreDetails)."""

    none: float = 0.0
    army: float = 0.0
    economy: float = 0.0
    technology: float = 0.0
    upgrade: float = 0.0


@dataclasses.dataclass(slots=True)
class VitalScore:
    """Damage or healing by kind of hit points (score.proto, VitalScoreDetails)."""

    life: float = 0.0
    shields: float = 0.0
    energy: float = 0.0


class RateMeter:
    """A collection rate: what was delivered lately, per minute."""

    def __init__(self) -> None:
        """Start at rate 0."""
        self._deliveries: deque[tuple[int, int]] = deque()
        self._sum = 0

    def add(self, game_loop: int, amount: int) -> None:
        """Notes a delivery.

        Args:
            game_loop: When.
            amount: Minerals or gas.
        """
        self._deliveries.append((game_loop, amount))
        self._sum += amount

    def rate(self, game_loop: int) -> float:
        """Reads the rate.

        Args:
            game_loop: The present game loop.

        Returns:
            Minerals or gas per RATE_MINUTE_LOOPS.
        """
        deliveries = self._deliveries
        while deliveries and deliveries[0][0] <= game_loop - RATE_WINDOW_LOOPS:
            self._sum -= deliveries.popleft()[1]
        return self._sum * (RATE_MINUTE_LOOPS / RATE_WINDOW_LOOPS)


def _category() -> CategoryScore:
    return CategoryScore()


def _vital() -> VitalScore:
    return VitalScore()


@dataclasses.dataclass(slots=True)
class Score:
    """The curriculum score and all score_details, under the names of score.proto.

    Idle times are in seconds of game time (16 game loops); rates are per 1344 game loops, a
    minute at the speed "Faster".
    """

    score: int = 0
    idle_production_time: float = 0.0
    idle_worker_time: float = 0.0
    total_value_units: float = 0.0
    total_value_structures: float = 0.0
    killed_value_units: float = 0.0
    killed_value_structures: float = 0.0
    collected_minerals: float = 0.0
    collected_vespene: float = 0.0
    collection_rate_minerals: float = 0.0
    collection_rate_vespene: float = 0.0
    spent_minerals: float = 0.0
    spent_vespene: float = 0.0
    food_used: CategoryScore = dataclasses.field(default_factory=_category)
    killed_minerals: CategoryScore = dataclasses.field(default_factory=_category)
    killed_vespene: CategoryScore = dataclasses.field(default_factory=_category)
    lost_minerals: CategoryScore = dataclasses.field(default_factory=_category)
    lost_vespene: CategoryScore = dataclasses.field(default_factory=_category)
    friendly_fire_minerals: CategoryScore = dataclasses.field(default_factory=_category)
    friendly_fire_vespene: CategoryScore = dataclasses.field(default_factory=_category)
    used_minerals: CategoryScore = dataclasses.field(default_factory=_category)
    used_vespene: CategoryScore = dataclasses.field(default_factory=_category)
    total_used_minerals: CategoryScore = dataclasses.field(default_factory=_category)
    total_used_vespene: CategoryScore = dataclasses.field(default_factory=_category)
    total_damage_dealt: VitalScore = dataclasses.field(default_factory=_vital)
    total_damage_taken: VitalScore = dataclasses.field(default_factory=_vital)
    total_healed: VitalScore = dataclasses.field(default_factory=_vital)
    mineral_meter: RateMeter = dataclasses.field(default_factory=RateMeter)
    vespene_meter: RateMeter = dataclasses.field(default_factory=RateMeter)

    def collect(self, game_loop: int, minerals: int, vespene: int) -> None:
        """Counts what a worker delivers.

        Args:
            game_loop: When.
            minerals: Minerals delivered.
            vespene: Gas delivered.
        """
        if minerals:
            self.collected_minerals += minerals
            self.mineral_meter.add(game_loop, minerals)
        if vespene:
            self.collected_vespene += vespene
            self.vespene_meter.add(game_loop, vespene)

    def forget_collected(self) -> None:
        """Sets the curriculum score and what was collected to 0, as a restart does."""
        self.score = 0
        self.collected_minerals = self.collected_vespene = 0.0
        self.collection_rate_minerals = self.collection_rate_vespene = 0.0
        self.mineral_meter = RateMeter()
        self.vespene_meter = RateMeter()

    def tick(self, world: "World", idle_workers: int, idle_producers: int) -> None:
        """Brings rates and idle times up to date after a game loop.

        Args:
            world: The game.
            idle_workers: The client's workers without an order.
            idle_producers: The client's finished production buildings that make nothing.
        """
        self.idle_worker_time += idle_workers / LOOPS_PER_SECOND
        self.idle_production_time += idle_producers / LOOPS_PER_SECOND
        self.collection_rate_minerals = self.mineral_meter.rate(world.game_loop)
        self.collection_rate_vespene = self.vespene_meter.rate(world.game_loop)
