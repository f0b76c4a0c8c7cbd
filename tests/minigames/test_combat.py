"""Attacks as the game's own numbers describe them: blows, their rhythm, and who goes for whom."""

import itertools
import math
import statistics

import pytest
from arena import (
    Arena,
    arena,
    attack,
    attack_move,
    drops,
    gap_between,
    hold,
    march,
    move,
    place,
)
from playing import run, run_until

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules import damage
from a3c_tf.minigames.rules.combat import weapon_cooldown
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit_data import (
    BANELING,
    MARINE,
    ROACH,
    SCV,
    SUPPLY_DEPOT,
    ZERGLING,
)

SECOND = 16
MARINE_PERIOD = 0.8608 * SECOND
MEAN_DELAY = 0.5  # of a delay between -1 and 2 game loops


# --- Blows -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "target", "loss"),
    [
        (MARINE, ZERGLING, 6),
        (MARINE, ROACH, 5),  # armour 1
        (ROACH, MARINE, 16),
        (ZERGLING, MARINE, 5),
        (SCV, ROACH, 4),
    ],
)
def test_a_blow_takes_the_weapons_damage_less_armour(attacker, target, loss):
    world = arena()
    # No unit of player 2 takes commands, so each side attacks from where it belongs.
    owner = 1 if attacker in (MARINE, SCV) else 2
    victim = place(world, target, 3 - owner)
    striker = place(world, attacker, owner, victim, gap=0.05)
    damage.strike(world, striker, victim)
    if attacker is ROACH:
        damage.land_missiles(world)  # at this distance its missile needs no time
        run(world, 1)
    assert victim.health == pytest.approx(target.health_max - loss, abs=0.05)


def test_armour_leaves_half_a_point_of_damage():
    world = arena()
    depot = place(world, SUPPLY_DEPOT, 2)
    marine = place(world, MARINE, 1, depot, gap=1)
    damage.hurt(world, depot, 0.6, marine)
    assert depot.health == 400 - 0.5


def test_a_marine_shoots_every_0_86_seconds_with_a_small_random_delay():
    world = arena()
    depot = place(world, SUPPLY_DEPOT, 2)
    marine = place(world, MARINE, 1, depot, gap=2)
    attack(world, marine, depot)
    hits = drops(world, depot, 1100)
    assert {loss for _, loss in hits} == {5.0}
    pauses = [later - sooner for (sooner, _), (later, _) in itertools.pairwise(hits)]
    assert statistics.mean(pauses) == pytest.approx(MARINE_PERIOD + MEAN_DELAY, abs=0.2)
    assert min(pauses) >= math.floor(MARINE_PERIOD - 1)
    assert max(pauses) <= math.ceil(MARINE_PERIOD + 2)
    assert len(set(pauses)) > 2


def test_the_same_seed_repeats_the_same_fight():
    def fight(seed):
        world = arena(seed)
        marines = [world.spawn(MARINE, 1, 30, 30 + i) for i in range(4)]
        roaches = [world.spawn(ROACH, 2, 38, 30 + i) for i in range(2)]
        for marine in marines:
            attack_move(world, marine, 40, 30)
        run(world, 150)
        return [(u.x, u.y, u.health) for u in (*marines, *roaches)]

    assert fight(3) == fight(3)
    assert fight(3) != fight(4)


def test_giving_the_same_order_again_and_again_costs_no_shot():
    def shots(repeat):
        world = arena()
        depot = place(world, SUPPLY_DEPOT, 2)
        marine = place(world, MARINE, 1, depot, gap=2)
        attack(world, marine, depot)
        for _ in range(100):
            run(world, 8)
            if repeat:
                attack(world, marine, depot)
        return depot.health

    assert shots(repeat=True) == shots(repeat=False)


