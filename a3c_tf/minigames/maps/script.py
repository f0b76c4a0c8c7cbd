"""What a mini-game's map script decides: the layout, the triggers, the score."""

from typing import TYPE_CHECKING, ClassVar, NamedTuple

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.unit import Point, Unit
    from a3c_tf.minigames.rules.unit_type import UnitType
    from a3c_tf.minigames.rules.world import World


class Rectangle(NamedTuple):
    """An axis-parallel rectangle in world units."""

    left: float
    bottom: float
    right: float
    top: float

    def shrunk(self, margin: float) -> "Rectangle":
        """Takes a margin off all sides.

        Args:
            margin: World units.

        Returns:
            The smaller rectangle.
        """
        left, bottom, right, top = self
        return Rectangle(left + margin, bottom + margin, right - margin, top - margin)

    def clamp(self, point: "Point") -> "Point":
        """Moves a point into the rectangle.

        Args:
            point: World units.

        Returns:
            The nearest point that is inside.
        """
        x, y = point
        left, bottom, right, top = self
        x = left if x < left else right if x > right else x
        y = bottom if y < bottom else top if y > top else y
        return x, y


class MapScript:
    """Base of the map scripts; one instance serves one World and keeps no state of its own.

    Attributes:
        name: The map's name as pysc2 knows it.
        map_size: Width and height in world units.
        playable: Where units can be.
        buildable: Where structures can stand, in whole cells.
        revealed: What the script reveals for good, in whole cells, on maps without fog.
        camera_start: Centre of the screen at the start.
        fog: Whether the fog of war hides what no unit sees.
        end_loop: Game loop at which the game ends.
        races: Race number (common.proto) of each player by player id.
    """

    name: ClassVar[str]
    map_size: ClassVar[tuple[int, int]] = (64, 64)
    playable: ClassVar[Rectangle]
    buildable: ClassVar[Rectangle]
    revealed: ClassVar[Rectangle] = Rectangle(22, 20, 44, 36)
    camera_start: ClassVar[tuple[float, float]]
    fog: ClassVar[bool] = False
    end_loop: ClassVar[int]
    races: ClassVar[dict[int, int]] = {1: 1}

    def setup(self, world: "World") -> None:
        """Lays out the map when the game starts.

        Args:
            world: The game, still empty.
        """
        raise NotImplementedError

    def reset(self, world: "World") -> None:
        """Lays out the map again, as the script's reset trigger does on a restart.

        Most scripts remove all that there is and begin anew.

        Args:
            world: The game as it was, with its clock set back.
        """
        for unit in list(world.units.values()):
            world.remove(unit)
        self.setup(world)

    def step(self, world: "World") -> None:
        """Runs the script's periodic triggers after each game loop.

        Args:
            world: The game.
        """

    def unit_created(self, world: "World", unit: "Unit") -> None:
        """Reacts to a unit that was trained or built.

        Args:
            world: The game.
            unit: The unit.
        """

    def unit_died(self, world: "World", unit: "Unit") -> None:
        """Reacts to a death, in the midst of a game loop; units may come and go in `step` only.

        Args:
            world: The game; the unit is no longer in it.
            unit: The unit.
        """

    def allows(self, kind: "UnitType", ability_id: int) -> bool:
        """Tells whether the map leaves an ability on a unit's command card.

        Args:
            kind: The unit's type.
            ability_id: A specific ability id.

        Returns:
            True unless the map's data takes it away.
        """
        return True

    def clamp(self, point: "Point", margin: float) -> "Point":
        """Moves a point into the playable rectangle.

        Args:
            point: World units.
            margin: Distance to keep from its edges.

        Returns:
            The nearest point that is inside.
        """
        return self.playable.shrunk(margin).clamp(point)
