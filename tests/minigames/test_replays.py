"""Replays: what was played comes back frame by frame, through pysc2's own tools."""

import dataclasses
import io
import itertools
import json
import random
import subprocess
import sys
import zlib

import mpyq
import pytest
from absl import flags
from pysc2.env import sc2_env
from pysc2.lib import actions
from pysc2.lib import replay as pysc2_replay
from s2clientprotocol import common_pb2
from s2clientprotocol import debug_pb2 as sc_debug
from s2clientprotocol import sc2api_pb2 as sc_pb
from tiny_map import END_LOOP, SCRIPTS, Client

from a3c_tf.minigames.protocol import catalogue, mpq, recording
from a3c_tf.minigames.protocol.replay import Replay
from a3c_tf.minigames.protocol.session import Session

FUNCTIONS = actions.FUNCTIONS
StartError = sc_pb.ResponseStartReplay


def client_of(map_name: str, **options) -> Client:
    client = Client((32, 32), (32, 32), map_name=map_name, **options)
    client.session = Session({**SCRIPTS, **catalogue.SCRIPTS})
    return client.start()


def random_action(client: Client, rng: random.Random) -> sc_pb.Action:
    action = sc_pb.Action()
    units = list(client.session.game.world.units)
    kind = rng.randrange(6)
    if kind == 0:
        action.action_ui.select_army.selection_add = False
    elif kind == 1:
        action.action_ui.select_idle_worker.type = rng.choice([1, 2, 3, 4])
    elif kind == 2:
        box = action.action_feature_layer.unit_selection_rect.selection_screen_coord.add()
        box.p0.x, box.p0.y, box.p1.x, box.p1.y = (rng.randrange(32) for _ in range(4))
    elif kind == 3:
        command = action.action_raw.unit_command
        command.ability_id = rng.choice([1, 3674, 3794, 3666])
        command.unit_tags.extend(rng.sample(units, 2))
        command.target_unit_tag = rng.choice(units)
    elif kind == 4:
        center = action.action_feature_layer.camera_move.center_minimap
        center.x, center.y = rng.randrange(32), rng.randrange(32)
    else:
        command = action.action_feature_layer.unit_command
        command.ability_id = rng.choice([1, 3674, 3794, 3795])
        command.queue_command = rng.random() < 0.3
        target = command.target_screen_coord
        target.x, target.y = rng.randrange(32), rng.randrange(32)
    return action


def play(client: Client, rng: random.Random, steps: int) -> list[bytes]:
    """Plays at random, and returns what the client sees before each action and at the end."""
    seen = []
    for _ in range(steps):
        seen.append(frame(client))
        client.act(random_action(client, rng))
        client.step(rng.choice([1, 8, 30]))
        if client.session.status == sc_pb.ended:
            break
    seen.append(frame(client))
    return seen


def frame(client: Client) -> bytes:
    observed = client.observe()
    observed.ClearField("action_errors")  # the watching client gets them, but at other times
    observed.ClearField("player_result")
    return observed.SerializeToString(deterministic=True)


def save(client: Client) -> bytes:
    return client.ask(save_replay=sc_pb.RequestSaveReplay()).data


def start(client: Client, data: bytes, **changes) -> sc_pb.ResponseStartReplay:
    settings = {"observed_player_id": 1, "options": client.options, **changes}
    return client.ask(start_replay=sc_pb.RequestStartReplay(replay_data=data, **settings))


@pytest.mark.parametrize("map_name", sorted(catalogue.SCRIPTS))
def test_an_episode_comes_back_frame_by_frame(map_name):
    """Also one after restarts, whose beginning depends on the episodes before it."""
    rng = random.Random(map_name)
    client = client_of(map_name)
    for _ in range(2):
        play(client, rng, 10)
        client.send(restart_game=sc_pb.RequestRestartGame())
    frames = play(client, rng, 60)
    loops = [sc_pb.ResponseObservation.FromString(f).observation.game_loop for f in frames]
    data = save(client)

    watcher = client_of("Tiny")
    assert not start(watcher, data).HasField("error")
    assert watcher.session.status == sc_pb.in_replay
    replayed = [frame(watcher)]
    for before, after in itertools.pairwise(loops):
        watcher.step(after - before)
        replayed.append(frame(watcher))
    assert replayed == frames
    assert watcher.session.status == sc_pb.ended
    (result,) = watcher.observe().player_result
    assert (result.player_id, result.result) in [(1, sc_pb.Undecided), (1, sc_pb.Defeat)]


