"""Fights of marines against waves of Zerg: what two of the maps have in common."""

from collections.abc import Sequence
from typing import ClassVar

from a3c_tf.minigames.maps.formations import column
from a3c_tf.minigames.maps.points import random_point
from a3c_tf.minigames.maps.script import MapScript, Rectangle
from a3c_tf.minigames.rules.results import GameResult
from a3c_tf.minigames.rules.unit import Point, Unit
from a3c_tf.minigames.rules.unit_data import MARINE, UnitType
from a3c_tf.minigames.rules.world import World

CLIENT, ZERG = 1, 2
TERRAN_RACE, ZERG_RACE = 1, 2  # common.proto, Race
START_MARINES = 9

_LEFT = Rectangle(23.9748, 25.0637, 27.9787, 31.0483)
_RIGHT = Rectangle(38.0207, 25.0427, 42.0351, 31.0773)


class WaveFight(MapScript):
    """Marines on one side, Zerg on the other; when a wave is dead, the next one comes.

    The surviving marines are then made anew with the life they had left, reinforced, and set down
    on a random side again; so their tags change. When the last marine and the last enemy die on
    the same game loop, the fight is lost (assumed).

    Attributes:
        reinforcement: Fresh marines at each further wave.
        reward: Score of a dead enemy, whoever killed it; a dead marine costs 1.
    """

    playable: ClassVar = Rectangle(22.0002, 20.0, 44.0, 36.0)
    buildable: ClassVar = Rectangle(22, 20, 44, 36)
    camera_start: ClassVar = (33.0001, 25.0)
    end_loop: ClassVar = 1920
    races: ClassVar = {CLIENT: TERRAN_RACE, ZERG: ZERG_RACE}
    reinforcement: ClassVar[int]
    reward: ClassVar[int]

    def enemies(self, point: Point) -> Sequence[tuple[UnitType, Point]]:
        """Lists a wave.

        Args:
            point: Where it appears, in world units.

        Returns:
            Types and places, in order of creation.
        """
        raise NotImplementedError

    def setup(self, world: World) -> None:
        """Begins with nine fresh marines.

        Args:
            world: The game, still empty.
        """
        self._begin_wave(world, [MARINE.health_max] * START_MARINES)

    def step(self, world: World) -> None:
        """Ends a lost fight; begins the next wave of a won one.

        Args:
            world: The game.
        """
        if not world.forces[CLIENT]:
            world.end(GameResult.DEFEAT)
        elif not world.forces[ZERG]:
            lives = [unit.health for unit in world.forces[CLIENT] if unit.kind is MARINE]
            _clear(world)
            self._begin_wave(world, lives + [MARINE.health_max] * self.reinforcement)

    def unit_died(self, world: World, unit: Unit) -> None:
        """Scores a death.

        Args:
            world: The game.
            unit: The unit.
        """
        score_death(world, unit, self.reward)

    def _begin_wave(self, world: World, lives: Sequence[float]) -> None:
        sides = [_LEFT, _RIGHT]
        if world.random.random() < 0.5:
            sides.reverse()
        own_point, enemy_point = (random_point(world.random, side) for side in sides)
        for life, point in zip(lives, column(own_point, len(lives)), strict=True):
            marine = world.spawn(MARINE, CLIENT, *self.clamp(point, MARINE.radius))
            marine.health = life
        for kind, point in self.enemies(enemy_point):
            world.spawn(kind, ZERG, *self.clamp(point, kind.radius))
        world.selection = [unit.tag for unit in world.forces[CLIENT]]


def score_death(world: World, unit: Unit, reward: int) -> None:
    """Counts a death in the score as the fights' scripts do.

    Args:
        world: The game.
        unit: Who died.
        reward: Score of a dead enemy.
    """
    if unit.owner == ZERG:
        world.score.score += reward
    elif unit.owner == CLIENT and unit.kind is MARINE:
        world.score.score -= 1


def _clear(world: World) -> None:
    for unit in list(world.units.values()):
        world.remove(unit)
