"""The whole objective with each of its options: gradients against finite differences."""

import types

import pytest
from test_shared_model import SPECS, make_rollout

from a3c_tf.config import Config
from a3c_tf.learning.curiosity import Curiosity
from a3c_tf.learning.objective import Objective
from a3c_tf.learning.popart import update_statistics, with_popart
from a3c_tf.networks import build_network
from a3c_tf.networks.layers import LayerFactory
from a3c_tf.tensorflow_setup import tf

OPTIONS = [
    {},
    {"gae_lambda": 0.7},
    {"off_policy": "vtrace", "gae_lambda": 0.9},
    {"argument_entropy_weight": 4.0},
    {"value_cost": 3.0},
    {"popart_step_size": 0.1},
    {"curiosity_reward": 1e-3, "curiosity_cost": 2e-3},
    {"curiosity_reward": 1e-3, "curiosity_cost": 2e-3, "popart_step_size": 0.1},
]


class Constants:
    """Stands in for tf.stop_gradient: returns in each later pass what it was given in the first.

    So finite differences hold constant what the gradient takes for constant.
    """

    def __init__(self):
        self._known = []
        self._left = None

    def repeat(self):
        """Begin a later pass."""
        self._left = list(self._known)

    @property
    def all_used(self):
        return bool(self._known) and not self._left

    def __call__(self, tensor):
        if self._left is not None:
            return self._left.pop(0)
        self._known.append(tf.raw_ops.StopGradient(input=tensor))
        return self._known[-1]


def acting(observation_spec, action_spec):
    """What make_rollout needs of a shared model."""
    return types.SimpleNamespace(
        observation_spec=observation_spec, action_spec=action_spec, initial_memory=dict
    )


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("specs", SPECS, ids=["buttons", "clicks"])
def test_gradients_equal_finite_differences(specs, options, monkeypatch):
    # Heads as large as other layers, so that policy and losses are not those of chance.
    monkeypatch.setattr(LayerFactory, "head", LayerFactory.linear)
    config = Config().override(options)
    model = build_network("", *specs, seed=1)
    if config.popart_step_size > 0.0:
        model = with_popart(model)
        update_statistics(model, tf.constant(1.0), tf.constant(4.0), 1.0)
    curiosity = Curiosity(*specs, config) if config.curiosity_reward > 0.0 else None
    rollout = tf.nest.map_structure(tf.constant, make_rollout(acting(*specs), 5))
    objective = Objective(model, curiosity, specs[1], config)
    parts = [model] if curiosity is None else [model, curiosity.model]
    variables = [variable.value for part in parts for variable in part.trainable_variables]
    constants = Constants()
    monkeypatch.setattr(tf, "stop_gradient", constants)

    def loss():
        total, _, _ = objective(rollout, [], tf.constant(0.3))
        return total

    with tf.GradientTape() as tape:
        total = loss()
    gradients = [tf.convert_to_tensor(g) for g in tape.gradient(total, variables)]
    constants.repeat()
    assert float(loss()) == pytest.approx(float(total), rel=1e-5)
    assert constants.all_used
    for variable, gradient in zip(variables, gradients, strict=True):
        # Along the gradient, so that the difference stands out from the rounding of float32. The
        # bias of a softmax over pixels has none.
        norm = float(tf.linalg.global_norm([gradient]))
        before, values, step = variable.numpy(), [], 1e-3
        for sign in (1.0, -1.0):
            variable.assign(before + sign * step * gradient / max(norm, 1e-6))
            constants.repeat()
            values.append(float(loss()))
        variable.assign(before)
        assert (values[0] - values[1]) / (2.0 * step) == pytest.approx(norm, rel=0.03, abs=3e-3)
