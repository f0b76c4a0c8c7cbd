"""Networks that remember: the LSTM against NumPy, and memory that is carried and forgotten."""

import numpy as np
import pytest

from a3c_tf import register_network
from a3c_tf.config import Config
from a3c_tf.envs.toys import Bandit, Click
from a3c_tf.envs.toys_options import Recall
from a3c_tf.errors import ConfigError
from a3c_tf.evaluation.checkpoint_policy import ModelPolicy
from a3c_tf.evaluation.evaluation import play_episodes
from a3c_tf.learning.actor import Actor
from a3c_tf.learning.bad_updates import BadUpdateGuard
from a3c_tf.learning.schedules import Schedules
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.learning.step_counter import StepCounter
from a3c_tf.networks import build_network, memory_shapes, registry
from a3c_tf.networks.memory import RolloutConvLSTM, RolloutLSTM
from a3c_tf.tensorflow_setup import keras, tf

STEPS, SEQUENCES, UNITS = 5, 3, 4


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def convolved(image, kernel):
    """3 x 3 convolution of [height, width, channels], zeros around it."""
    height, width, _ = image.shape
    padded = np.pad(image, ((1, 1), (1, 1), (0, 0)))
    result = np.zeros((height, width, kernel.shape[-1]))
    for y in range(height):
        for x in range(width):
            result[y, x] = np.einsum("ijc,ijcd->d", padded[y : y + 3, x : x + 3], kernel)
    return result


def slow_lstm(mix, weights, rows, hidden, cell):
    """One sequence, step by step."""
    kernel, recurrent, bias = weights
    outputs = []
    for row in rows:
        gates = mix(row, kernel) + mix(hidden, recurrent) + bias
        enter, keep, show, candidate = np.split(gates, 4, axis=-1)
        cell = sigmoid(keep) * cell + sigmoid(enter) * np.tanh(candidate)
        hidden = sigmoid(show) * np.tanh(cell)
        outputs.append(hidden)
    return np.stack(outputs), hidden, cell


def make_layer(kind):
    """A layer in double precision, its inputs and how it mixes."""
    rng = np.random.default_rng(1)
    place = () if kind is RolloutLSTM else (3, 2)
    layer = kind(UNITS, 7, dtype="float64")
    features = rng.normal(size=(STEPS * SEQUENCES, *place, 2))
    hidden, cell = rng.normal(size=(2, SEQUENCES, *place, UNITS))
    layer(features, hidden, cell)  # creates the weights
    return layer, features, hidden, cell, convolved if place else np.dot


@pytest.mark.parametrize("kind", [RolloutLSTM, RolloutConvLSTM])
def test_rows_are_steps_of_as_many_sequences_as_there_are_states(kind):
    layer, features, hidden, cell, mix = make_layer(kind)
    outputs, last_hidden, last_cell = layer(features, hidden, cell)
    weights = [np.array(w) for w in layer.weights]
    assert [w.shape[-1] for w in weights] == [4 * UNITS] * 3
    for index in range(SEQUENCES):
        expected = slow_lstm(mix, weights, features[index::SEQUENCES], hidden[index], cell[index])
        np.testing.assert_allclose(outputs[index::SEQUENCES], expected[0], rtol=1e-9)
        np.testing.assert_allclose(last_hidden[index], expected[1], rtol=1e-9)
        np.testing.assert_allclose(last_cell[index], expected[2], rtol=1e-9)


@pytest.mark.parametrize("kind", [RolloutLSTM, RolloutConvLSTM])
def test_gradients_through_time_equal_finite_differences(kind):
    layer, features, hidden, cell, _ = make_layer(kind)
    rng = np.random.default_rng(2)
    aims = rng.normal(size=(STEPS * SEQUENCES, *hidden.shape[1:]))
    variables = [variable.value for variable in layer.trainable_variables]

    def loss():
        outputs, _, last_cell = layer(features, hidden, cell)
        return tf.reduce_sum(outputs * aims) + tf.reduce_sum(last_cell**2)

    with tf.GradientTape() as tape:
        total = loss()
    for variable, gradient in zip(variables, tape.gradient(total, variables), strict=True):
        before, direction = variable.numpy(), rng.normal(size=variable.shape)
        values = []
        for sign in (1.0, -1.0):
            variable.assign(before + sign * 1e-6 * direction)
            values.append(loss().numpy())
        variable.assign(before)
        difference = (values[0] - values[1]) / 2e-6
        assert np.sum(gradient * direction) == pytest.approx(difference, rel=1e-6)


