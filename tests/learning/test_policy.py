"""The action distribution against NumPy, and what must hold whatever is masked."""

import numpy as np
import pytest

from a3c_tf.learning.policy import ActionDistribution
from a3c_tf.specs import ActionSpec, ArgumentSpec, FunctionSpec
from a3c_tf.tensorflow_setup import tf

SPEC = ActionSpec(
    functions=(
        FunctionSpec("wait"),
        FunctionSpec("click", ("screen",)),
        FunctionSpec("drag", ("queued", "screen")),
        FunctionSpec("order", ("queued",)),
    ),
    arguments=(ArgumentSpec("queued", (2,)), ArgumentSpec("screen", (3, 5))),
)
BUTTONS = ActionSpec((FunctionSpec("left"), FunctionSpec("right"), FunctionSpec("jump")))


def make_logits(spec, batch, seed=0, scale=2.0):
    rng = np.random.default_rng(seed)
    sizes = [len(spec.functions), *(argument.size for argument in spec.arguments)]
    return [scale * rng.normal(size=(batch, size)).astype(np.float32) for size in sizes]


def noise_for(spec, batch):
    """Uniform numbers for every head."""
    rng = np.random.default_rng(6)
    return tf.constant(rng.random((batch, 1 + len(spec.arguments)), np.float32))


def make_mask(spec, batch, seed=0):
    """A random mask that allows at least one function in every state."""
    rng = np.random.default_rng(seed)
    mask = rng.random((batch, len(spec.functions))) < 0.5
    mask[np.arange(batch), rng.integers(len(spec.functions), size=batch)] = True
    return mask


def make_policy(spec, logits, mask):
    return ActionDistribution(
        spec, tf.constant(logits[0]), [tf.constant(x) for x in logits[1:]], tf.constant(mask)
    )


def random_actions(spec, mask, seed=0):
    rng = np.random.default_rng(seed)
    functions = [rng.choice(np.flatnonzero(row)) for row in mask]
    columns = [rng.integers(argument.size, size=len(mask)) for argument in spec.arguments]
    return np.stack([functions, *columns], axis=1).astype(np.int32)


def softmax(logits):
    exp = np.exp(logits - logits.max())
    return exp / exp.sum()


def slow_probabilities(logits, mask):
    """Probabilities of each head in one state; forbidden functions are left out of the sum."""
    function = np.zeros(len(mask))
    function[mask] = softmax(logits[0][mask].astype(np.float64))
    return [function, *(softmax(x.astype(np.float64)) for x in logits[1:])]


def slow_log_prob(spec, logits, mask, action):
    probabilities = slow_probabilities(logits, mask)
    result = np.log(probabilities[0][action[0]])
    for index, argument in enumerate(spec.arguments):
        if argument.name in spec.functions[action[0]].arguments:
            result += np.log(probabilities[1 + index][action[1 + index]])
    return result


def slow_entropy(spec, logits, mask):
    """Entropy of the joint distribution, by listing every distinct action."""
    probabilities = slow_probabilities(logits, mask)
    total = 0.0
    for function, p in zip(spec.functions, probabilities[0], strict=True):
        joint = np.array([p])
        for argument, q in zip(spec.arguments, probabilities[1:], strict=True):
            if argument.name in function.arguments:
                joint = np.outer(joint, q).ravel()
        joint = joint[joint > 0]
        total -= np.sum(joint * np.log(joint))
    return total


@pytest.mark.parametrize("spec", [SPEC, BUTTONS])
def test_log_prob_counts_only_the_arguments_that_the_function_takes(spec):
    logits, mask = make_logits(spec, 30), make_mask(spec, 30)
    actions = random_actions(spec, mask)
    expected = [
        slow_log_prob(spec, [x[row] for x in logits], mask[row], actions[row]) for row in range(30)
    ]
    actual = make_policy(spec, logits, mask).log_prob(tf.constant(actions))
    np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("spec", [SPEC, BUTTONS])
def test_entropy_is_that_of_the_joint_distribution(spec):
    logits, mask = make_logits(spec, 30), make_mask(spec, 30)
    expected = [slow_entropy(spec, [x[row] for x in logits], mask[row]) for row in range(30)]
    actual = make_policy(spec, logits, mask).entropy()
    np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-5)


def test_entropy_parts_tell_functions_from_arguments():
    policy = make_policy(SPEC, make_logits(SPEC, 2, scale=0.0), np.ones((2, 4), bool))
    function, arguments = policy.entropy_parts()
    np.testing.assert_allclose(function, np.log(4.0), rtol=1e-6)
    taken = SPEC.argument_mask.mean(axis=0) @ np.log([a.size for a in SPEC.arguments])
    np.testing.assert_allclose(arguments, taken, rtol=1e-6)


def test_entropy_bonus_does_not_favour_functions_with_arguments():
    """At a uniform policy the entropy of every head is at its peak, so nothing is to be gained."""
    logits = [tf.zeros((1, 4)), tf.zeros((1, 2)), tf.zeros((1, 15))]
    with tf.GradientTape() as tape:
        tape.watch(logits)
        entropy = ActionDistribution(SPEC, logits[0], logits[1:], tf.ones((1, 4), bool)).entropy()
    for gradient in tape.gradient(entropy, logits):
        np.testing.assert_allclose(gradient, np.zeros_like(gradient), atol=1e-6)