def test_weapon_cooldown_counts_down_to_the_next_shot():
    world = arena()
    depot = place(world, SUPPLY_DEPOT, 2)
    marine = place(world, MARINE, 1, depot, gap=2)
    assert weapon_cooldown(world, marine) == 0
    attack(world, marine, depot)
    run_until(world, lambda: depot.health < 400)
    first = weapon_cooldown(world, marine)
    assert MARINE_PERIOD - 3 < first < MARINE_PERIOD + 2
    world.step()
    assert weapon_cooldown(world, marine) == pytest.approx(first - 1)
    move(world, marine, 10, 32)
    run(world, 30)
    assert weapon_cooldown(world, marine) == 0


def test_range_counts_from_edge_to_edge():
    world = arena()
    depot = place(world, SUPPLY_DEPOT, 2)
    near = place(world, MARINE, 1, depot, gap=4.99)
    far = world.spawn(MARINE, 1, near.x, near.y + 2)
    hold(world, near, far)
    run(world, 30)
    assert near.ready_at > 0
    assert far.ready_at == 0  # 5.3 away
    attack(world, far, depot)
    run(world, 30)
    assert far.ready_at > 0
    assert gap_between(far, depot) == pytest.approx(5, abs=0.01)  # it went no nearer than it must


def test_after_a_shot_a_marine_stands_for_its_backswing_but_obeys_at_once():
    def loops_until_it_moves(order):
        world = arena()
        zergling = place(world, ZERGLING, 2)
        marine = place(world, MARINE, 1, zergling, gap=4.9)
        attack(world, marine, zergling)
        run_until(world, lambda: zergling.health < 35)
        zergling.x -= 3  # out of range
        hold(world, zergling)
        if order:
            move(world, marine, 60, 32)
        before = marine.x
        return run_until(world, lambda: marine.x != before)

    assert loops_until_it_moves(order=False) == pytest.approx(0.75 * SECOND, abs=1)
    assert loops_until_it_moves(order=True) == 1


def test_a_blow_is_lost_when_its_target_gets_away_before_the_damage_point():
    for distance, hit in ((0.9, True), (1.5, False)):  # the weapon's slop is 1
        world = arena()
        marine = place(world, MARINE, 1)
        zergling = place(world, ZERGLING, 2, marine, gap=0.05)
        hold(world, marine, zergling)
        marine.ready_at = math.inf
        run_until(world, lambda z=zergling: z.aim is not None)
        zergling.x += distance
        run(world, 4)
        assert (marine.health < 45) is hit


def test_a_missile_flies_and_is_lost_with_its_target():
    world = arena()
    marine = place(world, MARINE, 1)
    roach = place(world, ROACH, 2, marine, gap=3.9)
    hold(world, roach)
    move(world, marine, marine.x, marine.y + 0.001)
    run_until(world, lambda: bool(world.missiles))
    assert marine.health == 45
    flight = run_until(world, lambda: marine.health < 45)
    assert flight == math.ceil(3.9 / (18.75 / SECOND))
    run_until(world, lambda: bool(world.missiles))
    world.remove(marine)
    run(world, 10)
    assert world.missiles == []


def test_zerg_regain_hit_points_but_marines_do_not():
    world = arena()
    zergling = place(world, ZERGLING, 2)
    marine = world.spawn(MARINE, 1, 50, 50)
    zergling.health, marine.health = 20, 20
    run(world, 10 * SECOND)
    assert zergling.health == pytest.approx(20 + 10 * 0.2734)
    assert marine.health == 20
    zergling.health = 34.999
    run(world, SECOND)
    assert zergling.health == 35


# --- Orders ------------------------------------------------------------------------------------


def test_a_move_passes_enemies_by_and_an_attack_move_stops_for_them():
    for command, fights in ((move, False), (attack_move, True)):
        world = arena()
        depot = place(world, SUPPLY_DEPOT, 2)
        marine = world.spawn(MARINE, 1, depot.x - 15, depot.y + 3)
        command(world, marine, depot.x + 15, depot.y + 3)
        run(world, 150)
        assert (depot.health < 400) is fights


