"""Whatever a client sends, the game goes on and its books stay in order."""

import math
import random

import pytest
from playing import hall, new_game, workers

from a3c_tf.minigames.rules import commands, selection, selection_panel
from a3c_tf.minigames.rules.abilities import ABILITIES, available
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit_data import UNIT_TYPES

ODD_POINTS = [
    None,
    (math.nan, 3.0),
    (math.inf, -math.inf),
    (-1e30, 1e30),
    (0.0, 0.0),
    (30.5, 27.5),
]


@pytest.mark.parametrize("ability_id", [0, -1, 7, 3665, 2**31, *ABILITIES, 99999])
def test_no_command_raises(ability_id):
    world = new_game()
    everything = [*world.units, 0, -5, 2**64]
    for point in ODD_POINTS:
        for target in (None, 0, workers(world)[0].tag, hall(world).tag, next(iter(world.units))):
            for queued in (False, True):
                result = commands.issue(
                    world, ability_id, everything, target_unit=target, point=point, queued=queued
                )
                assert isinstance(result, ActionResult)
    commands.issue(world, ability_id, [])
    commands.toggle_autocast(world, ability_id, everything)
    for _ in range(50):
        world.step()


def check_books(world):
    player, score = world.players[1], world.score
    assert player.minerals >= 0
    assert player.vespene >= 0
    own = [unit for unit in world.units.values() if unit.owner == 1]
    in_production = [
        ABILITIES[order.ability_id].product
        for unit in own
        if unit.kind.is_producer
        for order in unit.orders
        if order.stage == 1
    ]
    used = sum(unit.kind.food for unit in own) + sum(kind.food for kind in in_production)
    assert player.food_used == used == score.food_used.economy + score.food_used.army
    provided = sum(unit.kind.food_provided for unit in own if unit.is_finished)
    assert player.food_cap == provided
    assert player.food_used <= max(provided, 15)
    worth = sum(unit.kind.minerals for unit in own) + sum(kind.minerals for kind in in_production)
    rows = score.used_minerals
    assert rows.economy + rows.army + rows.technology == worth
    queued = sum(
        ABILITIES[order.ability_id].product.minerals
        for unit in own
        if unit.kind.is_producer
        for order in unit.orders
    )
    cargo_free = 50 + score.collected_minerals - score.spent_minerals
    assert player.minerals == cargo_free
    assert queued <= score.spent_minerals


def check_units(world):
    left, bottom, right, top = world.script.playable
    for tag, unit in world.units.items():
        assert unit.tag == tag
        assert unit.alive
        assert left <= unit.x <= right
        assert bottom <= unit.y <= top
        assert math.isfinite(unit.facing)
        assert 0 <= unit.health <= unit.kind.health_max
        assert 0.0 <= unit.build_progress <= 1.0
        assert len(unit.orders) <= 16
        if unit.occupant is not None:
            assert unit.occupant.alive
            assert unit.occupant.occupies is unit
        if unit.occupies is not None and unit.occupies.alive:
            assert unit is unit.occupies.occupant or unit in unit.occupies.waiting
    assert set(world.mobile) | set(world.active) <= set(world.units.values())
    for tags in (world.selection, *world.control_groups):
        assert len(tags) == len(set(tags))
        assert set(tags) <= set(world.units)


def random_selection(world, rng):
    point = (rng.uniform(18, 48), rng.uniform(17, 39))
    other = (rng.uniform(18, 48), rng.uniform(17, 39))
    unit = rng.choice(list(world.units.values()))
    choice = rng.randrange(8)
    if choice == 0:
        selection.select_rectangle(world, point, other, add=rng.random() < 0.3)
    elif choice == 1:
        kind = rng.choice(list(selection.IdleWorkerSelection))
        selection.select_idle_worker(world, kind)
    elif choice == 2:
        action = rng.choice(list(selection.ControlGroupAction))
        selection.control_group(world, action, rng.randrange(-1, 12))
    elif choice == 3:
        action = rng.choice(list(selection_panel.MultiPanelAction))
        selection_panel.multi_panel(world, action, rng.randrange(-1, 15))
    elif choice == 4:
        selection.select_army(world, add=rng.random() < 0.5)
    else:
        kind = rng.choice(list(selection.PointSelection))
        selection.select_point(world, (unit.x, unit.y), kind)


def random_command(world, rng):
    usable = available(world, world.selection)
    if rng.random() < 0.9 and usable:
        ability_id = rng.choice(usable)[0]
    else:
        ability_id = rng.choice(list(ABILITIES))
    ability_id = rng.choice([ability_id, ABILITIES[ability_id].general_id])
    target = rng.choice([None, rng.choice(list(world.units))])
    point = rng.choice([None, (rng.uniform(18, 48), rng.uniform(17, 39))])
    result = commands.issue(
        world,
        ability_id,
        world.selection,
        target_unit=target,
        point=point,
        queued=rng.random() < 0.3,
    )
    if rng.random() < 0.02:
        commands.cancel_production(world, rng.randrange(-1, 6))
    return result


@pytest.mark.parametrize("seed", range(3))
def test_random_commands_keep_the_game_in_order(seed):
    world, rng = new_game(seed), random.Random(seed)
    results = set()
    for number in range(2500):
        random_selection(world, rng)
        results.add(random_command(world, rng))
        for _ in range(rng.choice((1, 1, 2, 8))):
            world.step()
        check_units(world)
        check_books(world)
        world.errors.clear()
        if number % 800 == 799:
            world.restart()
            world.score.spent_minerals = 0.0  # a running total; the books begin at 0 again
    assert ActionResult.SUCCESS in results
    assert len(results) > 5


def test_all_unit_types_can_be_removed_at_any_time():
    world, rng = new_game(), random.Random(0)
    world.players[1].minerals = 10000
    world.players[1].food_provided = 100
    for _ in range(400):
        random_selection(world, rng)
        random_command(world, rng)
        world.step()
        if rng.random() < 0.1:
            world.remove(rng.choice(list(world.units.values())))
        if rng.random() < 0.1:
            kind = rng.choice(list(UNIT_TYPES.values()))
            world.spawn(kind, 1, rng.uniform(21, 45), rng.uniform(20, 36))
        check_units(world)