def test_a_replay_goes_to_its_end_and_no_further():
    client = client_of("Tiny")
    client.step(40)
    data = save(client)
    watcher = client_of("Foggy")
    start(watcher, data)
    assert watcher.step(1000).step.simulation_loop == 40
    assert watcher.session.status == sc_pb.ended
    assert watcher.step().error == ["Game has already ended"]
    for request in (
        {"save_replay": sc_pb.RequestSaveReplay()},
        {"restart_game": sc_pb.RequestRestartGame()},
    ):
        assert "replay" in watcher.send(**request).error[0].lower()
    assert not start(watcher, data).HasField("error")  # once more
    watcher.create()  # or another game
    assert watcher.join().player_id == 1
    watcher.step(END_LOOP)
    assert watcher.observe().player_result[0].result == sc_pb.Victory
    finished = save(watcher)
    start(client, finished)
    client.step(10**6)
    assert client.observe().player_result[0].result == sc_pb.Victory


def test_a_game_that_a_debug_command_ended_keeps_its_result():
    client = client_of("Tiny")
    client.step(5)
    end = sc_debug.DebugCommand()
    end.end_game.end_result = sc_debug.DebugEndGame.Surrender
    client.send(debug=sc_pb.RequestDebug(debug=[end, sc_debug.DebugCommand()]))
    assert client.session.status == sc_pb.ended
    watcher = client_of("Tiny")
    start(watcher, save(client))
    watcher.step(100)
    assert watcher.observe().player_result[0].result == sc_pb.Defeat


def test_actions_and_chat_are_reported_at_their_game_loop():
    client = client_of("Tiny")
    client.step(5)
    action = sc_pb.Action()
    action.action_ui.select_idle_worker.type = 3
    client.act(action, sc_pb.Action(action_chat=sc_pb.ActionChat(message="glhf")))
    client.step(5)
    watcher = client_of("Tiny")
    start(watcher, save(client))
    watcher.step(5)
    assert not watcher.observe().actions
    watcher.step(1)
    observed = watcher.observe()
    assert [action.game_loop for action in observed.actions] == [6]
    assert [chat.message for chat in observed.chat] == ["glhf"]
    assert len(observed.observation.ui_data.multi.units) == 3


def test_debug_commands_are_part_of_it():
    client = client_of("Tiny")
    command = sc_debug.DebugCommand()
    command.create_unit.unit_type = 48
    command.create_unit.owner = 1
    command.create_unit.pos.x, command.create_unit.pos.y = 33, 25
    refused = sc_debug.DebugCommand(kill_unit=sc_debug.DebugKillUnit())
    refused.create_unit.unit_type = 9999
    client.step(3)
    client.send(debug=sc_pb.RequestDebug(debug=[command, refused]))
    client.step(20)
    watcher = client_of("Tiny")
    start(watcher, save(client))
    watcher.step(23)
    assert 48 in {unit.unit_type for unit in watcher.observe().observation.raw_data.units}


def test_the_watching_client_has_an_interface_of_its_own():
    client = client_of("Foggy")
    client.step(30)
    data = save(client)
    watcher = Client((84, 60), (20, 20), map_name="Foggy")
    watcher.session = Session(SCRIPTS)
    start(watcher, data, disable_fog=True)
    watcher.step(10)
    info = watcher.ask(game_info=sc_pb.RequestGameInfo())
    assert info.options == watcher.options
    assert info.map_name == "Foggy"
    observation = watcher.observe().observation
    layer = observation.feature_layer_data.renders.unit_type
    assert (layer.size.x, layer.size.y) == (84, 60)
    assert 105 in {unit.unit_type for unit in observation.raw_data.units}  # out of sight


def observer_action(client: Client, **kind) -> sc_pb.Response:
    action = sc_pb.ObserverAction(**kind)
    return client.send(obs_action=sc_pb.RequestObserverAction(actions=[action]))


def test_the_watching_client_looks_where_it_wants():
    client = client_of("Tiny")
    client.step(30)
    watcher = client_of("Tiny")
    start(watcher, save(client))

    def camera() -> tuple[float, float]:
        point = watcher.observe().observation.raw_data.player.camera
        return point.x, point.y

    assert camera() == (33, 25)  # the recorded player's
    move = sc_pb.ActionObserverCameraMove(world_pos=common_pb2.Point2D(x=40, y=30))
    assert not observer_action(watcher, camera_move=move).error
    assert camera() == (40, 30)
    worker = next(u for u in watcher.observe().observation.raw_data.units if u.unit_type == 45)
    follow = sc_pb.ActionObserverCameraFollowUnits(unit_tags=[worker.tag, 5])
    assert not observer_action(watcher, camera_follow_units=follow).error
    assert camera() == (worker.pos.x, worker.pos.y)
    back = sc_pb.ActionObserverCameraFollowPlayer(player_id=1)
    assert not observer_action(watcher, camera_follow_player=back).error
    assert camera() == (33, 25)
    nowhere = sc_pb.ActionObserverCameraMove(world_pos=common_pb2.Point2D(x=float("nan"), y=0))
    assert observer_action(watcher, camera_move=nowhere).error
    other = sc_pb.ActionObserverPlayerPerspective(player_id=2)
    assert observer_action(watcher, player_perspective=other).error
    assert observer_action(client, camera_follow_player=back).error  # it watches nothing


