"""What does not change during a game: versions, abilities and unit types."""

from typing import TYPE_CHECKING

from s2clientprotocol import common_pb2, data_pb2, sc2api_pb2

from a3c_tf.minigames.rules.abilities import ABILITIES, Ability, Target
from a3c_tf.minigames.rules.unit_data import LOOPS_PER_SECOND, UNIT_TYPES, UnitType

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session

# The release whose rules and numbers the mini-games follow (pysc2/run_configs/lib.py).
GAME_VERSION = "4.10.0"
BASE_BUILD = 75689
DATA_VERSION = "B89B5D6FA7CBF6452E721311BFBC6CB2"

_TARGETS = {
    Target.NONE: data_pb2.AbilityData.Target.Value("None"),
    Target.POINT: data_pb2.AbilityData.Point,
    Target.UNIT: data_pb2.AbilityData.Unit,
    Target.POINT_OR_UNIT: data_pb2.AbilityData.PointOrUnit,
    Target.NONE_OR_POINT: data_pb2.AbilityData.PointOrNone,
}


def ping(
    session: "Session", request: sc2api_pb2.RequestPing, response: sc2api_pb2.ResponsePing
) -> None:
    """Say which version of the game this stands for.

    Args:
        session: The client's session.
        request: Empty.
        response: Filled in.
    """
    response.game_version = GAME_VERSION
    response.data_version = DATA_VERSION
    response.data_build = BASE_BUILD
    response.base_build = BASE_BUILD


def data(
    session: "Session", request: sc2api_pb2.RequestData, response: sc2api_pb2.ResponseData
) -> None:
    """List the abilities and unit types of the mini-games; there are no upgrades and effects.

    Args:
        session: The client's session.
        request: Which lists are wanted.
        response: Filled in.
    """
    if request.ability_id:
        general_ids = {ability.general_id for ability in ABILITIES.values()}
        for ability in ABILITIES.values():
            _fill_ability(response.abilities.add(), ability)
        for general_id in sorted(general_ids - ABILITIES.keys()):
            response.abilities.add(ability_id=general_id, available=True)
    if request.unit_type_id:
        makers = {
            ability.product.unit_id: ability.ability_id
            for ability in ABILITIES.values()
            if ability.product is not None
        }
        for kind in UNIT_TYPES.values():
            _fill_unit_type(response.units.add(), kind)
            if kind.unit_id in makers:
                response.units[-1].ability_id = makers[kind.unit_id]


def _fill_ability(message: data_pb2.AbilityData, ability: Ability) -> None:
    message.ability_id = ability.ability_id
    message.link_name = ability.name
    message.button_name = ability.name
    message.friendly_name = ability.name.replace("_", " ")
    message.available = True
    message.target = _TARGETS[ability.target]
    if ability.general_id != ability.ability_id:
        message.remaps_to_ability_id = ability.general_id


def _fill_unit_type(message: data_pb2.UnitTypeData, kind: UnitType) -> None:
    message.unit_id = kind.unit_id
    message.name = kind.name
    message.available = True
    message.mineral_cost = kind.minerals
    message.vespene_cost = kind.vespene
    message.food_required = kind.food
    message.food_provided = kind.food_provided
    message.build_time = kind.build_loops
    message.race = common_pb2.NoRace
    message.sight_range = kind.sight
    message.movement_speed = kind.speed * LOOPS_PER_SECOND
    message.armor = kind.armor
    message.has_minerals = kind.is_mineral_field
    message.has_vespene = kind.is_geyser
    if kind.is_structure:
        message.attributes.append(data_pb2.Structure)
