"""The states of a session, and that everything is answered."""

import numpy as np
import pytest
from s2clientprotocol import common_pb2
from s2clientprotocol import sc2api_pb2 as sc_pb
from tiny_map import END_LOOP, Client, TinyMap

from a3c_tf.minigames.protocol.session import SERVICES, UNSUPPORTED, Session

KINDS = [field.name for field in sc_pb.Request.DESCRIPTOR.oneofs_by_name["request"].fields]


def request_of_kind(kind: str) -> dict:
    return {kind: getattr(sc_pb.Request(), kind)}


@pytest.fixture
def client() -> Client:
    return Client().start()


def test_every_kind_of_request_is_either_served_or_refused():
    assert set(KINDS) == set(SERVICES) | set(UNSUPPORTED) | {"quit"}


def test_the_states_of_a_game():
    client = Client()
    assert client.send(ping=sc_pb.RequestPing()).status == sc_pb.launched
    client.create()
    assert client.session.status == sc_pb.init_game
    client.join()
    assert client.session.status == sc_pb.in_game
    assert client.step(END_LOOP - 1).status == sc_pb.in_game
    last = client.step(1)
    assert last.status == sc_pb.ended  # in the response to the step itself
    assert last.step.simulation_loop == END_LOOP
    assert client.send(restart_game=sc_pb.RequestRestartGame()).status == sc_pb.in_game
    assert client.observe().observation.game_loop == 0
    client.step(END_LOOP)
    assert client.send(leave_game=sc_pb.RequestLeaveGame()).status == sc_pb.launched
    client.start()
    client.create()  # a running game gives way to a new one
    assert client.session.status == sc_pb.init_game
    assert client.send(quit=sc_pb.RequestQuit()).status == sc_pb.quit


def test_game_loops_are_exact_and_stop_at_the_end(client):
    assert client.step(7).step.simulation_loop == 7
    assert client.ask(step=sc_pb.RequestStep()).simulation_loop == 8
    assert client.step(2**32 - 1).step.simulation_loop == END_LOOP
    observation = client.observe()
    assert observation.observation.game_loop == END_LOOP
    assert [(r.player_id, r.result) for r in observation.player_result] == [(1, sc_pb.Victory)]


def test_the_end_is_reported_in_the_words_pysc2_waits_for(client):
    client.step(END_LOOP)
    assert client.step().error == ["Game has already ended"]
    assert client.send(action=sc_pb.RequestAction()).error == ["Game has already ended"]


@pytest.mark.parametrize("kind", KINDS)
def test_requests_out_of_place_are_refused_with_the_status(kind):
    response = Client().send(**request_of_kind(kind))
    if kind in ("ping", "available_maps", "save_map", "quit"):
        assert not response.error
    elif kind == "create_game":
        assert response.create_game.error == sc_pb.ResponseCreateGame.MissingMap
    elif kind in ("start_replay", "replay_info"):
        assert getattr(response, kind).error == sc_pb.ResponseReplayInfo.MissingReplay
        assert getattr(response, kind).error_details
    else:
        (error,) = response.error
        assert kind in error
        assert response.status == sc_pb.launched


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"quit"}))
def test_empty_requests_never_raise_in_a_game(kind, client):
    response = client.send(**request_of_kind(kind))
    assert "Internal error" not in "".join(response.error)


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\x00",
        b"\xff" * 100,
        b"GET / HTTP/1.1\r\n\r\n",
        sc_pb.Request(id=3).SerializeToString(),
    ],
)
def test_malformed_messages_get_an_error(message):
    session = Session({"Tiny": TinyMap})
    response = sc_pb.Response.FromString(session.handle(message))
    assert response.error
    assert response.status == sc_pb.launched


def test_a_fault_in_the_game_is_answered_and_the_session_goes_on(client, monkeypatch, caplog):
    def fail(world):
        raise RuntimeError("broken rule")

    with monkeypatch.context() as patch:
        patch.setattr(client.session.game.world, "step", lambda: fail(None))
        assert "broken rule" in client.step().error[0]
    assert "broken rule" in caplog.text
    assert not client.step().error


# Creating a game.


def create(request: sc_pb.RequestCreateGame) -> sc_pb.ResponseCreateGame:
    return Client().ask(create_game=request)


@pytest.mark.parametrize(
    ("settings", "players", "error"),
    [
        ({}, [sc_pb.Participant], "MissingMap"),
        ({"battlenet_map_name": "Nowhere LE"}, [sc_pb.Participant], "InvalidMapName"),
        ({"local_map": {"map_data": b"x"}}, [sc_pb.Participant], "InvalidMapData"),
        ({"local_map": {"map_path": "Melee/Flat64.SC2Map"}}, [sc_pb.Participant], "InvalidMapPath"),
        ({"local_map": {"map_path": "Tiny"}}, [], "MissingPlayerSetup"),
        ({"local_map": {"map_path": "Tiny"}}, [sc_pb.Computer], "InvalidPlayerSetup"),
        (
            {"local_map": {"map_path": "Tiny"}},
            [sc_pb.Participant, sc_pb.Observer],
            "InvalidPlayerSetup",
        ),
        ({"local_map": {"map_path": "Tiny"}}, [sc_pb.Participant] * 2, "MultiplayerUnsupported"),
    ],
)
def test_what_cannot_be_created(settings, players, error):
    request = sc_pb.RequestCreateGame(**settings)
    for player in players:
        request.player_setup.add(type=player)
    response = create(request)
    assert sc_pb.ResponseCreateGame.Error.Name(response.error) == error
    assert response.error_details


