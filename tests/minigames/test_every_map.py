"""Whatever a client does, on every map: no fault, no growth, nothing that pysc2 can't take.

The counts here keep the suite short. With the environment variable MINIGAME_FUZZ set to the number
of actions a test, they are those asked for instead:

    MINIGAME_FUZZ=10000 python -m pytest tests/minigames/test_every_map.py
"""

import os
import random

import pytest
from pysc2.lib import actions, features
from s2clientprotocol import error_pb2
from s2clientprotocol import sc2api_pb2 as sc_pb
from test_session_fuzz import fill, memory_in_use
from tiny_map import Client

from a3c_tf.minigames.protocol.catalogue import SCRIPTS
from a3c_tf.minigames.protocol.session import Session
from a3c_tf.minigames.protocol.tables import abilities

NUMBER = int(os.environ.get("MINIGAME_FUZZ", "300"))
RESTARTS = max(50, NUMBER // 10)
MOST_GROWTH = 24 * 2**20  # bytes; a kept observation a step would be 40 KiB, 400 MiB in all

MAPS = pytest.mark.parametrize("map_name", sorted(SCRIPTS))
KNOWN_RESULTS = set(error_pb2.ActionResult.values())
ABILITY_IDS = [row.ability_id for row in abilities()] + [2, 7, 99999, -1, 2**31 - 1]


class Watched:
    """A client that shows every observation to pysc2, as an agent of either action space."""

    def __init__(self, map_name: str, seed: int) -> None:
        self.rng = random.Random(f"{map_name} {seed}")
        self.client = Client((32, 24), (32, 40), map_name=map_name)
        self.client.session = Session(SCRIPTS)
        self.client.create(seed=seed)
        self.client.join()
        info = self.client.ask(game_info=sc_pb.RequestGameInfo())
        dimensions = features.Dimensions((32, 24), (32, 40))
        units = {"use_feature_units": True, "use_raw_units": True, "use_unit_counts": True}
        self.seen = features.features_from_game_info(
            info, features.AgentInterfaceFormat(feature_dimensions=dimensions, **units)
        )
        info.options.ClearField("feature_layer")
        self.raw = features.features_from_game_info(
            info,
            features.AgentInterfaceFormat(action_space=actions.ActionSpace.RAW, use_raw_units=True),
        )
        self.observe()

    def observe(self) -> None:
        self.proto = self.client.observe()
        self.observation = self.seen.transform_obs(self.proto)
        raw = self.raw.transform_obs(self.proto)
        if len(raw.raw_units):  # pysc2 can't look for tags among none
            for action in self.proto.actions:
                self.raw.reverse_raw_action(action, raw)
        self.raw_units = raw.raw_units

    def act(self, *sent: sc_pb.Action) -> list[int]:
        results = self.client.act(*sent)
        assert len(results) == len(sent)
        assert set(results) <= KNOWN_RESULTS
        return results

    def step(self) -> None:
        response = self.client.step(self.rng.choice([1, 1, 2, 8, 16]))
        assert not response.error
        self.observe()
        if response.status == sc_pb.ended:
            self.restart()

    def restart(self) -> None:
        self.client.ask(restart_game=sc_pb.RequestRestartGame())
        self.observe()

    def valid_action(self) -> sc_pb.Action:
        """An offered function with random arguments, or a raw function on random units."""
        if self.rng.random() < 0.3:
            return self.raw_action()
        function = actions.FUNCTIONS[int(self.rng.choice(self.observation.available_actions))]
        spec = self.seen.action_spec().functions[function.id]
        call = actions.FunctionCall(
            function.id,
            [[self.rng.randrange(size) for size in argument.sizes] for argument in spec.args],
        )
        return self.seen.transform_action(self.proto.observation, call)

    def raw_action(self) -> sc_pb.Action:
        function = self.rng.choice(list(actions.RAW_FUNCTIONS))
        tags = [int(unit.tag) for unit in self.raw_units]
        values = {
            "queued": lambda: [self.rng.randrange(2)],
            "unit_tags": lambda: self.rng.sample(tags, min(len(tags), self.rng.randrange(1, 4))),
            "target_unit_tag": lambda: [self.rng.choice(tags)],
            "world": lambda: [self.rng.randrange(64), self.rng.randrange(64)],
        }
        call = actions.FunctionCall(
            function.id, [values[argument.name]() for argument in function.args]
        )
        return self.raw.transform_action(self.proto.observation, call)

    def invalid_action(self) -> sc_pb.Action:
        """Anything that the protocol can express, most of it nonsense."""
        action = sc_pb.Action()
        tags = list(self.client.session.game.world.units)
        fill(action, self.rng, tags)
        for part in (action.action_raw, action.action_feature_layer):
            if part.HasField("unit_command") and self.rng.random() < 0.8:
                part.unit_command.ability_id = self.rng.choice(ABILITY_IDS)
        return action


def growing(watched: Watched, number: int, what) -> int:
    """Do something a number of times; returns by how much memory grew after the first third."""
    before = 0
    for done in range(number):
        if done == number // 3:
            before = memory_in_use()
        what(watched)
    return memory_in_use() - before


@MAPS
def test_random_valid_actions(map_name):
    watched = Watched(map_name, 1)
    results = set()

    def decide(watched: Watched) -> None:
        results.update(watched.act(watched.valid_action()))
        watched.step()

    assert growing(watched, NUMBER, decide) < MOST_GROWTH
    assert 1 in results


@MAPS
def test_random_invalid_actions(map_name):
    watched = Watched(map_name, 2)
    results = set()

    def disturb(watched: Watched) -> None:
        number = watched.rng.choice([1, 1, 1, 5])
        results.update(watched.act(*(watched.invalid_action() for _ in range(number))))
        watched.step()
        if watched.rng.random() < 0.02:
            watched.act(*(watched.valid_action() for _ in range(3)))

    assert growing(watched, NUMBER, disturb) < MOST_GROWTH
    assert {2, 3} <= results


@MAPS
def test_restarts(map_name):
    watched = Watched(map_name, 3)

    def play_and_restart(watched: Watched) -> None:
        watched.act(watched.valid_action())
        watched.step()
        watched.restart()
        assert watched.observation.game_loop[0] == 0

    assert growing(watched, RESTARTS, play_and_restart) < MOST_GROWTH
