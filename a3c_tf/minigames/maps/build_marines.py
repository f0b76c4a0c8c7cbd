"""BuildMarines: as many marines as can be trained in 14400 game loops.

Layout and triggers are those of the map's script; the map's own unit data leaves hardly a button
on the command cards.
"""

from typing import ClassVar

from a3c_tf.minigames.maps.mining_start import MiningMap, found_base
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


class BuildMarines(MiningMap):
    """Eight mineral fields; the workers are at work on one of them."""

    name: ClassVar = "BuildMarines"
    end_loop: ClassVar = 14400

    def begin(self, world: World) -> None:
        """Founds the base; the workers are sent to one field, and so are those to come.

        Args:
            world: The game, with nothing but the resources.
        """
        command_center, workers = found_base(world)
        field = next((u for u in world.units.values() if (u.x, u.y) == _FIRST_FIELD), None)
        if field is None:  # exhausted in an earlier game, and not come back
            return
        command_center.rally_target = field.tag
        command_center.rally_point = _FIRST_FIELD
        for worker in workers:
            orders.give(world, worker, Order(ids.GATHER, target=field.tag), queued=False)

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
