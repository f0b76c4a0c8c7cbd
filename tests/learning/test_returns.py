"""Returns against slow NumPy loops written from the formulas."""

import numpy as np
import pytest

from a3c_tf.learning.returns import (
    accumulate_backwards,
    generalized_advantages,
    vtrace,
)
from a3c_tf.tensorflow_setup import tf

SHAPES = [(1,), (2,), (7,), (20,), (5, 3), (6, 2, 3)]


def make_rollout(shape, seed=0):
    """Random rewards, discounts with some zeros among them, values and a bootstrap value."""
    rng = np.random.default_rng(seed)
    rewards = rng.normal(size=shape)
    discounts = 0.9 * (rng.random(shape) > 0.3)
    values = rng.normal(size=shape)
    return rewards, discounts, values, rng.normal(size=shape[1:])


def as_float32(*arrays):
    return [tf.constant(array, tf.float32) for array in arrays]


def slow_returns(rewards, discounts, bootstrap_value):
    returns = np.zeros_like(rewards)
    following = bootstrap_value
    for t in reversed(range(len(rewards))):
        following = rewards[t] + discounts[t] * following
        returns[t] = following
    return returns


def slow_gae(rewards, discounts, values, bootstrap_value, gae_lambda):
    """GAE as the explicit double sum over the temporal difference errors."""
    all_values = np.concatenate([values, bootstrap_value[np.newaxis]])
    advantages = np.zeros_like(rewards)
    for t in range(len(rewards)):
        weight = np.ones_like(bootstrap_value)
        for k in range(t, len(rewards)):
            error = rewards[k] + discounts[k] * all_values[k + 1] - all_values[k]
            advantages[t] += weight * error
            weight = weight * discounts[k] * gae_lambda
    return advantages


def slow_vtrace(log_ratios, rewards, discounts, values, bootstrap_value, gae_lambda, max_ratio):
    """Equation 1 of the IMPALA paper, as its explicit double sum."""
    steps = len(rewards)
    rho = np.minimum(max_ratio, np.exp(log_ratios))
    c = gae_lambda * np.minimum(1.0, np.exp(log_ratios))
    all_values = np.concatenate([values, bootstrap_value[np.newaxis]])
    targets = all_values.copy()
    for s in range(steps):
        for t in range(s, steps):
            weight = np.ones_like(bootstrap_value)
            for i in range(s, t):
                weight = weight * discounts[i] * c[i]
            error = rewards[t] + discounts[t] * all_values[t + 1] - all_values[t]
            targets[s] += weight * rho[t] * error
    advantages = rho * (rewards + discounts * targets[1:] - values)
    return advantages, targets[:-1]


@pytest.mark.parametrize("shape", SHAPES)
def test_accumulate_backwards_solves_its_recursion(shape):
    terms, decays, _, _ = make_rollout(shape)
    expected = slow_returns(terms, decays, np.zeros(shape[1:]))
    actual = accumulate_backwards(*as_float32(terms, decays))
    np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("gae_lambda", [0.0, 0.5, 0.95, 1.0])
@pytest.mark.parametrize("shape", SHAPES)
def test_generalized_advantages(shape, gae_lambda):
    rollout = make_rollout(shape)
    expected = slow_gae(*rollout, gae_lambda)
    actual = generalized_advantages(*as_float32(*rollout), gae_lambda)
    np.testing.assert_allclose(actual.advantages, expected, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(actual.values, expected + rollout[2], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("shape", SHAPES)
def test_gae_with_lambda_one_is_a3c(shape):
    rewards, discounts, values, bootstrap = rollout = make_rollout(shape)
    returns = slow_returns(rewards, discounts, bootstrap)
    targets = generalized_advantages(*as_float32(*rollout), 1.0)
    np.testing.assert_allclose(targets.values, returns, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(targets.advantages, returns - values, rtol=1e-5, atol=1e-5)


def test_last_reward_counts_and_the_bootstrap_is_gated_by_the_discount():
    rewards, values = as_float32([0.0, 0.0, 5.0], [0.0, 0.0, 0.0])
    bootstrap = tf.constant(8.0)
    ended, cut = (
        generalized_advantages(rewards, tf.constant(discounts), values, bootstrap, 1.0)
        for discounts in ([0.5, 0.5, 0.0], [0.5, 0.5, 0.5])
    )
    for part in ended:
        np.testing.assert_allclose(part, [1.25, 2.5, 5.0])
    for part in cut:
        np.testing.assert_allclose(part, [2.25, 4.5, 9.0])


@pytest.mark.parametrize("gae_lambda", [1.0, 0.7])
@pytest.mark.parametrize("max_ratio", [1.0, 2.0])
@pytest.mark.parametrize("shape", SHAPES)
def test_vtrace(shape, max_ratio, gae_lambda):
    rollout = make_rollout(shape)
    rng = np.random.default_rng(1)
    behaviour, current = rng.normal(size=(2, *shape))
    advantages, values = slow_vtrace(current - behaviour, *rollout, gae_lambda, max_ratio)
    actual = vtrace(*as_float32(behaviour, current, *rollout), gae_lambda, max_ratio)
    np.testing.assert_allclose(actual.advantages, advantages, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(actual.values, values, rtol=1e-4, atol=1e-4)


def test_vtrace_of_an_unchanged_policy_is_a3c():
    rollout = as_float32(*make_rollout((12,)))
    log_prob = tf.constant(np.random.default_rng(2).normal(size=12), tf.float32)
    on_policy = vtrace(log_prob, log_prob, *rollout)
    a3c = generalized_advantages(*rollout, 1.0)
    np.testing.assert_allclose(on_policy.advantages, a3c.advantages, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(on_policy.values, a3c.values, rtol=1e-5, atol=1e-5)


def test_no_gradient_flows_through_the_targets():
    inputs = as_float32(*make_rollout((4,)))
    log_prob = tf.zeros(4)
    with tf.GradientTape() as tape:
        tape.watch([*inputs, log_prob])
        results = [
            generalized_advantages(*inputs, 0.9),
            vtrace(tf.zeros(4), log_prob, *inputs),
        ]
        total = tf.add_n([tf.reduce_sum(x) for x in tf.nest.flatten(results)])
    assert tape.gradient(total, [*inputs, log_prob]) == [None] * 5
