"""Each mini-game as an environment: its names, its clock, and the units that its layers show."""

import pytest

from a3c_tf.config import Config
from a3c_tf.envs.registry import env_entry
from a3c_tf.envs.starcraft2_action_sets import ACTION_SETS
from a3c_tf.envs.starcraft2_maps import map_profile
from a3c_tf.minigames.protocol.catalogue import SCRIPTS
from a3c_tf.minigames.rules.unit_data import UNIT_TYPES
from a3c_tf.minigames.rules.world import World
from a3c_tf.presets import preset_for

NAMES = {
    "sc2_beacon": "MoveToBeacon",
    "sc2_shards": "CollectMineralShards",
    "sc2_zerglings": "FindAndDefeatZerglings",
    "sc2_roaches": "DefeatRoaches",
    "sc2_banelings": "DefeatZerglingsAndBanelings",
    "sc2_collect": "CollectMineralsAndGas",
    "sc2_marines": "BuildMarines",
}


def test_all_maps_of_the_server_are_named():
    assert set(NAMES.values()) == set(SCRIPTS)


@pytest.mark.parametrize(("name", "map_name"), NAMES.items())
def test_a_map_goes_by_its_own_name_too(name, map_name):
    assert env_entry(map_name) is env_entry(name)
    assert env_entry(name).arguments == {"map_name": map_name}
    assert Config().override(preset_for(name)).step_mul == 8


@pytest.mark.parametrize("map_name", NAMES.values())
def test_the_profile_knows_the_scripts_clock(map_name):
    assert map_profile(map_name).time_limit == SCRIPTS[map_name].end_loop


@pytest.mark.parametrize("map_name", NAMES.values())
def test_every_unit_of_the_start_has_a_channel(map_name):
    profile = map_profile(map_name)
    shown = {unit_id for _, unit_ids in profile.unit_channels for unit_id in unit_ids}
    world = World(SCRIPTS[map_name](), 0)
    assert {unit.kind.unit_id for unit in world.units.values()} <= shown
    assert profile.action_set in ACTION_SETS
    made_here = {483}  # a field of the game's other maps
    assert shown - made_here <= set(UNIT_TYPES)
