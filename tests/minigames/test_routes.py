"""Routes around obstacles, against a slow search over a fine grid."""

import heapq
import math
import random

import pytest

from a3c_tf.minigames.maps.script import Rectangle
from a3c_tf.minigames.rules.obstacles import Disc, Obstacles
from a3c_tf.minigames.rules.pathfinding import Router

BOUNDS = Rectangle(0.0, 0.0, 20.0, 20.0)
CLEARANCE = 0.375
CELL = 0.25


def random_discs(rng, number):
    return [
        Disc(rng.uniform(4, 16), rng.uniform(4, 16), rng.uniform(0.5, 2.0), tag)
        for tag in range(number)
    ]


def is_free(point, discs):
    return all(math.dist(point, (d.x, d.y)) >= d.radius + CLEARANCE for d in discs)


def grid_length(start, goal, discs):
    """Length of the shortest way over a grid with moves in 16 directions; inf when there is none.

    Such a way is at most 2.75 % longer than the shortest one of all.
    """
    moves = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if math.gcd(dx, dy) == 1]
    start, goal = (tuple(round(x / CELL) for x in point) for point in (start, goal))
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        cost, node = heapq.heappop(queue)
        if node == goal:
            return cost * CELL
        if cost > best[node]:
            continue
        for dx, dy in moves:
            other = (node[0] + dx, node[1] + dy)
            point = (other[0] * CELL, other[1] * CELL)
            middle = (point[0] - dx * CELL / 2, point[1] - dy * CELL / 2)
            new_cost = cost + math.hypot(dx, dy)
            if (
                BOUNDS.shrunk(CLEARANCE).clamp(point) == point
                and new_cost < best.get(other, math.inf)
                and is_free(point, discs)
                and is_free(middle, discs)
            ):
                best[other] = new_cost
                heapq.heappush(queue, (new_cost, other))
    return math.inf


def sampled(start, route, step=0.02):
    here = start
    for there in reversed(route):
        pieces = max(1, int(math.dist(here, there) / step))
        for k in range(1, pieces + 1):
            yield (
                here[0] + (there[0] - here[0]) * k / pieces,
                here[1] + (there[1] - here[1]) * k / pieces,
            )
        here = there


def length(start, route):
    return sum(map(math.dist, route, [*route[1:], start]))


@pytest.mark.parametrize("seed", range(12))
def test_routes_are_free_and_about_the_shortest(seed):
    rng = random.Random(seed)
    discs = random_discs(rng, 6)
    router = Router(Obstacles(discs, CLEARANCE, BOUNDS))
    for start, goal in [((1.0, 1.0), (19.0, 19.0)), ((19.0, 10.0), (1.0, 9.0))]:
        route, complete = router.route(start, goal)
        expected = grid_length(start, goal, discs)
        assert complete
        assert route[0] == goal
        for x, y in sampled(start, route):
            assert BOUNDS.clamp((x, y)) == (x, y)
            # Routes may pass a twentieth nearer than contact.
            assert all(math.dist((x, y), (d.x, d.y)) > d.radius + CLEARANCE - 0.06 for d in discs)
        # Corners of octagons cost up to 8 % against arcs; the grid itself up to 2.75 %.
        assert expected * 0.95 <= length(start, route) <= expected * 1.08


def test_nothing_in_the_way_is_the_straight_line():
    router = Router(Obstacles([Disc(10.0, 15.0, 2.0, 1)], CLEARANCE, BOUNDS))
    assert router.route((1.0, 5.0), (19.0, 5.0)) == ([(19.0, 5.0)], True)


def test_an_enclosed_goal_is_approached_as_far_as_the_line_leads():
    ring = [
        Disc(10 + 3 * math.cos(k * math.pi / 8), 10 + 3 * math.sin(k * math.pi / 8), 0.7, k)
        for k in range(16)
    ]
    router = Router(Obstacles(ring, CLEARANCE, BOUNDS))
    route, complete = router.route((2.0, 10.0), (10.0, 10.0))
    assert not complete
    assert route == [pytest.approx((10 - 3 - 0.7 - CLEARANCE, 10.0), abs=0.06)]


def test_units_side_by_side_share_a_route_that_is_still_free_and_short():
    disc = Disc(10.0, 10.0, 2.75, 1)
    router = Router(Obstacles([disc], CLEARANCE, BOUNDS))
    goal = (16.0, 10.5)
    for k in range(10):
        start = (3.0, 9.5 + 0.3 * k)
        route, complete = router.route(start, goal)
        alone, _ = Router(Obstacles([disc], CLEARANCE, BOUNDS)).route(start, goal)
        assert complete
        assert length(start, route) <= length(start, alone) * 1.1
        assert all(
            math.dist(point, (disc.x, disc.y)) > disc.radius + CLEARANCE - 0.06
            for point in sampled(start, route)
        )


def test_what_is_to_be_touched_is_no_obstacle():
    hall, depot = Disc(10.0, 10.0, 2.75, 1), Disc(6.0, 10.0, 1.25, 2)
    router = Router(Obstacles([hall, depot], CLEARANCE, BOUNDS))
    route, complete = router.route((2.0, 10.0), (10.0, 10.0), (1,))
    assert complete
    assert route[0] == (10.0, 10.0)
    assert all(
        math.dist(point, (depot.x, depot.y)) > depot.radius + CLEARANCE - 0.06
        for point in sampled((2.0, 10.0), route)
    )


@pytest.mark.parametrize("seed", range(5))
def test_points_are_pushed_out_of_obstacles(seed):
    rng = random.Random(seed)
    obstacles = Obstacles([Disc(10.0, 10.0, 2.0, 1)], CLEARANCE, BOUNDS)
    for _ in range(50):
        point = (rng.uniform(7, 13), rng.uniform(7, 13))
        out = obstacles.push_out(point)
        gap = math.dist(out, (10.0, 10.0))
        assert gap == pytest.approx(max(math.dist(point, (10.0, 10.0)), 2.0 + CLEARANCE))