# Through pysc2.


@pytest.fixture(scope="module")
def replay_files(tmp_path_factory) -> list[str]:
    """What SC2Env writes in two episodes of which the second one is cut short."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    folder = tmp_path_factory.mktemp("replays")
    before, flags.FLAGS.sc2_run_config = flags.FLAGS.sc2_run_config, "EmbeddedMinigames"
    try:
        with sc2_env.SC2Env(
            map_name="MoveToBeacon",
            players=[sc2_env.Agent(sc2_env.Race.terran)],
            agent_interface_format=sc2_env.parse_agent_interface_format(
                feature_screen=32, feature_minimap=32
            ),
            step_mul=120,
            save_replay_episodes=1,
            replay_dir=str(folder),
            replay_prefix="first",
        ) as env:
            (timestep,) = env.reset()
            while not timestep.last():
                (timestep,) = env.step([FUNCTIONS.select_army("select")])
            env.reset()
            env.step([FUNCTIONS.select_army("select")])
            env.step([FUNCTIONS.Move_screen("now", (5, 5))])
            env.save_replay(str(folder), "second")
    finally:
        flags.FLAGS.sc2_run_config = before
    return sorted(str(path) for path in folder.iterdir())


def run_tool(*args: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "a3c_tf.pysc2", *args, "--sc2_run_config=EmbeddedMinigames"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_replay_info_reads_what_sc2_env_writes(replay_files):
    first, second = (run_tool("replay_info", path) for path in replay_files)
    assert 'map_name: "MoveToBeacon"' in first
    assert "game_duration_loops: 1920" in first
    assert "result: Victory" in first
    assert "game_duration_loops: 240" in second
    assert "result: Undecided" in second


def test_play_shows_what_sc2_env_writes(replay_files):
    printed = run_tool("play", "--norender", "--fps=10000", "--replay", replay_files[1])
    assert "result: Undecided" in printed.split("Result:")[1]


# The file.


@pytest.fixture(scope="module")
def data() -> bytes:
    client = client_of("Tiny")
    for _ in range(6):
        client.act(random_action(client, random.Random(1)))
        client.step(10)
    return save(client)


def test_pysc2s_tools_take_the_file_for_a_replay(data):
    version = pysc2_replay.get_replay_version(data)
    assert (version.game_version, version.build_version) == ("4.10.0", 75689)
    archive = mpyq.MPQArchive(io.BytesIO(data))
    assert archive.files == [b"replay.gamemetadata.json"]
    assert len(data) < 16_000


@pytest.mark.parametrize("number", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("length", [0, 1, 511, 5000])
def test_archives_hold_what_was_put_in(number, length):
    files = {f"file{index}.json": bytes([index]) * (length + 1) for index in range(number)}
    packed = mpq.pack(b"\x00\x01" * length, files)
    archive = mpyq.MPQArchive(io.BytesIO(packed))
    assert archive.extract() == {name.encode(): data for name, data in files.items()}
    assert mpq.read_user_data(packed) == b"\x00\x01" * length
    assert archive.header["archive_size"] == len(packed) - archive.header["offset"]


def test_replay_info_describes_it(data):
    info = Client().ask(replay_info=sc_pb.RequestReplayInfo(replay_data=data))
    assert (info.map_name, info.local_map_path) == ("Tiny", "mini_games/Tiny.SC2Map")
    assert info.game_duration_loops == 60
    assert info.game_duration_seconds == pytest.approx(60 / 22.4)
    assert info.base_build == 75689
    (player,) = info.player_info
    assert player.player_info.race_actual == common_pb2.Terran
    assert player.player_result.result == sc_pb.Undecided
    assert player.player_apm == round(6 / (60 / 22.4 / 60))


def test_it_can_be_read_without_us(data):
    """As docs/server.md describes it."""
    document = json.loads(
        zlib.decompress(mpyq.MPQArchive(io.BytesIO(data)).header["user_data_header"]["content"])
    )
    assert document["map_name"] == "Tiny"
    assert [event[:2] for event in document["events"]] == [
        [loop, "action"] for loop in range(0, 60, 10)
    ]


def test_a_replay_is_read_as_it_was_written(data):
    replay = Replay.from_bytes(data)
    assert Replay.from_bytes(replay.to_bytes()) == replay


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"replay_data": b""}, "MissingReplay"),
        ({"replay_data": b"", "replay_path": "/etc/passwd"}, "InvalidReplayPath"),
        ({"replay_data": b"x" * 1000}, "InvalidReplayData"),
        ({"replay_data": mpq.pack(b"", {})}, "InvalidReplayData"),
        ({"replay_data": mpq.pack(b"StarCraft II replay\x1b11", {})}, "InvalidReplayData"),
        ({"observed_player_id": 2}, "InvalidObservedPlayerId"),
        ({"observed_player_id": 0}, "InvalidObservedPlayerId"),
        ({"options": None}, "MissingOptions"),
        ({"realtime": True}, "LaunchError"),
        (
            {"options": sc_pb.InterfaceOptions(render=sc_pb.SpatialCameraSetup())},
            "LaunchError",
        ),
    ],
)
def test_what_cannot_be_started(data, changes, error):
    client = Client()
    response = start(client, **{"data": data} | _renamed(changes))
    assert StartError.Error.Name(response.error) == error
    assert response.error_details
    assert client.session.status == sc_pb.launched


def _renamed(changes: dict) -> dict:
    return {"data" if name == "replay_data" else name: value for name, value in changes.items()}


def damaged(data: bytes, **changes) -> bytes:
    document = json.loads(zlib.decompress(mpq.read_user_data(data)))
    return mpq.pack(zlib.compress(json.dumps({**document, **changes}).encode()), {})


CARRY_OVER = {
    "clock": 0,
    "next_tag": 1,
    "random_state": [3, [1, 2], None],
    "resources": {"1": [0, 0]},
    "score": {},
    "leftovers": [],
}


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "a3c_tf mini-game replay 2"},
        {"map_name": "Nowhere"},
        {"events": [[0, "action"]]},
        {"events": [[0, "sabotage", {}]]},
        {"events": [[0, "action", {"noSuchField": 1}]]},
        {"events": 7},
        {"seed": None},
        {"checksums": ["x"]},
        {"loops": float("inf")},
        {"loops": -1},
        {"checksums": []},
        {"result": 99},
        {"race_requested": 99},
        {"options": {"featureLayer": {"resolution": {"x": 10**6, "y": 1}}}},
        {"carry_over": {}},
        {"carry_over": CARRY_OVER},
        {"carry_over": {**CARRY_OVER, "leftovers": [[1, 99999, 0, 0, 0, 0]]}},
    ],
)
def test_damaged_replays_are_named(data, changes):
    client = Client()
    response = start(client, damaged(data, **changes))
    assert StartError.Error.Name(response.error) == "InvalidReplayData"
    assert "replay" in response.error_details
    assert client.session.status == sc_pb.launched


@pytest.mark.parametrize("seed", range(3))
def test_random_damage_is_answered(data, seed):
    rng = random.Random(seed)
    client = Client()
    for _ in range(100):
        text = bytearray(zlib.decompress(mpq.read_user_data(data)))
        for _ in range(rng.choice([1, 3])):
            text[rng.randrange(len(text))] = rng.choice(b'0123456789[]{}",:x-.')
        broken = mpq.pack(zlib.compress(bytes(text)), {})
        info = client.send(replay_info=sc_pb.RequestReplayInfo(replay_data=broken))
        assert not info.error
        response = client.send(
            start_replay=sc_pb.RequestStartReplay(
                replay_data=broken, observed_player_id=1, options=client.options
            )
        )
        assert not response.error
        if response.status == sc_pb.in_replay:
            stepped = client.step(100)
            assert not any("Internal error" in error for error in stepped.error)
            client.observe()
        client.session.leave()


def test_a_game_that_goes_another_way_is_noticed(data):
    """As it would with other rules: then it is no replay any more."""
    replay = Replay.from_bytes(data)
    loop, _ = replay.events[0]
    other = sc_pb.Action()
    other.action_raw.unit_command.ability_id = 3794
    other.action_raw.unit_command.unit_tags.append(0)
    client = client_of("Tiny")
    worker = next(u for u in client.session.game.world.units.values() if u.kind.is_worker)
    other.action_raw.unit_command.unit_tags[0] = worker.tag
    other.action_raw.unit_command.target_world_space_pos.x = 40
    other.action_raw.unit_command.target_world_space_pos.y = 22
    wrong = dataclasses.replace(replay, events=[(loop, other)])
    start(client, wrong.to_bytes())
    (error,) = client.step(60).error
    assert "not what was recorded" in error
    assert "60" in error


def test_a_recording_that_grows_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(recording, "MOST_BYTES", 1000)
    client = client_of("Tiny")
    for _ in range(20):
        client.act(random_action(client, random.Random(0)))
    assert "too many actions" in client.send(save_replay=sc_pb.RequestSaveReplay()).error[0]
    client.send(restart_game=sc_pb.RequestRestartGame())
    assert save(client)
