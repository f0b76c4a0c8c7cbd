"""The numbers of score.proto: a map's own score and the running totals beside it."""

import dataclasses


@dataclasses.dataclass(slots=True)
class CategoryScore:
    """One row of the score by category (score.proto, CategoryScoreDetails)."""

    none: float = 0.0
    army: float = 0.0
    economy: float = 0.0
    technology: float = 0.0
    upgrade: float = 0.0


@dataclasses.dataclass(slots=True)
class VitalScore:
    """Damage or healing by kind of hit points (score.proto, VitalScoreDetails)."""

    life: float = 0.0
    shields: float = 0.0
    energy: float = 0.0


def _category() -> CategoryScore:
    return CategoryScore()


def _vital() -> VitalScore:
    return VitalScore()


@dataclasses.dataclass(slots=True)
class Score:
    """The curriculum score and all score_details, under the names of score.proto.

    Idle times are in seconds of game time (16 game loops); rates are per 1344 game loops, a
    minute at the speed "Faster".
    """

    score: int = 0
    idle_production_time: float = 0.0
    idle_worker_time: float = 0.0
    total_value_units: float = 0.0
    total_value_structures: float = 0.0
    killed_value_units: float = 0.0
    killed_value_structures: float = 0.0
    collected_minerals: float = 0.0
    collected_vespene: float = 0.0
    collection_rate_minerals: float = 0.0
    collection_rate_vespene: float = 0.0
    spent_minerals: float = 0.0
    spent_vespene: float = 0.0
    food_used: CategoryScore = dataclasses.field(default_factory=_category)
    killed_minerals: CategoryScore = dataclasses.field(default_factory=_category)
    killed_vespene: CategoryScore = dataclasses.field(default_factory=_category)
    lost_minerals: CategoryScore = dataclasses.field(default_factory=_category)
    lost_vespene: CategoryScore = dataclasses.field(default_factory=_category)
    friendly_fire_minerals: CategoryScore = dataclasses.field(default_factory=_category)
    friendly_fire_vespene: CategoryScore = dataclasses.field(default_factory=_category)
    used_minerals: CategoryScore = dataclasses.field(default_factory=_category)
    used_vespene: CategoryScore = dataclasses.field(default_factory=_category)
    total_used_minerals: CategoryScore = dataclasses.field(default_factory=_category)
    total_used_vespene: CategoryScore = dataclasses.field(default_factory=_category)
    total_damage_dealt: VitalScore = dataclasses.field(default_factory=_vital)
    total_damage_taken: VitalScore = dataclasses.field(default_factory=_vital)
    total_healed: VitalScore = dataclasses.field(default_factory=_vital)
