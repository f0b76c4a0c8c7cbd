"""What spatial and raw actions have in common: commands to units, and the camera."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.rules import abilities, commands, placement
from a3c_tf.minigames.rules.abilities import Ability, Target
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit import Point
from a3c_tf.minigames.rules.world import World


class Command(NamedTuple):
    """A command to units.

    Attributes:
        ability_id: A specific or general id.
        tags: The units commanded.
        target_unit: Tag of the unit aimed at, or None.
        point: Point aimed at in world units, or None.
        queued: Whether the order follows those the units have.
    """

    ability_id: int
    tags: tuple[int, ...]
    target_unit: int | None = None
    point: Point | None = None
    queued: bool = False


def find_ability(world: World, ability_id: int, tags: Sequence[int]) -> Ability | None:
    """The ability that the first unit able to obey uses.

    Args:
        world: The game.
        ability_id: A specific or general id.
        tags: The units commanded.

    Returns:
        The ability, or None when no unit has such an ability.
    """
    for tag in tags:
        unit = world.units.get(tag)
        ability = unit and abilities.resolve(world, ability_id, unit)
        if ability:
            return ability
    return None


def execute(world: World, command: Command) -> tuple[ActionResult, Command]:
    """Command units; where an ability is aimed at points, a unit at the point doesn't matter.

    Args:
        world: The game.
        command: As the client gave it.

    Returns:
        What became of it, and the command as the game reports it: with the specific id of the
        ability (a Move is 16 whoever it was sent to) and only the kind of target it takes.
    """
    ability = find_ability(world, command.ability_id, command.tags)
    target_unit = command.target_unit
    aimed_at_points = ability is not None and ability.target in _AT_POINTS
    if command.point is not None and (aimed_at_points or list(command.tags) == [target_unit]):
        target_unit = None  # a unit isn't sent to itself but to the point clicked
    command = command._replace(target_unit=target_unit)
    result = commands.issue(
        world,
        command.ability_id,
        command.tags,
        target_unit=target_unit,
        point=command.point,
        queued=command.queued,
    )
    if ability is None or result is not ActionResult.SUCCESS:
        return result, command
    return result, _as_reported(world, command, ability)


_AT_POINTS = (Target.POINT, Target.NONE_OR_POINT)


def _as_reported(world: World, command: Command, ability: Ability) -> Command:
    target = world.units.get(command.target_unit or 0)
    point = command.point if target is None else (target.x, target.y)
    if ability.product is not None and ability.product.is_refinery and point is not None:
        target = placement.geyser_at(world, point)  # what stands there is what it was aimed at
    elif ability.target is Target.NONE:
        target = point = None
    elif ability.target in _AT_POINTS:
        target = None
    tag = None if target is None else target.tag
    return command._replace(ability_id=ability.ability_id, target_unit=tag, point=point)


def move_camera(game: Game, centre: Point) -> ActionResult:
    """Look elsewhere, within the playable area.

    The scripts of all maps but FindAndDefeatZerglings lock the camera (CameraLockInput). That this
    binds a player at the screen and not a client of the protocol is inferred from published random
    scores (docs/calibration.md); so is the limit of the playable area.

    Args:
        game: The game.
        centre: World point to look at.

    Returns:
        ERROR if there is no such point, else SUCCESS.
    """
    if not all(map(math.isfinite, centre)):
        return ActionResult.ERROR
    game.world.camera = game.script.clamp(centre, 0.0)
    return ActionResult.SUCCESS
