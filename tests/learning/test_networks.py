"""Networks have the right outputs, find their pixels, start near uniform and survive saving."""

import math

import numpy as np
import pytest

from a3c_tf.errors import ConfigError
from a3c_tf.networks import build_network, default_network, memory_shapes, network_names
from a3c_tf.specs import ActionSpec, ArgumentSpec, ArraySpec, FunctionSpec
from a3c_tf.tensorflow_setup import keras, tf


def spatial_specs(screen=(16, 16), minimap=(16, 16)):
    observations = {
        "screen": ArraySpec((*screen, 3), "uint8"),
        "minimap": ArraySpec((*minimap, 2), "uint8"),
        "vector": ArraySpec((7,), "float32"),
    }
    actions = ActionSpec(
        (
            FunctionSpec("wait"),
            FunctionSpec("click", ("screen",)),
            FunctionSpec("look", ("minimap",)),
            FunctionSpec("move", ("queued", "screen")),
        ),
        (
            ArgumentSpec("screen", screen),
            ArgumentSpec("minimap", minimap),
            ArgumentSpec("queued", (2,)),
        ),
    )
    return observations, actions


BUTTONS = ActionSpec(tuple(FunctionSpec(name) for name in ("left", "right", "jump")))
FRAMES = {"pixels": ArraySpec((84, 84, 4), "uint8")}
FUNCTION_ARGUMENT = ActionSpec(
    (FunctionSpec("call", ("function",)),), (ArgumentSpec("function", (2,)),)
)
VECTORS = {"here": ArraySpec((3,), "float32"), "there": ArraySpec((2,), "uint8")}

FITTING = [
    ("harvester", *spatial_specs()),
    ("harvester", *spatial_specs((12, 20), (16, 16))),
    ("harvester_pooled", *spatial_specs()),
    ("harvester_pooled", *spatial_specs((12, 20), (16, 16))),
    ("harvester_pooled", *spatial_specs((6, 9), (84, 60))),
    ("harvester_pooled", FRAMES, BUTTONS),
    ("pyramid", *spatial_specs()),
    ("pyramid", *spatial_specs((12, 21), (16, 16))),
    ("pyramid", *spatial_specs((5, 9), (84, 61))),
    ("pyramid", *spatial_specs((1, 1), (1, 2))),
    ("pyramid", FRAMES, BUTTONS),
    ("pixels", FRAMES, BUTTONS),
    ("pixels", {"pixels": ArraySpec((30, 47, 1), "float32")}, BUTTONS),
    ("mlp", VECTORS, BUTTONS),
    ("mlp", {"one": ArraySpec((1,), "float32")}, BUTTONS),
    ("fullyconv", *spatial_specs((12, 20), (16, 16))),
    ("atari", *spatial_specs((12, 20), (16, 16))),
    ("fullyconv", FRAMES, BUTTONS),
    ("atari", FRAMES, BUTTONS),
    ("atari", *spatial_specs((5, 7), (3, 4))),
]


def make_batch(observation_spec, batch, seed=0):
    rng = np.random.default_rng(seed)
    return {
        name: (255 * rng.random((batch, *spec.shape))).astype(spec.dtype)
        if spec.dtype == "uint8"
        else rng.random((batch, *spec.shape)).astype(spec.dtype)
        for name, spec in observation_spec.items()
    }


@pytest.mark.parametrize(("name", "observations", "actions"), FITTING)
def test_outputs_are_as_the_specs_say_and_the_first_policy_is_nearly_uniform(
    name, observations, actions
):
    model = build_network(name, observations, actions, seed=1)
    outputs = model(make_batch(observations, 5))
    heads = {"function": outputs["function_logits"], **outputs["argument_logits"]}
    sizes = {"function": len(actions.functions), **{a.name: a.size for a in actions.arguments}}
    assert {head: tuple(logits.shape) for head, logits in heads.items()} == {
        head: (5, size) for head, size in sizes.items()
    }
    assert tuple(outputs["value"].shape) == (5,)
    for head, logits in heads.items():
        probabilities = tf.nn.softmax(logits).numpy() * sizes[head]
        assert np.all((probabilities > 0.8) & (probabilities < 1.25)), head
    assert np.all(np.abs(outputs["value"]) < 0.2)


