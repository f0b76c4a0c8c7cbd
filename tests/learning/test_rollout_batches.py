"""Rollouts that are split into several updates."""

import numpy as np
import pytest
from test_actor import play
from test_memory import run_actor

from a3c_tf.config import Config
from a3c_tf.envs.toys import Bandit
from a3c_tf.errors import ConfigError
from a3c_tf.learning.rollout import Rollout
from a3c_tf.learning.rollout_batches import split_rollout
from a3c_tf.learning.shared_model import SharedModel


def returns_of(rollout, bootstrap_value):
    returns, following = [], bootstrap_value
    for reward, discount in zip(rollout.rewards[::-1], rollout.discounts[::-1], strict=True):
        following = reward + discount * following
        returns.insert(0, following)
    return returns


@pytest.mark.parametrize(("length", "batches"), [(12, 4), (10, 3), (5, 5), (3, 20), (7, 1)])
@pytest.mark.parametrize("last_discount", [0.0, 0.9])
def test_parts_have_the_returns_of_the_whole_and_all_its_transitions(
    length, batches, last_discount
):
    rng = np.random.default_rng(0)
    discounts = np.full(length, 0.9, np.float32)
    discounts[-1] = last_discount
    rollout = Rollout(
        {"step": np.arange(length + 1)},
        rng.random((length, 3)) < 0.5,
        np.arange(length)[:, np.newaxis],
        rng.normal(size=length).astype(np.float32),
        discounts,
        rng.normal(size=length).astype(np.float32),
        {},
    )
    before = rollout.rewards.copy(), rollout.discounts.copy()
    parts = split_rollout(rollout, 2.5, batches)
    np.testing.assert_array_equal((rollout.rewards, rollout.discounts), before)

    sizes = [len(part.rewards) for part in parts]
    assert len(parts) == min(batches, length) and max(sizes) - min(sizes) <= 1
    assert all(len(part.observation["step"]) == len(part.rewards) + 1 for part in parts)
    assert parts[0].observation["step"][-1] == length  # the newest comes first
    in_order = parts[::-1]
    for name in ("actions", "function_mask", "behaviour_log_prob"):
        joined = np.concatenate([getattr(part, name) for part in in_order])
        np.testing.assert_array_equal(joined, getattr(rollout, name))
    # A part that others follow must not depend on what its own last state seems worth.
    values = [99.0] * (len(parts) - 1) + [2.5]
    joined = [r for part, v in zip(in_order, values, strict=True) for r in returns_of(part, v)]
    np.testing.assert_allclose(joined, returns_of(rollout, 2.5), rtol=1e-5)


@pytest.mark.parametrize("last_discount", [0.0, 1.0])
def test_the_actor_makes_an_update_of_each_part(last_discount):
    config = Config(t_max=840, update_batches=3, discount=1.0)
    model = play(config, [1.0, 2.0, 4.0, 8.0, 16.0, 32.0], last_discount=last_discount)
    assert [r.observation["vector"][0, 0] for r in model.rollouts] == [4.0, 2.0, 0.0]
    after = float(model.model({"vector": np.full((1, 2), 6.0, np.float32)})["value"][0])
    rest = last_discount * after
    assert after != 0.0
    np.testing.assert_allclose(model.rollouts[0].rewards, [16.0, 32.0])
    np.testing.assert_allclose(model.rollouts[1].rewards, [4.0, 56.0 + rest], rtol=1e-6)
    np.testing.assert_allclose(model.rollouts[2].rewards, [1.0, 62.0 + rest], rtol=1e-6)


@pytest.mark.parametrize(
    "options", [{"gae_lambda": 0.9}, {"off_policy": "vtrace"}, {"curiosity_reward": 0.1}]
)
def test_what_needs_the_whole_rollout_at_once_is_refused(options):
    with pytest.raises(ConfigError, match="update_batches splits n-step returns"):
        Config().override({"update_batches": 2, **options})


def test_a_memory_is_refused():
    config = Config(update_batches=2, network="mlp_lstm")
    with pytest.raises(ConfigError, match="remembers nothing, unlike 'mlp_lstm'"):
        play(config, [1.0])


def test_the_value_of_a_rollouts_end_is_not_asked_for_with_the_decisions_of_others(monkeypatch):
    """Where workers explore, nobody else wants one without exploration, so it would wait."""
    rates = []
    decide = SharedModel.decide

    def recorded(self, state, **options):
        rates.append(options.get("rate"))
        return decide(self, state, **options)

    monkeypatch.setattr(SharedModel, "decide", recorded)
    config = Config(update_batches=2, t_max=4, exploration_rate=0.5)
    updates = run_actor(Bandit(seed=3), config, episodes=1)
    assert len(updates) == 2 * 16 // 4
    assert rates == [0.5] * 16
