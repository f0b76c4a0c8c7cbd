"""Each graph run once before it counts, so that no worker waits for a compilation."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from a3c_tf.learning.exploration import noise_width
from a3c_tf.learning.graphs import Graphs
from a3c_tf.learning.rollout import RolloutBuffer
from a3c_tf.specs import ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import tf


def warm_up(
    graphs: Graphs,
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    memory: Mapping[str, Any],
    *,
    snapshots: bool,
) -> None:
    """Run each function of a model.

    A step of length 0 along gradients of 0, with targets of mean 0 and variance 1, changes nothing
    but the optimizer's count of updates.

    Args:
        graphs: The functions.
        observation_spec: What the model sees.
        action_spec: What it chooses among.
        memory: What it remembers at first, each [1, ...] by name.
        snapshots: Whether the functions take a snapshot of the weights.
    """
    heads = 1 + len(action_spec.arguments)
    observation = {
        name: np.zeros(spec.shape, spec.dtype) for name, spec in observation_spec.items()
    }
    batch = {name: array[np.newaxis] for name, array in observation.items()}
    function_mask = np.ones((1, len(action_spec.functions)), np.bool_)
    weights = graphs.snapshot() if snapshots else []

    state = batch, function_mask, memory, weights
    graphs.act(*state, np.zeros((1, heads), np.float32), np.zeros(1, np.bool_))
    if graphs.explore is not None:
        noise = np.zeros((1, noise_width(heads)), np.float32)
        graphs.explore(*state, noise, np.zeros(1, np.float32))

    buffer = RolloutBuffer(1, observation_spec, action_spec)
    buffer.add(
        observation=observation,
        function_mask=function_mask[0],
        action=np.zeros(heads, np.int32),
        reward=0.0,
        discount=0.0,
        behaviour_log_prob=0.0,
    )
    rollout = buffer.finish(observation, memory)
    gradients, _, statistics = graphs.gradients(rollout, weights, np.float32(0.0))
    nothing = [tf.zeros_like(gradient) for gradient in gradients]
    as_they_are = [np.float32(0.0), np.float32(1.0)][: len(statistics)]
    scales = np.ones(len(graphs.norms), np.float32)
    graphs.apply(nothing, as_they_are, scales, np.float32(0.0))
