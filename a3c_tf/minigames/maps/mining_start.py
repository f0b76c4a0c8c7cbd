"""What CollectMineralsAndGas and BuildMarines share: their base, their resources, their restart.

Positions are those of the maps' scripts and object lists, which agree on them.
"""

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from a3c_tf.minigames.maps.script import MapScript, Rectangle
from a3c_tf.minigames.rules.player import NEUTRAL_OWNER
from a3c_tf.minigames.rules.unit import Point, Unit
from a3c_tf.minigames.rules.unit_data import COMMAND_CENTER, GEYSER, MINERAL_FIELD, SCV
from a3c_tf.minigames.rules.world import World

LEFT_FIELDS: tuple[Point, ...] = (
    *((23.0, 28.5), (24.0, 29.5), (23.0, 26.5), (25.0, 22.5)),
    *((25.0, 32.5), (24.0, 23.5), (24.0, 31.5), (24.0, 25.5)),
)

# The scripts name the second point; there the grid and the fields push the building to the first.
_COMMAND_CENTER = (30.5, 27.5)
_SCRIPT_POINT = (29.8251, 28.0083)
_SCV_COLUMNS = (4.5, 3.5)
_SCV_ROWS = (2.5, 1.5, 0.5, -0.5, -1.5, -2.5)
_START_MINERALS = 50
# Contents of a placed field and geyser by the game's data, and those the scripts set on a restart.
_DATA_MINERALS, _DATA_VESPENE = 1800, 2250
_RESET_MINERALS, _RESET_VESPENE = 1500, 2000


class Base(NamedTuple):
    """What the client starts with."""

    command_center: Unit
    workers: list[Unit]


class MiningMap(MapScript):
    """A command centre, twelve workers, and resources that outlive a restart.

    Attributes:
        fields: Positions of the mineral fields.
        geysers: Positions of the geysers.
    """

    playable: ClassVar = Rectangle(19.9362, 18.998, 45.936, 36.998)
    buildable: ClassVar = Rectangle(20, 19, 46, 37)
    camera_start: ClassVar = (32.936, 24.998)
    fields: ClassVar[tuple[Point, ...]] = LEFT_FIELDS
    geysers: ClassVar[tuple[Point, ...]] = ()

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
        _place_resources(world, self.fields, self.geysers)
        self.begin(world)

    def reset(self, world: World) -> None:
        """Removes what the client has, fills the resources and starts again.

        Args:
            world: The game as it was, with its clock set back.
        """
        for unit in list(world.active):
            world.remove(unit)
        if not self.faithful_restart:
            _place_resources(world, self.fields)
        _refill_resources(world)
        self.begin(world)

    def begin(self, world: World) -> None:
        """Gives the client what it starts with.

        Args:
            world: The game, with nothing but the resources.
        """
        found_base(world)


def found_base(world: World) -> Base:
    """Gives the client its minerals, a command centre, and workers on a random side of it.

    Args:
        world: The game.

    Returns:
        The command centre and the idle workers.
    """
    player = world.players[1]
    player.minerals, player.vespene = _START_MINERALS, 0
    command_center = world.spawn(COMMAND_CENTER, 1, *_COMMAND_CENTER)
    side = world.random.choice((-1, 1))
    x, y = _SCRIPT_POINT
    workers = [
        world.spawn(SCV, 1, x + side * column, y + row)
        for row in _SCV_ROWS
        for column in _SCV_COLUMNS
    ]
    return Base(command_center, workers)


def _place_resources(
    world: World, fields: Iterable[Point] = (), geysers: Iterable[Point] = ()
) -> None:
    """Places resources as full as the game's data make them; where one stands, nothing changes."""
    for kind, points in ((MINERAL_FIELD, fields), (GEYSER, geysers)):
        standing = {(unit.x, unit.y) for unit in world.units.values() if unit.kind is kind}
        for point in points:
            if point not in standing:
                unit = world.spawn(kind, NEUTRAL_OWNER, *point)
                unit.mineral_contents = _DATA_MINERALS if kind.is_mineral_field else 0
                unit.vespene_contents = _DATA_VESPENE if kind.is_geyser else 0


def _refill_resources(world: World) -> None:
    for unit in world.units.values():
        if unit.kind.is_mineral_field:
            unit.mineral_contents = _RESET_MINERALS
        elif unit.kind.is_geyser:
            unit.vespene_contents = _RESET_VESPENE
