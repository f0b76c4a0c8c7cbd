"""What does not change during a game: versions, abilities, unit types and the like."""

import functools
from typing import TYPE_CHECKING

from s2clientprotocol import common_pb2, data_pb2, sc2api_pb2

from a3c_tf.minigames.protocol import tables, version
from a3c_tf.minigames.rules.abilities import ABILITIES
from a3c_tf.minigames.rules.unit_data import LOOPS_PER_SECOND, UNIT_TYPES, UnitType
from a3c_tf.minigames.rules.weapon import Weapon

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session


def ping(
    session: "Session", request: sc2api_pb2.RequestPing, response: sc2api_pb2.ResponsePing
) -> None:
    """Say which version of the game this stands for.

    Args:
        session: The client's session.
        request: Empty.
        response: Filled in.
    """
    response.game_version = version.GAME_VERSION
    response.data_version = version.DATA_VERSION
    response.data_build = version.BASE_BUILD
    response.base_build = version.BASE_BUILD


def data(
    session: "Session", request: sc2api_pb2.RequestData, response: sc2api_pb2.ResponseData
) -> None:
    """List what there is in the game; what the mini-games have of it is marked as available.

    Args:
        session: The client's session.
        request: Which lists are wanted.
        response: Filled in.
    """
    known = _everything()
    if request.ability_id:
        response.abilities.extend(known.abilities)
    if request.unit_type_id:
        response.units.extend(known.units)
    if request.upgrade_id:
        response.upgrades.extend(known.upgrades)
    if request.buff_id:
        response.buffs.extend(known.buffs)
    if request.effect_id:
        response.effects.extend(known.effects)


@functools.cache
def _everything() -> sc2api_pb2.ResponseData:
    message = sc2api_pb2.ResponseData()
    modelled = {
        ability_id
        for ability in ABILITIES.values()
        for ability_id in (ability.ability_id, ability.general_id)
    }
    for ability in tables.abilities():
        _fill_ability(message.abilities.add(), ability, available=ability.ability_id in modelled)
    makers = {
        ability.product.unit_id: ability.ability_id
        for ability in ABILITIES.values()
        if ability.product is not None
    }
    named = {unit.unit_id: unit for unit in tables.units()}
    for unit_id in sorted(named.keys() | UNIT_TYPES.keys()):
        unit = message.units.add(unit_id=unit_id, available=unit_id in UNIT_TYPES)
        if unit_id in UNIT_TYPES:
            _fill_unit_type(unit, UNIT_TYPES[unit_id])
        if unit_id in named:
            unit.name = named[unit_id].name
            unit.race = common_pb2.Race.Value(named[unit_id].race)
        if unit_id in makers:
            unit.ability_id = makers[unit_id]
    for upgrade_id, name in tables.names("upgrade").items():
        message.upgrades.add(upgrade_id=upgrade_id, name=name)
    for buff_id, name in tables.names("buff").items():
        message.buffs.add(buff_id=buff_id, name=name)
    for effect_id, name in tables.names("effect").items():
        message.effects.add(effect_id=effect_id, name=name, friendly_name=name)
    return message


def _fill_ability(
    message: data_pb2.AbilityData, ability: tables.AbilityRow, *, available: bool
) -> None:
    message.ability_id = ability.ability_id
    message.link_name = ability.name
    message.button_name = ability.name
    message.friendly_name = ability.name.replace("_", " ")
    message.available = available
    message.target = data_pb2.AbilityData.Target.Value(ability.target)
    message.allow_minimap = ability.allow_minimap
    message.allow_autocast = ability.allow_autocast
    if ability.general_id:
        message.remaps_to_ability_id = ability.general_id


def _fill_unit_type(message: data_pb2.UnitTypeData, kind: UnitType) -> None:
    message.name = kind.name
    message.mineral_cost = kind.minerals
    message.vespene_cost = kind.vespene
    message.food_required = kind.food
    message.food_provided = kind.food_provided
    message.build_time = kind.build_loops
    message.sight_range = kind.sight
    message.movement_speed = kind.speed * LOOPS_PER_SECOND
    message.armor = kind.armor
    message.has_minerals = kind.is_mineral_field
    message.has_vespene = kind.is_geyser
    if kind.is_structure:
        message.attributes.append(data_pb2.Structure)
    if kind.is_light:
        message.attributes.append(data_pb2.Light)
    if kind.weapon is not None:
        _fill_weapon(message.weapons.add(), kind.weapon)


def _fill_weapon(message: data_pb2.Weapon, weapon: Weapon) -> None:
    message.type = data_pb2.Weapon.Ground  # nothing flies in the mini-games
    message.damage = weapon.damage
    if weapon.bonus_to_light:
        message.damage_bonus.add(attribute=data_pb2.Light, bonus=weapon.bonus_to_light)
    message.attacks = 1
    message.range = weapon.range
    message.speed = weapon.period / LOOPS_PER_SECOND
