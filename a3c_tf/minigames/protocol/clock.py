"""Advancing a game or a replay."""

from typing import TYPE_CHECKING

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.protocol.playback import Playback

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session


def step(
    session: "Session", request: sc2api_pb2.RequestStep, response: sc2api_pb2.ResponseStep
) -> None:
    """Step exactly as many game loops as asked, or to the end.

    The response already carries the status `ended` when the game is over, or SC2Env would step
    once more.

    Args:
        session: The client's session.
        request: `count`, 1 by default.
        response: Filled in with the game loop reached.
    """
    world, view = session.game.world, session.view
    running: Game | Playback = session.playback or session.game
    count = request.count if request.HasField("count") else 1
    for _ in range(count):
        if running.is_over:
            break
        view.explore(world)
        running.step()
    response.simulation_loop = world.game_loop
    if running.is_over:
        session.status = sc2api_pb2.ended
