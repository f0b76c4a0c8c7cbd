"""The fog of war: who is seen, drawn and can be attacked."""

import numpy as np
import pytest
from arena import FoggyArena, arena, attack, hold, march, move
from playing import run, run_until
from tiny_map import Client

from a3c_tf.minigames.drawing.visibility import Visibility, VisibilityMap
from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules import selection
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit_data import MARINE, SUPPLY_DEPOT, ZERGLING
from a3c_tf.minigames.rules.world import World


def foggy(**options: bool) -> World:
    return World(FoggyArena(), 0, **options)


def test_sight_counts_map_cells():
    world = foggy()
    world.spawn(MARINE, 1, 30.5, 30.5)
    seen = world.spawn(ZERGLING, 2, 39.9, 30.1)  # nine cells to the right
    hidden = world.spawn(ZERGLING, 2, 40.0, 30.5)
    assert world.is_visible(seen)
    assert not world.is_visible(hidden)


def test_the_map_shows_exactly_the_cells_on_which_units_are_seen():
    world = foggy()
    for i in range(3):
        world.spawn(MARINE, 1, 20.3 + 9.7 * i, 25.8 + 6.1 * i)
    probe = world.spawn(SUPPLY_DEPOT, 2, 0.0, 0.0)
    grid = VisibilityMap(world.script).grid(world)
    visible = np.zeros_like(grid, bool)
    for row in range(64):
        for column in range(64):
            probe.x, probe.y = column + 0.5, row + 0.5
            visible[row, column] = world.is_visible(probe)
    np.testing.assert_array_equal(grid == Visibility.VISIBLE, visible)
    assert 0.05 < visible.mean() < 0.5


@pytest.mark.parametrize("world", [arena(), foggy(disable_fog=True)], ids=["no fog", "disabled"])
def test_without_fog_everything_is_seen(world):
    world.spawn(MARINE, 1, 5, 5)
    assert world.is_visible(world.spawn(ZERGLING, 2, 60, 60))


def test_what_is_not_seen_cannot_be_attacked_nor_clicked_on():
    world = foggy()
    marine = world.spawn(MARINE, 1, 10, 10)
    zergling = world.spawn(ZERGLING, 2, 50, 50)
    assert attack(world, marine, zergling) is ActionResult.CANT_TARGET_THAT_UNIT
    assert not marine.orders
    assert selection.unit_at(world, (50, 50)) is None
    assert issue(world, ids.ATTACK, [marine.tag], point=(50, 50)) is ActionResult.SUCCESS


def test_an_attack_goes_on_to_where_its_target_was_seen_last():
    world = foggy()
    marine = world.spawn(MARINE, 1, 10, 32)
    zergling = world.spawn(ZERGLING, 2, 18, 32)
    march(world, zergling, 60, 32)  # faster than the marine
    attack(world, marine, zergling)
    run_until(world, lambda: not world.is_visible(zergling))
    zergling.x = 61  # it would come in sight again
    last_seen = marine.orders[0].point
    assert last_seen is not None
    run_until(world, lambda: not marine.orders)
    assert marine.x == pytest.approx(last_seen[0], abs=0.01)


def test_an_attack_takes_its_target_up_again_when_it_reappears():
    world = foggy()
    marine = world.spawn(MARINE, 1, 10, 32)
    zergling = world.spawn(ZERGLING, 2, 18, 32)
    march(world, zergling, 30, 32)
    attack(world, marine, zergling)
    run_until(world, lambda: not world.is_visible(zergling))
    zergling.x = marine.x + 8
    hold(world, zergling)
    run_until(world, lambda: not zergling.alive)


def test_the_client_loses_sight_of_an_enemy_it_has_selected():
    world = foggy()
    marine = world.spawn(MARINE, 1, 10, 32)
    zergling = world.spawn(ZERGLING, 2, 17, 32)
    hold(world, zergling)
    world.selection = [zergling.tag]
    move(world, marine, 10, 32)
    run(world, 2)
    assert world.selection == [zergling.tag]
    march(world, zergling, 60, 32)
    run_until(world, lambda: not world.is_visible(zergling))
    assert world.selection == []


def test_what_was_seen_does_not_depend_on_how_often_it_was_observed():
    def explored(loops_a_step: int) -> bytes:
        client = Client(map_name="Foggy").start()
        world = client.session.game.world
        walker = next(unit for unit in world.units.values() if unit.kind.is_worker)
        issue(world, ids.MOVE, [walker.tag], point=(43.0, 21.0))
        for _ in range(96 // loops_a_step):
            client.step(loops_a_step)
            observed = client.observe().observation
        return observed.feature_layer_data.minimap_renders.visibility_map.data

    assert explored(1) == explored(8) == explored(96)
    assert set(explored(96)) == {0, 1, 2}
