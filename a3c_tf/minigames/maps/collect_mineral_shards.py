"""CollectMineralShards: two marines pick up mineral shards by walking to them.

Regions, distances and triggers are those of the map's script. What a shard does by itself is in
the game's data (as published in SC2Mapster/SC2GameData): its ability PickupMinerals100
(liberty.sc2campaign, AbilData.xml) casts itself on a unit within a range of 1, which is measured
from the edge of the caster (core.sc2mod, AbilData.xml: RangeUseCasterRadius). The data names no
such flag for the target's radius, so the marine's is taken not to count; and a shard is taken to
look around as often as other units do. See docs/calibration.md.
"""

import math
from typing import ClassVar

from a3c_tf.minigames.maps.points import is_apart, random_point, random_point_where
from a3c_tf.minigames.maps.script import MapScript, Rectangle
from a3c_tf.minigames.rules.player import NEUTRAL_OWNER
from a3c_tf.minigames.rules.targeting import looks_around
from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.unit_data import MARINE, MINERAL_SHARD
from a3c_tf.minigames.rules.world import World

MARINES = 2
SHARDS = 20
SHARD_AREA = Rectangle(23.0002, 21.0, 43.0, 35.0)
SHARD_DISTANCE = 2.0
"""World units from a marine within which no shard appears."""
MINERALS_PER_SHARD = 100
PICKUP_DISTANCE = 1.0 + MINERAL_SHARD.radius
"""World units between the centres of a marine and a shard that it gets."""


class CollectMineralShards(MapScript):
    """Two marines, twenty shards, and twenty more whenever these are gone."""

    name: ClassVar = "CollectMineralShards"
    playable: ClassVar = Rectangle(22.0002, 20.0, 44.0, 36.0)
    buildable: ClassVar = Rectangle(22, 20, 44, 36)
    camera_start: ClassVar = (33.0001, 25.0)
    end_loop: ClassVar = 1920

    def setup(self, world: World) -> None:
        """Places the marines and the shards.

        Args:
            world: The game, still empty.
        """
        world.players[1].minerals = 0
        for _ in range(MARINES):
            world.spawn(MARINE, 1, *random_point(world.random, self.playable))
        _scatter_shards(world)

    def step(self, world: World) -> None:
        """Gives the client what its marines have reached, and new shards after the last.

        Args:
            world: The game.
        """
        player = world.players[1]
        marines = [unit for unit in world.active if unit.kind is MARINE]
        shards = [unit for unit in world.units.values() if unit.kind is MINERAL_SHARD]
        taken = [shard for shard in shards if _is_taken(world, shard, marines)]
        for shard in taken:
            world.remove(shard)
        player.minerals += MINERALS_PER_SHARD * len(taken)
        if len(taken) == len(shards):
            _scatter_shards(world)
        world.score.score = player.minerals // MINERALS_PER_SHARD


def _is_taken(world: World, shard: Unit, marines: list[Unit]) -> bool:
    return looks_around(world, shard) and any(
        math.hypot(marine.x - shard.x, marine.y - shard.y) <= PICKUP_DISTANCE for marine in marines
    )


def _scatter_shards(world: World) -> None:
    marines = [(unit.x, unit.y) for unit in world.active if unit.kind is MARINE]
    for _ in range(SHARDS):
        point = random_point_where(
            world.random, SHARD_AREA, lambda point: is_apart(point, marines, SHARD_DISTANCE)
        )
        world.spawn(MINERAL_SHARD, NEUTRAL_OWNER, *point)
