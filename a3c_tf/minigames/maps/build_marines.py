"""BuildMarines: as many marines as can be trained in 14400 game loops.

Layout and triggers are those of the map's script; the map's own unit data leaves hardly a button
on the command cards.
"""

from typing import ClassVar

from a3c_tf.minigames.maps import mining_start
from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules import orders
from a3c_tf.minigames.rules.unit import Order, Unit
from a3c_tf.minigames.rules.unit_data import (
    BARRACKS,
    COMMAND_CENTER,
    MARINE,
    SCV,
    SUPPLY_DEPOT,
    UnitType,
)
from a3c_tf.minigames.rules.world import World

_FIRST_FIELD = (23.0, 26.5)
# What is left of the command cards; units that aren't named here keep theirs.
_CARDS: dict[UnitType, tuple[int, ...]] = {
    SCV: (ids.GATHER, ids.RETURN, ids.BUILD_SUPPLY_DEPOT, ids.BUILD_BARRACKS),
    COMMAND_CENTER: (ids.TRAIN_SCV, ids.RALLY_WORKERS),
    BARRACKS: (ids.TRAIN_MARINE, ids.RALLY_UNITS),
    SUPPLY_DEPOT: (),
}


class BuildMarines(MapScript):
    """Twelve workers at work, a command centre and eight mineral fields."""

    name: ClassVar = "BuildMarines"
    playable: ClassVar = mining_start.PLAYABLE
    buildable: ClassVar = mining_start.BUILDABLE
    camera_start: ClassVar = mining_start.CAMERA_START
    end_loop: ClassVar = 14400

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
        mining_start.place_resources(world, mining_start.LEFT_FIELDS)
        _start(world)

    def reset(self, world: World) -> None:
        """Removes what the client has, fills the fields and starts again.

        Args:
            world: The game as it was, with its clock set back.
        """
        mining_start.clear_client(world)
        if not self.faithful_restart:
            mining_start.place_resources(world, mining_start.LEFT_FIELDS)
        mining_start.refill_resources(world)
        _start(world)

    def unit_created(self, world: World, unit: Unit) -> None:
        """Scores a marine.

        Args:
            world: The game.
            unit: What was trained or built.
        """
        if unit.kind is MARINE and unit.owner == 1:
            world.score.score += 1

    def allows(self, kind: UnitType, ability_id: int) -> bool:
        """Tells what the map leaves on the command cards.

        Args:
            kind: The unit's type.
            ability_id: A specific ability id.

        Returns:
            Whether it is there.
        """
        card = _CARDS.get(kind)
        return card is None or ability_id in card


def _start(world: World) -> None:
    """Founds the base; the workers are sent to one field, and so are those to come."""
    command_center, workers = mining_start.found_base(world)
    field = next((unit for unit in world.units.values() if (unit.x, unit.y) == _FIRST_FIELD), None)
    if field is None:  # exhausted in an earlier game, and not come back
        return
    command_center.rally_target = field.tag
    command_center.rally_point = _FIRST_FIELD
    for worker in workers:
        orders.give(world, worker, Order(ids.GATHER, target=field.tag), queued=False)
