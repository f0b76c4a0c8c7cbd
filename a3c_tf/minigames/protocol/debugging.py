"""Debug commands: units made and removed, values set, rules suspended, the game ended."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from s2clientprotocol import debug_pb2, sc2api_pb2

from a3c_tf.minigames.protocol.game import CLIENT_PLAYER_ID, Game
from a3c_tf.minigames.protocol.refusal import RequestRefusedError
from a3c_tf.minigames.rules.cheats import Cheat, toggle
from a3c_tf.minigames.rules.damage import kill
from a3c_tf.minigames.rules.player import NEUTRAL_OWNER
from a3c_tf.minigames.rules.results import GameResult
from a3c_tf.minigames.rules.unit_data import UNIT_TYPES
from a3c_tf.minigames.rules.world import World

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session

MOST_UNITS = 500
"""Units that may be on the map after a create_unit command."""

MOST_RESOURCES = 10**6
"""Minerals or gas that a player can be given."""


def debug(
    session: "Session",
    request: sc2api_pb2.RequestDebug,
    response: sc2api_pb2.ResponseDebug,
) -> None:
    """Carry out debug commands in their order.

    Args:
        session: The client's session.
        request: The commands; drawings are accepted and ignored, as nobody sees them.
        response: Left empty.

    Raises:
        RequestRefusedError: If a command isn't supported or names what doesn't exist; those
            before it have been carried out.
    """
    game = session.game
    try:
        for command in request.debug:
            game.recording.note(game.world, command)
            carry_out(game, command)
    finally:
        if game.is_over:
            session.status = sc2api_pb2.ended


def carry_out(game: Game, command: debug_pb2.DebugCommand) -> None:
    """Carry out one debug command.

    Args:
        game: The game.
        command: What to do.

    Raises:
        RequestRefusedError: If it isn't supported or names what doesn't exist.
    """
    kind = command.WhichOneof("command")
    if kind == "draw":
        return
    if kind is None or kind not in _COMMANDS:
        raise RequestRefusedError(
            f"The mini-game server doesn't support the debug command {kind!r}; it supports: "
            f"{', '.join(_COMMANDS)}."
        )
    _COMMANDS[kind](game.world, getattr(command, kind))


def _create_unit(world: World, command: debug_pb2.DebugCreateUnit) -> None:
    kind = UNIT_TYPES.get(command.unit_type)
    if kind is None:
        raise RequestRefusedError(
            f"No unit type {command.unit_type} in the mini-games; there are: "
            f"{', '.join(f'{unit_id} {kind.name}' for unit_id, kind in UNIT_TYPES.items())}."
        )
    owner = command.owner
    if owner not in world.players and owner != NEUTRAL_OWNER:
        raise RequestRefusedError(f"No player {owner} in this game to own a {kind.name}.")
    width, height = world.script.map_size
    x, y = command.pos.x, command.pos.y
    if not (0 <= x < width and 0 <= y < height):
        raise RequestRefusedError(f"({x}, {y}) lies outside of the map ({width} x {height}).")
    quantity = command.quantity if command.HasField("quantity") else 1
    if len(world.units) + quantity > MOST_UNITS:
        raise RequestRefusedError(f"{quantity} more units would make more than {MOST_UNITS}.")
    for _ in range(quantity):
        world.spawn(kind, owner, x, y)


def _kill_unit(world: World, command: debug_pb2.DebugKillUnit) -> None:
    for tag in command.tag:
        unit = world.units.get(tag)
        if unit is not None:
            kill(world, unit)


def _set_unit_value(world: World, command: debug_pb2.DebugSetUnitValue) -> None:
    unit = world.units.get(command.unit_tag)
    if unit is None:
        raise RequestRefusedError(f"No unit has the tag {command.unit_tag}.")
    if command.unit_value != debug_pb2.DebugSetUnitValue.Life:
        name = debug_pb2.DebugSetUnitValue.UnitValue.Name(command.unit_value)
        raise RequestRefusedError(f"A {unit.kind.name} has no {name}; set its Life.")
    if not command.value > 0:
        raise RequestRefusedError(f"Life must be above 0, not {command.value}; use kill_unit.")
    unit.health = min(command.value, unit.kind.health_max)


def _set_score(world: World, command: debug_pb2.DebugSetScore) -> None:
    if not -(2**31) <= command.score < 2**31:
        raise RequestRefusedError(f"{command.score} isn't a score.")
    world.score.score = int(command.score)


def _end_game(world: World, command: debug_pb2.DebugEndGame) -> None:
    surrender = command.end_result == debug_pb2.DebugEndGame.Surrender
    world.end(GameResult.DEFEAT if surrender else GameResult.VICTORY)


def _game_state(world: World, state: int) -> None:
    if state in _CHEATS:
        toggle(world, _CHEATS[state])
        return
    minerals, vespene = _GIFTS.get(state, (0, 0))
    if not minerals and not vespene:
        name = debug_pb2.DebugGameState.Name(state)
        raise RequestRefusedError(f"The mini-games have no use for the debug command {name!r}.")
    player = world.players[CLIENT_PLAYER_ID]
    player.minerals = min(player.minerals + minerals, MOST_RESOURCES)
    player.vespene = min(player.vespene + vespene, MOST_RESOURCES)


_CHEATS = {
    debug_pb2.show_map: Cheat.SHOW_MAP,
    debug_pb2.food: Cheat.FOOD,
    debug_pb2.free: Cheat.FREE,
    debug_pb2.god: Cheat.GOD,
    debug_pb2.tech_tree: Cheat.TECH_TREE,
    debug_pb2.fast_build: Cheat.FAST_BUILD,
}
"""As in the game, a second command takes the first one back."""

# Minerals and gas that the game gives at once.
_GIFTS = {
    debug_pb2.minerals: (5000, 0),
    debug_pb2.gas: (0, 5000),
    debug_pb2.all_resources: (5000, 5000),
}

_COMMANDS: dict[str, Callable[[World, Any], None]] = {
    "game_state": _game_state,
    "create_unit": _create_unit,
    "kill_unit": _kill_unit,
    "unit_value": _set_unit_value,
    "score": _set_score,
    "end_game": _end_game,
}
