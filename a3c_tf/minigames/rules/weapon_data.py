"""The weapons there are.

Numbers are those of the game's own data catalogs (WeaponData.xml and MoverData.xml as published in
SC2Mapster/SC2GameData: core, liberty and voidmulti), which give times in seconds of 16 game loops.
"""

from a3c_tf.minigames.rules.unit_type import LOOPS_PER_SECOND
from a3c_tf.minigames.rules.weapon import Weapon


def _weapon(
    *,
    damage: float,
    range_: float,
    period: float,
    # What a catalog entry leaves out is the default weapon's.
    damage_point: float = 0.167,
    backswing: float = 0.5,
    scan_range: float = 5.0,
    missile_speed: float = 0.0,
) -> Weapon:
    """A weapon whose times are given in seconds, and its missile's speed in units a second."""
    return Weapon(
        damage=damage,
        range=range_,
        period=period * LOOPS_PER_SECOND,
        damage_point=damage_point * LOOPS_PER_SECOND,
        backswing=backswing * LOOPS_PER_SECOND,
        scan_range=scan_range,
        missile_speed=missile_speed / LOOPS_PER_SECOND,
    )


GAUSS_RIFLE = _weapon(
    damage=6, range_=5, period=0.8608, damage_point=0.05, backswing=0.75, scan_range=5.5
)
ACID_SALIVA = _weapon(damage=16, range_=4, period=2.0, missile_speed=18.75)
CLAWS = _weapon(damage=5, range_=0.1, period=0.696)
FUSION_CUTTER = _weapon(damage=5, range_=0.1, period=1.5)
# 35 to light units in every release; later ones than the server stands for shift damage to the
# bonus.
VOLATILE_BURST = Weapon(
    damage=20,
    bonus_to_light=15,
    range=0.25,
    period=0.833 * LOOPS_PER_SECOND,
    damage_point=0.0,
    backswing=0.0,
    scan_range=5.0,
    splash_radius=2.2,
    is_suicidal=True,
)
