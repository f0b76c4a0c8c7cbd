"""What an agent sees and may do on each StarCraft II map: data, nothing else.

Function and unit numbers are those of pysc2 4.0.0 (pysc2/lib/actions.py and pysc2/lib/units.py).
"""

import dataclasses

from a3c_tf.errors import ConfigError

# The 15 actions of CPUFronz/SC2_HarvesterAgent (2018), whose numbers mean the same in pysc2 4.0.0.
HARVESTER_FUNCTIONS = (
    0,  # no_op
    1,  # move_camera
    2,  # select_point
    6,  # select_idle_worker
    44,  # Build_CommandCenter_screen
    79,  # Build_Refinery_screen
    91,  # Build_SupplyDepot_screen
    264,  # Harvest_Gather_screen
    269,  # Harvest_Return_quick
    318,  # Morph_SupplyDepot_Lower_quick
    319,  # Morph_SupplyDepot_Raise_quick
    331,  # Move_screen
    332,  # Move_minimap
    343,  # Rally_Workers_screen
    344,  # Rally_Workers_minimap
)
TRAIN_SCV = 490


@dataclasses.dataclass(frozen=True)
class MapProfile:
    """One map as a task.

    Attributes:
        name: The map's name in pysc2.
        time_limit: Game loops after which the map itself ends the game; being cut there says
            nothing about the state, so the learner bootstraps from it.
        function_ids: pysc2 functions on offer, in the order of the function head.
        unit_channels: One screen channel each: a name, and the unit types that light it.
    """

    name: str
    time_limit: int
    function_ids: tuple[int, ...]
    unit_channels: tuple[tuple[str, tuple[int, ...]], ...]


_PROFILES = {
    profile.name: profile
    for profile in [
        MapProfile(
            name="CollectMineralsAndGas",
            time_limit=6720,  # the map script's 420 seconds of 16 game loops
            function_ids=(*HARVESTER_FUNCTIONS, TRAIN_SCV),
            unit_channels=(
                ("command_center", (18,)),
                ("supply_depot", (19, 47)),  # raised and lowered
                ("refinery", (20,)),
                ("scv", (45,)),
                ("mineral_field", (341, 483)),  # large and small
                ("vespene_geyser", (342,)),
            ),
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
