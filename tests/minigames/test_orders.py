"""Orders of movement: getting there, around things, in groups, and one after another."""

import math

import pytest
from playing import NEAR_FIELDS, at, gather, hall, new_game, run, run_until, tags, workers

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.orders import MAX_ORDERS
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit_data import MARINE, SCV, SUPPLY_DEPOT


def gap(unit, point):
    return math.hypot(unit.x - point[0], unit.y - point[1])


def move(world, units, point, **options):
    return issue(world, 3794, tags(units), point=point, **options)


@pytest.fixture
def world():
    return new_game()


@pytest.fixture
def marine(world):
    return world.spawn(MARINE, 1, 36.0, 24.0)


def test_a_marine_walks_at_its_speed_and_stops_on_the_point(world, marine):
    goal = (39.0, 28.0)
    assert move(world, [marine], goal) is ActionResult.SUCCESS
    loops = run_until(world, lambda: not marine.orders)
    assert loops == pytest.approx(5.0 / MARINE.speed, abs=1.01)
    assert (marine.x, marine.y) == pytest.approx(goal)
    assert marine.facing == pytest.approx(math.atan2(4, 3))


def test_a_worker_needs_time_to_start_and_to_brake(world):
    worker = world.spawn(SCV, 1, 36.0, 24.0)
    move(world, [worker], (36.0, 34.0))
    speeds = []
    while worker.orders:
        before = worker.y
        world.step()
        speeds.append(worker.y - before)
    assert max(speeds) == pytest.approx(SCV.speed)
    assert speeds[0] == pytest.approx(SCV.acceleration)
    assert speeds[-2] < SCV.speed / 2
    # Half the top speed on average while it starts (18 loops) and while it brakes.
    ramp = SCV.speed / SCV.acceleration
    assert len(speeds) == pytest.approx(10.0 / SCV.speed + ramp, abs=3)


def test_stop_ends_it_where_it_is(world, marine):
    move(world, [marine], (39.0, 28.0))
    run(world, 10)
    here = (marine.x, marine.y)
    assert issue(world, 3665, [marine.tag]) is ActionResult.SUCCESS
    run(world, 10)
    assert (marine.x, marine.y) == here
    assert not marine.orders


def test_the_way_leads_around_the_command_centre(world):
    for worker in workers(world):
        world.remove(worker)
    marine = world.spawn(MARINE, 1, 34.5, 27.6)
    move(world, [marine], (26.5, 27.4))
    travelled = 0.0
    nearest = 99.0
    while marine.orders:
        x, y = marine.x, marine.y
        world.step()
        travelled += gap(marine, (x, y))
        nearest = min(nearest, gap(marine, (hall(world).x, hall(world).y)))
    assert (marine.x, marine.y) == pytest.approx((26.5, 27.4))
    contact = hall(world).kind.radius + MARINE.radius
    assert nearest >= contact - 0.06
    # Shortest: two tangents and an arc; the octagon around the disc is at most 8 % longer.
    tangents = math.sqrt(4.0**2 - contact**2) * 2
    shortest = tangents + contact * (math.pi - 2 * math.acos(contact / 4.0))
    assert shortest * 0.97 <= travelled <= shortest * 1.09


def test_a_point_inside_a_building_means_its_edge(world, marine):
    move(world, [marine], (31.0, 27.5))
    run_until(world, lambda: not marine.orders)
    contact = hall(world).kind.radius + MARINE.radius
    assert gap(marine, (hall(world).x, hall(world).y)) == pytest.approx(contact, abs=0.1)


def test_a_point_off_the_map_means_its_edge(world, marine):
    assert move(world, [marine], (500.0, -500.0)) is ActionResult.SUCCESS
    run_until(world, lambda: not marine.orders)
    playable = world.script.playable
    assert marine.x == pytest.approx(playable.right - MARINE.radius)
    assert marine.y == pytest.approx(playable.bottom + MARINE.radius)


def test_a_walled_in_unit_goes_as_far_as_it_can_and_says_so_when_harvesting(world):
    for dx, dy in [(-2, -2), (0, -2), (2, -2), (-2, 0), (2, 0), (-2, 2), (0, 2), (2, 2)]:
        world.spawn(SUPPLY_DEPOT, 1, 40.0 + dx, 29.0 + dy)
    worker = world.spawn(SCV, 1, 40.0, 29.0)
    move(world, [worker], (40.0, 34.0))
    run_until(world, lambda: not worker.orders)
    assert gap(worker, (40.0, 29.0)) < 1.0
    gather(world, [worker], at(world, NEAR_FIELDS[0]))
    run_until(world, lambda: not worker.orders)
    assert world.errors[-1] == (ActionResult.COULDNT_REACH_TARGET, ids.GATHER, worker.tag)


