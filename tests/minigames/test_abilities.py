"""Which abilities the game offers to a selection."""

import pytest
from playing import NEAR_FIELDS, at, gather, hall, new_game, run_until, workers
from pysc2.lib import actions

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.abilities import ABILITIES, Target, available, resolve
from a3c_tf.minigames.rules.commands import issue, toggle_autocast
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit_data import BARRACKS, ENGINEERING_BAY, MARINE, SUPPLY_DEPOT

BASIC = {
    (ids.SMART, True),
    (ids.STOP, False),
    (ids.MOVE, True),
    (ids.PATROL, True),
    (ids.HOLD_POSITION, False),
    (ids.ATTACK, True),
}
SCV_ALWAYS = BASIC | {(ids.GATHER, True), (ids.REPAIR, True), (ids.SPRAY, True)}


@pytest.fixture
def world():
    return new_game()


def offered(world, unit):
    pairs = available(world, [unit.tag])
    assert len(pairs) == len(set(pairs))
    return set(pairs)


def test_every_ability_is_one_that_pysc2_knows_with_that_target_and_general_id():
    """pysc2 drops or rejects what does not match its own table."""
    for ability in ABILITIES.values():
        functions = actions.ABILITY_IDS[ability.ability_id]
        assert functions
        general = {function.general_id or ability.ability_id for function in functions}
        assert ability.general_id in general | {ability.ability_id}
        aimed = {function.function_type is not actions.cmd_quick for function in functions}
        if ability.target is not Target.NONE:
            assert True in aimed, ability.name
        if ability.target in (Target.NONE, Target.NONE_OR_POINT):
            assert False in aimed, ability.name


def test_a_poor_worker(world):
    assert offered(world, workers(world)[0]) == SCV_ALWAYS


def test_a_rich_worker_builds_what_the_technology_allows(world):
    world.players[1].minerals = 400
    rich = SCV_ALWAYS | {
        (ids.BUILD_COMMAND_CENTER, True),
        (ids.BUILD_SUPPLY_DEPOT, True),
        (ids.BUILD_REFINERY, True),
        (ids.BUILD_ENGINEERING_BAY, True),
    }
    assert offered(world, workers(world)[0]) == rich
    world.spawn(SUPPLY_DEPOT, 1, 36.0, 28.0)
    assert offered(world, workers(world)[0]) == rich | {(ids.BUILD_BARRACKS, True)}


def test_a_worker_that_carries_can_return(world):
    worker = workers(world)[0]
    gather(world, [worker], at(world, NEAR_FIELDS[0]))
    run_until(world, lambda: worker.is_carrying)
    assert offered(world, worker) == SCV_ALWAYS | {(ids.RETURN, False)}


def test_a_worker_that_builds_can_halt(world):
    world.players[1].minerals = 100
    worker = workers(world)[0]
    issue(world, ids.BUILD_SUPPLY_DEPOT, [worker.tag], point=(36.0, 28.0))
    run_until(world, lambda: worker.occupies is not None)
    assert offered(world, worker) == SCV_ALWAYS | {(ids.HALT, False)}
    assert offered(world, worker.occupies) == {(ids.CANCEL_CONSTRUCTION, False)}


def test_a_command_centre(world):
    base = {(ids.SMART, True), (ids.RALLY_WORKERS, True)}
    resting = base | {(ids.LOAD_ALL, False), (ids.LIFT_COMMAND_CENTER, False)}
    assert offered(world, hall(world)) == resting | {(ids.TRAIN_SCV, False)}
    world.players[1].minerals = 49
    assert offered(world, hall(world)) == resting
    world.players[1].minerals = 150
    world.spawn(BARRACKS, 1, 36.5, 28.5)
    assert (ids.ORBITAL_COMMAND, False) in offered(world, hall(world))
    world.players[1].vespene = 150
    assert (ids.PLANETARY_FORTRESS, False) not in offered(world, hall(world))
    world.spawn(ENGINEERING_BAY, 1, 36.5, 24.5)
    assert (ids.PLANETARY_FORTRESS, False) in offered(world, hall(world))
    issue(world, ids.TRAIN_SCV, [hall(world).tag])
    busy = base | {(ids.TRAIN_SCV, False), (ids.CANCEL_LAST, False)}
    assert offered(world, hall(world)) == busy


def test_nothing_is_trained_without_supply(world):
    world.players[1].food_provided = 12
    assert (ids.TRAIN_SCV, False) not in offered(world, hall(world))


def test_a_barracks_and_its_marine(world):
    barracks = world.spawn(BARRACKS, 1, 36.5, 28.5)
    world.players[1].vespene = 50
    assert offered(world, barracks) == {
        (ids.SMART, True),
        (ids.RALLY_UNITS, True),
        (ids.TRAIN_MARINE, False),
        (ids.LIFT_BARRACKS, False),
        (ids.BUILD_TECH_LAB, False),
        (ids.BUILD_TECH_LAB, True),
        (ids.BUILD_REACTOR, False),
        (ids.BUILD_REACTOR, True),
    }
    assert offered(world, world.spawn(MARINE, 1, 40.0, 24.0)) == BASIC


def test_supply_depots(world):
    depot = world.spawn(SUPPLY_DEPOT, 1, 36.0, 28.0)
    assert offered(world, depot) == {(ids.LOWER_DEPOT, False)}
    issue(world, ids.LOWER_DEPOT, [depot.tag])
    world.step()
    assert offered(world, depot) == {(ids.RAISE_DEPOT, False)}


def test_what_is_not_the_clients_offers_nothing(world):
    assert available(world, [at(world, NEAR_FIELDS[0]).tag, 12345]) == []


def test_a_mixed_selection_offers_the_union(world):
    pairs = set(available(world, [workers(world)[0].tag, hall(world).tag]))
    assert pairs == offered(world, workers(world)[0]) | offered(world, hall(world))


def test_general_ids_are_resolved_to_the_units_own(world):
    assert resolve(world, 3794, workers(world)[0]).ability_id == ids.MOVE
    assert resolve(world, ids.MOVE, workers(world)[0]).ability_id == ids.MOVE
    assert resolve(world, 3679, hall(world)).ability_id == ids.LIFT_COMMAND_CENTER
    assert resolve(world, ids.TRAIN_MARINE, hall(world)) is None


def test_what_is_offered_but_not_modelled_is_refused(world):
    for general_id in (3663, 3679):
        result = issue(world, general_id, [hall(world).tag])
        assert result is ActionResult.NOT_SUPPORTED


def test_autocast_of_repair(world):
    pair = [worker.tag for worker in workers(world)[:2]]
    assert toggle_autocast(world, 3685, pair[:1]) is ActionResult.SUCCESS
    assert toggle_autocast(world, 3685, pair) is ActionResult.SUCCESS
    assert all(world.units[tag].autocast == {ids.REPAIR} for tag in pair)
    toggle_autocast(world, ids.REPAIR, pair)
    assert not any(world.units[tag].autocast for tag in pair)
    assert toggle_autocast(world, 3666, pair) is ActionResult.NOT_SUPPORTED
    assert toggle_autocast(world, 3685, [hall(world).tag]) is ActionResult.NOT_SUPPORTED
