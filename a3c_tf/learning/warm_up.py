"""Each graph run once before it counts, so that no worker waits for a compilation."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from a3c_tf.learning.exploration import noise_width
from a3c_tf.learning.rollout import RolloutBuffer
from a3c_tf.specs import ActionSpec, Observation, ObservationSpec
from a3c_tf.tensorflow_setup import tf

if TYPE_CHECKING:  # who only acts does not load what learns
    from a3c_tf.learning.acting_graphs import ActingGraphs
    from a3c_tf.learning.learning_graphs import LearningGraphs


def warm_up_acting(
    graphs: "ActingGraphs",
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    memory: Mapping[str, Any],
    weights: Sequence[tf.Tensor],
) -> None:
    """Run each function that decides.

    Args:
        graphs: The functions.
        observation_spec: What the model sees.
        action_spec: What it chooses among.
        memory: What it remembers at first, each [1, ...] by name.
        weights: A snapshot of the weights, where the functions take one.
    """
    heads = 1 + len(action_spec.arguments)
    batch = {name: array[np.newaxis] for name, array in _nothing_seen(observation_spec).items()}
    function_mask = np.ones((1, len(action_spec.functions)), np.bool_)
    state = batch, function_mask, memory, weights
    graphs.act(*state, np.zeros((1, heads), np.float32), np.zeros(1, np.bool_))
    if graphs.explore is not None:
        noise = np.zeros((1, noise_width(heads)), np.float32)
        graphs.explore(*state, noise, np.zeros(1, np.float32))


def warm_up_learning(
    graphs: "LearningGraphs",
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    memory: Mapping[str, Any],
    weights: Sequence[tf.Tensor],
) -> None:
    """Run each function that learns.

    A step of length 0 along gradients of 0, with targets of mean 0 and variance 1, changes nothing
    but the optimizer's count of updates.

    Args:
        graphs: The functions.
        observation_spec: As for warm_up_acting.
        action_spec: As for warm_up_acting.
        memory: As for warm_up_acting.
        weights: As for warm_up_acting.
    """
    observation = _nothing_seen(observation_spec)
    buffer = RolloutBuffer(1, observation_spec, action_spec)
    buffer.add(
        observation=observation,
        function_mask=np.ones(len(action_spec.functions), np.bool_),
        action=np.zeros(1 + len(action_spec.arguments), np.int32),
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


def _nothing_seen(observation_spec: ObservationSpec) -> Observation:
    return {name: np.zeros(spec.shape, spec.dtype) for name, spec in observation_spec.items()}
