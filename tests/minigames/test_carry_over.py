"""What a game hands on to the next one after a restart, and that it is all of it."""

import dataclasses
import json
import random

import pytest

from a3c_tf.minigames.maps.collect_minerals_and_gas import CollectMineralsAndGas
from a3c_tf.minigames.protocol.catalogue import SCRIPTS
from a3c_tf.minigames.rules import commands, selection
from a3c_tf.minigames.rules.abilities import available
from a3c_tf.minigames.rules.carry_over import CarryOver
from a3c_tf.minigames.rules.score import RateMeter
from a3c_tf.minigames.rules.world import World


def play(world: World, rng: random.Random, decisions: int = 40) -> list:
    """Plays at random; returns all that there is to see of it."""
    seen = []
    left, bottom, right, top = world.script.playable
    for _ in range(decisions):
        point = rng.uniform(left, right), rng.uniform(bottom, top)
        selection.select_rectangle(world, (left, bottom), (right, top))
        usable = available(world, world.selection)
        if usable:
            commands.issue(world, rng.choice(usable)[0], world.selection, point=point)
        for _ in range(16):
            world.step()
        world.errors.clear()
        world.alerts.clear()
        seen.append(snapshot(world))
    return seen


def snapshot(world: World) -> tuple:
    units = [
        (tag, unit.kind.name, unit.owner, unit.x, unit.y, unit.health, unit.mineral_contents)
        for tag, unit in world.units.items()
    ]
    score = {
        field.name: value
        for field in dataclasses.fields(world.score)
        if not isinstance(value := getattr(world.score, field.name), RateMeter)
    }
    return units, str(score), world.game_loop, str(world.players), list(world.selection)


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_new_world_goes_on_where_the_old_one_restarts(name):
    rng = random.Random(name)
    old = World(SCRIPTS[name](), 3)
    for _ in range(3):
        play(old, rng)
        carry_over = CarryOver.of(old)
        new = World(SCRIPTS[name](), 0)
        carry_over.restart(new)
        old.restart()
        assert snapshot(new) == snapshot(old)
        seed = rng.random()
        assert play(new, random.Random(seed)) == play(old, random.Random(seed))


def test_exhausted_fields_stay_gone():
    old = World(CollectMineralsAndGas(faithful_restart=True), 1)
    field = next(unit for unit in old.units.values() if unit.kind.is_mineral_field)
    old.remove(field)
    new = World(CollectMineralsAndGas(faithful_restart=True), 1)
    CarryOver.of(old).restart(new)
    old.restart()
    assert snapshot(new)[0] == snapshot(old)[0]
    assert sum(unit.kind.is_mineral_field for unit in new.units.values()) == 15


def test_json_can_hold_it():
    world = World(SCRIPTS["CollectMineralsAndGas"](), 1)
    json.dumps(dataclasses.asdict(CarryOver.of(world)))
