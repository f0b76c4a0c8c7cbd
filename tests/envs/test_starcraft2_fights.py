"""The three fighting maps as environments."""

import numpy as np
import pytest

from a3c_tf.config import Config
from a3c_tf.envs.registry import make_env
from a3c_tf.minigames.protocol.catalogue import SCRIPTS
from a3c_tf.presets import preset_for
from a3c_tf.specs import Action

MAPS = {
    "sc2_zerglings": "FindAndDefeatZerglings",
    "sc2_roaches": "DefeatRoaches",
    "sc2_banelings": "DefeatZerglingsAndBanelings",
}


def test_presets_make_a_dead_enemy_worth_one():
    assert preset_for("sc2_roaches")["reward_scale"] * SCRIPTS["DefeatRoaches"].reward == 1
    banelings = SCRIPTS["DefeatZerglingsAndBanelings"]
    assert preset_for("sc2_banelings")["reward_scale"] * banelings.reward == 1


@pytest.mark.parametrize(("name", "map_name"), MAPS.items())
def test_episodes_of_chance_add_up_to_the_score(name, map_name):
    chance = np.random.default_rng(0)
    config = Config(env=name, backend="embedded")
    env = make_env(name, config, seed=1)
    longest = SCRIPTS[map_name].end_loop // config.step_mul
    try:
        for _ in range(2):
            timestep = env.reset()
            total, steps = 0.0, 0
            while not timestep.last:
                function = int(chance.choice(np.flatnonzero(timestep.function_mask)))
                arguments = (int(chance.integers(a.size)) for a in env.action_spec.arguments)
                timestep = env.step(Action(function, tuple(arguments)))
                total += timestep.reward
                steps += 1
            assert total == timestep.info["score"]
            # Death ends the task; the clock only cuts it.
            assert timestep.discount == (1.0 if steps == longest else 0.0)
    finally:
        env.close()