def run_actor(env, config, episodes):
    """Metrics of the updates of one worker."""
    model = SharedModel(env.observation_spec, env.action_spec, config)
    updates = []
    actor = Actor(
        model,
        config,
        worker=0,
        schedules=Schedules(config, StepCounter(config.steps)),
        guard=BadUpdateGuard(1),
        on_update=updates.append,
    )
    for episode in range(episodes):
        timestep = env.reset(episode)
        while (action := actor.step(timestep)) is not None:
            timestep = env.step(action)
    return updates


@pytest.mark.parametrize(
    ("env", "network"),
    [(Bandit, "mlp_lstm"), (Recall, "mlp_lstm"), (Click, "fullyconv_lstm")],
)
def test_learning_sees_what_acting_remembered_over_rollouts_and_episodes(env, network):
    """With weights that stay as they are, both must find the same log-probabilities."""
    # The learning rate is so small that no weight changes.
    config = Config(network=network, t_max=3, learning_rate=1e-30, max_grad_norm=1e-3)
    updates = run_actor(env(seed=3), config, episodes=3)
    assert len(updates) == 3 * -(-(6 if env is Recall else 16) // 3)
    assert [metrics["policy_lag"] for metrics in updates] == pytest.approx(
        [0.0] * len(updates), abs=1e-6
    )


def test_what_was_seen_before_matters_until_the_episode_ends():
    env = Recall(seed=1)
    model = SharedModel(env.observation_spec, env.action_spec, Config(network="mlp_lstm"))
    mask, noise = np.ones((1, 4), bool), np.zeros((1, 1), np.float32)
    blank = {"vector": np.zeros((1, 5), np.float32)}

    def value_after(cue, memory):
        shown = {"vector": np.eye(5, dtype=np.float32)[[cue]]}
        after = model.act(shown, mask, noise, memory=memory).memory
        return model.act(blank, mask, noise, memory=after).value[0]

    values = [value_after(cue, None) for cue in range(4)]
    assert len(set(values)) == 4
    assert value_after(0, model.initial_memory()) == values[0]


@pytest.mark.parametrize("network", ["mlp", "mlp_lstm"])
def test_a_policy_that_plays_remembers_its_episode_and_no_other(network, monkeypatch):
    env = Recall(seed=1)
    model = SharedModel(env.observation_spec, env.action_spec, Config(network=network))
    seen, decide = [], model.decide

    def spy(state, **options):
        seen.append(sum(float(np.abs(part).sum()) for part in state.memory.values()))
        return decide(state, **options)

    monkeypatch.setattr(model, "decide", spy)
    policy = ModelPolicy(model, seed=1)
    play_episodes(env, policy, episodes=2)
    assert len(seen) == 12
    empty = [index for index, memory in enumerate(seen) if memory == 0.0]
    assert empty == ([0, 6] if network == "mlp_lstm" else list(range(12)))
    policy(env.reset())
    policy.start_episode()
    policy(env.reset())
    assert seen[-1] == 0.0


def test_a_network_with_memory_survives_saving(tmp_path):
    env = Click()
    model = build_network("fullyconv_lstm", env.observation_spec, env.action_spec, seed=2)
    shapes = memory_shapes(model, env.observation_spec)
    assert shapes == {"map0_lstm_hidden": (6, 9, 32), "map0_lstm_cell": (6, 9, 32)}
    rng = np.random.default_rng(0)
    inputs = {
        "screen": rng.random((4, 6, 9, 1)).astype(np.float32),
        **{name: rng.random((2, *shape)).astype(np.float32) for name, shape in shapes.items()},
    }
    model.save(tmp_path / "model.keras")
    copy = keras.models.load_model(tmp_path / "model.keras", compile=False, safe_mode=True)
    for one, other in zip(
        tf.nest.flatten(model(inputs)), tf.nest.flatten(copy(inputs)), strict=True
    ):
        np.testing.assert_array_equal(one, other)


def test_a_memory_that_is_not_given_back_is_refused(monkeypatch):
    monkeypatch.setattr(registry, "_BUILDERS", dict(registry._BUILDERS))

    def forgetful(observation_spec, action_spec, seed):
        names = {"vector": 5, "before": 2}
        inputs = {name: keras.Input((size,), name=name) for name, size in names.items()}
        logits = keras.layers.Dense(4)(inputs["vector"])
        value = keras.layers.Reshape(())(keras.layers.Dense(1)(inputs["before"]))
        outputs = {"function_logits": logits, "argument_logits": {}, "value": value}
        return keras.Model(inputs, outputs)

    register_network("forgetful", forgetful)
    with pytest.raises(ConfigError, match=r"memory\['before'\]"):
        build_network("forgetful", Recall.observation_spec, Recall.action_spec, seed=1)
