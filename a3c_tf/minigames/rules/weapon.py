"""The constant data of a weapon."""

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class Weapon:
    """What a unit attacks with; distances are measured from the edge of one unit to the other's.

    Attributes:
        damage: Taken off a target's life, less its armour.
        range: Distance at which it hits, in world units.
        period: Game loops from one attack to the next, before the small random delay.
        damage_point: Game loops from the beginning of an attack to the blow.
        backswing: Game loops after the blow in which the attacker stands, unless it is given
            another order.
        scan_range: Distance within which its bearer looks for targets, in world units.
        bonus_to_light: Added to the damage to light units.
        splash_radius: World units around the bearer within which every enemy is hit.
        missile_speed: World units a game loop of what it shoots; 0.0 hits at once.
        is_suicidal: Whether the bearer explodes to attack, and also when it is killed.
    """

    damage: float
    range: float
    period: float
    damage_point: float
    backswing: float
    scan_range: float
    bonus_to_light: float = 0.0
    splash_radius: float = 0.0
    missile_speed: float = 0.0
    is_suicidal: bool = False

    def damage_to(self, light: bool) -> float:
        """Damage of one hit.

        Args:
            light: Whether the target is a light unit.

        Returns:
            Hit points, before armour.
        """
        return self.damage + self.bonus_to_light if light else self.damage
