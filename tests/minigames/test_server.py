"""The server over real sockets, in this process and as one of its own."""

import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
import websocket
from s2clientprotocol import sc2api_pb2 as sc_pb
from tiny_map import SCRIPTS, Client

from a3c_tf.minigames.protocol import catalogue, connection
from a3c_tf.minigames.protocol.connection import MAX_MESSAGE_BYTES
from a3c_tf.minigames.protocol.server import Server

MODULE = "a3c_tf.minigames.protocol.server"
PING = sc_pb.Request(ping=sc_pb.RequestPing(), id=1)
QUIT = sc_pb.Request(quit=sc_pb.RequestQuit())


@pytest.fixture
def port():
    """A server in a thread; told to quit at the end."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        server = Server(listener, SCRIPTS | catalogue.SCRIPTS)
        thread = threading.Thread(target=server.serve, daemon=True)
        thread.start()
        yield port
        if thread.is_alive():
            gc.collect()  # closes the clients that the test has left
            connect(port).send(QUIT.SerializeToString())
            thread.join(10)
        assert not thread.is_alive()


def connect(port: int, path: str = "/sc2api", **options) -> websocket.WebSocket:
    """Connects as pysc2 does, which takes any answer but 404 for a failure."""
    return websocket.create_connection(f"ws://127.0.0.1:{port}{path}", timeout=10, **options)


def talk(client: websocket.WebSocket, message: bytes) -> sc_pb.Response:
    client.send(message)  # a frame marked as text, as from pysc2
    reply = client.recv()
    assert isinstance(reply, bytes)  # a binary frame
    return sc_pb.Response.FromString(reply)


def ping(client: websocket.WebSocket) -> sc_pb.Response:
    response = talk(client, PING.SerializeToString())
    assert response.id == 1
    assert response.ping.base_build
    return response


def test_text_and_binary_frames_are_understood(port):
    client = connect(port)
    not_utf8 = sc_pb.Request(ping=sc_pb.RequestPing(), id=0xFFFFFFFF).SerializeToString()
    with pytest.raises(UnicodeDecodeError):
        not_utf8.decode()
    assert talk(client, not_utf8).id == 0xFFFFFFFF
    client.send_binary(PING.SerializeToString())
    assert sc_pb.Response.FromString(client.recv()).id == 1
    client.close()


def test_fragmented_messages_are_put_together(port):
    client = connect(port)
    message = PING.SerializeToString()
    client.send_frame(websocket.ABNF.create_frame(message[:1], websocket.ABNF.OPCODE_BINARY, fin=0))
    client.send_frame(websocket.ABNF.create_frame(b"", websocket.ABNF.OPCODE_PING))
    client.send_frame(websocket.ABNF.create_frame(message[1:], websocket.ABNF.OPCODE_CONT, fin=1))
    assert sc_pb.Response.FromString(client.recv()).id == 1
    client.close()


def test_malformed_messages_are_answered_and_the_client_stays(port):
    client = connect(port)
    for message in (b"", b"\xff\xfe", b"nonsense", os.urandom(1000)):
        assert talk(client, message).error
    assert ping(client).status == sc_pb.launched
    client.close()


def test_the_largest_message_is_answered(port):
    client = connect(port)
    request = sc_pb.Request(save_map=sc_pb.RequestSaveMap(map_data=bytes(MAX_MESSAGE_BYTES - 100)))
    assert not talk(client, request.SerializeToString()).error
    client.close()


def test_an_oversized_message_closes_the_connection_and_the_server_lives(port):
    client = connect(port)
    with pytest.raises((OSError, websocket.WebSocketException)):
        client.send_binary(bytes(MAX_MESSAGE_BYTES + 1))
        raise websocket.WebSocketException(client.recv_data(control_frame=True))
    client.close()
    assert ping(connect(port)).status == sc_pb.launched


def test_garbage_instead_of_a_handshake_is_dropped(port):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(b"\x16\x03\x01\x02\x00\x01\x00\n" + os.urandom(500) + b"\r\n\r\n")
        client.shutdown(socket.SHUT_WR)
        while client.recv(4096):
            pass
    ping(connect(port))


@pytest.mark.parametrize(
    ("path", "options", "status"),
    [
        ("/", {}, 404),
        ("/sc2api/more", {}, 404),
        ("/sc2api", {"origin": "http://example.com"}, 403),
        ("/sc2api", {"origin": "http://127.0.0.1:1"}, 403),
    ],
)
def test_who_is_turned_away(port, path, options, status):
    with pytest.raises(websocket.WebSocketBadStatusException) as caught:
        connect(port, path, **options)
    assert caught.value.status_code == status


def test_one_client_at_a_time_and_each_starts_afresh(port):
    first = connect(port)
    request = sc_pb.RequestCreateGame()
    request.local_map.map_path = "Tiny"
    request.player_setup.add(type=sc_pb.Participant)
    assert talk(first, sc_pb.Request(create_game=request).SerializeToString()).status == (
        sc_pb.init_game
    )
    with pytest.raises(websocket.WebSocketBadStatusException) as caught:
        websocket.create_connection(f"ws://127.0.0.1:{port}/sc2api", timeout=10)
    assert caught.value.status_code == 503
    assert ping(first).status == sc_pb.init_game  # undisturbed
    first.sock.close()  # vanishes without a word
    assert ping(connect(port)).status == sc_pb.launched


def play(port: int, map_name: str) -> websocket.WebSocket:
    """Connects and joins a game."""
    client = connect(port)
    create = sc_pb.RequestCreateGame()
    create.local_map.map_path = map_name
    create.player_setup.add(type=sc_pb.Participant)
    talk(client, sc_pb.Request(create_game=create).SerializeToString())
    join = sc_pb.RequestJoinGame(race=1, options=Client().options)
    assert talk(client, sc_pb.Request(join_game=join).SerializeToString()).status == sc_pb.in_game
    return client


STEP = sc_pb.Request(step=sc_pb.RequestStep(count=8)).SerializeToString()


def leave_open(client: websocket.WebSocket) -> None:
    """Says goodbye, and closes its end of the socket later, if ever."""
    client.send_close()


def leave_with_requests(client: websocket.WebSocket) -> None:
    """Says goodbye behind requests whose answers it doesn't wait for."""
    for _ in range(5):
        client.send(STEP)
    client.send_close()


