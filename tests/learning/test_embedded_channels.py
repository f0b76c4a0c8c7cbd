"""Channels of categories enter a network as one-hot and 1x1 convolution would bring them in."""

import numpy as np
import pytest

from a3c_tf.config import Config
from a3c_tf.learning.rollout import RolloutBuffer
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.networks import build_network
from a3c_tf.networks.inputs import make_inputs
from a3c_tf.networks.layers import LayerFactory
from a3c_tf.specs import ActionSpec, ArgumentSpec, ArraySpec, FunctionSpec
from a3c_tf.tensorflow_setup import keras

# A quantity, five categories, a flag, 300 categories, another quantity.
NUM_VALUES = (0, 5, 2, 300, 0)
ACTIONS = ActionSpec(
    (FunctionSpec("wait"), FunctionSpec("click", ("screen",))), (ArgumentSpec("screen", (4, 6)),)
)


def observations(dtype="uint16", num_values=NUM_VALUES):
    return {"screen": ArraySpec((4, 6, len(num_values)), dtype, num_values)}


def image(dtype="uint16", count=3, seed=0):
    rng = np.random.default_rng(seed)
    channels = [rng.integers(0, n or 256, (count, 4, 6)) for n in NUM_VALUES]
    return np.stack(channels, axis=-1).astype(dtype)


def encoded(dtype):
    inputs = make_inputs(observations(dtype), LayerFactory(seed=2))
    model = keras.Model(inputs.raw, inputs.images["screen"])
    return model, model({"screen": image(dtype)}).numpy()


def test_it_is_a_convolution_over_one_hot_categories():
    model, result = encoded("uint16")
    raw = image()
    slow = [raw[..., 0] / 255, raw[..., 2], raw[..., 4] / 255]
    for channel, width in [(1, 3), (3, 9)]:  # log2, rounded up
        (kernel,) = (w.numpy() for w in model.get_layer(f"screen_embedding{channel}").weights)
        assert kernel.shape == (NUM_VALUES[channel], width)
        one_hot = np.eye(NUM_VALUES[channel])[raw[..., channel]]
        slow += list(np.moveaxis(one_hot @ kernel, -1, 0))
    np.testing.assert_allclose(result, np.stack(slow, axis=-1), atol=1e-6)


def test_quantities_in_float_are_not_scaled():
    _, result = encoded("float32")
    np.testing.assert_allclose(result[..., 0], image()[..., 0])


def test_embeddings_start_at_the_length_of_a_flag():
    model, _ = encoded("uint16")
    (kernel,) = model.get_layer("screen_embedding3").weights
    lengths = np.linalg.norm(kernel.numpy(), axis=1)
    assert 0.9 < np.mean(lengths**2) < 1.1


@pytest.mark.parametrize("name", ["harvester", "harvester_pooled", "fullyconv", "atari", "pyramid"])
def test_it_saves_and_loads_without_our_code(name, tmp_path):
    model = build_network(name, observations(), ACTIONS, seed=6)
    model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras", safe_mode=True)
    batch = {"screen": image()}
    np.testing.assert_array_equal(model(batch)["value"], loaded(batch)["value"])
    assert np.ptp(model(batch)["value"]) > 0


def test_an_update_moves_the_categories_that_were_seen_and_no_others():
    config = Config(env="x", network="fullyconv")
    model = SharedModel(observations(), ACTIONS, config)
    (table,) = model.model.get_layer("screen_embedding3").weights
    before = table.numpy()
    buffer = RolloutBuffer(1, observations(), ACTIONS)
    seen, after = image(count=2)
    buffer.add(
        observation={"screen": seen},
        function_mask=np.ones(2, bool),
        action=np.array([1, 5], np.int32),
        reward=1.0,
        discount=0.0,
        behaviour_log_prob=-1.0,
    )
    rollout = buffer.finish({"screen": after}, model.initial_memory())
    assert model.update(rollout, learning_rate=0.1, entropy_cost=0.0).applied
    moved = np.flatnonzero(np.any(table.numpy() != before, axis=1))
    assert set(moved.tolist()) == set(seen[..., 3].ravel().tolist())


def test_an_image_without_quantities_has_embeddings_alone():
    specs = observations("uint8", (5, 7))
    inputs = make_inputs(specs, LayerFactory(seed=0))
    assert inputs.images["screen"].shape[1:] == (4, 6, 3 + 3)


def test_categories_fit_the_channels():
    with pytest.raises(ValueError, match="does not fit the channels"):
        ArraySpec((4, 6, 3), "uint8", (2, 2))
    with pytest.raises(ValueError, match="does not fit the channels"):
        ArraySpec((3,), "uint8", (2, 2, 2))
