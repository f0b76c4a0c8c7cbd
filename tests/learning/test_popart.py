"""PopArt against the paper's formulas in NumPy, and what it makes of rewards of another scale."""

import numpy as np
import pytest
from test_shared_model import SPECS, make_observation, make_rollout

from a3c_tf import register_network
from a3c_tf.config import Config
from a3c_tf.errors import ConfigError
from a3c_tf.learning.popart import update_statistics, with_popart
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.networks import build_network, registry
from a3c_tf.tensorflow_setup import keras, tf


def slow_statistics(batches, step_size):
    """The moving averages of the first and the second moment, as the paper writes them."""
    first, second = 0.0, 1.0
    for targets in batches:
        first = (1 - step_size) * first + step_size * np.mean(targets)
        second = (1 - step_size) * second + step_size * np.mean(np.square(targets))
    return first, second - first**2


@pytest.mark.parametrize("step_size", [0.3, 1e-3])
def test_statistics_move_as_in_the_paper_and_values_stay_where_they_were(step_size):
    model = with_popart(build_network("", *SPECS[1], seed=1))
    rng = np.random.default_rng(0)
    observation = make_observation(SPECS[1][0], 8)
    head = model.get_layer("value_head")
    head.bias.assign([0.4])
    before = model(observation)["value"].numpy()
    batches = [rng.normal(50.0, 20.0, size=7) for _ in range(6)]
    kernels = [head.kernel.numpy()]
    for targets in batches:
        moments = [tf.constant(x, tf.float32) for x in (np.mean(targets), np.var(targets))]
        update_statistics(model, *moments, step_size)
        kernels.append(head.kernel.numpy())
    mean, variance = slow_statistics(batches, step_size)
    outputs = model(observation)
    np.testing.assert_allclose(outputs["value"], before, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(outputs["value_mean"], np.full(8, mean), rtol=1e-5)
    np.testing.assert_allclose(outputs["value_deviation"], np.full(8, np.sqrt(variance)), rtol=1e-5)
    assert np.all(np.diff([np.abs(k).sum() for k in kernels]) != 0.0)


def test_the_variance_of_large_targets_does_not_cancel():
    """In float32, 1e6 + 1 squared minus the squared mean would be lost."""
    model = with_popart(build_network("", *SPECS[0], seed=1))
    for _ in range(200):
        update_statistics(model, tf.constant(1e6), tf.constant(4.0), 0.2)
    deviation = model(make_observation(SPECS[0][0], 1))["value_deviation"]
    assert float(deviation[0]) == pytest.approx(2.0, rel=1e-2)


def test_targets_that_are_all_alike_leave_a_smallest_deviation():
    model = with_popart(build_network("", *SPECS[0], seed=1))
    update_statistics(model, tf.constant(0.0), tf.constant(0.0), 1.0)
    outputs = model(make_observation(SPECS[0][0], 2))
    np.testing.assert_allclose(outputs["value_deviation"], [1e-4, 1e-4])
    assert np.all(np.isfinite(model.get_layer("value_head").kernel))


def test_an_update_learns_in_normalized_units_and_then_moves_the_statistics():
    config = Config(popart_step_size=0.25, max_grad_norm=0.0, entropy_cost=0.0)
    shared_model = SharedModel(*SPECS[1], config)
    model = shared_model.model
    update_statistics(model, tf.constant(5.0), tf.constant(9.0), 1.0)
    rollout = make_rollout(shared_model, 6)
    outputs = model(rollout.observation)
    values, deviation = outputs["value"].numpy(), outputs["value_deviation"].numpy()[0]
    assert deviation == pytest.approx(3.0)
    returns, following = np.zeros(6), values[6]
    for t in reversed(range(6)):
        following = rollout.rewards[t] + rollout.discounts[t] * following
        returns[t] = following

    head = model.get_layer("value_head").kernel
    metrics = shared_model.update(rollout, 0.0, 0.0).metrics
    errors = (returns - values[:6]) / deviation
    assert metrics["value_loss"] == pytest.approx(np.mean(errors**2) / 2, rel=1e-4)
    assert metrics["value"] == pytest.approx(np.mean(values[:6]), rel=1e-5)
    after = model(rollout.observation)
    np.testing.assert_allclose(after["value"], values, atol=1e-5)
    expected = 0.75 * 5.0 + 0.25 * np.mean(returns)
    assert float(after["value_mean"][0]) == pytest.approx(expected, rel=1e-5)

    # With statistics that do not move: the same step for any scale of the rewards.
    steps = []
    for scale in (1.0, 100.0):
        shared_model = SharedModel(*SPECS[1], config.override({"popart_step_size": 1e-12}))
        update_statistics(shared_model.model, tf.constant(0.0), tf.constant(scale**2), 1.0)
        head = shared_model.model.get_layer("value_head")
        head.kernel.assign(tf.ones_like(head.kernel) / 50.0)
        before = shared_model.weights()
        rollout = make_rollout(shared_model, 6)
        rollout = rollout._replace(rewards=(scale * rollout.rewards).astype(np.float32))
        assert shared_model.update(rollout, 1e-3, 0.0).applied
        steps.append([a - b for a, b in zip(shared_model.weights(), before, strict=True)])
    for one, other in zip(*(s[:-2] for s in steps), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-2, atol=1e-6)


def test_construction_leaves_the_statistics_as_they_start():
    shared_model = SharedModel(*SPECS[0], Config(popart_step_size=0.1))
    outputs = shared_model.model(make_observation(SPECS[0][0], 1))
    assert (float(outputs["value_mean"][0]), float(outputs["value_deviation"][0])) == (0.0, 1.0)


def test_statistics_are_saved_and_copied_with_the_weights(tmp_path):
    config = Config(popart_step_size=0.1, weights="snapshot")
    shared_model = SharedModel(*SPECS[0], config)
    snapshot = shared_model.snapshot()
    observation = make_observation(SPECS[0][0], 3)
    mask, noise = np.ones((3, 3), bool), np.zeros((3, 1), np.float32)
    before = shared_model.act(observation, mask, noise).value
    for index in range(3):
        shared_model.update(make_rollout(shared_model, 5, index), 1e-2, 0.01)
    value = shared_model.act(observation, mask, noise).value
    assert np.any(value != before)
    # A snapshot holds them too: with newer ones its values would be in other units.
    old = shared_model.act(observation, mask, noise, weights=snapshot).value
    np.testing.assert_array_equal(old, before)
    copy = SharedModel(*SPECS[0], config)
    copy.set_weights(shared_model.weights())
    np.testing.assert_array_equal(copy.act(observation, mask, noise).value, value)
    shared_model.model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras", compile=False, safe_mode=True)
    np.testing.assert_allclose(loaded(observation)["value"], value, rtol=1e-6)


def test_a_network_without_a_value_head_is_refused(monkeypatch):
    monkeypatch.setattr(registry, "_BUILDERS", dict(registry._BUILDERS))

    def headless(observation_spec, action_spec, seed):
        vector = keras.Input((4,), name="vector")
        outputs = {
            "function_logits": keras.layers.Dense(3)(vector),
            "argument_logits": {},
            "value": keras.layers.Reshape(())(keras.layers.Dense(1)(vector)),
        }
        return keras.Model({"vector": vector}, outputs)

    register_network("headless", headless)
    with pytest.raises(ConfigError, match="popart_step_size needs a network whose value comes"):
        SharedModel(*SPECS[0], Config(network="headless", popart_step_size=0.1))


@pytest.mark.parametrize("name", ["popart", "value_head"])
def test_an_observation_called_as_a_layer_that_it_needs_is_refused(name):
    with pytest.raises(ConfigError, match=f"needs the names .'{name}'. for layers"):
        SharedModel({name: SPECS[0][0]["vector"]}, SPECS[0][1], Config(popart_step_size=0.1))
