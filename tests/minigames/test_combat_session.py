"""The fighting maps as a client of the server meets them."""

import pytest
from s2clientprotocol import debug_pb2, sc2api_pb2
from tiny_map import Client

from a3c_tf.minigames.protocol.catalogue import SCRIPTS
from a3c_tf.minigames.protocol.session import Session

ATTACK, GENERAL_ATTACK, ATTACK_MOVE_DELAY = 23, 3674, 2
FIGHTS = ("DefeatRoaches", "DefeatZerglingsAndBanelings", "FindAndDefeatZerglings")
ENEMY, SELF = 4, 1


def join(name: str, **settings) -> Client:
    client = Client(map_name=name)
    client.session = Session(SCRIPTS)
    client.create(seed=3, **settings)
    client.join()
    return client


def raw_units(client: Client, alliance: int) -> list:
    units = client.observe().observation.raw_data.units
    return [unit for unit in units if unit.alliance == alliance]


def kill(client: Client, units: list) -> None:
    command = debug_pb2.DebugCommand()
    command.kill_unit.tag.extend(unit.tag for unit in units)
    client.ask(debug=sc2api_pb2.RequestDebug(debug=[command]))


@pytest.mark.parametrize("name", FIGHTS)
def test_the_opponent_is_a_zerg_computer(name):
    info = join(name).ask(game_info=sc2api_pb2.RequestGameInfo())
    client, opponent = info.player_info
    assert (client.player_id, client.type) == (1, sc2api_pb2.Participant)
    assert (opponent.player_id, opponent.type) == (2, sc2api_pb2.Computer)
    assert opponent.race_requested == 2


@pytest.mark.parametrize("name", FIGHTS)
def test_marines_are_selected_and_can_attack_from_the_start(name):
    observation = join(name).observe().observation
    marines = 3 if name == "FindAndDefeatZerglings" else 9
    assert len(observation.ui_data.multi.units) == marines
    assert observation.player_common.army_count == marines
    assert ATTACK in {ability.ability_id for ability in observation.abilities}


@pytest.mark.parametrize("name", FIGHTS)
def test_the_death_of_all_marines_is_a_defeat(name):
    client = join(name)
    kill(client, raw_units(client, SELF))
    assert client.step().status == sc2api_pb2.ended
    response = client.observe()
    (result,) = response.player_result
    assert (result.player_id, result.result) == (1, sc2api_pb2.Defeat)
    marines = 3 if name == "FindAndDefeatZerglings" else 9
    assert response.observation.score.score == -marines


def test_a_click_on_a_roach_attacks_it():
    client = join("DefeatRoaches")
    roach = raw_units(client, ENEMY)[0]
    action = sc2api_pb2.Action()
    command = action.action_feature_layer.unit_command
    command.ability_id = GENERAL_ATTACK
    scale = 84 / 24
    command.target_screen_coord.x = int((roach.pos.x - 21) * scale)
    command.target_screen_coord.y = int((37 - roach.pos.y) * scale)
    assert client.act(action) == [1]
    client.step(ATTACK_MOVE_DELAY)
    response = client.observe()
    (executed,) = response.actions
    assert executed.action_feature_layer.unit_command.ability_id == ATTACK
    units = response.observation.raw_data.units
    marines = [unit for unit in units if unit.alliance == SELF]
    assert {unit.orders[0].target_unit_tag for unit in marines} == {roach.tag}
    client.step(120)
    marines = raw_units(client, SELF)
    assert max(unit.weapon_cooldown for unit in marines) > 0
    assert min(unit.health for unit in raw_units(client, ENEMY)) < 145


def test_zerglings_in_the_fog_are_neither_reported_nor_drawn():
    foggy, clear = join("FindAndDefeatZerglings"), join("FindAndDefeatZerglings", disable_fog=True)
    assert len(raw_units(clear, ENEMY)) == 25
    seen = raw_units(foggy, ENEMY)
    assert 1 <= len(seen) < 10
    marines = raw_units(foggy, SELF)
    for zergling in seen:
        distances = [
            ((zergling.pos.x - m.pos.x) ** 2 + (zergling.pos.y - m.pos.y) ** 2) ** 0.5
            for m in marines
        ]
        assert min(distances) < 9 + 1.5  # sight counts cells
    layers = foggy.observe().observation.feature_layer_data.minimap_renders
    assert layers.player_relative.data.count(ENEMY) <= 4 * len(seen)
    assert set(layers.visibility_map.data) == {0, 2}
    whole = clear.observe().observation.feature_layer_data.minimap_renders
    assert whole.player_relative.data.count(ENEMY) >= 25


def test_a_command_on_what_the_fog_hides_is_refused():
    foggy, clear = join("FindAndDefeatZerglings"), join("FindAndDefeatZerglings", disable_fog=True)
    seen = {unit.tag for unit in raw_units(foggy, ENEMY)}
    hidden = next(unit.tag for unit in raw_units(clear, ENEMY) if unit.tag not in seen)
    action = sc2api_pb2.Action()
    command = action.action_raw.unit_command
    command.ability_id = ATTACK
    command.unit_tags.extend(unit.tag for unit in raw_units(foggy, SELF))
    command.target_unit_tag = hidden
    assert foggy.act(action) == [36]  # CantTargetThatUnit
    assert clear.act(action) == [1]


@pytest.mark.parametrize("name", FIGHTS)
def test_a_client_moves_the_camera_also_where_the_script_locks_it(name):
    client = join(name)
    action = sc2api_pb2.Action()
    action.action_feature_layer.camera_move.center_minimap.x = 25
    action.action_feature_layer.camera_move.center_minimap.y = 25
    assert client.act(action) == [1]
    camera = client.observe().observation.raw_data.player.camera
    assert (camera.x, camera.y) == (25.5, 38.5 if name == "FindAndDefeatZerglings" else 36)
