"""What of a game outlives a restart: enough to begin again with another world as this one would."""

import dataclasses
from typing import Any, NamedTuple, Self

from a3c_tf.minigames.rules.player import NEUTRAL_OWNER
from a3c_tf.minigames.rules.score import RateMeter, Score
from a3c_tf.minigames.rules.unit_data import UNIT_TYPES
from a3c_tf.minigames.rules.world import World

_IN_USE = ("food_used", "used_minerals", "used_vespene")
"""Rows of the score that count what there is, which is nothing when a map script begins again."""


class Leftover(NamedTuple):
    """A neutral unit, which the map scripts may leave where it is when they begin again."""

    tag: int
    unit_id: int
    x: float
    y: float
    mineral_contents: int
    vespene_contents: int


@dataclasses.dataclass(frozen=True)
class CarryOver:
    """The state of a world that is about to restart, in numbers that JSON can hold.

    Everything else is gone after a restart: the map scripts remove all that players own, and
    `World.restart` forgets the rest.

    Attributes:
        clock: `World.clock`.
        next_tag: Tag of the next unit.
        random_state: Of `World.random`, as `random.Random.getstate` gives it.
        resources: (minerals, vespene) of each player, by player id.
        score: The running totals of the client's score by name; rows of it are dictionaries.
        leftovers: The neutral units in order of creation.
    """

    clock: int
    next_tag: int
    random_state: tuple[int, tuple[int, ...], float | None]
    resources: dict[int, tuple[int, int]]
    score: dict[str, Any]
    leftovers: tuple[Leftover, ...]

    @classmethod
    def of(cls, world: World) -> Self:
        """Take it from a world.

        Args:
            world: A game that is about to restart.

        Returns:
            What it hands on.
        """
        score = {
            field.name: value if isinstance(value, int | float) else dataclasses.asdict(value)
            for field in dataclasses.fields(Score)
            if field.name not in _IN_USE
            and not isinstance(value := getattr(world.score, field.name), RateMeter)
        }
        return cls(
            clock=world.clock,
            next_tag=world.next_tag,
            random_state=world.random.getstate(),
            resources={
                number: (player.minerals, player.vespene)
                for number, player in world.players.items()
            },
            score=score,
            leftovers=tuple(
                Leftover(
                    unit.tag,
                    unit.kind.unit_id,
                    unit.x,
                    unit.y,
                    unit.mineral_contents,
                    unit.vespene_contents,
                )
                for unit in world.units.values()
                if unit.owner == NEUTRAL_OWNER
            ),
        )

    def restart(self, world: World) -> None:
        """Restart a new world as the one would have that this was taken from.

        Args:
            world: A new game of the same script.
        """
        for unit in list(world.units.values()):
            world.remove(unit)
        for leftover in self.leftovers:
            world.next_tag = leftover.tag
            unit = world.spawn(UNIT_TYPES[leftover.unit_id], NEUTRAL_OWNER, leftover.x, leftover.y)
            unit.mineral_contents = leftover.mineral_contents
            unit.vespene_contents = leftover.vespene_contents
        world.next_tag = self.next_tag
        world.clock = self.clock
        world.random.setstate(self.random_state)
        for number, (minerals, vespene) in self.resources.items():
            world.players[number].minerals = minerals
            world.players[number].vespene = vespene
        for name, value in self.score.items():
            if isinstance(value, dict):
                row = getattr(world.score, name)
                for column, amount in value.items():
                    setattr(row, column, amount)
            else:
                setattr(world.score, name, value)
        world.restart()
