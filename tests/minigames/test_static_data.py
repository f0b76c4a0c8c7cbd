"""RequestData: the game's numbers and names, as pysc2 knows them."""

import pytest
from pysc2.lib import actions, buffs, features, static_data, units, upgrades
from s2clientprotocol import common_pb2, data_pb2
from s2clientprotocol import sc2api_pb2 as sc_pb
from tiny_map import Client

from a3c_tf.minigames.protocol import tables
from a3c_tf.minigames.rules.ability_data import ABILITIES, Target
from a3c_tf.minigames.rules.unit_data import UNIT_TYPES

EVERYTHING = sc_pb.RequestData(
    ability_id=True, unit_type_id=True, upgrade_id=True, buff_id=True, effect_id=True
)


@pytest.fixture(scope="module")
def data() -> sc_pb.ResponseData:
    return Client().start().ask(data=EVERYTHING)


@pytest.mark.parametrize("space", ["FUNCTIONS", "RAW_FUNCTIONS"])
def test_every_function_of_pysc2_has_its_ability_and_general_ability(data, space):
    remaps = {ability.ability_id: ability.remaps_to_ability_id for ability in data.abilities}
    general = {f.ability_id: f.general_id for f in getattr(actions, space)}
    assert general.items() <= remaps.items()


def test_abilities_take_the_targets_that_pysc2s_functions_give(data):
    """What a function named ..._pt, ..._unit, ..._minimap or ..._quick sends can be aimed so."""
    targets = {ability.ability_id: ability for ability in data.abilities}
    points = {
        data_pb2.AbilityData.Point,
        data_pb2.AbilityData.PointOrUnit,
        data_pb2.AbilityData.PointOrNone,
    }
    aimed_at_units = {data_pb2.AbilityData.Unit, data_pb2.AbilityData.PointOrUnit}
    for function in actions.RAW_FUNCTIONS:
        ability = targets[function.ability_id]
        if function.function_type is actions.raw_cmd_pt:
            assert ability.target in points, function.name
        elif function.function_type is actions.raw_cmd_unit:
            assert ability.target in aimed_at_units, function.name
        elif function.function_type is actions.raw_cmd:
            assert ability.target not in aimed_at_units, function.name
    for function in actions.FUNCTIONS:
        if function.function_type is actions.cmd_minimap:
            assert targets[function.ability_id].allow_minimap
        elif function.function_type is actions.autocast:
            assert targets[function.ability_id].allow_autocast


def test_pysc2_reads_every_unit_upgrade_buff_and_effect(data):
    known = static_data.StaticData(data)
    races = {unit.unit_id: unit.race for unit in data.units}
    for race, kinds in (
        (common_pb2.NoRace, units.Neutral),
        (common_pb2.Terran, units.Terran),
        (common_pb2.Protoss, units.Protoss),
        (common_pb2.Zerg, units.Zerg),
    ):
        for kind in kinds:
            assert known.units[kind.value] == kind.name
            assert races[kind.value] == race
    assert set(static_data.UNIT_TYPES) <= known.units.keys()
    assert {u.upgrade_id: u.name for u in data.upgrades} == {
        u.value: u.name for u in upgrades.Upgrades
    }
    assert {b.buff_id: b.name for b in data.buffs} == {b.value: b.name for b in buffs.Buffs}
    assert {e.effect_id: e.name for e in data.effects} == {
        e.value: e.name for e in features.Effects if e.value
    }


def test_the_rules_and_the_tables_agree(data):
    abilities = {row.ability_id: row for row in tables.abilities()}
    for ability in ABILITIES.values():
        row = abilities[ability.ability_id]
        assert row.name == ability.name
        assert (row.general_id or row.ability_id) == ability.general_id
        expected = {
            Target.NONE: "None",
            Target.POINT: "Point",
            Target.UNIT: "Unit",
            Target.POINT_OR_UNIT: "PointOrUnit",
            Target.NONE_OR_POINT: "PointOrNone",
        }[ability.target]
        if ability.name == "Build_Refinery":
            expected = "Unit"  # the rules find the geyser by where it stands
        assert row.target == expected, ability.name
    named = {row.unit_id: row.name for row in tables.units()}
    for kind in UNIT_TYPES.values():
        assert named.get(kind.unit_id, kind.name) == kind.name


def test_what_the_minigames_have_is_available_with_its_numbers(data):
    units_by_id = {unit.unit_id: unit for unit in data.units}
    assert {unit_id for unit_id, unit in units_by_id.items() if unit.available} == set(UNIT_TYPES)
    marine = units_by_id[48]
    assert (marine.mineral_cost, marine.food_required, marine.build_time) == (50, 1, 400)
    assert marine.ability_id == 560
    assert marine.movement_speed == pytest.approx(2.25)
    (rifle,) = marine.weapons
    assert (rifle.damage, rifle.range) == (6, 5)
    assert rifle.speed == pytest.approx(0.8608)
    (bonus,) = units_by_id[9].weapons[0].damage_bonus
    assert (bonus.attribute, bonus.bonus) == (data_pb2.Light, 15)
    available = {ability.ability_id for ability in data.abilities if ability.available}
    assert {23, 295, 524, 560, 3666, 3674} <= available
    assert 1520 not in available  # a mothership's


def test_only_the_lists_asked_for_are_given():
    client = Client().start()
    for field in EVERYTHING.DESCRIPTOR.fields:
        answer = client.ask(data=sc_pb.RequestData(**{field.name: True}))
        ((given, _),) = answer.ListFields()
        assert given.name.startswith(field.name.removesuffix("_id").split("_")[0][:4])
    assert not client.ask(data=sc_pb.RequestData()).ListFields()