@pytest.mark.parametrize("path", ["mini_games/Tiny.SC2Map", "Tiny", "C:\\Maps\\Tiny.SC2Map"])
def test_maps_are_known_by_their_name(path):
    request = sc_pb.RequestCreateGame(local_map=sc_pb.LocalMap(map_path=path, map_data=b""))
    request.player_setup.add(type=sc_pb.Participant)
    assert not create(request).HasField("error")


def test_computers_change_nothing():
    """pysc2's `play` adds one to every game."""
    request = sc_pb.RequestCreateGame(local_map=sc_pb.LocalMap(map_path="Tiny"))
    request.player_setup.add(type=sc_pb.Participant)
    request.player_setup.add(type=sc_pb.Computer, race=2, difficulty=sc_pb.VeryHard)
    client = Client()
    assert not client.ask(create_game=request).HasField("error")
    client.join()
    (player,) = client.ask(game_info=sc_pb.RequestGameInfo()).player_info
    assert player.type == sc_pb.Participant


def test_real_time_is_refused():
    request = sc_pb.RequestCreateGame(realtime=True)
    request.local_map.map_path = "Tiny"
    request.player_setup.add(type=sc_pb.Participant)
    response = Client().send(create_game=request)
    assert "real time" in response.error[0]
    assert response.status == sc_pb.launched


# Joining.


def join_error(**changes) -> sc_pb.ResponseJoinGame:
    client = Client()
    client.create()
    request = sc_pb.RequestJoinGame(race=1, options=client.options)
    for name, value in changes.items():
        if value is None:
            request.ClearField(name)
        else:
            request.MergeFrom(sc_pb.RequestJoinGame(**{name: value}))
    response = client.ask(join_game=request)
    assert client.session.status == sc_pb.init_game
    assert response.error_details
    return response


def spatial(x: int, y: int, width: float = 24.0) -> sc_pb.InterfaceOptions:
    size = common_pb2.Size2DI(x=x, y=y)
    return sc_pb.InterfaceOptions(
        feature_layer=sc_pb.SpatialCameraSetup(
            resolution=size, minimap_resolution=size, width=width
        )
    )


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"race": None}, "MissingParticipation"),
        ({"race": None, "observed_player_id": 1}, "FeatureUnsupported"),
        ({"options": None}, "MissingOptions"),
        ({"server_ports": sc_pb.PortSet(game_port=1, base_port=2)}, "FeatureUnsupported"),
        (
            {"options": sc_pb.InterfaceOptions(render=sc_pb.SpatialCameraSetup())},
            "FeatureUnsupported",
        ),
        ({"options": spatial(0, 64)}, "MissingOptions"),
        ({"options": spatial(64, -1)}, "MissingOptions"),
        ({"options": spatial(2**31 - 1, 2**31 - 1)}, "MissingOptions"),
        ({"options": spatial(64, 64, float("nan"))}, "MissingOptions"),
        ({"options": spatial(64, 64, 0.0)}, "MissingOptions"),
    ],
)
def test_who_cannot_join(changes, error):
    assert sc_pb.ResponseJoinGame.Error.Name(join_error(**changes).error) == error


def test_the_map_takes_a_client_without_feature_layers():
    client = Client()
    client.options = sc_pb.InterfaceOptions(raw=True)
    client.start()
    observation = client.observe().observation
    assert not observation.HasField("feature_layer_data")
    assert not observation.HasField("score")
    assert len(observation.raw_data.units) == 5
    move = sc_pb.Action()
    move.action_feature_layer.camera_move.center_minimap.x = 3
    assert client.act(move) == [2]  # NotSupported: there are no pixels


# Game info.


def test_game_info_repeats_the_interface():
    client = Client(screen=(84, 87), minimap=(64, 67)).start()
    info = client.ask(game_info=sc_pb.RequestGameInfo())
    assert info.options == client.options
    assert info.map_name == "Tiny"
    (player,) = info.player_info
    assert (player.player_id, player.type, player.race_actual) == (1, sc_pb.Participant, 1)
    assert (info.start_raw.map_size.x, info.start_raw.map_size.y) == (64, 64)
    grid = np.unpackbits(np.frombuffer(info.start_raw.pathing_grid.data, np.uint8))
    assert grid.reshape(64, 64).sum() == 22 * 16
    grid = np.unpackbits(np.frombuffer(info.start_raw.placement_grid.data, np.uint8))
    assert grid.reshape(64, 64).sum() == 26 * 18


def test_game_info_is_relative_to_the_playable_area_when_asked():
    client = Client(raw_crop_to_playable_area=True).start()
    start = client.ask(game_info=sc_pb.RequestGameInfo()).start_raw
    assert (start.map_size.x, start.map_size.y) == (26, 18)
    assert (start.playable_area.p0.x, start.playable_area.p1.x) == (0, 26)
    pathable = np.unpackbits(np.frombuffer(start.pathing_grid.data, np.uint8))[: 26 * 18]
    assert pathable.sum() == 22 * 16


def test_available_maps_can_be_created():
    client = Client()
    for path in client.ask(available_maps=sc_pb.RequestAvailableMaps()).local_map_paths:
        request = sc_pb.RequestCreateGame(local_map=sc_pb.LocalMap(map_path=path))
        request.player_setup.add(type=sc_pb.Participant)
        assert not create(request).HasField("error")


def test_static_data_names_the_units_and_the_general_abilities(client):
    data = client.ask(data=sc_pb.RequestData(ability_id=True, unit_type_id=True))
    assert {unit.unit_id: unit.name for unit in data.units}[45] == "SCV"
    remaps = {a.ability_id: a.remaps_to_ability_id for a in data.abilities}
    assert remaps[295] == 3666  # an SCV's gather is the general Harvest_Gather
    assert remaps[3666] == 0
    nothing = client.ask(data=sc_pb.RequestData())
    assert not nothing.abilities and not nothing.units
