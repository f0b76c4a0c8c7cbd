"""Toggling what units do on their own; the same whichever way the client says it."""

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.protocol.command import Command, find_ability
from a3c_tf.minigames.protocol.echo import report_autocast
from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.rules import commands
from a3c_tf.minigames.rules.results import ActionResult


def toggle_autocast(
    game: Game, executed: sc2api_pb2.Action, ability_id: int, tags: tuple[int, ...]
) -> ActionResult:
    """Toggle whether units use an ability on their own.

    Args:
        game: The game, as its player sees it.
        executed: Rewritten to what was done.
        ability_id: A specific or general id.
        tags: The units.

    Returns:
        What became of it.
    """
    result = commands.toggle_autocast(game.world, ability_id, tags)
    ability = find_ability(game.world, ability_id, tags)
    if result is ActionResult.SUCCESS and ability is not None:
        report_autocast(game, executed, Command(ability.ability_id, tags))
    return result
