"""CollectMineralsAndGas: as many minerals and as much gas as can be delivered in 6720 game loops.

Layout and triggers are those of the map's script (positions from the map's object list).
"""

from typing import ClassVar

from a3c_tf.minigames.maps import mining_start
from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.rules.world import World

_FIELDS = (
    *mining_start.LEFT_FIELDS,
    *((41.0, 22.5), (42.0, 25.5), (42.0, 23.5), (41.0, 32.5)),
    *((43.0, 26.5), (43.0, 28.5), (42.0, 29.5), (42.0, 31.5)),
)
_GEYSERS = ((39.5, 20.5), (26.5, 34.5), (39.5, 34.5), (26.5, 20.5))


class CollectMineralsAndGas(MapScript):
    """Twelve workers, a command centre, sixteen mineral fields and four geysers."""

    name: ClassVar = "CollectMineralsAndGas"
    playable: ClassVar = mining_start.PLAYABLE
    buildable: ClassVar = mining_start.BUILDABLE
    camera_start: ClassVar = mining_start.CAMERA_START
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
        mining_start.place_resources(world, _FIELDS, _GEYSERS)
        mining_start.found_base(world)

    def reset(self, world: World) -> None:
        """Removes what the client has, fills the resources and starts again.

        Args:
            world: The game as it was, with its clock set back.
        """
        mining_start.clear_client(world)
        if not self.faithful_restart:
            mining_start.place_resources(world, _FIELDS)
        mining_start.refill_resources(world)
        mining_start.found_base(world)

    def step(self, world: World) -> None:
        """Sets the score to what was collected.

        Args:
            world: The game.
        """
        score = world.score
        score.score = int(score.collected_minerals + score.collected_vespene)