def test_a_group_gathers_around_its_goal_and_comes_to_rest(world):
    group = [world.spawn(MARINE, 1, 35.0 + i % 4, 22.0 + i // 4) for i in range(16)]
    goal = (38.0, 31.0)
    move(world, group, goal)
    run_until(world, lambda: not any(marine.orders for marine in group), limit=400)
    run(world, 50)
    assert all(gap(marine, goal) < 3.0 for marine in group)
    for i, first in enumerate(group):
        for second in group[i + 1 :]:
            assert gap(first, (second.x, second.y)) >= 2 * MARINE.radius - 0.05


def test_units_that_are_barred_give_up(world):
    others = [world.spawn(MARINE, 1, 38.0 + 0.76 * i, 30.0) for i in range(-4, 5)]
    issue(world, 3793, tags(others))
    run(world, 5)
    for x in (35.6, 40.4):
        world.spawn(SUPPLY_DEPOT, 1, x, 29.0)
    marine = world.spawn(MARINE, 1, 38.0, 28.0)
    move(world, [marine], (38.0, 30.0))
    run_until(world, lambda: not marine.orders, limit=200)


def test_units_on_one_spot_part(world):
    twins = [world.spawn(MARINE, 1, 38.0, 30.0) for _ in range(3)]
    run(world, 30)
    for i, first in enumerate(twins):
        for second in twins[i + 1 :]:
            assert gap(first, (second.x, second.y)) >= 2 * MARINE.radius - 0.01


def test_holding_units_are_not_pushed(world, marine):
    issue(world, 3793, [marine.tag])
    run(world, 2)
    here = (marine.x, marine.y)
    other = world.spawn(MARINE, 1, 34.0, 24.0)
    move(world, [other], (40.0, 24.0))
    run_until(world, lambda: not other.orders)
    assert (other.x, other.y) == pytest.approx((40.0, 24.0))  # it slid along
    assert (marine.x, marine.y) == here
    assert marine.orders[0].ability_id == ids.HOLD_POSITION


def test_queued_orders_follow_each_other(world, marine):
    points = [(38.0, 24.0), (38.0, 30.0), (40.0, 30.0)]
    for point in points:
        move(world, [marine], point, queued=True)
    passed = []
    while marine.orders:
        left = len(marine.orders)
        world.step()
        if len(marine.orders) < left:
            passed.append((marine.x, marine.y))
    assert passed == [pytest.approx(point) for point in points]


def test_a_worker_with_queued_orders_harvests_once(world):
    worker = workers(world)[0]
    gather(world, [worker], at(world, NEAR_FIELDS[0]))
    issue(world, ids.RETURN, [worker.tag], queued=True)
    assert len(worker.orders) == 1  # it carries nothing yet
    move(world, [worker], (27.5, 29.0), queued=True)
    run_until(world, lambda: not worker.orders)
    assert worker.cargo_minerals == 5
    assert (worker.x, worker.y) == pytest.approx((27.5, 29.0))


def test_the_queue_of_orders_has_an_end(world, marine):
    results = [move(world, [marine], (38.0, 24.0 + i % 5), queued=True) for i in range(20)]
    assert results.count(ActionResult.SUCCESS) == MAX_ORDERS
    assert results[-1] is ActionResult.ORDER_QUEUE_IS_FULL


def test_patrol_goes_to_and_fro(world, marine):
    issue(world, 3795, [marine.tag], point=(40.0, 24.0))
    ends = []
    direction = 1.0
    for _ in range(400):
        before = marine.x
        world.step()
        moved = marine.x - before
        if moved * direction < 0:
            ends.append(before)
            direction = -direction
    assert ends[:4] == [pytest.approx(x, abs=0.2) for x in (40.0, 36.0, 40.0, 36.0)]


def test_following_a_unit(world, marine):
    leader = world.spawn(MARINE, 1, 40.0, 24.0)
    issue(world, 3794, [marine.tag], target_unit=leader.tag)
    run(world, 40)
    move(world, [leader], (40.0, 33.0))
    run_until(world, lambda: not leader.orders)
    run(world, 20)
    assert gap(marine, (leader.x, leader.y)) < 1.2
    assert marine.orders
    world.remove(leader)
    run_until(world, lambda: not marine.orders)
    assert (marine.x, marine.y) == pytest.approx((leader.x, leader.y))  # where it was last


def test_attack_and_attack_move_without_enemies(world, marine):
    assert issue(world, 3674, [marine.tag], point=(40.0, 24.0)) is ActionResult.SUCCESS
    assert marine.orders[0].ability_id == ids.ATTACK
    run_until(world, lambda: not marine.orders)
    assert (marine.x, marine.y) == pytest.approx((40.0, 24.0))
    field = at(world, NEAR_FIELDS[0])
    result = issue(world, 3674, [marine.tag], target_unit=field.tag)
    assert result is ActionResult.CANT_TARGET_THAT_UNIT


@pytest.mark.parametrize(
    ("aim", "carrying", "ability"),
    [
        ("field", False, ids.GATHER),
        ("hall", True, ids.RETURN),
        ("hall", False, ids.MOVE),
        ("geyser", False, ids.MOVE),
        ("worker", False, ids.MOVE),
        (None, False, ids.MOVE),
    ],
)
def test_what_a_right_click_means_to_a_worker(world, aim, carrying, ability):
    worker, other = workers(world)[:2]
    worker.cargo_minerals = 5 if carrying else 0
    targets = {
        "field": at(world, NEAR_FIELDS[0]).tag,
        "hall": hall(world).tag,
        "geyser": at(world, (26.5, 34.5)).tag,
        "worker": other.tag,
    }
    point = (36.0, 28.0)
    result = issue(world, 1, [worker.tag], target_unit=targets.get(aim), point=point)
    assert result is ActionResult.SUCCESS
    assert worker.orders[0].ability_id == ability


def test_a_new_building_changes_the_way(world, marine):
    goal = (36.0, 33.0)
    move(world, [marine], goal)
    run(world, 3)
    depot = world.spawn(SUPPLY_DEPOT, 1, 36.0, 29.0)
    nearest = 9.0
    while marine.orders:
        world.step()
        nearest = min(nearest, gap(marine, (depot.x, depot.y)))
    assert (marine.x, marine.y) == pytest.approx(goal)
    assert nearest >= depot.kind.radius + MARINE.radius - 0.06
