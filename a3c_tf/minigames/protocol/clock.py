"""Advancing the game."""

from typing import TYPE_CHECKING

from s2clientprotocol import sc2api_pb2

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session


def step(
    session: "Session", request: sc2api_pb2.RequestStep, response: sc2api_pb2.ResponseStep
) -> None:
    """Step the game exactly as many game loops as asked, or to its end.

    The response already carries the status `ended` when the game is over, or SC2Env would step
    once more.

    Args:
        session: The client's session.
        request: `count`, 1 by default.
        response: Filled in with the game loop reached.
    """
    world = session.game.world
    count = request.count if request.HasField("count") else 1
    for _ in range(count):
        if world.ended:
            break
        world.step()
    response.simulation_loop = world.game_loop
    if world.ended:
        session.status = sc2api_pb2.ended
