"""Actions: each is carried out at once and answered with the game's own result code."""

from typing import TYPE_CHECKING

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.protocol import raw_actions, spatial_actions, ui_actions
from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.rules.results import ActionResult

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session


def act(
    session: "Session",
    request: sc2api_pb2.RequestAction,
    response: sc2api_pb2.ResponseAction,
) -> None:
    """Carry out actions in their order, before the next game loop.

    Args:
        session: The client's session.
        request: The actions; an empty action does nothing.
        response: Filled in with one result an action.
    """
    game = session.game
    for action in request.actions:
        game.recording.note(game.world, action)
        response.result.append(carry_out(game, action))


def carry_out(game: Game, action: sc2api_pb2.Action) -> ActionResult:
    """Carry out one action and note it for the next observation if it succeeded.

    Args:
        game: The game, as its player sees it.
        action: What the client sent; the parts it holds are carried out one after the other.

    Returns:
        SUCCESS, or the code of the first part that failed.
    """
    results = [ActionResult.SUCCESS]
    for part, perform in _PARTS.items():
        if not action.HasField(part):
            continue
        executed = sc2api_pb2.Action()
        getattr(executed, part).CopyFrom(getattr(action, part))
        result = perform(game, executed)
        results.append(result)
        if result == ActionResult.SUCCESS:
            game.action_log.record(game.world, executed)
    if action.HasField("action_chat"):
        game.action_log.record_chat(action.action_chat.message)
    if action.HasField("action_render"):
        results.append(ActionResult.NOT_SUPPORTED)
    return next((result for result in results if result != ActionResult.SUCCESS), results[0])


# What performs each part, and rewrites the action to what was executed.
_PARTS = {
    "action_raw": raw_actions.perform,
    "action_feature_layer": spatial_actions.perform,
    "action_ui": ui_actions.perform,
}