def test_an_attack_move_goes_on_to_its_point_after_the_fight():
    world = arena()
    zergling = place(world, ZERGLING, 2)
    marine = world.spawn(MARINE, 1, zergling.x - 12, zergling.y)
    attack_move(world, marine, zergling.x + 12, zergling.y)
    assert [order.ability_id for order in marine.orders] == [ids.ATTACK]
    run_until(world, lambda: not zergling.alive)
    run_until(world, lambda: not marine.orders)
    assert marine.x == pytest.approx(zergling.x + 12, abs=20)
    assert math.dist((marine.x, marine.y), (42, 32)) < 0.01


def test_an_attack_on_a_unit_stays_with_it_and_ends_with_it():
    world = arena()
    near = place(world, SUPPLY_DEPOT, 2)
    far = world.spawn(SUPPLY_DEPOT, 2, near.x, near.y + 5)
    marine = place(world, MARINE, 1, near, gap=1)
    attack(world, marine, far)
    run(world, 60)
    assert near.health == 400
    assert far.health < 400
    assert marine.orders[0].target == far.tag
    damage.kill(world, far)
    run(world, 1)
    assert not marine.orders


def test_hold_position_shoots_what_comes_into_range_and_does_not_move():
    world = arena()
    depot = place(world, SUPPLY_DEPOT, 2)
    within = place(world, MARINE, 1, depot, gap=4.9)
    beyond = world.spawn(MARINE, 1, depot.x - 7, depot.y)
    hold(world, within, beyond)
    before = (within.x, within.y, beyond.x, beyond.y)
    run(world, 60)
    assert (within.x, within.y, beyond.x, beyond.y) == before
    assert within.ready_at > 0
    assert beyond.ready_at == 0


def test_a_patrol_fights_on_its_way_and_then_goes_on():
    world = arena()
    zergling = place(world, ZERGLING, 2)
    marine = world.spawn(MARINE, 1, zergling.x - 9, zergling.y)
    start = (marine.x, marine.y)
    issue(world, ids.PATROL, [marine.tag], point=(zergling.x + 9, zergling.y))
    run_until(world, lambda: not zergling.alive)
    run_until(world, lambda: marine.x > zergling.x + 8.9)
    run_until(world, lambda: math.dist((marine.x, marine.y), start) < 0.2)
    assert marine.orders[0].ability_id == ids.PATROL


def test_a_stopped_unit_defends_itself():
    world = arena()
    depot = place(world, SUPPLY_DEPOT, 2)
    marine = place(world, MARINE, 1, depot, gap=5.4)
    move(world, marine, 60, 60)
    issue(world, ids.STOP, [marine.tag])
    run(world, 40)
    assert depot.health < 400


def test_a_unit_may_attack_its_own_but_not_itself():
    world = arena()
    shooter = place(world, MARINE, 1)
    victim = place(world, MARINE, 1, shooter, gap=2)
    assert attack(world, shooter, shooter) is ActionResult.CANT_TARGET_THAT_UNIT
    assert attack(world, shooter, victim) is ActionResult.SUCCESS
    run_until(world, lambda: not victim.alive)
    assert world.score.friendly_fire_minerals.army == 50


# --- Whom it goes for ---------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "scan"), [(MARINE, 5.5), (SCV, None)])
def test_an_idle_unit_goes_for_what_comes_within_its_scan_range(kind, scan):
    for gap in (4.0, 5.4, 5.6):
        world = arena()
        unit = place(world, kind, 1)
        place(world, SUPPLY_DEPOT, 2, unit, gap=gap)
        run(world, 10)
        assert (unit.target is not None) is (scan is not None and gap < scan)


def test_idle_zerg_go_for_what_comes_within_five():
    for gap, wakes in ((4.9, True), (5.2, False)):
        world = arena()
        marine = place(world, MARINE, 1)
        marine.ready_at = math.inf
        zergling = place(world, ZERGLING, 2, marine, gap=gap)
        hold(world, marine)
        run(world, 10)
        assert (zergling.target is marine) is wakes