def vanish_with_requests(client: websocket.WebSocket) -> None:
    """Closes its end of the socket behind requests, without a word."""
    for _ in range(5):
        client.send(STEP)
    client.sock.close()


@pytest.mark.parametrize("leave", [leave_open, leave_with_requests, vanish_with_requests])
def test_a_client_that_comes_back_while_its_old_connection_closes_is_served(port, leave):
    for _ in range(20):
        old = play(port, "Tiny")
        leave(old)
        new = play(port, "Tiny")  # the first attempt succeeds, with a session of its own
        assert talk(new, STEP).step.simulation_loop == 8
        if leave is not vanish_with_requests:
            old.sock.close()
        assert talk(new, STEP).step.simulation_loop == 16  # whatever the old one does meanwhile
        new.close()


def test_what_a_client_says_after_its_goodbye_does_not_reach_the_next_ones_game(port):
    old = play(port, "Tiny")
    old.send_close()
    new = play(port, "Tiny")
    old.send(STEP)
    old.send(QUIT.SerializeToString())
    assert talk(new, STEP).step.simulation_loop == 8
    new.close()


@pytest.mark.parametrize("map_name", sorted(catalogue.SCRIPTS))
def test_a_client_that_vanishes_while_the_game_steps(port, map_name):
    client = play(port, map_name)
    for _ in range(20):  # replies pile up unread
        client.send(sc_pb.Request(step=sc_pb.RequestStep(count=8)).SerializeToString())
        client.send(sc_pb.Request(observation=sc_pb.RequestObservation()).SerializeToString())
    client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    client.sock.close()  # with a reset
    assert ping(connect(port)).status == sc_pb.launched


