"""Every layer as pysc2 unpacks it from the observation."""

import numpy as np
import pytest
from pysc2.lib import features
from s2clientprotocol import sc2api_pb2 as sc_pb
from tiny_map import Client

from a3c_tf.minigames.drawing.layers import MINIMAP_LAYERS, SCREEN_LAYERS

SCREEN, MINIMAP = (84, 87), (61, 67)


@pytest.fixture
def client() -> Client:
    client = Client(SCREEN, MINIMAP).start()
    hall, *workers = client.session.game.world.active
    hall.health = 700.0
    workers[0].cargo_minerals = 5
    client.session.game.world.selection = [hall.tag, workers[1].tag]
    return client


def drawn_again(client) -> tuple[dict, dict]:
    """The layers of the same moment, drawn by a client that has drawn nothing yet."""
    pictures = Client(SCREEN, MINIMAP).start().session.view.pictures
    scene = client.session.view.scene(client.session.game.world)
    return pictures.screen.draw(scene), pictures.minimap.draw(scene)


def test_layers_survive_the_protocol_bit_by_bit(client):
    for _ in range(2):  # the second observation keeps what has not changed
        observation = client.observe().observation
        screen, minimap = drawn_again(client)
        for feature_set, layers, (width, height) in (
            (features.SCREEN_FEATURES, screen, SCREEN),
            (features.MINIMAP_FEATURES, minimap, MINIMAP),
        ):
            for feature in feature_set:
                unpacked = feature.unpack(observation)
                if unpacked is None:
                    assert feature.full_name == "minimap unit_type"
                    continue
                expected = layers.get(feature.name)
                if expected is None:
                    expected = np.zeros((height, width), int)
                np.testing.assert_array_equal(unpacked, expected, err_msg=feature.full_name)
        client.step(3)


def test_layers_have_the_bit_depths_of_the_game(client):
    data = client.observe().observation.feature_layer_data
    assert {f.name: i.bits_per_pixel for f, i in data.renders.ListFields()} == SCREEN_LAYERS
    assert {f.name: i.bits_per_pixel for f, i in data.minimap_renders.ListFields()} == {
        name: bits for name, bits in MINIMAP_LAYERS.items() if name != "unit_type"
    }
    assert list(SCREEN_LAYERS) == [f.name for f in features.SCREEN_FEATURES]
    assert list(MINIMAP_LAYERS) == [f.name for f in features.MINIMAP_FEATURES]


def test_a_layer_that_was_drawn_goes_back_to_zero(client):
    selected = features.SCREEN_FEATURES.selected
    assert selected.unpack(client.observe().observation).any()
    client.session.game.world.selection = []
    assert not selected.unpack(client.observe().observation).any()


def test_values_stay_in_the_ranges_that_pysc2_states(client):
    observation = client.observe().observation
    for feature in (*features.SCREEN_FEATURES, *features.MINIMAP_FEATURES):
        layer = feature.unpack(observation)
        if layer is not None and not feature.clip:
            assert layer.max() < feature.scale, feature.full_name


def test_the_minimap_shows_unit_types_only_to_cheaters():
    client = Client(SCREEN, MINIMAP)
    client.options.feature_layer.allow_cheating_layers = True
    observation = client.start().observe().observation
    unit_type = features.MINIMAP_FEATURES.unit_type.unpack(observation)
    assert set(np.unique(unit_type)) == {0, 18, 45, 341}


def test_a_cropped_minimap_shows_the_playable_area():
    client = Client((84, 84), (26, 18))  # a pixel a cell
    client.options.feature_layer.crop_to_playable_area = True
    observation = client.start().observe().observation
    assert features.MINIMAP_FEATURES.pathable.unpack(observation).sum() == 22 * 16
    relative = features.MINIMAP_FEATURES.player_relative.unpack(observation)
    assert relative[37 - 28, 30 - 20] == features.PlayerRelative.SELF  # the command centre


ZERGLING = 105


def unit_types(observation) -> set[int]:
    return set(np.unique(features.SCREEN_FEATURES.unit_type.unpack(observation)))


def test_fog_covers_what_no_unit_sees_and_remembers_what_was_seen():
    client = Client((84, 84), (64, 64), map_name="Foggy").start()
    observation = client.observe().observation
    visibility = features.MINIMAP_FEATURES.visibility_map.unpack(observation)
    assert visibility[64 - 28, 30] == 2  # at the command centre
    assert visibility[5, 5] == 0
    assert ZERGLING not in unit_types(observation)
    assert ZERGLING not in {unit.unit_type for unit in observation.raw_data.units}
    clear = client.ask(observation=sc_pb.RequestObservation(disable_fog=True)).observation
    assert ZERGLING in unit_types(clear)
    assert ZERGLING in {unit.unit_type for unit in clear.raw_data.units}

    scout = client.session.game.world.active[1]
    home = scout.x, scout.y
    scout.x, scout.y = 40.0, 14.0
    observation = client.observe().observation
    assert ZERGLING in unit_types(observation)
    assert features.MINIMAP_FEATURES.visibility_map.unpack(observation)[64 - 15, 43] == 2
    client.step(1)
    scout.x, scout.y = home
    observation = client.observe().observation
    assert ZERGLING not in unit_types(observation)
    assert features.MINIMAP_FEATURES.visibility_map.unpack(observation)[64 - 15, 43] == 1
    client.send(restart_game=sc_pb.RequestRestartGame())
    visibility = features.MINIMAP_FEATURES.visibility_map.unpack(client.observe().observation)
    assert visibility[64 - 15, 43] == 0


def test_a_game_created_without_fog_shows_everything():
    client = Client((84, 84), (64, 64), map_name="Foggy")
    client.create(disable_fog=True)
    client.join()
    observation = client.observe().observation
    assert (features.MINIMAP_FEATURES.visibility_map.unpack(observation) == 2).all()
    assert ZERGLING in unit_types(observation)


def test_fog_hides_nothing_where_the_map_is_revealed(client):
    clear = client.ask(observation=sc_pb.RequestObservation(disable_fog=True)).observation
    visible = features.MINIMAP_FEATURES.visibility_map.unpack(clear)
    assert set(np.unique(visible)) == {0, 2}
