"""A model that only acts: it decides as one that learns does, and has nothing to learn with."""

import numpy as np
import pytest
from test_shared_model import SPECS, assert_same, make_observation, mask_of_ones, noise_for

from a3c_tf.config import Config
from a3c_tf.learning.acting_model import ActingModel
from a3c_tf.learning.shared_model import SharedModel

PLAYS = """
import sys
from a3c_tf.evaluation.checkpoint_policy import load_policy
print(*sorted(name for name in sys.modules if name.startswith("a3c_tf.learning.")))
"""


@pytest.mark.parametrize(
    "options",
    [
        {"network": "mlp_lstm", "curiosity_reward": 0.1},
        {"weights": "snapshot", "popart_step_size": 0.1},
    ],
)
def test_it_decides_as_the_model_that_learns(options):
    config = Config(seed=3).override(options)
    acting, shared = ActingModel(*SPECS[0], config), SharedModel(*SPECS[0], config)
    assert_same(acting.weights(), shared.weights())
    shared.set_weights([2.0 * weight + 0.1 for weight in shared.weights()])
    acting.set_weights(shared.weights())
    states = make_observation(SPECS[0][0], 20), mask_of_ones(acting, 20), noise_for(acting, 20)
    one, other = acting.act(*states), shared.act(*states)
    np.testing.assert_array_equal(one.actions, other.actions)
    np.testing.assert_array_equal(one.value, other.value)


def test_it_saves_and_restores_the_network_alone():
    model = ActingModel(*SPECS[0], Config(curiosity_reward=0.1, optimizer="adam"))
    assert model.trackables == {"model": model.model}


def test_a_program_that_plays_loads_nothing_that_learns(fresh_python):
    loaded = {name.rpartition(".")[2] for name in fresh_python(PLAYS).split()}
    assert "acting_model" in loaded
    learning = {"shared_model", "learning_graphs", "objective", "losses", "returns", "optimizers"}
    assert not loaded & {*learning, "curiosity", "actor"}
