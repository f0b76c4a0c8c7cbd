"""Lag between acting and learning: V-trace, which corrects it, and snapshots, which avoid it."""

import numpy as np
import pytest
from test_memory import run_actor
from test_shared_model import (
    SPECS,
    VECTOR,
    assert_same,
    make_observation,
    make_rollout,
    noise_for,
)

from a3c_tf.config import Config
from a3c_tf.envs.toys import Bandit
from a3c_tf.learning.forward import policy_of
from a3c_tf.learning.returns import vtrace
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.tensorflow_setup import tf


def on_policy(model, rollout):
    """The rollout as if the model had acted in it."""
    outputs = model.model(rollout.observation)
    rows = tf.nest.map_structure(lambda output: output[:-1], outputs)
    policy = policy_of(rows, model.action_spec, rollout.function_mask)
    return rollout._replace(behaviour_log_prob=policy.log_prob(rollout.actions).numpy())


def weights_after(config, rollout):
    model = SharedModel(*SPECS[1], config)
    assert model.update(rollout(model), 1e-2, 0.01).applied
    return model.weights()


def test_vtrace_changes_nothing_without_lag():
    def rollout(model):
        return on_policy(model, make_rollout(model, 6))

    corrected = weights_after(Config(off_policy="vtrace"), rollout)
    for one, other in zip(corrected, weights_after(Config(), rollout), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("gae_lambda", [1.0, 0.8])
def test_vtrace_uses_the_log_probabilities_of_acting(gae_lambda):
    model = SharedModel(*SPECS[1], Config(off_policy="vtrace", gae_lambda=gae_lambda))
    rollout = make_rollout(model, 6)
    log_prob = on_policy(model, rollout).behaviour_log_prob
    values = model.model(rollout.observation)["value"]
    targets = vtrace(
        *map(
            tf.constant,
            (rollout.behaviour_log_prob, log_prob, rollout.rewards, rollout.discounts),
        ),
        values[:-1],
        values[-1],
        gae_lambda,
    )
    metrics = model.update(rollout, 1e-2, 0.0).metrics
    expected = -np.mean(log_prob * targets.advantages)
    assert metrics["policy_loss"] == pytest.approx(expected, rel=1e-4)
    expected = np.mean((targets.values - values[:-1]) ** 2) / 2
    assert metrics["value_loss"] == pytest.approx(expected, rel=1e-4)


def test_a_snapshot_stays_as_it_was_while_the_weights_change():
    model = SharedModel(*SPECS[0], Config(weights="snapshot"))
    snapshot = model.snapshot()
    before = [weights.numpy() for weights in snapshot]
    assert_same(before, model.weights())
    observation, mask = make_observation(VECTOR, 3), np.ones((3, 3), bool)
    noise = noise_for(model, 3)
    acts = [model.act(observation, mask, noise, weights=snapshot)]
    for index in range(3):
        assert model.update(make_rollout(model, 5, index), 1e-2, 0.01).applied
    assert_same(before, [weights.numpy() for weights in snapshot])
    assert all(np.any(a != b) for a, b in zip(before, model.weights(), strict=True))
    acts.append(model.act(observation, mask, noise, weights=snapshot))
    acts.append(model.act(observation, mask, noise))
    assert_same(acts[0][:3], acts[1][:3])
    assert np.any(acts[0].value != acts[2].value)


def test_gradients_at_a_snapshot_are_applied_to_the_weights_of_the_moment():
    fresh, moved = (SharedModel(*SPECS[1], Config(weights="snapshot")) for _ in range(2))
    snapshot = moved.snapshot()
    for index in range(3):
        moved.update(make_rollout(moved, 5, index), 1e-2, 0.01)
    before, rollout = moved.weights(), make_rollout(moved, 6, 9)
    at_snapshot = moved.update(rollout, 1e-2, 0.01, snapshot)
    assert at_snapshot.metrics == pytest.approx(fresh.update(rollout, 1e-2, 0.01).metrics)
    assert at_snapshot.metrics != pytest.approx(moved.update(rollout, 0.0, 0.01).metrics)
    assert any(np.any(a != b) for a, b in zip(before, moved.weights(), strict=True))
    assert moved.version == 5


def test_without_snapshots_there_is_nothing_to_hold():
    assert SharedModel(*SPECS[0], Config()).snapshot() == []


@pytest.mark.parametrize(("weights", "lags"), [("live", True), ("snapshot", False)])
def test_with_a_snapshot_a_worker_learns_with_the_policy_that_acted(weights, lags, monkeypatch):
    """While it acts, others update; here one other does after each of its decisions."""
    config = Config(weights=weights, t_max=4, learning_rate=1e-2)
    act = SharedModel.act

    def act_and_change(self, *args):
        result = act(self, *args)
        self.update(make_rollout(self, 3), 1e-2, 0.01)
        return result

    monkeypatch.setattr(SharedModel, "act", act_and_change)
    updates = run_actor(Bandit(seed=1), config, episodes=1)
    lag = [metrics["policy_lag"] for metrics in updates]
    assert len(lag) == 4
    if lags:
        assert max(map(abs, lag)) > 1e-3
    else:
        assert lag == pytest.approx([0.0] * 4, abs=1e-6)