def test_the_nearest_that_can_fight_is_the_target():
    world = arena()
    marine = place(world, MARINE, 1)
    marine.ready_at = math.inf
    place(world, SUPPLY_DEPOT, 2, marine, gap=1)
    far = world.spawn(ROACH, 2, marine.x, marine.y + 5)
    near = world.spawn(ROACH, 2, marine.x, marine.y - 4)
    hold(world, far, near)
    run(world, 2)
    assert marine.target is near


def test_a_target_in_range_is_kept_when_a_nearer_one_comes():
    world = arena()
    marine = place(world, MARINE, 1)
    first = world.spawn(SUPPLY_DEPOT, 2, marine.x + 6, marine.y)
    run_until(world, lambda: first.health < 400)
    second = world.spawn(SUPPLY_DEPOT, 2, marine.x - 3, marine.y)
    run(world, 60)
    assert marine.target is first
    assert second.health == 400


def test_who_is_hit_calls_idle_friends_within_four():
    world = arena()
    victim = place(world, ZERGLING, 2)
    near = world.spawn(ZERGLING, 2, victim.x, victim.y + 4.7)  # 3.95 from edge to edge
    far = world.spawn(ZERGLING, 2, victim.x, victim.y - 4.8)  # 4.05
    shooter = place(world, MARINE, 1, victim, gap=4.99)
    shooter.x += 0.5  # now out of everybody's scan range
    damage.hurt(world, victim, 6, shooter)
    assert victim.target is shooter
    assert near.target is shooter
    assert far.target is None


def test_calls_for_help_are_two_seconds_apart():
    world = arena()
    victim = place(world, ZERGLING, 2)
    shooter = place(world, MARINE, 1, victim, gap=5.2)
    hold(world, shooter)
    damage.hurt(world, victim, 6, shooter)
    late = world.spawn(ZERGLING, 2, victim.x, victim.y + 1)
    damage.hurt(world, victim, 6, shooter)
    assert late.target is None
    world.clock += 32
    damage.hurt(world, victim, 6, shooter)
    assert late.target is shooter


def test_a_moving_unit_does_not_answer_blows():
    world = arena()
    marine = place(world, MARINE, 1)
    zergling = place(world, ZERGLING, 2, marine, gap=1)
    move(world, marine, 5, 32)
    run_until(world, lambda: marine.health < 45)
    run(world, 5)
    assert zergling.health == 35


def test_an_idle_unit_returns_to_its_post_after_a_chase():
    world = arena()
    roach = place(world, ROACH, 2)
    post = (roach.x, roach.y)
    marine = place(world, MARINE, 1, roach, gap=4.5)
    move(world, marine, marine.x + 8, marine.y)
    run_until(world, lambda: roach.x > post[0] + 3)
    damage.kill(world, marine)
    run_until(world, lambda: roach.post is None)
    assert math.dist((roach.x, roach.y), post) < 0.01


def test_a_chase_ends_at_the_leash():
    world = arena()
    roach = world.spawn(ROACH, 2, 5, 5)
    marine = world.spawn(MARINE, 1, 9, 5)
    marine.health = 1e6
    move(world, marine, 60, 5)
    run_until(world, lambda: roach.is_recalled)
    assert math.dist((roach.x, roach.y), (5, 5)) == pytest.approx(21, abs=0.3)
    move(world, marine, 24, 7)  # beside its way back
    run(world, 20)
    assert roach.target is None
    run_until(world, lambda: math.dist((roach.x, roach.y), (5, 5)) < 5)


def test_enemies_do_not_push_each_other_around():
    world = arena()
    marine = place(world, MARINE, 1)
    marine.ready_at = math.inf
    before = (marine.x, marine.y)
    for angle in range(8):
        x = marine.x + 4 * math.cos(angle * math.pi / 4)
        y = marine.y + 4 * math.sin(angle * math.pi / 4)
        zergling = world.spawn(ZERGLING, 2, x, y)
        march(world, zergling, 2 * marine.x - x, 2 * marine.y - y)
    marine.post = None
    run(world, 60)
    assert math.dist((marine.x, marine.y), before) < 0.05


