"""The mini-game server: `python -m a3c_tf.minigames.protocol.server -listen 127.0.0.1 -port P`.

It takes the command line that pysc2 gives to StarCraft II and ignores what means nothing here.
One client at a time; each starts with a fresh session. The process ends on a quit request, on
SIGTERM, when its parent process is gone, and, with -quitOnEof, when its standard input closes.
"""

import argparse
import os
import selectors
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from typing import Never

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.protocol.allocator import keep_freed_memory
from a3c_tf.minigames.protocol.catalogue import SCRIPTS
from a3c_tf.minigames.protocol.connection import LOOPBACK, PATH, Connection
from a3c_tf.minigames.protocol.session import Session

PARENT_CHECK_SECONDS = 1.0


class Server:
    """Waits for clients and lets one of them play."""

    def __init__(
        self,
        listener: socket.socket,
        scripts: Mapping[str, type[MapScript]],
        *,
        owner: int | None = None,
    ) -> None:
        """Prepare to serve.

        Args:
            listener: A listening socket.
            scripts: The maps to offer, by name.
            owner: File descriptor whose end of file means that nobody needs the server any more.
        """
        self._listener = listener
        self._scripts = scripts
        self._owner = owner
        self._selector = selectors.DefaultSelector()
        self._clients: list[Connection] = []
        self._player: Connection | None = None
        self._session = Session(scripts)

    def serve(self) -> None:
        """Serve until told to quit, or until nobody is left to serve."""
        parent = os.getppid()
        selector = self._selector
        selector.register(self._listener, selectors.EVENT_READ, self._accept)
        if self._owner is not None:
            selector.register(self._owner, selectors.EVENT_READ, self._read_owner)
        while self._session.status != sc2api_pb2.quit and os.getppid() == parent:
            for key, _ in selector.select(PARENT_CHECK_SECONDS):
                key.data()
            for client in [client for client in self._clients if client.is_overdue]:
                self._drop(client)
        for client in list(self._clients):
            self._drop(client)

    def _accept(self) -> None:
        client, _ = self._listener.accept()
        connection = Connection(
            client,
            admit=lambda: self._admit(connection),
            answer=lambda message: self._session.handle(message),
        )
        self._clients.append(connection)
        self._selector.register(connection, selectors.EVENT_READ, lambda: self._receive(connection))

    def _receive(self, connection: Connection) -> None:
        if connection not in self._clients:
            return  # dropped for a new client, whose handshake came in the same round
        if not connection.receive():
            self._drop(connection)

    def _admit(self, connection: Connection) -> bool:
        if self._player is not None:
            self._hear_out(self._player)
        if self._player is not None:
            return False
        self._player = connection
        self._session = Session(self._scripts)
        return True

    def _hear_out(self, player: Connection) -> None:
        """Read the player's last words, which may say that its place is free."""
        if (player.has_data and not player.receive()) or player.is_gone:
            self._drop(player)
        elif player.is_closing:
            self._player = None  # closes on its own; what else it sends isn't read

    def _drop(self, connection: Connection) -> None:
        self._selector.unregister(connection)
        self._clients.remove(connection)
        connection.close()
        if connection is self._player:
            self._player = None

    def _read_owner(self) -> None:
        assert self._owner is not None
        if not os.read(self._owner, 4096):
            raise SystemExit(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the server until it is told to quit.

    Args:
        arguments: The command line without the program's name; sys.argv by default.

    Returns:
        The process's exit status.
    """
    flags = _parse(arguments)
    keep_freed_memory()
    with _listen(flags) as listener:
        host, port = listener.getsockname()
        print(f"a3c_tf mini-game server: ws://{host}:{port}{PATH}", flush=True)
        server = Server(listener, SCRIPTS, owner=sys.stdin.fileno() if flags.quitOnEof else None)
        try:
            server.serve()
        except KeyboardInterrupt:
            return 128 + signal.SIGINT
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="a3c_tf.minigames.protocol.server",
        description="Serves StarCraft II mini-games to pysc2 and other clients of its protocol.",
        allow_abbrev=False,
    )
    parser.add_argument("-listen", default="127.0.0.1", help="address; of this machine only")
    parser.add_argument("-port", type=int, default=8167, help="TCP port; 0 takes any free one")
    parser.add_argument("-listenFd", type=int, help="a socket, already listening, to use instead")
    parser.add_argument(
        "-quitOnEof", action="store_true", help="end when the standard input is closed"
    )
    known, _ = parser.parse_known_args(arguments)
    return known


def _listen(flags: argparse.Namespace) -> socket.socket:
    if flags.listenFd is not None:
        return socket.socket(fileno=flags.listenFd)
    if flags.listen not in LOOPBACK:
        _fail(f"-listen {flags.listen}: only {' and '.join(LOOPBACK)} are served")
    try:
        return socket.create_server(("127.0.0.1", flags.port))
    except (OSError, OverflowError) as error:
        _fail(f"can't listen on port {flags.port} of 127.0.0.1 ({error}); give another -port")


def _fail(message: str) -> Never:
    print(f"a3c_tf mini-game server: {message}", file=sys.stderr)
    raise SystemExit(1)


if __name__ == "__main__":
    sys.exit(main())
