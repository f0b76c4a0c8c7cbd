"""Networks of one's own."""

import numpy as np
import pytest

import a3c_tf
from a3c_tf.errors import ConfigError
from a3c_tf.networks import build_network, network_names, registry
from a3c_tf.specs import ActionSpec, ArgumentSpec, ArraySpec, FunctionSpec
from a3c_tf.tensorflow_setup import keras

OBSERVATIONS = {"cue": ArraySpec((3,), "float32")}
ACTIONS = ActionSpec(
    (FunctionSpec("wait"), FunctionSpec("go", ("speed",))), (ArgumentSpec("speed", (5,)),)
)


@pytest.fixture(autouse=True)
def own_registry(monkeypatch):
    monkeypatch.setattr(registry, "_BUILDERS", dict(registry._BUILDERS))


def linear(observation_spec, action_spec, seed, sizes=None):
    rng = np.random.default_rng(seed)
    cue = keras.Input(observation_spec["cue"].shape, name="cue")

    def head(units):
        kernel = keras.initializers.Constant(rng.normal(size=(3, units)))
        return keras.layers.Dense(units, kernel_initializer=kernel)(cue)

    arguments = sizes or {a.name: a.size for a in action_spec.arguments}
    outputs = {
        "function_logits": head(len(action_spec.functions)),
        "argument_logits": {name: head(size) for name, size in arguments.items()},
        "value": keras.layers.Reshape(())(head(1)),
    }
    return keras.Model({"cue": cue}, outputs)


def test_a_registered_network_is_built_by_its_name():
    a3c_tf.register_network("linear", linear)
    assert "linear" in network_names()
    model = build_network("linear", OBSERVATIONS, ACTIONS, seed=4)
    assert model.name == "linear"
    outputs = model({"cue": np.ones((2, 3), np.float32)})
    assert outputs["argument_logits"]["speed"].shape == (2, 5)


def test_a_name_is_taken_once_unless_told_otherwise():
    a3c_tf.register_network("linear", linear)
    with pytest.raises(ConfigError, match=r"'linear' is already registered.*replace=True"):
        a3c_tf.register_network("linear", linear)
    a3c_tf.register_network("linear", linear, replace=True)
    with pytest.raises(ConfigError, match="'harvester' is already registered"):
        a3c_tf.register_network("harvester", linear)


@pytest.mark.parametrize("name", ["", "2d", "my net", "a-b"])
def test_a_name_must_serve_as_a_layers_name(name):
    with pytest.raises(ConfigError, match="a network's name is"):
        a3c_tf.register_network(name, linear)


@pytest.mark.parametrize("sizes", [{"speed": 4}, {"pace": 5}, {"speed": 5, "pace": 2}])
def test_outputs_that_do_not_fit_are_named(sizes):
    a3c_tf.register_network("odd", lambda *specs: linear(*specs, sizes=sizes))
    with pytest.raises(ConfigError, match=r"'odd' must have the outputs .*'speed'.*\(5,\)"):
        build_network("odd", OBSERVATIONS, ACTIONS, seed=0)


def test_a_network_with_another_kind_of_output_is_refused():
    def bare(observation_spec, action_spec, seed):
        cue = keras.Input((3,), name="cue")
        return keras.Model({"cue": cue}, keras.layers.Dense(2)(cue))

    a3c_tf.register_network("bare", bare)
    with pytest.raises(ConfigError, match="'bare' must have the outputs"):
        build_network("bare", OBSERVATIONS, ACTIONS, seed=0)