# --- Death --------------------------------------------------------------------------------------


def test_a_death_is_told_to_the_script_and_counted():
    world = arena()
    marine = place(world, MARINE, 1)
    roach = place(world, ROACH, 2, marine, gap=2)
    damage.hurt(world, roach, 500, marine)
    damage.hurt(world, marine, 20, roach)
    damage.hurt(world, marine, 500, roach)
    assert isinstance(world.script, Arena)
    assert world.script.dead == [roach, marine]
    score = world.score
    assert (score.killed_minerals.army, score.killed_vespene.army) == (75, 25)
    assert score.killed_value_units == 100
    assert (score.lost_minerals.army, score.lost_vespene.army) == (50, 0)
    assert score.total_damage_dealt.life == 145
    assert score.total_damage_taken.life == 45
    assert world.players[1].food_army == 0


def test_a_dead_unit_is_nobodys_target_any_more():
    world = arena()
    marine = place(world, MARINE, 1)
    depot = place(world, SUPPLY_DEPOT, 2, marine, gap=1)
    attack(world, marine, depot)
    run_until(world, lambda: depot.health < 400)
    damage.kill(world, depot)
    run(world, 3)
    assert marine.target is None
    assert marine.aim is None
    assert not marine.orders


def test_the_dead_do_not_strike_back():
    world = arena()
    marine = place(world, MARINE, 1)  # made first, it acts first in each game loop
    zergling = place(world, ZERGLING, 2, marine, gap=0.05)
    marine.ready_at = 20
    run_until(world, lambda: zergling.aim is not None)
    marine.strike_at = zergling.strike_at = world.clock + 1
    marine.aim, marine.target = zergling, zergling
    zergling.health = 1
    run(world, 3)
    assert not zergling.alive
    assert marine.health == 45


# --- Banelings ----------------------------------------------------------------------------------


def splash(distance: float, owner: int, kind) -> float:
    """What a baneling that dies does to a unit whose centre is so far away."""
    world = arena()
    baneling = place(world, BANELING, 2)
    unit = world.spawn(kind, owner, baneling.x + distance, baneling.y)
    damage.kill(world, baneling)
    return kind.health_max - unit.health


def test_a_baneling_splashes_every_enemy_within_two_point_two():
    assert splash(2.5, 1, MARINE) == 35
    assert splash(2.6, 1, MARINE) == 0  # the marine's edge is 2.225 away
    assert splash(1.0, 1, ROACH) == 20 - 1  # not light, armour 1
    assert splash(1.0, 2, ZERGLING) == 0  # no friendly fire


def test_two_banelings_kill_a_marine():
    world = arena()
    marine = place(world, MARINE, 1)
    for side in (-1, 1):
        baneling = world.spawn(BANELING, 2, marine.x + side, marine.y)
        assert marine.alive
        damage.kill(world, baneling)
    assert not marine.alive


def test_a_baneling_runs_up_and_explodes_at_contact():
    world = arena()
    marines = [world.spawn(MARINE, 1, 30, 30 + i) for i in range(3)]
    for marine in marines:
        marine.ready_at = math.inf
    hold(world, *marines)
    baneling = world.spawn(BANELING, 2, 34, 31)
    run_until(world, lambda: not baneling.alive)
    assert gap_between(baneling, marines[1]) <= 0.25 + 0.01
    assert [marine.health for marine in marines] == [10, 10, 10]
    assert world.score.killed_value_units == 0  # nobody killed it


def test_banelings_of_two_sides_set_each_other_off():
    world = arena()
    for i in range(20):
        world.spawn(BANELING, 1 + i % 2, 30 + 0.8 * i, 32)
    first = world.forces[1][0]
    for _ in range(2):  # 20 damage each, 30 hit points: a push for each
        damage.hurt(world, first, 20, world.forces[2][0])
    assert not first.alive
    run(world, 100)
    assert min(len(world.forces[1]), len(world.forces[2])) == 0
