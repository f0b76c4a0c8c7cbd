"""Curiosity: what it is trained to predict, what it pays, and that it does not touch the policy."""

import numpy as np
import pytest
from test_shared_model import CLICKS, SCREEN, SPECS, assert_same, make_rollout

from a3c_tf.config import Config
from a3c_tf.learning.curiosity import Curiosity, curious_inputs, encode_actions
from a3c_tf.learning.policy import ActionDistribution
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.networks.layers import LayerFactory
from a3c_tf.tensorflow_setup import keras, tf
from a3c_tf.training.checkpoint import Checkpointer

CONFIG = Config(curiosity_reward=0.5, curiosity_cost=2.0)


@pytest.fixture
def moderate_start(monkeypatch):
    """Heads that start as large as other layers, so that their losses are not those of chance."""
    monkeypatch.setattr(LayerFactory, "head", LayerFactory.linear)


def as_tensors(rollout):
    return tf.nest.map_structure(tf.constant, rollout)


def test_actions_are_one_hot_and_pixels_are_places():
    actions = np.array([[0, 25, 1], [1, 25, 1], [2, 25, 1], [1, 0, 0], [1, 53, 0]], np.int32)
    encoded = encode_actions(tf.constant(actions), CLICKS)
    # function (3), row and column of the 6 x 9 screen, queued (2)
    np.testing.assert_allclose(
        encoded,
        [
            [1, 0, 0, 0, 0, 0, 0],
            [0, 1, 0, 2 / 5, 7 / 8, 0, 0],
            [0, 0, 1, 0, 0, 0, 1],
            [0, 1, 0, 0, 0, 0, 0],
            [0, 1, 0, 1, 1, 0, 0],
        ],
        rtol=1e-6,
    )


@pytest.mark.parametrize("specs", SPECS)
def test_rewards_and_losses_are_those_of_the_formulas(specs, moderate_start):
    curiosity = Curiosity(*specs, CONFIG)
    rollout = as_tensors(make_rollout(SharedModel(*specs, Config()), 5))
    encoded = encode_actions(rollout.actions, specs[1])
    outputs = curiosity.model(curious_inputs(rollout.observation, encoded))
    guess = ActionDistribution(
        specs[1],
        outputs["function_logits"],
        [outputs["argument_logits"][a.name] for a in specs[1].arguments],
        rollout.function_mask,
    )
    inverse = -guess.log_prob(rollout.actions).numpy()
    error = np.sum((outputs["predicted"] - outputs["features"]).numpy() ** 2, axis=1) / 2
    assert np.all(error > 1e-3) and np.ptp(inverse) > 1e-3

    surprise = curiosity(rollout)
    np.testing.assert_allclose(surprise.rewards, 0.5 * error, rtol=1e-5)
    expected = 2.0 * np.sum(0.8 * inverse + 0.2 * error)
    assert float(surprise.loss) == pytest.approx(expected, rel=1e-5)
    means = {name: float(value) for name, value in surprise.metrics.items()}
    assert means == pytest.approx(
        {
            "intrinsic_reward": 0.5 * error.mean(),
            "inverse_loss": inverse.mean(),
            "forward_loss": error.mean(),
        },
        rel=1e-5,
    )


def test_features_are_of_the_states_before_and_after_each_action():
    curiosity = Curiosity(*SPECS[0], CONFIG)
    rollout = as_tensors(make_rollout(SharedModel(*SPECS[0], Config()), 4))
    encoded = encode_actions(rollout.actions, SPECS[0][1])

    def changed(row):
        vector = rollout.observation["vector"].numpy()
        vector[row] += 1.0
        observation = {"vector": tf.constant(vector)}
        one, other = (
            curiosity.model(curious_inputs(shown, encoded))
            for shown in (rollout.observation, observation)
        )
        return {
            name: np.flatnonzero(np.any(one[name] != other[name], axis=1)).tolist()
            for name in ("function_logits", "predicted", "features")
        }

    assert changed(0) == {"function_logits": [0], "predicted": [0], "features": []}
    assert changed(2) == {"function_logits": [1, 2], "predicted": [2], "features": [1]}
    assert changed(4) == {"function_logits": [3], "predicted": [], "features": [3]}


