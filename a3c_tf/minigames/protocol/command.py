"""What spatial and raw actions have in common: commands to units, and the camera."""

import math
from collections.abc import Sequence

from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.rules import abilities, commands
from a3c_tf.minigames.rules.abilities import Ability, Target
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.world import World


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


def execute_command(
    world: World,
    ability_id: int,
    tags: Sequence[int],
    *,
    target_unit: int | None,
    point: tuple[float, float] | None,
    queued: bool,
) -> tuple[ActionResult, int]:
    """Command units; where an ability is aimed at points, a unit at the point doesn't matter.

    Args:
        world: The game.
        ability_id: A specific or general id.
        tags: The units commanded.
        target_unit: Tag of the unit aimed at.
        point: Point aimed at, in world units.
        queued: Whether the order follows those the units have.

    Returns:
        What became of it, and the specific id under which the game reports it: a Move is 16
        whoever it was sent to. It is the id given where no unit has such an ability.
    """
    ability = find_ability(world, ability_id, tags)
    aimed_at_points = ability is not None and ability.target in (
        Target.POINT,
        Target.NONE_OR_POINT,
    )
    if point is not None and (aimed_at_points or list(tags) == [target_unit]):
        target_unit = None  # a unit isn't sent to itself but to the point clicked
    result = commands.issue(
        world, ability_id, list(tags), target_unit=target_unit, point=point, queued=queued
    )
    return result, ability_id if ability is None else ability.ability_id


def move_camera(game: Game, centre: tuple[float, float]) -> None:
    """Look elsewhere, within the playable area; nothing happens where the map locks the camera.

    Args:
        game: The game.
        centre: World point to look at.
    """
    if game.script.camera_locked or not all(map(math.isfinite, centre)):
        return
    left, bottom, right, top = game.script.playable
    x, y = centre
    game.world.camera = (min(max(x, left), right), min(max(y, bottom), top))
