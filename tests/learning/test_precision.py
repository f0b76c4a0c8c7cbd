"""Networks that compute in bfloat16 keep weights and answers in float32, and learn."""

import numpy as np
import pytest
from test_networks import BUTTONS, FRAMES, VECTORS, make_batch, spatial_specs
from test_shared_model import make_rollout

import a3c_tf
from a3c_tf.config import Config
from a3c_tf.learning.forward import forward
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.networks import build_network, memory_shapes, registry
from a3c_tf.tensorflow_setup import keras, tf


@pytest.mark.parametrize(
    ("name", "observations", "actions"),
    [
        ("pyramid", *spatial_specs((12, 21))),
        ("harvester", *spatial_specs()),
        ("atari", *spatial_specs()),
        ("fullyconv_lstm", *spatial_specs()),
        ("pixels", FRAMES, BUTTONS),
        ("mlp_lstm", VECTORS, BUTTONS),
    ],
)
def test_weights_and_answers_stay_float32_and_the_answers_nearly_the_same(
    name, observations, actions
):
    exact = build_network(name, observations, actions, seed=7)
    rounding = build_network(name, observations, actions, seed=7, precision="bfloat16")
    assert {weight.dtype for weight in rounding.weights} == {"float32"}
    hidden = [layer.compute_dtype for layer in rounding.layers if "head" not in layer.name]
    assert "bfloat16" in hidden
    memory = memory_shapes(exact, observations).items()
    memory = {key: np.zeros((4, *shape), np.float32) for key, shape in memory}
    batch = {**make_batch(observations, 4), **memory}
    answers = [tf.nest.flatten(model(batch)) for model in (exact, rounding)]
    for expected, answer in zip(*answers, strict=True):
        assert answer.dtype == tf.float32
        # bfloat16 has eight bits; sums over many inputs round more than once.
        np.testing.assert_allclose(expected, answer, atol=0.05 * np.max(np.abs(expected)))
    assert np.any(answers[0][0] != answers[1][0])


def test_networks_built_later_are_exact_again():
    build_network("mlp", VECTORS, BUTTONS, seed=0, precision="bfloat16")
    later = build_network("mlp", VECTORS, BUTTONS, seed=0)
    assert {layer.compute_dtype for layer in later.layers} == {"float32"}


def test_a_network_of_ones_own_answers_in_float32_whatever_its_heads_compute_in(monkeypatch):
    def flat(observation_spec, action_spec, seed):
        cue = keras.Input((3,), name="here")
        outputs = {
            "function_logits": keras.layers.Dense(len(action_spec.functions))(cue),
            "argument_logits": {},
            "value": keras.layers.Reshape(())(keras.layers.Dense(1)(cue)),
        }
        return keras.Model({"here": cue}, outputs)

    monkeypatch.setattr(registry, "_BUILDERS", {"flat": flat})
    observations = {"here": VECTORS["here"]}
    model = build_network("flat", observations, BUTTONS, seed=0, precision="bfloat16")
    batch = make_batch(observations, 2)
    assert {answer.dtype for answer in tf.nest.flatten(model(batch))} == {tf.bfloat16}
    answers = forward(model, batch, {}, training=False)
    assert {answer.dtype for answer in tf.nest.flatten(answers)} == {tf.float32}


@pytest.mark.parametrize(
    "options",
    [
        {"weights": "snapshot"},
        {"popart_step_size": 0.1},
        {"curiosity_reward": 0.1},
        {"network": "fullyconv_lstm"},
    ],
)
def test_it_goes_with_the_other_options(options):
    specs = spatial_specs()
    model = SharedModel(*specs, Config(precision="bfloat16", **options))
    before = model.weights()
    assert model.update(make_rollout(model, 5), 1e-3, 0.01).applied
    assert any(np.any(a != b) for a, b in zip(before, model.weights(), strict=True))


def test_a_toy_is_learned_resumed_and_evaluated_in_bfloat16(tmp_path):
    run_dir = str(tmp_path / "run")
    options = {"env": "toy_click", "run_dir": run_dir, "precision": "bfloat16"}
    a3c_tf.train(**options, steps=3_000)
    summary = a3c_tf.train(run_dir=run_dir, env="toy_click", steps=4_000)
    assert summary.steps == 4_000
    assert summary.mean_return > 14.0  # of 16; random clicks have 1
