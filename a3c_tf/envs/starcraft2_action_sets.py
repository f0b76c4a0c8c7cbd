"""Which pysc2 functions an agent chooses among, by the name of the set: data, nothing else.

Functions and arguments have the names that pysc2 4.0.0 gives them (pysc2/lib/actions.py). Every
kind of argument that some function of a set takes becomes a policy head, unless the set fixes its
value: what an agent need not choose, it need not learn.
"""

import dataclasses
import types
from collections.abc import Mapping

from pysc2.lib import actions

from a3c_tf.errors import ConfigError

_NOTHING: Mapping[str, str] = types.MappingProxyType({})
_NO_LIMITS: Mapping[str, int] = types.MappingProxyType({})


@dataclasses.dataclass(frozen=True)
class ActionSet:
    """One choice of functions.

    Attributes:
        functions: Names of functions, in the order of the function head. The first is no_op.
        fixed: Kind of argument to the name of the value that it always has.
        limits: Kind of argument to its number of values, where that is less than pysc2's; for
            those that count something, such as the units selected.
    """

    functions: tuple[str, ...]
    fixed: Mapping[str, str] = _NOTHING
    limits: Mapping[str, int] = _NO_LIMITS


# The plain mouse click: orders replace what a unit was doing, selections replace what was selected.
_PLAIN = {"queued": "now", "select_add": "select", "select_point_act": "select"}

# The 15 functions of CPUFronz/SC2_HarvesterAgent (2018), in the order of their numbers.
_HARVESTER = (
    "no_op",
    "move_camera",
    "select_point",
    "select_idle_worker",
    "Build_CommandCenter_screen",
    "Build_Refinery_screen",
    "Build_SupplyDepot_screen",
    "Harvest_Gather_screen",
    "Harvest_Return_quick",
    "Morph_SupplyDepot_Lower_quick",
    "Morph_SupplyDepot_Raise_quick",
    "Move_screen",
    "Move_minimap",
    "Rally_Workers_screen",
    "Rally_Workers_minimap",
)

# What fights on open ground take: units alone or by rectangle, attack, and move to get away.
_FIGHT = ("no_op", "select_army", "select_point", "select_rect", "Move_screen", "Attack_screen")

# Whatever is of use on some mini-game; left out are stances of buildings such as Lift and LoadAll.
_MINIGAMES = (
    "no_op",
    "move_camera",
    "select_point",
    "select_rect",
    "select_control_group",
    "select_unit",
    "select_idle_worker",
    "select_army",
    "build_queue",
    "Attack_screen",
    "Attack_minimap",
    "Build_Barracks_screen",
    "Build_CommandCenter_screen",
    "Build_Refinery_screen",
    "Build_SupplyDepot_screen",
    "Cancel_quick",
    "Cancel_Last_quick",
    "Effect_Repair_screen",
    "Halt_quick",
    "Harvest_Gather_screen",
    "Harvest_Return_quick",
    "HoldPosition_quick",
    "Morph_SupplyDepot_Lower_quick",
    "Morph_SupplyDepot_Raise_quick",
    "Move_screen",
    "Move_minimap",
    "Patrol_screen",
    "Patrol_minimap",
    "Rally_Units_screen",
    "Rally_Units_minimap",
    "Rally_Workers_screen",
    "Rally_Workers_minimap",
    "Smart_screen",
    "Smart_minimap",
    "Stop_quick",
    "Train_Marine_quick",
    "Train_SCV_quick",
)

ACTION_SETS: Mapping[str, ActionSet] = types.MappingProxyType(
    {
        # One small set for each map; a map's profile (starcraft2_maps.py) names its own.
        "beacon": ActionSet(("no_op", "select_army", "Move_screen"), _PLAIN),
        "shards": ActionSet(("no_op", "select_army", "select_point", "Move_screen"), _PLAIN),
        # The camera is free there, and most zerglings are outside of it.
        "zerglings": ActionSet(
            (
                "no_op",
                "move_camera",
                "select_army",
                "Move_screen",
                "Move_minimap",
                "Attack_screen",
                "Attack_minimap",
            ),
            _PLAIN,
        ),
        "roaches": ActionSet(_FIGHT, _PLAIN),
        "banelings": ActionSet(_FIGHT, _PLAIN),
        # One screen shows all, and workers that are moved about collect nothing. select_worker is
        # left to choose: one idle worker or all of them.
        "collect": ActionSet(
            (
                "no_op",
                "select_point",
                "select_idle_worker",
                "Build_CommandCenter_screen",
                "Build_Refinery_screen",
                "Build_SupplyDepot_screen",
                "Harvest_Gather_screen",
                "Harvest_Return_quick",
                "Rally_Workers_screen",
                "Train_SCV_quick",
            ),
            _PLAIN,
        ),
        # select_point_act is left to choose: selecting all barracks at once fills all their queues.
        "marines": ActionSet(
            (
                "no_op",
                "select_point",
                "select_idle_worker",
                "Build_Barracks_screen",
                "Build_SupplyDepot_screen",
                "Harvest_Gather_screen",
                "Harvest_Return_quick",
                "Rally_Workers_screen",
                "Train_Marine_quick",
                "Train_SCV_quick",
            ),
            {"queued": "now", "select_worker": "select"},
        ),
        # Larger ones.
        "harvester": ActionSet(_HARVESTER, {**_PLAIN, "select_worker": "select"}),
        "minigames": ActionSet(_MINIGAMES, limits={"select_unit_id": 24}),
        "all": ActionSet(tuple(function.name for function in actions.FUNCTIONS)),
    }
)


def action_set(name: str) -> ActionSet:
    """The set of a name.

    Args:
        name: A key of ACTION_SETS.

    Returns:
        The set.

    Raises:
        ConfigError: There is none; the message lists those there are.
    """
    try:
        return ACTION_SETS[name]
    except KeyError:
        known = ", ".join(sorted(ACTION_SETS))
        raise ConfigError(f"unknown action_set {name!r}; known are {known}") from None
