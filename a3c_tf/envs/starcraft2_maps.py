"""What is special about each StarCraft II map, and what an agent sees and may do there by default.

Data, nothing else. Unit types have the numbers of pysc2 4.0.0 (pysc2/lib/units.py).
"""

import dataclasses

from a3c_tf.errors import ConfigError

# What CPUFronz/SC2_HarvesterAgent (2018) shows its network, but for the worth of all units in the
# place of the seconds that workers have been idle: it tells of workers trained, which that agent
# could not do.
HARVESTER_SCREEN_LAYERS = ("player_relative", "unit_type", "selected")
MINIMAP_LAYERS = ("visibility_map", "camera")
HARVESTER_VECTORS = (
    "player.minerals",
    "player.vespene",
    "player.food_used",
    "player.food_cap",
    "player.food_workers",
    "player.idle_worker_count",
    "score_cumulative.score",
    "score_cumulative.total_value_units",
    "score_cumulative.collected_minerals",
    "score_cumulative.collected_vespene",
    "score_cumulative.collection_rate_minerals",
    "score_cumulative.collection_rate_vespene",
    "available_actions",
)

# Who fights whom, and how much life is left in them.
FIGHT_SCREEN_LAYERS = (
    "player_relative",
    "unit_type",
    "selected",
    "unit_hit_points_ratio",
    "unit_density",
)
FIGHT_VECTORS = ("player.army_count", "score_cumulative.score", "available_actions")


@dataclasses.dataclass(frozen=True)
class MapProfile:
    """One map as a task.

    Attributes:
        name: The map's name in pysc2.
        time_limit: Game loops after which the map itself ends the game; being cut there says
            nothing about the state, so the learner bootstraps from it.
        action_set: Name of the functions on offer; see starcraft2_action_sets.py.
        unit_channels: Channels of the screen for the layer unit_type, in the encoding "channels":
            a name, and the unit types that light it.
        screen_layers: Feature layers of the screen, by pysc2's names.
        minimap_layers: Feature layers of the minimap; empty where one screen shows all there is.
            Then only an agent that can point at the minimap gets to see it, as MINIMAP_LAYERS.
        vectors: Numbers beside them; see starcraft2_vectors.py.
    """

    name: str
    time_limit: int
    action_set: str
    unit_channels: tuple[tuple[str, tuple[int, ...]], ...]
    screen_layers: tuple[str, ...] = HARVESTER_SCREEN_LAYERS
    minimap_layers: tuple[str, ...] = ()
    vectors: tuple[str, ...] = HARVESTER_VECTORS


_PROFILES = {
    profile.name: profile
    for profile in [
        MapProfile(
            name="MoveToBeacon",
            time_limit=1920,  # 120 seconds of the map script, of 16 game loops each
            action_set="beacon",
            unit_channels=(("marine", (48,)), ("beacon", (317,))),
            vectors=("available_actions",),
        ),
        MapProfile(
            name="CollectMineralShards",
            time_limit=1920,
            action_set="shards",
            unit_channels=(("marine", (48,)), ("mineral_shard", (1680,))),
            vectors=("available_actions",),
        ),
        MapProfile(
            name="BuildMarines",
            time_limit=14400,  # 900 seconds
            action_set="marines",
            unit_channels=(
                ("command_center", (18,)),
                ("supply_depot", (19,)),
                ("barracks", (21,)),
                ("scv", (45,)),
                ("marine", (48,)),
                ("mineral_field", (341, 483)),  # large and small
            ),
            vectors=(*HARVESTER_VECTORS, "player.army_count"),
        ),
        MapProfile(
            name="CollectMineralsAndGas",
            time_limit=6720,  # the map script's 420 seconds of 16 game loops
            action_set="collect",
            unit_channels=(
                ("command_center", (18,)),
                ("supply_depot", (19, 47)),  # raised and lowered
                ("refinery", (20,)),
                ("scv", (45,)),
                ("mineral_field", (341, 483)),  # large and small
                ("vespene_geyser", (342,)),
            ),
        ),
        MapProfile(
            name="FindAndDefeatZerglings",
            time_limit=2880,  # 180 seconds
            action_set="zerglings",
            unit_channels=(("marine", (48,)), ("zergling", (105,))),
            screen_layers=(*FIGHT_SCREEN_LAYERS, "visibility_map"),
            minimap_layers=("visibility_map", "camera", "player_relative"),
            vectors=FIGHT_VECTORS,
        ),
        MapProfile(
            name="DefeatRoaches",
            time_limit=1920,  # 120 seconds
            action_set="roaches",
            unit_channels=(("marine", (48,)), ("roach", (110,))),
            screen_layers=FIGHT_SCREEN_LAYERS,
            vectors=FIGHT_VECTORS,
        ),
        MapProfile(
            name="DefeatZerglingsAndBanelings",
            time_limit=1920,  # 120 seconds
            action_set="banelings",
            unit_channels=(("marine", (48,)), ("zergling", (105,)), ("baneling", (9,))),
            screen_layers=FIGHT_SCREEN_LAYERS,
            vectors=FIGHT_VECTORS,
        ),
    ]
}


def map_profile(name: str) -> MapProfile:
    """The profile of a map.

    Args:
        name: The map's name in pysc2, for instance "CollectMineralsAndGas".

    Returns:
        Its profile.

    Raises:
        ConfigError: There is none; the message lists those there are.
    """
    try:
        return _PROFILES[name]
    except KeyError:
        known = ", ".join(sorted(_PROFILES))
        raise ConfigError(f"no profile for the StarCraft II map {name!r}; known are {known}") from (
            None
        )
