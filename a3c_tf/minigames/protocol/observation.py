"""What the client sees and knows at one moment."""

from typing import TYPE_CHECKING

from s2clientprotocol import common_pb2, sc2api_pb2, score_pb2

from a3c_tf.minigames.protocol.game import CLIENT_PLAYER_ID
from a3c_tf.minigames.protocol.panels import fill_panels
from a3c_tf.minigames.protocol.raw_units import fill_raw
from a3c_tf.minigames.rules import abilities
from a3c_tf.minigames.rules.player import Player
from a3c_tf.minigames.rules.score import Score
from a3c_tf.minigames.rules.selection_panel import active_subgroup

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session


def observe(
    session: "Session",
    request: sc2api_pb2.RequestObservation,
    response: sc2api_pb2.ResponseObservation,
) -> None:
    """Report everything the client's interface shows.

    Args:
        session: The client's session.
        request: `disable_fog` for this observation alone; `game_loop`, which only matters in
            real time, is ignored.
        response: Filled in.
    """
    game, view = session.game, session.view
    world = game.world
    _report_events(session, response)
    observation = response.observation
    observation.game_loop = world.game_loop
    _fill_player(observation.player_common, world.players[CLIENT_PLAYER_ID])
    observation.alerts.extend(world.alerts)
    world.alerts.clear()
    for ability_id, requires_point in abilities.available(world, active_subgroup(world)):
        observation.abilities.append(
            common_pb2.AvailableAbility(ability_id=ability_id, requires_point=requires_point)
        )
    if view.options.score:
        fill_score(observation.score, world.score)
    fill_panels(observation.ui_data, world)

    scene = view.scene(world, disable_fog=request.disable_fog)
    view.draw(scene, observation)
    if view.options.raw:
        fill_raw(observation.raw_data, game, view, scene)


def _report_events(session: "Session", response: sc2api_pb2.ResponseObservation) -> None:
    """What happened since the last observation: actions, failures, chat, the end of the game."""
    game, world = session.game, session.game.world
    response.actions.extend(game.action_log.take_executed(world))
    for error in world.errors:
        ability_id = max(error.ability_id, 0)  # clients can command what the field can't hold
        response.action_errors.add(unit_tag=error.tag, ability_id=ability_id, result=error.result)
    world.errors.clear()
    for message in game.action_log.take_chat():
        response.chat.add(player_id=CLIENT_PLAYER_ID, message=message)
    if session.status == sc2api_pb2.ended:
        # Only the client's own result is known to the map scripts.
        response.player_result.add(player_id=CLIENT_PLAYER_ID, result=_result(session))


def _result(session: "Session") -> int:
    if session.playback is not None:
        return session.playback.replay.result
    result = session.game.world.result
    return sc2api_pb2.Undecided if result is None else result


def _fill_player(common: sc2api_pb2.PlayerCommon, player: Player) -> None:
    common.player_id = player.player_id
    common.minerals = player.minerals
    common.vespene = player.vespene
    common.food_cap = player.food_cap
    common.food_used = int(player.food_used)
    common.food_army = int(player.food_army)
    common.food_workers = int(player.food_workers)
    common.idle_worker_count = player.idle_worker_count
    common.army_count = player.army_count
    common.warp_gate_count = 0
    common.larva_count = 0


def fill_score(message: score_pb2.Score, score: Score) -> None:
    """Copy the score into its message; both use score.proto's names.

    Args:
        message: Filled in.
        score: The client's score.
    """
    message.score_type = score_pb2.Score.Curriculum
    message.score = score.score
    details = message.score_details
    for name in _SCALARS:
        setattr(details, name, getattr(score, name))
    for name, columns in _ROWS.items():
        row, values = getattr(details, name), getattr(score, name)
        row.SetInParent()
        for column in columns:
            value = getattr(values, column)
            if value:
                setattr(row, column, value)


_FIELDS = score_pb2.ScoreDetails.DESCRIPTOR.fields
_SCALARS = [f.name for f in _FIELDS if f.message_type is None and hasattr(Score(), f.name)]
_ROWS = {f.name: [c.name for c in f.message_type.fields] for f in _FIELDS if f.message_type}