@pytest.mark.parametrize("spec", [SPEC, BUTTONS])
@pytest.mark.parametrize("allowed", ["none", "one", "some", "all"])
@pytest.mark.parametrize("scale", [0.0, 1.0, 1e4])
def test_masks_and_extreme_logits_never_give_nan(spec, allowed, scale):
    batch = 8
    logits = make_logits(spec, batch, scale=scale)
    mask = {
        "none": np.zeros((batch, len(spec.functions)), bool),
        "one": np.eye(len(spec.functions), dtype=bool)[np.arange(batch) % len(spec.functions)],
        "some": make_mask(spec, batch),
        "all": np.ones((batch, len(spec.functions)), bool),
    }[allowed]
    tensors = [tf.constant(x) for x in logits]
    with tf.GradientTape() as tape:
        tape.watch(tensors)
        policy = ActionDistribution(spec, tensors[0], tensors[1:], tf.constant(mask))
        actions = policy.sample(noise_for(spec, batch))
        log_prob, entropy = policy.log_prob(actions), policy.entropy()
        total = tf.reduce_sum(log_prob) + tf.reduce_sum(entropy)
    for tensor in [log_prob, entropy, *tape.gradient(total, tensors)]:
        assert tf.reduce_all(tf.math.is_finite(tensor))
    for chosen in (actions, policy.mode()):
        sizes = [len(spec.functions), *(argument.size for argument in spec.arguments)]
        assert np.all((chosen >= 0) & (chosen < np.array(sizes)))


def test_forbidden_functions_are_never_chosen_and_get_no_gradient():
    rng = np.random.default_rng(0)
    logits = tf.constant(rng.normal(size=(400, 4)) + [[50.0, 0.0, 0.0, 0.0]], tf.float32)
    others = [tf.zeros((400, 2)), tf.zeros((400, 15))]
    mask = np.tile([[False, True, False, True]], (400, 1))
    with tf.GradientTape() as tape:
        tape.watch(logits)
        policy = ActionDistribution(SPEC, logits, others, tf.constant(mask))
        sampled = policy.sample(noise_for(SPEC, 400))
        total = tf.reduce_sum(policy.log_prob(sampled) + policy.entropy())
    gradient = tape.gradient(total, logits)
    assert set(sampled[:, 0].numpy()) == {1, 3}
    assert set(policy.mode()[:, 0].numpy()) <= {1, 3}
    np.testing.assert_array_equal(gradient[:, ::2], 0.0)
    assert np.all(np.abs(gradient[:, 1::2]) > 0.0)


def test_sampling_frequencies_match_the_probabilities():
    batch = 40_000
    logits = [np.repeat(x, batch, axis=0) for x in make_logits(SPEC, 1, seed=5, scale=1.0)]
    mask = np.tile([[True, True, False, True]], (batch, 1))
    actions = make_policy(SPEC, logits, mask).sample(noise_for(SPEC, batch)).numpy()
    probabilities = slow_probabilities([x[0] for x in logits], mask[0])
    for head, expected in enumerate(probabilities):
        frequency = np.bincount(actions[:, head], minlength=len(expected)) / batch
        # Four standard errors of a frequency.
        margin = 4 * np.sqrt(expected * (1 - expected) / batch)
        assert np.all(np.abs(frequency - expected) <= margin)
    for first in range(3):
        for second in range(first + 1, 3):
            correlation = np.corrcoef(actions[:, first], actions[:, second])[0, 1]
            assert abs(correlation) < 4 / np.sqrt(batch)


def test_the_noise_of_a_state_decides_its_action_whatever_else_is_in_the_batch():
    batch = 50
    logits, mask, noise = make_logits(SPEC, batch), make_mask(SPEC, batch), noise_for(SPEC, batch)
    together = make_policy(SPEC, logits, mask).sample(noise).numpy()
    for row in range(batch):
        part = slice(row, row + 1)
        alone = make_policy(SPEC, [x[part] for x in logits], mask[part]).sample(noise[part])
        np.testing.assert_array_equal(alone, together[part])


@pytest.mark.parametrize("extreme", [0.0, np.nextafter(np.float32(1.0), np.float32(0.0))])
@pytest.mark.parametrize("size", [2, 7_056])
def test_extreme_noise_leads_to_the_ends_of_what_is_possible(extreme, size):
    """7,056 pixels are 84 x 84; the sum of their probabilities is rounded most."""
    rng, batch = np.random.default_rng(3), 200
    mask = np.ones((batch, size + 2), bool)
    mask[:, [0, -1]] = False
    spec = ActionSpec(tuple(FunctionSpec(f"f{i}") for i in range(size + 2)), ())
    logits = rng.normal(scale=2.0, size=(batch, size + 2)).astype(np.float32)
    sampled = make_policy(spec, [logits], mask).sample(tf.fill([batch, 1], extreme)).numpy()
    assert np.all(mask[np.arange(batch), sampled[:, 0]])
    assert np.all(sampled < size / 2 + 1) if extreme == 0.0 else np.all(sampled > size / 2)


def test_mode_takes_the_most_probable_of_each_head():
    logits, mask = make_logits(SPEC, 20), make_mask(SPEC, 20)
    mode = make_policy(SPEC, logits, mask).mode().numpy()
    for row in range(20):
        probabilities = slow_probabilities([x[row] for x in logits], mask[row])
        assert mode[row].tolist() == [int(np.argmax(p)) for p in probabilities]