def test_a_silent_client_does_not_keep_others_out_and_is_dropped(port, monkeypatch):
    with socket.create_connection(("127.0.0.1", port), timeout=10):
        client = connect(port)
        ping(client)
        client.close()
    monkeypatch.setattr(connection, "HANDSHAKE_SECONDS", 0.0)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as silent:
        assert silent.recv(10) == b""
    monkeypatch.undo()


# As a process.


def start(*arguments: str, **options) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", MODULE, *arguments],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


@pytest.fixture
def process():
    """A server process on an inherited listening socket, as the launcher starts it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = start(
            "-listen",
            "127.0.0.1",
            "-port",
            "1",
            "-dataDir",
            "/nowhere/",
            "-verbose",
            "-quitOnEof",
            "-listenFd",
            str(listener.fileno()),
            pass_fds=[listener.fileno()],
        )
        server.port = listener.getsockname()[1]
    yield server
    server.kill()
    server.wait()
    server.stdin.close()
    server.stderr.close()


def test_quit_ends_the_process(process):
    client = connect(process.port)
    ping(client)
    client.send(QUIT.SerializeToString())
    client.close()
    assert process.wait(10) == 0
    assert process.stderr.read() == ""


def test_the_end_of_the_owner_ends_the_process(process):
    ping(connect(process.port))
    process.stdin.close()
    assert process.wait(10) == 0


def test_sigterm_ends_the_process(process):
    ping(connect(process.port))
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == -signal.SIGTERM


def test_ctrl_c_ends_the_process_quietly(process):
    ping(connect(process.port))
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    assert process.stderr.read() == ""


def test_a_server_started_by_hand_says_where_it_listens():
    server = start("-port", "0", stdout=subprocess.PIPE)
    with server.stdout:
        line = server.stdout.readline()
        port = int(line.rpartition(":")[2].partition("/")[0])
        client = connect(port)
        ping(client)
        client.send(QUIT.SerializeToString())
        assert server.wait(10) == 0
    server.stdin.close()
    server.stderr.close()


def test_no_orphan_outlives_its_parent():
    """A parent that starts the server without a pipe to it, and dies once it is up."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    script = f"""
import socket, subprocess, sys
server = subprocess.Popen([sys.executable, "-m", "{MODULE}", "-port", "{port}"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
while True:
    try:
        socket.create_connection(("127.0.0.1", {port})).close()
        break
    except OSError:
        assert server.poll() is None
print(server.pid)
"""
    parent = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, check=True)
    orphan = int(parent.stdout)
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and is_running(orphan):
        time.sleep(0.05)
    assert not is_running(orphan)


def is_running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(["-listen", "0.0.0.0"], "0.0.0.0"), (["-port", "70000"], "70000"), (["-port", "x"], "'x'")],
)
def test_wrong_addresses_give_one_clear_message(arguments, says):
    server = start(*arguments)
    _, errors = server.communicate(timeout=20)
    assert server.returncode not in (0, None)
    assert says in errors
    assert "Traceback" not in errors


def test_a_taken_port_gives_one_clear_message():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        server = start("-listen", "127.0.0.1", "-port", port)
        _, errors = server.communicate(timeout=20)
    assert server.returncode == 1
    assert errors.count("\n") == 1
    assert port in errors


def test_the_server_imports_nothing_of_the_learning_side():
    script = f"import sys, {MODULE}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert not loaded & {
        "tensorflow",
        "keras",
        "gymnasium",
        "gym",
        "pysc2",
        "nes_py",
        "cv2",
        "absl",
    }


def test_freed_memory_is_kept_where_the_c_library_can():
    code = (
        "import platform\n"
        "from a3c_tf.minigames.protocol.allocator import keep_freed_memory\n"
        "print(keep_freed_memory() == keep_freed_memory() == (platform.libc_ver()[0] == 'glibc'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
