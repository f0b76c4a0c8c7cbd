"""Questions about the game that change nothing in it: ways, abilities, places to build."""

import itertools
import math
from typing import TYPE_CHECKING

from s2clientprotocol import common_pb2, query_pb2

from a3c_tf.minigames.protocol.game import CLIENT_PLAYER_ID
from a3c_tf.minigames.rules import abilities, construction, placement
from a3c_tf.minigames.rules.abilities import ABILITIES, Target
from a3c_tf.minigames.rules.pathfinding import Router
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit import Point, Unit
from a3c_tf.minigames.rules.unit_data import MARINE
from a3c_tf.minigames.rules.world import World

if TYPE_CHECKING:
    from a3c_tf.minigames.protocol.session import Session

_MEANS = (
    ActionResult.NOT_ENOUGH_MINERALS,
    ActionResult.NOT_ENOUGH_VESPENE,
    ActionResult.NOT_ENOUGH_FOOD,
)


def query(
    session: "Session", request: query_pb2.RequestQuery, response: query_pb2.ResponseQuery
) -> None:
    """Answer questions, each kind in the order asked.

    Args:
        session: The client's session.
        request: The questions; coordinates are the client's raw ones.
        response: Filled in.
    """
    world, origin = session.game.world, session.view.raw_origin
    ignore = request.ignore_resource_requirements
    for way in request.pathing:
        response.pathing.add(distance=_distance(world, way, origin))
    for who in request.abilities:
        _list_abilities(world, who.unit_tag, response.abilities.add(), ignore_means=ignore)
    for place in request.placements:
        point = _to_world(place.target_pos, origin)
        result = _check_place(world, place.ability_id, point, ignore_means=ignore)
        response.placements.add(result=int(result))


def _to_world(position: common_pb2.Point2D, origin: Point) -> Point:
    return position.x + origin[0], position.y + origin[1]


def _distance(world: World, way: query_pb2.RequestQueryPathing, origin: Point) -> float:
    """Length of the way around what stands there, or 0 where there is none."""
    unit: Unit | None = None
    start = _to_world(way.start_pos, origin)
    if way.HasField("unit_tag"):
        unit = world.units.get(way.unit_tag)
        if unit is None or not unit.kind.speed:
            return 0.0
        start = (unit.x, unit.y)
    goal = _to_world(way.end_pos, origin)
    if not all(map(math.isfinite, (*start, *goal))) or world.script.clamp(goal, 0.0) != goal:
        return 0.0
    obstacles = world.ground.obstacles(MARINE.radius if unit is None else unit.kind.radius)
    if obstacles.outside(goal, start, ()) != goal:
        return 0.0
    # A router of its own: the game's remembers ways, which later ones may then follow.
    points, is_complete = Router(obstacles).route(start, goal)
    if not is_complete:
        return 0.0
    corners = [start, *reversed(points)]
    return sum(itertools.starmap(math.dist, itertools.pairwise(corners)))


def _list_abilities(
    world: World,
    tag: int,
    message: query_pb2.ResponseQueryAvailableAbilities,
    *,
    ignore_means: bool,
) -> None:
    message.unit_tag = tag
    unit = world.units.get(tag)
    if unit is None or unit.owner != CLIENT_PLAYER_ID:
        return
    message.unit_type_id = unit.kind.unit_id
    usable = dict(abilities.available(world, [tag]))
    if ignore_means:
        for ability in abilities.card(world, unit):
            if abilities.check_product(world, unit, ability) in _MEANS:
                usable[ability.ability_id] = ability.target is not Target.NONE
    for ability_id, requires_point in usable.items():
        message.abilities.add(ability_id=ability_id, requires_point=requires_point)


def _check_place(
    world: World, ability_id: int, point: Point, *, ignore_means: bool
) -> ActionResult:
    ability = ABILITIES.get(ability_id)
    kind = None if ability is None else ability.product
    if kind is None or not kind.is_structure:
        return ActionResult.NOT_SUPPORTED
    if not all(map(math.isfinite, point)):
        return ActionResult.ERROR
    if not ignore_means:
        result = construction.check_means(world, CLIENT_PLAYER_ID, kind)
        if result is not ActionResult.SUCCESS:
            return result
    return placement.check(world, kind, construction.site(world, kind, point))
