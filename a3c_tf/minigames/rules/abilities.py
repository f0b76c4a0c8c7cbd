"""Who has which abilities, and which of them a selection may use now."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules import construction, production
from a3c_tf.minigames.rules.ability_data import (
    ABILITIES,
    COMMAND_CARDS,
    UNDER_CONSTRUCTION_CARD,
    Ability,
    Target,
)
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit import Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

__all__ = ["ABILITIES", "Ability", "Target", "available", "card", "resolve"]


def card(world: "World", unit: Unit) -> Iterator[Ability]:
    """Lists what a unit's command card offers in its present state, affordable or not.

    Args:
        world: The game.
        unit: The unit.

    Yields:
        Abilities in the order of the card.
    """
    if unit.is_finished:
        ability_ids = COMMAND_CARDS.get(unit.kind.unit_id, ())
    else:
        ability_ids = UNDER_CONSTRUCTION_CARD
    allows = world.script.allows
    for ability_id in ability_ids:
        if allows(unit.kind, ability_id):
            yield ABILITIES[ability_id]


def resolve(world: "World", ability_id: int, unit: Unit) -> Ability | None:
    """Finds the specific ability a unit uses when commanded.

    Args:
        world: The game.
        ability_id: A specific or general id.
        unit: The unit commanded.

    Returns:
        The ability, or None when the unit's command card has none such.
    """
    for ability in card(world, unit):
        if ability_id in (ability.ability_id, ability.general_id):
            return ability
    return None


def available(world: "World", tags: Iterable[int]) -> list[tuple[int, bool]]:
    """Lists what the units may be commanded to do now.

    Args:
        world: The game.
        tags: The selected units.

    Returns:
        Pairs (specific ability id, whether it needs a target point or unit), without repetition.
    """
    found: dict[tuple[int, bool], None] = {}
    impossible: set[Ability] = set()  # structures: what one worker can't begin, none can
    for tag in tags:
        unit = world.units.get(tag)
        if unit is None or unit.owner != 1:
            continue
        for ability in card(world, unit):
            needs_target = ability.target is not Target.NONE
            key = (ability.ability_id, needs_target)
            if key in found or ability in impossible:
                continue
            if is_usable(world, unit, ability):
                found[key] = None
                if ability.target is Target.NONE_OR_POINT:
                    found[ability.ability_id, False] = None
            elif ability.product is not None and ability.product.is_structure:
                impossible.add(ability)
    return list(found)


def is_usable(world: "World", unit: Unit, ability: Ability) -> bool:
    """Tells whether an ability on a unit's card can be used now, as far as its state goes.

    Args:
        world: The game.
        unit: The unit.
        ability: The ability.

    Returns:
        Whether the game would offer it.
    """
    ability_id = ability.ability_id
    if ability_id == ids.RETURN:
        return unit.is_carrying
    if ability_id == ids.HALT:
        return construction.is_constructing(unit)
    if ability_id == ids.CANCEL_LAST:
        return bool(unit.orders)
    if ability.product is not None:
        return check_product(world, unit, ability) is ActionResult.SUCCESS
    if not ability.is_modelled:
        return not unit.orders and _has_means(world, unit, ability)
    return True


def check_product(world: "World", unit: Unit, ability: Ability) -> ActionResult:
    """Checks what an ability that makes something needs, apart from a place for it.

    Args:
        world: The game.
        unit: Who would use it.
        ability: A build or train ability.

    Returns:
        SUCCESS, or what is missing.
    """
    product = ability.product
    if product is None:
        return ActionResult.NOT_SUPPORTED
    if product.is_structure:
        return construction.check_means(world, unit.owner, product)
    return production.check_means(world, unit, product)


def _has_means(world: "World", unit: Unit, ability: Ability) -> bool:
    player = world.players[unit.owner]
    if player.minerals < ability.minerals or player.vespene < ability.vespene:
        return False
    return not ability.requires or any(
        other.kind.unit_id in ability.requires and other.owner == unit.owner and other.is_finished
        for other in world.active
    )
