"""The loss against NumPy, and its gradients against finite differences."""

import numpy as np
import pytest

from a3c_tf.learning.losses import a3c_loss
from a3c_tf.learning.policy import ActionDistribution
from a3c_tf.learning.returns import Targets, generalized_advantages
from a3c_tf.specs import ActionSpec, ArgumentSpec, FunctionSpec
from a3c_tf.tensorflow_setup import tf


@pytest.mark.parametrize("shape", [(1,), (6,), (4, 3)])
def test_loss_is_a_sum_over_transitions(shape):
    rng = np.random.default_rng(0)
    log_prob, entropy, values, advantages, value_targets = rng.normal(size=(5, *shape))
    policy = value = entropies = 0.0
    for index in np.ndindex(*shape):
        policy -= log_prob[index] * advantages[index]
        value += 0.5 * (value_targets[index] - values[index]) ** 2
        entropies += entropy[index]
    as_tensors = [
        tf.constant(x, tf.float32) for x in (log_prob, entropy, values, advantages, value_targets)
    ]
    loss = a3c_loss(*as_tensors[:3], Targets(*as_tensors[3:]), value_cost=0.25, entropy_cost=0.125)
    np.testing.assert_allclose(loss.policy, policy, rtol=1e-5)
    np.testing.assert_allclose(loss.value, value, rtol=1e-5)
    np.testing.assert_allclose(loss.entropy, entropies, rtol=1e-5)
    np.testing.assert_allclose(loss.total, policy + 0.25 * value - 0.125 * entropies, rtol=1e-5)


def test_gradient_equals_finite_differences():
    """Of the whole chain from logits and values, with what is constant held constant."""
    spec = ActionSpec(
        (FunctionSpec("wait"), FunctionSpec("click", ("screen",)), FunctionSpec("never")),
        (ArgumentSpec("screen", (2, 3)),),
    )
    steps = 5
    rng = np.random.default_rng(1)
    mask = np.tile([[True, True, False]], (steps, 1))
    actions = np.stack([rng.integers(2, size=steps), rng.integers(6, size=steps)], axis=1)
    rewards, discounts = rng.normal(size=steps), np.array([0.9, 0.9, 0.0, 0.9, 0.9])
    inputs = [rng.normal(size=(steps, 3)), rng.normal(size=(steps, 6)), rng.normal(size=steps)]

    def function_probabilities(logits):
        exp = np.where(mask, np.exp(logits), 0.0)
        return exp / exp.sum(axis=1, keepdims=True)

    def screen_probabilities(logits):
        return np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)

    returns, following = np.zeros(steps), 0.7
    for t in reversed(range(steps)):
        following = rewards[t] + discounts[t] * following
        returns[t] = following
    advantages = returns - inputs[2]
    taken = function_probabilities(inputs[0])[:, 1]

    def slow_total(function_logits, screen_logits, values):
        p, q = function_probabilities(function_logits), screen_probabilities(screen_logits)
        total = 0.0
        for t in range(steps):
            log_prob = np.log(p[t, actions[t, 0]])
            if actions[t, 0] == 1:
                log_prob += np.log(q[t, actions[t, 1]])
            entropy = -sum(x * np.log(x) for x in p[t, :2])
            entropy -= taken[t] * np.sum(q[t] * np.log(q[t]))
            error = returns[t] - values[t]
            total += -log_prob * advantages[t] + 0.5 * 0.5 * error**2 - 0.3 * entropy
        return total

    tensors = [tf.constant(x, tf.float32) for x in inputs]
    with tf.GradientTape() as tape:
        tape.watch(tensors)
        policy = ActionDistribution(spec, tensors[0], tensors[1:2], tf.constant(mask))
        targets = generalized_advantages(
            tf.constant(rewards, tf.float32),
            tf.constant(discounts, tf.float32),
            tensors[2],
            tf.constant(0.7),
            1.0,
        )
        loss = a3c_loss(
            policy.log_prob(tf.constant(actions, tf.int32)),
            policy.entropy(),
            tensors[2],
            targets,
            value_cost=0.5,
            entropy_cost=0.3,
        )
    np.testing.assert_allclose(loss.total, slow_total(*inputs), rtol=1e-5)
    step = 1e-5
    for position, gradient in enumerate(tape.gradient(loss.total, tensors)):
        for index in np.ndindex(*inputs[position].shape):
            up, down = [x.copy() for x in inputs], [x.copy() for x in inputs]
            up[position][index] += step
            down[position][index] -= step
            difference = (slow_total(*up) - slow_total(*down)) / (2 * step)
            assert gradient[index].numpy() == pytest.approx(difference, rel=1e-3, abs=1e-4)