@pytest.mark.parametrize("specs", SPECS)
def test_gradients_equal_finite_differences(specs, moderate_start):
    curiosity = Curiosity(*specs, CONFIG)
    rollout = as_tensors(make_rollout(SharedModel(*specs, Config()), 4))
    variables = [variable.value for variable in curiosity.model.trainable_variables]
    with tf.GradientTape() as tape:
        total = curiosity(rollout).loss
    gradients = [tf.convert_to_tensor(g) for g in tape.gradient(total, variables)]
    for variable, gradient in zip(variables, gradients, strict=True):
        # Along the gradient, so that the difference stands out from the rounding of float32.
        norm = float(tf.linalg.global_norm([gradient]))
        assert norm > 0.0
        before, values, step = variable.numpy(), [], 3e-3
        for sign in (1.0, -1.0):
            variable.assign(before + sign * step * gradient / norm)
            values.append(float(curiosity(rollout).loss))
        variable.assign(before)
        assert (values[0] - values[1]) / (2 * step) == pytest.approx(norm, rel=0.03)


def test_the_policy_learns_from_both_rewards_and_from_nothing_else_of_curiosity():
    config = Config(max_grad_norm=0.5)
    plain = SharedModel(*SPECS[1], config)
    curious = SharedModel(*SPECS[1], config.override({"curiosity_reward": 0.5}))
    assert curious.curiosity is not None
    assert_same(plain.weights(), curious.weights())
    rollout = make_rollout(plain, 6)
    surprise = curious.curiosity(as_tensors(rollout))
    assert np.ptp(surprise.rewards) > 1e-3
    before = [np.array(v) for v in curious.curiosity.model.trainable_variables]
    metrics = curious.update(rollout, 1e-2, 0.01).metrics
    paid = rollout._replace(rewards=rollout.rewards + surprise.rewards.numpy())
    expected = plain.update(paid, 1e-2, 0.01).metrics
    assert {name: metrics[name] for name in expected} == pytest.approx(expected, rel=1e-4)
    # Both clipped, each on its own, so the policy made the same step.
    assert min(metrics["gradient_norm"], metrics["curiosity_norm"]) > 0.5
    for one, other in zip(plain.weights(), curious.weights(), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)
    after = curious.curiosity.model.trainable_variables
    assert any(np.any(a != np.array(b)) for a, b in zip(before, after, strict=True))


def test_what_is_seen_often_pays_less_than_what_is_not():
    options = {"optimizer": "adam", "optimizer_epsilon": 1e-7}
    model = SharedModel(*SPECS[0], CONFIG.override(options))
    often, seldom = make_rollout(model, 8, seed=1), make_rollout(model, 8, seed=2)

    def paid(rollout):
        return np.mean(model.curiosity(as_tensors(rollout)).rewards)

    before = paid(often), paid(seldom)
    inverse = []
    for _ in range(150):
        inverse.append(model.update(often, 3e-3, 0.01).metrics["inverse_loss"])
    assert paid(often) < 0.1 * before[0]
    assert paid(often) < 0.3 * paid(seldom)
    assert inverse[-1] < 0.5 * inverse[0]


def test_an_update_that_only_curiosity_cannot_make_is_dropped_as_a_whole():
    model = SharedModel(*SPECS[0], CONFIG)
    before = model.weights()
    variable = model.curiosity.model.get_layer("predicted").kernel
    variable.assign(variable * np.float32(1e30))
    assert not model.update(make_rollout(model, 4), 1e-2, 0.01).applied
    assert_same(model.weights(), before)


def test_curiosity_is_saved_with_its_share_of_the_optimizer(tmp_path):
    original = SharedModel(*SPECS[1], CONFIG)
    for index in range(3):
        original.update(make_rollout(original, 5, index), 1e-2, 0.01)
    Checkpointer(tmp_path, original).save(3, {})
    copy = SharedModel(*SPECS[1], CONFIG.override({"seed": 9}))
    Checkpointer(tmp_path, copy).restore()
    for model in (original, copy):
        model.update(make_rollout(original, 7, 10), 1e-2, 0.01)
    for name in ("model", "curiosity", "optimizer"):
        one, other = ([np.array(v) for v in m.trackables[name].variables] for m in (original, copy))
        assert_same(one, other)


@pytest.mark.parametrize("name", ["action", "features", "state", "forward"])
def test_an_observation_may_be_called_as_a_layer_is(name):
    vector, buttons = SPECS[0]
    model = SharedModel({name: vector["vector"]}, buttons, CONFIG)
    assert model.update(make_rollout(model, 4), 1e-2, 0.01).applied


def test_its_networks_survive_saving(tmp_path):
    curiosity = Curiosity(SCREEN, CLICKS, CONFIG)
    curiosity.model.save(tmp_path / "curiosity.keras")
    keras.models.load_model(tmp_path / "curiosity.keras", compile=False, safe_mode=True)


def test_without_it_nothing_is_built():
    model = SharedModel(*SPECS[0], Config())
    assert model.curiosity is None
    assert set(model.trackables) == {"model", "optimizer"}
