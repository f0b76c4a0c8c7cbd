"""The codes by which the game reports what became of a command and of a game."""

import enum
from typing import NamedTuple


class ActionResult(enum.IntEnum):
    """What became of a command; names and numbers of error.proto's ActionResult."""

    SUCCESS = 1
    NOT_SUPPORTED = 2
    ERROR = 3
    CANT_QUEUE_THAT_ORDER = 4
    QUEUE_IS_FULL = 7
    NOT_ENOUGH_MINERALS = 9
    NOT_ENOUGH_VESPENE = 10
    NOT_ENOUGH_FOOD = 13
    CANT_TARGET_THAT_UNIT = 36
    BUILD_TECH_REQUIREMENTS_NOT_MET = 40
    CANT_FIND_PLACEMENT_LOCATION = 41
    CANT_BUILD_ON_THAT = 42
    CANT_BUILD_LOCATION_INVALID = 44
    CANT_BUILD_TOO_CLOSE_TO_RESOURCES = 47
    MUST_BUILD_REFINERY_FIRST = 63
    BUILDING_IS_UNDER_CONSTRUCTION = 64
    CANT_FIND_DROP_OFF = 65
    LOAD_ALL_NO_TARGETS_FOUND = 75
    TECH_REQUIREMENTS_NOT_MET = 79
    MUST_TARGET_UNIT = 81
    YOU_CANT_CONTROL_THAT_UNIT = 87
    MUST_TARGET_RESOURCES = 89
    REQUIRES_REPAIR_TARGET = 91
    ORDER_QUEUE_IS_FULL = 203
    CANT_HARVEST_THAT_RESOURCE = 204
    COULDNT_REACH_TARGET = 208
    CANT_FIND_CANCEL_ORDER = 214


class GameResult(enum.IntEnum):
    """How a game ended for a player; numbers of sc2api.proto's Result."""

    VICTORY = 1
    DEFEAT = 2
    TIE = 3
    UNDECIDED = 4


class Alert(enum.IntEnum):
    """Notices to the player; numbers of sc2api.proto's Alert."""

    BUILDING_COMPLETE = 5
    MINERALS_EXHAUSTED = 9
    TRAIN_UNIT_COMPLETE = 16
    TRAIN_WORKER_COMPLETE = 17
    VESPENE_EXHAUSTED = 21


class ActionError(NamedTuple):
    """A command that failed, at once or when its unit came to carry it out.

    Attributes:
        result: Why.
        ability_id: The ability that was commanded.
        tag: The unit that failed, or 0 when none could be named.
    """

    result: ActionResult
    ability_id: int
    tag: int
