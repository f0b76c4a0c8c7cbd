"""Who pays what, and how that moves supply and the score."""

from typing import TYPE_CHECKING

from a3c_tf.minigames.rules.score import CategoryScore
from a3c_tf.minigames.rules.unit_type import Category, UnitType

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World


CLIENT = 1


def _add(row: CategoryScore, category: Category, amount: float) -> None:
    name = category.value
    setattr(row, name, getattr(row, name) + amount)


def pay(world: "World", owner: int, kind: UnitType) -> None:
    """Takes the cost of a unit or structure when it is begun.

    Args:
        world: The game.
        owner: Player who pays.
        kind: What is begun.
    """
    player = world.players[owner]
    minerals, vespene = player.cost_of(kind)
    player.minerals -= minerals
    player.vespene -= vespene
    if owner == CLIENT:
        world.score.spent_minerals += minerals
        world.score.spent_vespene += vespene


def refund(world: "World", owner: int, kind: UnitType, share: float = 1.0) -> None:
    """Gives back a share of the cost of what was cancelled.

    Args:
        world: The game.
        owner: Player who paid.
        kind: What is cancelled.
        share: 1.0 for production, 0.75 for a building under construction.
    """
    player = world.players[owner]
    minerals, vespene = (int(amount * share) for amount in player.cost_of(kind))
    player.minerals += minerals
    player.vespene += vespene
    if owner == CLIENT:
        world.score.spent_minerals -= minerals
        world.score.spent_vespene -= vespene


def begin(world: "World", owner: int, kind: UnitType) -> None:
    """Books what now exists or is being made: supply used, and value in use.

    Args:
        world: The game.
        owner: Its owner.
        kind: Its type.
    """
    _book(world, owner, kind, 1)
    if owner == CLIENT:
        score = world.score
        _add(score.total_used_minerals, kind.category, kind.minerals)
        _add(score.total_used_vespene, kind.category, kind.vespene)


def end(world: "World", owner: int, kind: UnitType) -> None:
    """Takes back `begin`: it died, was removed or cancelled.

    Args:
        world: The game.
        owner: Its owner.
        kind: Its type.
    """
    _book(world, owner, kind, -1)


def complete(world: "World", owner: int, kind: UnitType) -> None:
    """Books what is finished and of use from now on: supply provided, counts, total value.

    Args:
        world: The game.
        owner: Its owner.
        kind: Its type.
    """
    player = world.players[owner]
    player.food_provided += kind.food_provided
    player.army_count += kind.is_army
    if owner == CLIENT:
        value = kind.minerals + kind.vespene
        if kind.is_structure:
            world.score.total_value_structures += value
        else:
            world.score.total_value_units += value


def retire(world: "World", owner: int, kind: UnitType) -> None:
    """Takes back the supply and counts of `complete`; total values only ever grow.

    Args:
        world: The game.
        owner: Its owner.
        kind: Its type.
    """
    player = world.players[owner]
    player.food_provided -= kind.food_provided
    player.army_count -= kind.is_army


def lose(world: "World", owner: int, kind: UnitType, killer: int | None) -> None:
    """Counts a death in the score; what it takes back is `end`'s and `retire`'s to book.

    Args:
        world: The game.
        owner: Owner of what died.
        kind: Its type.
        killer: Player who killed it, or None.
    """
    score = world.score
    rows = []
    if owner == CLIENT:
        rows.append((score.lost_minerals, score.lost_vespene))
        if killer == CLIENT:
            rows.append((score.friendly_fire_minerals, score.friendly_fire_vespene))
    elif killer == CLIENT:
        rows.append((score.killed_minerals, score.killed_vespene))
        if kind.is_structure:
            score.killed_value_structures += kind.minerals + kind.vespene
        else:
            score.killed_value_units += kind.minerals + kind.vespene
    for minerals, vespene in rows:
        _add(minerals, kind.category, kind.minerals)
        _add(vespene, kind.category, kind.vespene)


def _book(world: "World", owner: int, kind: UnitType, sign: int) -> None:
    player = world.players[owner]
    if kind.is_worker:
        player.food_workers += sign * kind.food
    else:
        player.food_army += sign * kind.food
    if owner == CLIENT:
        score = world.score
        _add(score.food_used, kind.category, sign * kind.food)
        _add(score.used_minerals, kind.category, sign * kind.minerals)
        _add(score.used_vespene, kind.category, sign * kind.vespene)