@pytest.mark.parametrize("name", ["harvester", "harvester_pooled", "fullyconv", "pyramid"])
@pytest.mark.parametrize("argument", ["screen", "minimap"])
@pytest.mark.parametrize("point", [(0, 0), (19, 0), (0, 11), (19, 11), (13, 4)])
def test_a_pixel_drives_the_logit_of_its_own_row_major_index(name, argument, point):
    """On images of one size that is not square; each argument looks at its own image at least."""
    observations, actions = spatial_specs((12, 20), (12, 20))
    (spec,) = (a for a in actions.arguments if a.name == argument)
    model = build_network(name, observations, actions, seed=2)
    x, y = point
    blank = {key: np.zeros((1, *s.shape), s.dtype) for key, s in observations.items()}
    image = np.zeros((1, *observations[argument].shape), np.uint8)
    image[0, y, x] = 255
    before = model(blank)["argument_logits"][argument].numpy()[0]
    after = model({**blank, argument: image})["argument_logits"][argument].numpy()[0]
    changed = np.flatnonzero(np.abs(after - before) > 1e-7)
    assert spec.to_index(x, y) in changed
    # A 5 x 5 and a 3 x 3 convolution reach three pixels in every direction and no further. In the
    # pyramid a neighbour's cell of 2 x 2 pixels and the cell beside it do: four at most; there the
    # whole state tells a little about every pixel besides.
    if name == "pyramid":
        reach, reached = 4, [int(np.argmax(np.abs(after - before)))]
    else:
        reach, reached = 3, changed.tolist()
    for px, py in map(spec.to_point, reached):
        assert abs(px - x) <= reach
        assert abs(py - y) <= reach


def test_a_spatial_argument_reads_the_tower_of_its_size():
    observations, actions = spatial_specs((12, 20), (16, 16))
    model = build_network("harvester_pooled", observations, actions, seed=3)
    batch = make_batch(observations, 1)
    before = model(batch)["argument_logits"]
    after = model({**batch, "minimap": 255 - batch["minimap"]})["argument_logits"]
    np.testing.assert_array_equal(before["screen"], after["screen"])
    assert np.any(np.abs(before["minimap"] - after["minimap"]) > 1e-5)


@pytest.mark.parametrize(
    ("name", "weights"),
    [("harvester", 16_865_665), ("harvester_pooled", 1_137_025), ("pyramid", 1_154_338)],
)
def test_networks_for_images_have_the_documented_size(name, weights):
    observations = {
        "screen": ArraySpec((32, 32, 3), "uint8"),
        "minimap": ArraySpec((32, 32, 2), "uint8"),
        "vector": ArraySpec((12 + 15,), "float32"),
    }
    functions = tuple(FunctionSpec(str(index), ("screen",)) for index in range(15))
    actions = ActionSpec(functions, (ArgumentSpec("screen", (32, 32)),))
    assert build_network(name, observations, actions, seed=0).count_params() == weights


def test_the_dense_layer_sees_at_most_eight_by_eight_whatever_the_image():
    for size in [(8, 8), (9, 31), (32, 32), (84, 60)]:
        observations, actions = spatial_specs(size, size)
        model = build_network("harvester_pooled", observations, actions, seed=0)
        _, height, width, _ = model.get_layer("screen_pooled").output.shape
        assert (height, width) == tuple(math.ceil(n / math.ceil(n / 8)) for n in size)
        assert max(height, width) <= 8


@pytest.mark.parametrize(("name", "observations", "actions"), FITTING[2::2])
def test_weights_depend_on_the_seed_alone(name, observations, actions):
    keras.utils.set_random_seed(1)
    first = build_network(name, observations, actions, seed=4)
    keras.utils.set_random_seed(2)
    again = build_network(name, observations, actions, seed=4)
    other = build_network(name, observations, actions, seed=5)
    for a, b, c in zip(first.weights, again.weights, other.weights, strict=True):
        np.testing.assert_array_equal(a, b)
        assert a.path == b.path
        assert "bias" in a.path or np.any(a.numpy() != c.numpy())


