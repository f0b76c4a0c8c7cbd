"""What was done to a game since it began: with its seed, enough to play it again."""

import zlib

from s2clientprotocol import debug_pb2, sc2api_pb2

from a3c_tf.minigames.rules.carry_over import CarryOver
from a3c_tf.minigames.rules.world import World

type Done = sc2api_pb2.Action | debug_pb2.DebugCommand

type Event = tuple[int, Done]
"""A game loop, and what was done before the next one."""

CHECK_LOOPS = 160
"""Game loops from one checksum of the game to the next."""

MOST_BYTES = 32 * 2**20
"""A recording that grows beyond this is given up; an agent's are far below 1 MiB."""

_EVENT_BYTES = 150  # memory that an event takes besides its message


class Recording:
    """Actions and debug commands since the (re)start, and checksums of what came of them.

    Attributes:
        carry_over: What the episode before handed on; None for a game's first episode.
        checksums: One each CHECK_LOOPS game loops.
        is_given_up: Whether it grew too long, so that nothing more is kept.
    """

    def __init__(self, carry_over: CarryOver | None = None) -> None:
        """Start empty.

        Args:
            carry_over: What the game hands on from the episode before, if this isn't its first.
        """
        self.carry_over = carry_over
        self.checksums: list[int] = []
        self.is_given_up = False
        self._events: list[tuple[int, type[Done], bytes]] = []
        self._bytes = 0

    def note(self, world: World, message: Done) -> None:
        """Keep what is about to be done.

        Args:
            world: The game.
            message: As the client sent it.
        """
        data = message.SerializeToString()
        if not data or self.is_given_up:
            return
        self._events.append((world.game_loop, type(message), data))
        self._bytes += len(data) + _EVENT_BYTES
        if self._bytes > MOST_BYTES:
            self.is_given_up = True
            self._events.clear()

    def check(self, world: World) -> None:
        """Take a checksum of the game when it is time for one.

        Args:
            world: The game after a game loop.
        """
        if world.game_loop % CHECK_LOOPS == 0:
            self.checksums.append(checksum(world))

    @property
    def events(self) -> list[Event]:
        """What was kept, in order."""
        return [(loop, kind.FromString(data)) for loop, kind, data in self._events]


def checksum(world: World) -> int:
    """A number that all but certainly differs between two games that differ.

    Args:
        world: The game.

    Returns:
        32 bits made of every unit's place and life, the score and the player's resources.
    """
    player = world.players[1]
    state = [
        (unit.tag, unit.kind.unit_id, unit.x, unit.y, unit.health) for unit in world.units.values()
    ]
    return zlib.crc32(repr((state, world.score.score, player.minerals, player.vespene)).encode())
