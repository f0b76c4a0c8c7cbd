"""FullyConv and the Atari network against NumPy written from their descriptions."""

import math

import numpy as np
import pytest

from a3c_tf.networks import build_network
from a3c_tf.specs import ActionSpec, ArgumentSpec, ArraySpec, FunctionSpec
from a3c_tf.tensorflow_setup import tf

SIZE = (6, 9)
OBSERVATIONS = {
    "screen": ArraySpec((*SIZE, 3), "uint8"),
    "minimap": ArraySpec((*SIZE, 2), "uint8"),
    "vector": ArraySpec((4,), "float32"),
}
ACTIONS = ActionSpec(
    (FunctionSpec("click", ("screen",)), FunctionSpec("box", ("screen", "screen2"))),
    (ArgumentSpec("screen", SIZE), ArgumentSpec("screen2", SIZE)),
)


def batch_of(specs, count=2, seed=0):
    rng = np.random.default_rng(seed)
    batch = {}
    for name, spec in specs.items():
        shape = (count, *spec.shape)
        is_image = spec.dtype == "uint8"
        batch[name] = rng.integers(0, 256, shape) if is_image else rng.normal(size=shape)
        batch[name] = batch[name].astype(spec.dtype)
    return batch


def layer(model, name):
    return [weights.numpy() for weights in model.get_layer(name).weights]


def relu(array):
    return np.maximum(array, 0)


