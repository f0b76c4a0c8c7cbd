"""The three fights: all on one target, or all at whatever they meet."""

import itertools
import math
from collections.abc import Iterator

import numpy as np

from agents.scripted.base import (
    ENEMY,
    FUNCTIONS,
    SELF,
    Pixel,
    Script,
    ScriptedAgent,
    centre,
    nearest,
)


class FocusFire(ScriptedAgent):
    """Has all marines shoot at the enemy with the fewest hit points, the nearest of those.

    For enemies that take many shots, such as roaches: what dies early does not shoot back.
    """

    def play(self) -> Script:
        """Chooses a target whenever an enemy is gone or new ones have come."""
        engaged = 0
        while True:
            yield from self.select_army()
            own, enemies = self.situation.of(SELF), self.situation.of(ENEMY)
            if len(enemies) == engaged or not own:
                yield FUNCTIONS.no_op()
                continue
            engaged = len(enemies)
            if enemies:
                target = nearest(centre(own), enemies, before=lambda enemy: enemy.health)
                yield FUNCTIONS.Attack_screen("now", target.pixel)


class AttackMove(ScriptedAgent):
    """Sends all marines to the nearest enemy on the minimap; on the way they shoot at any.

    Where none is in sight it searches the ground row by row.
    """

    # Minimap pixels by which the goal may move before the order is given again.
    _TOLERANCE = 2.0
    # Distance between the rows of the search, and between the points of a row.
    _STRIDE = 10

    def play(self) -> Script:
        """Looks at the minimap, since the screen does not show all of every map."""
        search = self._search()
        waypoint = next(search)
        goal: Pixel | None = None
        while True:
            yield from self.select_army()
            own, enemies = self._on_minimap(SELF), self._on_minimap(ENEMY)
            if not own:
                yield FUNCTIONS.no_op()
                continue
            here = own[len(own) // 2]
            if math.dist(here, waypoint) <= self._TOLERANCE:
                waypoint = next(search)
            aim = min(enemies, key=lambda pixel: math.dist(pixel, here), default=waypoint)
            if goal is not None and math.dist(aim, goal) <= self._TOLERANCE:
                yield FUNCTIONS.no_op()
            else:
                goal = aim
                yield FUNCTIONS.Attack_minimap("now", goal)

    def _on_minimap(self, alliance: int) -> list[Pixel]:
        """Pixels of one side, row by row."""
        layer = np.asarray(self.situation.observation["feature_minimap"]["player_relative"])
        rows, columns = np.nonzero(layer == alliance)
        return list(zip(columns.tolist(), rows.tolist(), strict=True))

    def _search(self) -> Iterator[Pixel]:
        """Points all over the ground, to and fro, again and again."""
        layer = np.asarray(self.situation.observation["feature_minimap"]["pathable"])
        rows, columns = np.nonzero(layer)
        points: list[Pixel] = []
        half = self._STRIDE // 2
        for index, y in enumerate(range(rows.min() + half, rows.max() + 1, self._STRIDE)):
            row = [(x, y) for x in range(columns.min() + half, columns.max() + 1, self._STRIDE)]
            points += row if index % 2 == 0 else row[::-1]
        return itertools.cycle(points)
