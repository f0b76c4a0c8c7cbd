"""One WebSocket connection, without threads.

pysc2 sends its protobuf messages in frames marked as text that are not valid UTF-8, which
ordinary WebSocket servers refuse; and it expects binary frames back. So the frames are handled
here, on top of the protocol state machine of `websockets`.
"""

import socket
import time
from collections.abc import Callable
from http import HTTPStatus

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Origin

PATH = "/sc2api"

LOOPBACK = ("127.0.0.1", "localhost")
"""Names under which this machine is reached, the only ones served."""

MAX_MESSAGE_BYTES = 16 * 2**20
"""A client that sends a longer message is disconnected; pysc2's are below 1 MiB."""

HANDSHAKE_SECONDS = 10.0
"""How long a client may take over the opening handshake."""

CLOSING_SECONDS = 2.0
"""How long a disconnected client may take to close its end, so that it learns the reason."""

SEND_SECONDS = 60.0
"""How long a client may leave a reply unread."""

_READ_BYTES = 2**18
_DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)


class Connection:
    """A client's connection, fed whenever its socket is readable."""

    def __init__(
        self,
        client: socket.socket,
        *,
        admit: Callable[[], bool],
        answer: Callable[[bytes], bytes],
    ) -> None:
        """Wait for the client's handshake.

        Args:
            client: A connected socket; `close` closes it.
            admit: Asked at the handshake whether the client may come in.
            answer: Called with each message; returns the reply.
        """
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.settimeout(SEND_SECONDS)
        port = client.getsockname()[1]
        self._socket = client
        self._admit = admit
        self._answer = answer
        # A page in a browser can reach this port too, but not with one of these origins.
        self._protocol = ServerProtocol(
            origins=[None, *(Origin(f"http://{host}:{port}") for host in LOOPBACK)],
            max_size=MAX_MESSAGE_BYTES,
        )
        self._fragments: list[bytes | bytearray | memoryview] = []
        self._deadline: float | None = time.monotonic() + HANDSHAKE_SECONDS

    def fileno(self) -> int:
        """The socket's file descriptor, for selectors."""
        return self._socket.fileno()

    @property
    def is_overdue(self) -> bool:
        """Whether the client takes too long to open or to close the connection."""
        return self._deadline is not None and time.monotonic() > self._deadline

    @property
    def has_data(self) -> bool:
        """Whether something has arrived that `receive` has not yet read."""
        return bool(self._peek())

    @property
    def is_gone(self) -> bool:
        """Whether the client has closed its end of the socket."""
        return self._peek() == b""

    @property
    def is_closing(self) -> bool:
        """Whether either side has said that it closes the connection."""
        return self._protocol.state in (State.CLOSING, State.CLOSED)

    def _peek(self) -> bytes | None:
        """The next byte; none at the end or after an error, None where nothing has arrived."""
        self._socket.setblocking(False)
        try:
            return self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return None
        except OSError:
            return b""
        finally:
            self._socket.settimeout(SEND_SECONDS)

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def receive(self) -> bool:
        """Read what has arrived and answer the messages completed by it.

        Returns:
            False when the connection is over.
        """
        try:
            data = self._socket.recv(_READ_BYTES)
            if not data:
                return False
            self._protocol.receive_data(data)
            for event in self._protocol.events_received():
                if isinstance(event, Request):
                    self._shake_hands(event)
                elif isinstance(event, Frame) and event.opcode in _DATA:
                    self._take_fragment(event)
            self._flush()
        except OSError:  # the client is gone, or reads nothing
            return False
        return True

    def _shake_hands(self, request: Request) -> None:
        protocol = self._protocol
        if request.path.partition("?")[0] != PATH:
            response = protocol.reject(HTTPStatus.NOT_FOUND, f"The API is at {PATH}.\n")
        elif not self._admit():
            response = protocol.reject(
                HTTPStatus.SERVICE_UNAVAILABLE, "Another client is connected.\n"
            )
        else:
            response = protocol.accept(request)
        protocol.send_response(response)
        if protocol.state is State.OPEN:
            self._deadline = None

    def _take_fragment(self, frame: Frame) -> None:
        self._fragments.append(frame.data)
        if frame.fin:
            message = b"".join(self._fragments)
            self._fragments.clear()
            reply = self._answer(message)
            if self._protocol.state is State.OPEN:  # pysc2 quits without waiting for a reply
                self._protocol.send_binary(reply)

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._socket.sendall(data)
            else:
                self._socket.shutdown(socket.SHUT_WR)
        if self._deadline is None and self._protocol.close_expected():
            self._fragments.clear()
            self._deadline = time.monotonic() + CLOSING_SECONDS