def convolve(image, kernel, bias, stride=1):
    """What TensorFlow calls "same": zeros around it, the larger half of them at the end."""
    size = kernel.shape[0]
    height, width = image.shape[1:3]
    rows, columns = math.ceil(height / stride), math.ceil(width / stride)
    pads = [
        max((count - 1) * stride + size - length, 0)
        for count, length in ((rows, height), (columns, width))
    ]
    image = np.pad(image, [(0, 0), *((p // 2, p - p // 2) for p in pads), (0, 0)])
    out = np.zeros((len(image), rows, columns, kernel.shape[-1]))
    for row in range(rows):
        for column in range(columns):
            y, x = row * stride, column * stride
            out[:, row, column] = np.tensordot(image[:, y : y + size, x : x + size], kernel, 3)
    return out + bias


def test_fullyconv_is_what_its_description_says():
    model = build_network("fullyconv", OBSERVATIONS, ACTIONS, seed=3)
    batch = batch_of(OBSERVATIONS)
    towers = []
    for name in ("screen", "minimap"):
        image = batch[name] / 255.0
        image = relu(convolve(image, *layer(model, f"{name}_conv1")))
        towers.append(relu(convolve(image, *layer(model, f"{name}_conv2"))))
    everywhere = np.broadcast_to(batch["vector"][:, None, None], (2, *SIZE, 4))
    joined = np.concatenate([*towers, everywhere], axis=-1)
    pixel_kernel, pixel_bias = layer(model, "map0_conv")
    kernel, bias = layer(model, "map0_vectors")
    weights = np.concatenate([pixel_kernel[0, 0], kernel])
    seen = relu(joined @ weights + pixel_bias + bias)
    outputs = model(batch)
    for argument in ("screen", "screen2"):
        kernel, bias = layer(model, f"{argument}_head")
        expected = (seen @ kernel[0, 0] + bias).reshape(2, -1)
        np.testing.assert_allclose(outputs["argument_logits"][argument], expected, atol=1e-5)
    kernel, bias = layer(model, "state")
    state = relu(np.concatenate([seen.reshape(2, -1), batch["vector"]], axis=1) @ kernel + bias)
    for output, head in [("function_logits", "function_logits"), ("value", "value_head")]:
        kernel, bias = layer(model, head)
        expected = np.squeeze(state @ kernel + bias, axis=1 if output == "value" else ())
        np.testing.assert_allclose(outputs[output], expected, atol=1e-5)


def test_the_atari_network_is_what_its_description_says():
    model = build_network("atari", OBSERVATIONS, ACTIONS, seed=3)
    batch = batch_of(OBSERVATIONS)
    features = []
    for name in ("screen", "minimap"):
        image = batch[name] / 255.0
        image = relu(convolve(image, *layer(model, f"{name}_conv1"), stride=4))
        image = relu(convolve(image, *layer(model, f"{name}_conv2"), stride=2))
        features.append(image.reshape(2, -1))
    kernel, bias = layer(model, "vectors_dense")
    features.append(np.tanh(batch["vector"] @ kernel + bias))
    kernel, bias = layer(model, "state")
    state = relu(np.concatenate(features, axis=1) @ kernel + bias)
    outputs = model(batch)
    for argument in ("screen", "screen2"):
        parts = [layer(model, f"{argument}_{part}_logits") for part in ("row", "column")]
        log_row, log_column = (tf.nn.log_softmax(state @ k + b).numpy() for k, b in parts)
        log_probs = tf.nn.log_softmax(outputs["argument_logits"][argument]).numpy()
        expected = log_row[:, :, None] + log_column[:, None, :]
        np.testing.assert_allclose(log_probs, expected.reshape(2, -1), atol=1e-5)
    kernel, bias = layer(model, "function_logits")
    np.testing.assert_allclose(outputs["function_logits"], state @ kernel + bias, atol=1e-5)


@pytest.mark.parametrize("name", ["fullyconv", "pyramid"])
def test_the_vector_can_change_where_an_action_points_to(name):
    model = build_network(name, OBSERVATIONS, ACTIONS, seed=3)
    batch = batch_of(OBSERVATIONS)
    changed = {**batch, "vector": batch["vector"] + 1}
    before, after = (
        tf.nn.softmax(model(seen)["argument_logits"]["screen"]) for seen in (batch, changed)
    )
    assert np.any(np.abs(after - before) > 1e-5)


def test_images_of_two_sizes_keep_their_pixels():
    observations = {
        "screen": ArraySpec((12, 20, 3), "uint8"),
        "minimap": ArraySpec((7, 5, 2), "uint8"),
    }
    actions = ActionSpec(
        (FunctionSpec("click", ("screen",)), FunctionSpec("look", ("minimap",))),
        (ArgumentSpec("screen", (12, 20)), ArgumentSpec("minimap", (7, 5))),
    )
    for name in ("fullyconv", "atari"):
        logits = build_network(name, observations, actions, seed=0)(batch_of(observations))
        assert {key: logit.shape[1] for key, logit in logits["argument_logits"].items()} == {
            "screen": 240,
            "minimap": 35,
        }


TOWERS = (75 + 50 + 2) * 16 + 2 * (9 * 16 + 1) * 32  # 5 x 5, then 3 x 3
JOINED = (64 + 27 + 2) * 32 + (32 * 32 * 32 + 27 + 1) * 256  # 1 x 1, then dense
STRIDED = (3 + 2) * 64 * 16 + 2 * 16 + 2 * (16 * 16 + 1) * 32  # 8 x 8, then 4 x 4
DENSE = (27 + 1) * 256 + (2 * 8 * 8 * 32 + 256 + 1) * 256
FUNCTION_AND_VALUE = 257 * 16


@pytest.mark.parametrize(
    ("name", "screen", "weights"),
    [
        ("fullyconv", 32, TOWERS + JOINED + FUNCTION_AND_VALUE + 33),
        ("atari", 64, STRIDED + DENSE + FUNCTION_AND_VALUE + 2 * 257 * 64),
    ],
)
def test_their_sizes_are_those_of_the_description(name, screen, weights):
    observations = {
        "screen": ArraySpec((screen, screen, 3), "uint8"),
        "minimap": ArraySpec((screen, screen, 2), "uint8"),
        "vector": ArraySpec((27,), "float32"),
    }
    functions = tuple(FunctionSpec(str(index), ("screen",)) for index in range(15))
    actions = ActionSpec(functions, (ArgumentSpec("screen", (screen, screen)),))
    assert build_network(name, observations, actions, seed=0).count_params() == weights
