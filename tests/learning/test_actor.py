"""What the actor tells the shared model: rewards as the learner sees them, and settings."""

import copy

import numpy as np
import pytest

from a3c_tf.config import Config
from a3c_tf.envs.environment import TimeStep
from a3c_tf.errors import A3CError
from a3c_tf.learning.actor import Actor
from a3c_tf.learning.bad_updates import BadUpdateGuard
from a3c_tf.learning.schedules import Schedules
from a3c_tf.learning.shared_model import SharedModel, UpdateResult
from a3c_tf.learning.step_counter import StepCounter
from a3c_tf.specs import ActionSpec, ArraySpec, FunctionSpec

OBSERVATIONS = {"vector": ArraySpec((2,), "float32")}
ACTIONS = ActionSpec((FunctionSpec("left"), FunctionSpec("right")))


class WatchedModel(SharedModel):
    """Keeps what it is told."""

    def __init__(self, config):
        super().__init__(OBSERVATIONS, ACTIONS, config)
        self.rollouts, self.settings, self.rates = [], [], []

    def update(self, rollout, learning_rate, entropy_cost, weights):
        self.rollouts.append(copy.deepcopy(rollout))
        self.settings.append((learning_rate, entropy_cost))
        return UpdateResult(True, {})

    def explore(self, observation, function_mask, noise, rate, *state):
        self.rates.append(float(*rate))
        return super().explore(observation, function_mask, noise, rate, *state)


def play(config, rewards, last_discount=0.0):
    """Let an actor see an episode with these rewards."""
    model, steps = WatchedModel(config), StepCounter(config.steps)
    actor = Actor(
        model,
        config,
        worker=0,
        schedules=Schedules(config, steps),
        guard=BadUpdateGuard(1),
        on_update=lambda metrics: None,
    )
    for number, reward in enumerate([0.0, *rewards]):
        last = number == len(rewards)
        observation = {"vector": np.full(2, number, np.float32)}
        steps.claim()
        discount = last_discount if last else 1.0
        actor.step(TimeStep(observation, np.ones(2, bool), reward, discount, last, {}))
    return model


@pytest.mark.parametrize(
    ("scale", "clip", "seen"),
    [
        (1.0, 0.0, [-8.0, 0.25, 3.0]),
        (0.5, 0.0, [-4.0, 0.125, 1.5]),
        (1.0, 1.0, [-1.0, 0.25, 1.0]),
        (0.5, 1.25, [-1.25, 0.125, 1.25]),
    ],
)
def test_rewards_are_scaled_and_then_clipped(scale, clip, seen):
    model = play(Config(reward_scale=scale, reward_clip=clip), [-8.0, 0.25, 3.0])
    (rollout,) = model.rollouts
    np.testing.assert_allclose(rollout.rewards, seen)
    np.testing.assert_allclose(rollout.discounts, [0.99, 0.99, 0.0])


def test_a_reward_that_is_no_number_is_not_clipped_away():
    model = play(Config(reward_clip=1.0), [np.nan])
    assert np.isnan(model.rollouts[0].rewards[0])


def test_each_update_and_decision_uses_the_settings_of_the_moment():
    config = Config(
        steps=8,
        t_max=2,
        learning_rate=0.8,
        entropy_cost=0.08,
        entropy_cost_schedule="linear",
        exploration_rate=0.8,
    )
    model = play(config, [1.0] * 4)
    assert model.settings == [
        (pytest.approx(0.5), pytest.approx(0.05)),
        (pytest.approx(0.3), pytest.approx(0.03)),
    ]
    assert model.rates == pytest.approx([0.7, 0.6, 0.5, 0.4])


def test_bad_updates_in_a_row_end_the_run_and_a_good_one_starts_the_count_anew():
    guard = BadUpdateGuard(3, total=5)
    for applied in (False, False, True, False, False):
        guard.record(applied)
    assert guard.total == 9
    with pytest.raises(A3CError, match="3 updates in a row had non-finite gradients"):
        guard.record(False)
