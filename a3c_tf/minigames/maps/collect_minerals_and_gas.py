"""CollectMineralsAndGas: as many minerals and as much gas as can be delivered in 6720 game loops.

Layout and triggers are those of the map's script (positions from the map's object list).
"""

from typing import ClassVar

from a3c_tf.minigames.maps.script import MapScript, Rectangle
from a3c_tf.minigames.rules.player import NEUTRAL_OWNER
from a3c_tf.minigames.rules.unit_data import COMMAND_CENTER, GEYSER, MINERAL_FIELD, SCV, UnitType
from a3c_tf.minigames.rules.world import World

# The script names (29.8251, 28.0083); there the grid and the fields push the building to this.
_COMMAND_CENTER = (30.5, 27.5)
_SCRIPT_POINT = (29.8251, 28.0083)
_SCV_COLUMNS = (4.5, 3.5)
_SCV_ROWS = (2.5, 1.5, 0.5, -0.5, -1.5, -2.5)
_FIELDS = (
    *((23.0, 28.5), (24.0, 29.5), (23.0, 26.5), (25.0, 22.5)),
    *((25.0, 32.5), (24.0, 23.5), (24.0, 31.5), (24.0, 25.5)),
    *((41.0, 22.5), (42.0, 25.5), (42.0, 23.5), (41.0, 32.5)),
    *((43.0, 26.5), (43.0, 28.5), (42.0, 29.5), (42.0, 31.5)),
)
_GEYSERS = ((39.5, 20.5), (26.5, 34.5), (39.5, 34.5), (26.5, 20.5))
_START_MINERALS = 50
# Contents of a placed field and geyser by the game's data, and those the script sets on a restart.
_DATA_MINERALS, _DATA_VESPENE = 1800, 2250
_RESET_MINERALS, _RESET_VESPENE = 1500, 2000


class CollectMineralsAndGas(MapScript):
    """Twelve workers, a command centre, sixteen mineral fields and four geysers."""

    name: ClassVar = "CollectMineralsAndGas"
    playable: ClassVar = Rectangle(19.9362, 18.998, 45.936, 36.998)
    buildable: ClassVar = Rectangle(20, 19, 46, 37)
    camera_start: ClassVar = (32.936, 24.998)
    end_loop: ClassVar = 6720

    def __init__(self, faithful_restart: bool = False) -> None:
        """Choose how a restart treats exhausted mineral fields.

        Args:
            faithful_restart: Leave them gone, as the game does; by default they come back.
        """
        self.faithful_restart = faithful_restart

    def setup(self, world: World) -> None:
        """Lays out the map when the game starts.

        Args:
            world: The game, still empty.
        """
        _add_resources(world, MINERAL_FIELD, _FIELDS)
        _add_resources(world, GEYSER, _GEYSERS)
        _fill(world, _DATA_MINERALS, _DATA_VESPENE)
        _start(world)

    def reset(self, world: World) -> None:
        """Removes what the client has, fills the resources and starts again.

        Args:
            world: The game as it was, with its clock set back.
        """
        for unit in list(world.active):
            world.remove(unit)
        if not self.faithful_restart:
            _add_resources(world, MINERAL_FIELD, _missing(world))
        _fill(world, _RESET_MINERALS, _RESET_VESPENE)
        _start(world)

    def step(self, world: World) -> None:
        """Sets the score to what was collected.

        Args:
            world: The game.
        """
        score = world.score
        score.score = int(score.collected_minerals + score.collected_vespene)


def _start(world: World) -> None:
    """The command centre, and twelve idle workers on a random side of it."""
    player = world.players[1]
    player.minerals, player.vespene = _START_MINERALS, 0
    world.spawn(COMMAND_CENTER, 1, *_COMMAND_CENTER)
    side = world.random.choice((-1, 1))
    for row in _SCV_ROWS:
        for column in _SCV_COLUMNS:
            world.spawn(SCV, 1, _SCRIPT_POINT[0] + side * column, _SCRIPT_POINT[1] + row)


def _add_resources(world: World, kind: UnitType, points: tuple[tuple[float, float], ...]) -> None:
    for x, y in points:
        world.spawn(kind, NEUTRAL_OWNER, x, y)


def _missing(world: World) -> tuple[tuple[float, float], ...]:
    standing = {(unit.x, unit.y) for unit in world.units.values() if unit.kind is MINERAL_FIELD}
    return tuple(point for point in _FIELDS if point not in standing)


def _fill(world: World, minerals: int, vespene: int) -> None:
    for unit in world.units.values():
        if unit.kind.is_mineral_field:
            unit.mineral_contents = minerals
        elif unit.kind.is_geyser:
            unit.vespene_contents = vespene
