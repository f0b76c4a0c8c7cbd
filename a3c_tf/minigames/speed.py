"""How much processor time the server takes: `python -m a3c_tf.minigames.speed [MAP ...]`.

An agent step is what SC2Env asks for: an action, eight game loops and an observation with every
feature layer. Messages are serialized and parsed as over a connection, but there is none, so that
neither the client nor the machine's other work counts. With --client both are there: it is SC2Env
itself that steps, and the clock on the wall that counts.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence

from s2clientprotocol import sc2api_pb2

import a3c_tf.compat  # noqa: F401 - must come before s2clientprotocol
from a3c_tf.minigames.protocol.allocator import keep_freed_memory
from a3c_tf.minigames.protocol.catalogue import SCRIPTS
from a3c_tf.minigames.protocol.session import Session
from a3c_tf.minigames.speed_client import ClientSpeed, measure_client

LOOPS_PER_STEP = 8
WARM_UP_STEPS = 20
_SMART, _ATTACK = 1, 3674  # general ability ids


class Driver:
    """A client that keeps all its units busy with a command to a random place every step."""

    def __init__(self, map_name: str, size: int, *, raw: bool) -> None:
        """Start a game.

        Args:
            map_name: The map.
            size: Width and height of the screen and the minimap in pixels.
            raw: Whether to ask for raw data too.
        """
        self._session = Session(SCRIPTS)
        self._random = random.Random(0)
        self._size = size
        fights = len(SCRIPTS[map_name].races) > 1
        self._ability_id = _ATTACK if fights else _SMART
        create = sc2api_pb2.RequestCreateGame(random_seed=0)
        create.local_map.map_path = map_name
        create.player_setup.add(type=sc2api_pb2.Participant)
        self._ask(create_game=create)
        options = sc2api_pb2.InterfaceOptions(raw=raw, score=True)
        for resolution in ("resolution", "minimap_resolution"):
            pixels = getattr(options.feature_layer, resolution)
            pixels.x = pixels.y = size
        self._ask(join_game=sc2api_pb2.RequestJoinGame(race=1, options=options))

    def step(self) -> None:
        """Act, advance and observe; begin again when the game has ended."""
        select, command = sc2api_pb2.Action(), sc2api_pb2.Action()
        if self._ability_id == _SMART:
            select.action_ui.select_idle_worker.type = 3  # all of them
        if self._session.game.world.players[1].army_count:
            select.action_ui.select_army.selection_add = False
        unit_command = command.action_feature_layer.unit_command
        unit_command.ability_id = self._ability_id
        place = unit_command.target_screen_coord
        place.x, place.y = (self._random.randrange(self._size) for _ in range(2))
        self._ask(action=sc2api_pb2.RequestAction(actions=[select, command]))
        stepped = self._ask(step=sc2api_pb2.RequestStep(count=LOOPS_PER_STEP))
        self._ask(observation=sc2api_pb2.RequestObservation())
        if stepped.status == sc2api_pb2.ended:
            self._ask(restart_game=sc2api_pb2.RequestRestartGame())

    def _ask(self, **request: object) -> sc2api_pb2.Response:
        message = sc2api_pb2.Request(**request).SerializeToString()
        return sc2api_pb2.Response.FromString(self._session.handle(message))


def measure(map_name: str, steps: int, size: int = 64, *, raw: bool = False) -> float:
    """Measure one map.

    Args:
        map_name: The map.
        steps: Agent steps to measure.
        size: Width and height of the screen and the minimap in pixels.
        raw: Whether to ask for raw data too.

    Returns:
        Milliseconds of processor time an agent step.
    """
    driver = Driver(map_name, size, raw=raw)
    for _ in range(WARM_UP_STEPS):
        driver.step()
    begin = time.process_time()
    for _ in range(steps):
        driver.step()
    return (time.process_time() - begin) / steps * 1e3


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line a map.

    Args:
        arguments: The command line without the program's name; sys.argv by default.

    Returns:
        The process's exit status.
    """
    parser = argparse.ArgumentParser(
        prog="a3c_tf.minigames.speed",
        description="Measures the processor time that the mini-game server takes an agent step.",
    )
    parser.add_argument("maps", nargs="*", metavar="MAP", help="by default all of them")
    parser.add_argument("--steps", type=int, default=400, help="agent steps a map (400)")
    parser.add_argument("--size", type=int, default=64, help="pixels of both pictures (64)")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--raw", action="store_true", help="ask for raw data too")
    kinds.add_argument(
        "--client", action="store_true", help="step pysc2's SC2Env, with the server beside it"
    )
    flags = parser.parse_args(arguments)
    unknown = set(flags.maps) - SCRIPTS.keys()
    if unknown:
        parser.error(f"no map {', '.join(sorted(unknown))}; there are: {', '.join(SCRIPTS)}")
    if flags.steps < 1 or not 1 <= flags.size <= 512:
        parser.error("--steps must be at least 1 and --size from 1 to 512")
    keep_freed_memory()
    for name in flags.maps or sorted(SCRIPTS):
        if flags.client:
            result = _describe(measure_client(name, flags.steps, flags.size))
        else:
            milliseconds = measure(name, flags.steps, flags.size, raw=flags.raw)
            result = f"{milliseconds:5.2f} ms an agent step"
        print(f"{name:28} {result}", flush=True)
    return 0


def _describe(speed: ClientSpeed) -> str:
    return (
        f"{speed.steps_per_second:5.0f} agent steps a second; processor time a step: "
        f"client {speed.client_ms:.2f} ms, server {speed.server_ms:.2f} ms"
    )


if __name__ == "__main__":
    sys.exit(main())