@pytest.mark.parametrize(("name", "observations", "actions"), [FITTING[i] for i in (3, 7, 11, 13)])
def test_a_saved_network_loads_without_our_code_and_answers_the_same(
    name, observations, actions, tmp_path
):
    model = build_network(name, observations, actions, seed=6)
    path = tmp_path / "model.keras"
    model.save(path)
    loaded = keras.models.load_model(path, safe_mode=True)
    batch = make_batch(observations, 3)
    tf.nest.map_structure(np.testing.assert_array_equal, model(batch), loaded(batch))


def test_default_network():
    assert default_network(*spatial_specs()) == "pyramid"
    assert default_network({"screen": ArraySpec((6, 9, 1), "float32")}, spatial_specs()[1]) == (
        "pyramid"
    )
    assert default_network(FRAMES, BUTTONS) == "pixels"
    assert default_network(VECTORS, BUTTONS) == "mlp"
    assert default_network({**FRAMES, **VECTORS}, BUTTONS) == "pyramid"
    assert build_network("", VECTORS, BUTTONS, seed=0).name == "mlp"


@pytest.mark.parametrize(
    ("name", "observations", "actions", "message"),
    [
        ("resnet", FRAMES, BUTTONS, "unknown network 'resnet'; known are atari, atari_lstm, "),
        ("mlp", FRAMES, BUTTONS, r"'mlp' takes vectors, but \['pixels'\] are images"),
        ("pixels", VECTORS, BUTTONS, "'pixels' takes one image and nothing else"),
        ("pixels", spatial_specs()[0], BUTTONS, "'pixels' takes one image and nothing else"),
        ("harvester", VECTORS, BUTTONS, "'harvester' needs an image"),
        ("pyramid", FRAMES, spatial_specs()[1], r"'screen' is a pixel of a \(16, 16\)"),
        ("harvester_pooled", FRAMES, spatial_specs()[1], r"'screen' is a pixel of a \(16, 16\)"),
        ("mlp", VECTORS, spatial_specs()[1], r"'screen' is a pixel of a \(16, 16\)"),
        ("mlp", {"x": ArraySpec((3, 3), "float32")}, BUTTONS, "observation 'x' is float32"),
        ("mlp", {"x": ArraySpec((3,), "int64")}, BUTTONS, "observation 'x' is int64"),
        ("mlp_lstm", {"lstm_hidden": ArraySpec((64,), "float32")}, BUTTONS, "can be called one of"),
        ("mlp", VECTORS, FUNCTION_ARGUMENT, "rename an argument: The name .function_logits. is us"),
    ],
)
def test_what_does_not_fit_is_named(name, observations, actions, message):
    with pytest.raises(ConfigError, match=message):
        build_network(name, observations, actions, seed=0)


@pytest.mark.parametrize("network", network_names())
def test_an_observation_may_be_called_as_any_layer_is(network, tmp_path):
    """With a second observation, where there may be one, that keeps its own."""
    image, vector = ArraySpec((12, 12, 2), "uint8"), ArraySpec((3,), "float32")
    spec, *others = {"mlp": (vector, vector), "pixels": (image,)}.get(
        network.removesuffix("_lstm"), (image, vector)
    )
    rest = dict(zip(["other"], others, strict=False))
    batch = make_batch({"x": spec, **rest}, 4)
    plain = build_network(network, {"x": spec, **rest}, BUTTONS, seed=1)
    memory = {
        name: np.zeros((1, *shape), np.float32)
        for name, shape in memory_shapes(plain, {"x": spec, **rest}).items()
    }
    expected = plain({**batch, **memory})
    names = {layer.name for layer in plain.layers} - {"x", *memory, *rest}
    for name in names if network == "mlp_lstm" else ("state", "value"):
        assert name in names
        model = build_network(network, {name: spec, **rest}, BUTTONS, seed=1)
        assert set(model.input) == {name, *rest, *memory}
        outputs = model({name: batch["x"], **{k: batch[k] for k in rest}, **memory})
        tf.nest.map_structure(np.testing.assert_array_equal, outputs, expected)
    model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras", compile=False, safe_mode=True)
    inputs = {name: batch["x"], **{k: batch[k] for k in rest}, **memory}
    tf.nest.map_structure(np.testing.assert_array_equal, loaded(inputs), expected)


def test_every_network_is_tested_here_but_those_that_remember():
    """For those see test_memory.py."""
    without_memory = {name for name in network_names() if not name.endswith("_lstm")}
    assert {name for name, _, _ in FITTING} == without_memory
