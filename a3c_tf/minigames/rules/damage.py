"""Blows, death, and what both do to the score."""

import math
from typing import TYPE_CHECKING, NamedTuple

from a3c_tf.minigames.rules import accounts
from a3c_tf.minigames.rules.cheats import Cheat
from a3c_tf.minigames.rules.unit import Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

# GameData.xml of the core catalog: armour leaves a hit at least this.
_LEAST_DAMAGE = 0.5
# GameData.xml of the core catalog: who is hit calls those within this distance for help, and not
# again for 2 seconds.
_CALL_DISTANCE = 4.0
_CALL_LOOPS = 32


class Missile(NamedTuple):
    """A shot in the air; it follows its target, and is lost when that dies first.

    Attributes:
        lands_at: `World.clock` at which it hits.
        attacker: Who shot it, dead or alive.
        target: Whom it hits.
    """

    lands_at: float
    attacker: Unit
    target: Unit


def strike(world: "World", attacker: Unit, target: Unit) -> None:
    """Carries out an attack.

    Args:
        world: The game.
        attacker: Who strikes or shoots; one whose weapon is suicidal explodes.
        target: Who is hit.
    """
    weapon = attacker.kind.weapon
    if weapon is None:
        return
    if weapon.is_suicidal:
        kill(world, attacker)
    elif weapon.missile_speed:
        gap = math.hypot(target.x - attacker.x, target.y - attacker.y)
        gap -= attacker.kind.radius + target.kind.radius
        lands_at = world.clock + max(gap, 0.0) / weapon.missile_speed
        world.missiles.append(Missile(lands_at, attacker, target))
    else:
        _hit(world, attacker, target)


def land_missiles(world: "World") -> None:
    """Lets the missiles that have arrived hit.

    Args:
        world: The game.
    """
    landed = [missile for missile in world.missiles if missile.lands_at <= world.clock]
    if landed:
        world.missiles = [missile for missile in world.missiles if missile.lands_at > world.clock]
        for missile in landed:
            if missile.target.alive:
                _hit(world, missile.attacker, missile.target)


def _hit(world: "World", attacker: Unit, target: Unit) -> None:
    weapon = attacker.kind.weapon
    if weapon is not None:
        hurt(world, target, weapon.damage_to(target.kind.is_light), attacker)


def hurt(world: "World", unit: Unit, damage: float, attacker: Unit) -> None:
    """Takes hit points off a unit; it calls for help, or dies.

    Args:
        world: The game.
        unit: Who is hit.
        damage: Hit points before armour.
        attacker: Who did it.
    """
    owner = world.players.get(unit.owner)
    if owner is not None and Cheat.GOD in owner.cheats:
        return
    loss = min(max(damage - unit.kind.armor, _LEAST_DAMAGE), unit.health)
    unit.health -= loss
    if attacker.owner == accounts.CLIENT:
        world.score.total_damage_dealt.life += loss
    if unit.owner == accounts.CLIENT:
        world.score.total_damage_taken.life += loss
    if unit.health <= 0.0:
        kill(world, unit, attacker)
    elif unit.owner != attacker.owner:
        _call_for_help(world, unit, attacker)


def kill(world: "World", unit: Unit, killer: Unit | None = None) -> None:
    """Ends a unit's life.

    Args:
        world: The game.
        unit: Who dies; nothing happens when it has gone already.
        killer: Who did it, or None.
    """
    if not unit.alive:
        return
    accounts.lose(world, unit.owner, unit.kind, None if killer is None else killer.owner)
    world.remove(unit)
    world.script.unit_died(world, unit)
    weapon = unit.kind.weapon
    if weapon is not None and weapon.is_suicidal:
        _explode(world, unit)


def regenerate(unit: Unit) -> None:
    """Heals a unit for one game loop, if it is of a kind that heals.

    Args:
        unit: The unit.
    """
    kind = unit.kind
    if unit.health < kind.health_max:
        unit.health = min(unit.health + kind.regeneration, kind.health_max)


def _explode(world: "World", unit: Unit) -> None:
    """Hits every enemy that the splash touches; assumed to reach to a unit's edge."""
    weapon = unit.kind.weapon
    if weapon is None:
        return
    for enemy in list(world.foes[unit.owner]):
        reach = weapon.splash_radius + enemy.kind.radius
        if enemy.alive and (enemy.x - unit.x) ** 2 + (enemy.y - unit.y) ** 2 <= reach * reach:
            _hit(world, unit, enemy)


def _call_for_help(world: "World", unit: Unit, attacker: Unit) -> None:
    """Lets idle friends around a unit that was hit, and itself, go for the attacker."""
    if world.clock < unit.called_at + _CALL_LOOPS or not attacker.alive:
        return
    unit.called_at = world.clock
    for friend in world.forces[unit.owner]:
        if friend.target is None and not friend.orders and friend.kind.acquires_targets:
            reach = _CALL_DISTANCE + friend.kind.radius + unit.kind.radius
            if (friend.x - unit.x) ** 2 + (friend.y - unit.y) ** 2 <= reach * reach:
                friend.target = attacker
