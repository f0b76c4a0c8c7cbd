"""Commands to units: checked, then turned into orders."""

import math
from collections.abc import Sequence

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules import command_handlers, production
from a3c_tf.minigames.rules.abilities import Ability, Target, resolve
from a3c_tf.minigames.rules.command_handlers import Command
from a3c_tf.minigames.rules.results import ActionError, ActionResult
from a3c_tf.minigames.rules.unit import Point, Unit
from a3c_tf.minigames.rules.world import World

_CLIENT = 1


def issue(
    world: World,
    ability_id: int,
    tags: Sequence[int],
    *,
    target_unit: int | None = None,
    point: Point | None = None,
    queued: bool = False,
) -> ActionResult:
    """Commands units, as a client's unit_command does.

    Whatever is passed, nothing is raised: a command that cannot be carried out is answered with
    its code, which is also added to `world.errors`.

    Args:
        world: The game.
        ability_id: A specific or general ability id.
        tags: Units commanded; those of other players and those unable are left out.
        target_unit: Tag of the unit aimed at.
        point: Point aimed at, in world units; ignored where `target_unit` is given.
        queued: Whether the order follows those the unit has instead of replacing them.

    Returns:
        SUCCESS when at least one unit took the command, else the reason of the first refusal.
    """
    result, tag = _issue(world, ability_id, tags, target_unit, point, queued)
    if result is not ActionResult.SUCCESS:
        world.errors.append(ActionError(result, ability_id, tag))
    return result


def cancel_production(world: World, slot: int) -> ActionResult:
    """Cancels one item of the selected building's queue (the production panel).

    Args:
        world: The game.
        slot: Index in the queue, 0 the one in progress.

    Returns:
        SUCCESS, or CANT_FIND_CANCEL_ORDER when there is no such item.
    """
    for tag in world.selection:
        unit = world.units[tag]
        if unit.owner == _CLIENT and unit.kind.is_producer and 0 <= slot < len(unit.orders):
            production.cancel(world, unit, slot)
            return ActionResult.SUCCESS
    result = ActionResult.CANT_FIND_CANCEL_ORDER
    world.errors.append(ActionError(result, ids.CANCEL_LAST, 0))
    return result


def toggle_autocast(world: World, ability_id: int, tags: Sequence[int]) -> ActionResult:
    """Toggles whether units use an ability on their own.

    Args:
        world: The game.
        ability_id: A specific or general ability id; repair is the only one that can be.
        tags: Units to toggle.

    Returns:
        SUCCESS, or NOT_SUPPORTED when no unit has such an ability.
    """
    able = [unit for unit, ability in _able(world, ability_id, tags) if _is_repair(ability)]
    if not able:
        world.errors.append(ActionError(ActionResult.NOT_SUPPORTED, ability_id, 0))
        return ActionResult.NOT_SUPPORTED
    turn_on = any(ids.REPAIR not in unit.autocast for unit in able)
    for unit in able:
        if turn_on:
            unit.autocast.add(ids.REPAIR)
        else:
            unit.autocast.discard(ids.REPAIR)
    return ActionResult.SUCCESS


def _is_repair(ability: Ability) -> bool:
    return ability.ability_id == ids.REPAIR


def _able(world: World, ability_id: int, tags: Sequence[int]) -> list[tuple[Unit, Ability]]:
    able = []
    for tag in tags:
        unit = world.units.get(tag)
        if unit is not None and unit.owner == _CLIENT:
            ability = resolve(world, ability_id, unit)
            if ability is not None:
                able.append((unit, ability))
    return able


def _issue(
    world: World,
    ability_id: int,
    tags: Sequence[int],
    target_unit: int | None,
    point: Point | None,
    queued: bool,
) -> tuple[ActionResult, int]:
    """Returns the result, and the tag of the unit that was refused."""
    able = _able(world, ability_id, tags)
    if not able:
        return _why_nobody(world, tags), 0
    target = world.units.get(target_unit) if target_unit is not None else None
    if target_unit is not None and (target is None or not _can_be_aimed_at(world, target)):
        return ActionResult.CANT_TARGET_THAT_UNIT, able[0][0].tag
    if target is not None:
        point = (target.x, target.y)
    if point is not None:
        if not (math.isfinite(point[0]) and math.isfinite(point[1])):
            return ActionResult.ERROR, able[0][0].tag
        point = world.script.clamp(point, 0.0)
    refusal: tuple[ActionResult, int] | None = None
    taken = False
    for unit, ability in command_handlers.choose(world, able, point):
        command = Command(ability, target, point, queued)
        result = _hand_over(world, unit, command)
        if result is ActionResult.SUCCESS:
            taken = True
        elif refusal is None:
            refusal = (result, unit.tag)
    if taken or refusal is None:
        return ActionResult.SUCCESS, 0
    return refusal


def _can_be_aimed_at(world: World, target: Unit) -> bool:
    return target.kind.is_targetable and world.is_visible(target)


def _hand_over(world: World, unit: Unit, command: Command) -> ActionResult:
    ability = command.ability
    if not ability.is_modelled:
        return ActionResult.NOT_SUPPORTED
    if ability.target in (Target.POINT, Target.POINT_OR_UNIT) and command.point is None:
        return ActionResult.ERROR
    return command_handlers.handle(world, unit, command)


def _why_nobody(world: World, tags: Sequence[int]) -> ActionResult:
    known = [world.units[tag] for tag in tags if tag in world.units]
    if known and all(unit.owner != _CLIENT for unit in known):
        return ActionResult.YOU_CANT_CONTROL_THAT_UNIT
    return ActionResult.NOT_SUPPORTED
