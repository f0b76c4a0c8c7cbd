"""Replays of mini-games: what is in one, and the file it is kept in.

The file is one that pysc2's tools take for a replay of the game (see mpq.py). What the server needs
stands before the archive: a JSON document, compressed by zlib, with the map, the seed, the player's
interface and every action with its game loop. docs/server.md describes it.
"""

import dataclasses
import json
import zlib
from typing import Any, Self

from google.protobuf.json_format import MessageToDict, ParseDict
from s2clientprotocol import common_pb2, debug_pb2, sc2api_pb2

from a3c_tf.minigames.protocol import mpq
from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.protocol.recording import Event, checksum
from a3c_tf.minigames.protocol.version import BASE_BUILD, DATA_VERSION, GAME_VERSION
from a3c_tf.minigames.rules.carry_over import CarryOver, Leftover

FORMAT = "a3c_tf mini-game replay 1"
_METADATA = "replay.gamemetadata.json"  # where pysc2/lib/replay.py looks
_LARGEST_DOCUMENT = 256 * 2**20
_EVENT_KINDS = {"action": sc2api_pb2.Action, "debug": debug_pb2.DebugCommand}


class ReplayError(ValueError):
    """Data that is no replay of a mini-game; the message says what is wrong with it."""


@dataclasses.dataclass(frozen=True)
class Replay:
    """One episode, to be played again.

    Attributes:
        map_name: The map.
        seed: Seed of the game.
        disable_fog: Whether it was created without fog of war.
        race_requested: The race the player joined as.
        player_name: The name it gave.
        options: Its interface, by which its actions are aimed.
        carry_over: What the episode before handed on; None for a game's first episode.
        events: What was done, and when.
        checksums: Of the game, each recording.CHECK_LOOPS game loops, and at the end.
        loops: Game loops it lasted.
        result: The player's (sc2api.proto, Result); Undecided when it was cut short.
    """

    map_name: str
    seed: int
    disable_fog: bool
    race_requested: int
    player_name: str
    options: sc2api_pb2.InterfaceOptions
    carry_over: CarryOver | None
    events: list[Event]
    checksums: list[int]
    loops: int
    result: int

    @classmethod
    def of(cls, game: Game) -> Self:
        """Take the replay of the present episode so far.

        Args:
            game: A game whose recording was not given up.

        Returns:
            The replay.
        """
        world, recording = game.world, game.recording
        return cls(
            map_name=game.script.name,
            seed=game.seed,
            disable_fog=game.disable_fog,
            race_requested=game.race_requested,
            player_name=game.player_name,
            options=game.view.options,
            carry_over=recording.carry_over,
            events=recording.events,
            checksums=[*recording.checksums, checksum(world)],
            loops=world.game_loop,
            result=sc2api_pb2.Undecided if world.result is None else world.result,
        )

    def to_bytes(self) -> bytes:
        """The contents of a replay file."""
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        document = {
            "format": FORMAT,
            **fields,
            "options": MessageToDict(self.options),
            "carry_over": self.carry_over and dataclasses.asdict(self.carry_over),
            "events": [_event_to_json(event) for event in self.events],
        }
        metadata = {
            "Title": self.map_name,
            "GameVersion": f"{GAME_VERSION}.{BASE_BUILD}",
            "DataBuild": str(BASE_BUILD),
            "DataVersion": DATA_VERSION,
            "BaseBuild": f"Base{BASE_BUILD}",
        }
        user_data = zlib.compress(json.dumps(document).encode())
        return mpq.pack(user_data, {_METADATA: json.dumps(metadata).encode()})

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read a replay file.

        Args:
            data: Its contents.

        Returns:
            The replay.

        Raises:
            ReplayError: If it is none.
        """
        document = _read_document(data)
        if document.get("format") != FORMAT:
            raise ReplayError(f"its format is {document.get('format')!r}, not {FORMAT!r}")
        try:
            carry_over = document["carry_over"]
            replay = cls(
                map_name=str(document["map_name"]),
                seed=int(document["seed"]),
                disable_fog=bool(document["disable_fog"]),
                race_requested=int(document["race_requested"]),
                player_name=str(document["player_name"]),
                options=ParseDict(document["options"], sc2api_pb2.InterfaceOptions()),
                carry_over=None if carry_over is None else _read_carry_over(carry_over),
                events=[_read_event(event) for event in document["events"]],
                checksums=[int(number) for number in document["checksums"]],
                loops=int(document["loops"]),
                result=int(document["result"]),
            )
            replay.check()
        except Exception as error:  # whatever JSON can hold may stand there
            raise ReplayError(f"its contents are damaged ({error!r})") from error
        return replay

    def check(self) -> None:
        """Look for numbers that can't be.

        Raises:
            ValueError: If there are any.
        """
        common_pb2.Race.Name(self.race_requested)
        sc2api_pb2.Result.Name(self.result)
        if not 0 <= self.loops < 2**31 or not self.checksums:
            raise ValueError(f"{self.loops} game loops, {len(self.checksums)} checksums")


def _read_document(data: bytes) -> dict[str, Any]:
    user_data = mpq.read_user_data(data)
    if user_data is None:
        raise ReplayError("it is no replay file")
    try:
        unpacker = zlib.decompressobj()
        document = json.loads(unpacker.decompress(user_data, _LARGEST_DOCUMENT))
    except (zlib.error, ValueError, RecursionError) as error:
        raise ReplayError(
            "it wasn't recorded by the mini-game server; StarCraft II plays its own replays"
        ) from error
    if not isinstance(document, dict):
        raise ReplayError("its contents are damaged (no JSON object)")
    return document


def _event_to_json(event: Event) -> list[Any]:
    loop, message = event
    kind = next(name for name, kind in _EVENT_KINDS.items() if isinstance(message, kind))
    return [loop, kind, MessageToDict(message)]


def _read_event(event: list[Any]) -> Event:
    loop, kind, fields = event
    return int(loop), ParseDict(fields, _EVENT_KINDS[kind]())


def _read_carry_over(fields: dict[str, Any]) -> CarryOver:
    version, numbers, gauss = fields["random_state"]
    return CarryOver(
        clock=int(fields["clock"]),
        next_tag=int(fields["next_tag"]),
        random_state=(int(version), tuple(map(int, numbers)), gauss),
        resources={
            int(number): (int(minerals), int(vespene))
            for number, (minerals, vespene) in fields["resources"].items()
        },
        score=fields["score"],
        leftovers=tuple(
            Leftover(int(tag), int(unit_id), float(x), float(y), int(minerals), int(vespene))
            for tag, unit_id, x, y, minerals, vespene in fields["leftovers"]
        ),
    )
