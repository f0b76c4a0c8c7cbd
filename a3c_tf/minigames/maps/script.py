"""What a mini-game's map script decides: the layout, the triggers, the score."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.unit import Unit
    from a3c_tf.minigames.rules.world import World


class Rectangle(NamedTuple):
    """An axis-parallel rectangle in world units."""

    left: float
    bottom: float
    right: float
    top: float


class MapScript:
    """Base of the map scripts; one instance serves one World and keeps no state of its own.

    Attributes:
        name: The map's name as pysc2 knows it.
        map_size: Width and height in world units.
        playable: Where units can be.
        camera_start: Centre of the screen at the start.
        camera_locked: Whether the script locks the camera.
        fog: Whether the fog of war hides what no unit sees.
        end_loop: Game loop at which the game ends.
        races: Race number (common.proto) of each player by player id.
    """

    name: str
    map_size: tuple[int, int] = (64, 64)
    playable: Rectangle
    camera_start: tuple[float, float]
    camera_locked: bool = True
    fog: bool = False
    end_loop: int
    races: dict[int, int] = {1: 1}  # noqa: RUF012 - overridden whole, never changed

    def setup(self, world: "World") -> None:
        """Lays out the map when the game starts."""
        raise NotImplementedError

    def reset(self, world: "World") -> None:
        """Lays out the map again, as the script's reset trigger does on a restart."""
        raise NotImplementedError

    def step(self, world: "World") -> None:
        """Runs the script's periodic triggers after each game loop."""

    def unit_created(self, world: "World", unit: "Unit") -> None:
        """Reacts to a unit that was trained or built."""

    def unit_died(self, world: "World", unit: "Unit") -> None:
        """Reacts to a unit that died."""
