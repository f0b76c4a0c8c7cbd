"""The rollout buffer gives back what was put in, in order, and nothing of the rollout before."""

import numpy as np
import pytest

from a3c_tf.learning.rollout import RolloutBuffer
from a3c_tf.specs import ActionSpec, ArgumentSpec, ArraySpec, FunctionSpec

OBSERVATIONS = {
    "screen": ArraySpec((2, 3, 1), "uint8"),
    "vector": ArraySpec((4,), "float32"),
}
ACTIONS = ActionSpec(
    (FunctionSpec("wait"), FunctionSpec("click", ("screen",))), (ArgumentSpec("screen", (2, 3)),)
)


def observation_of(step):
    return {
        "screen": np.full((2, 3, 1), step, np.uint8),
        "vector": np.full(4, step / 2, np.float32),
    }


def fill(buffer, steps):
    for step in steps:
        buffer.add(
            observation=observation_of(step),
            function_mask=np.array([True, step % 2 == 0]),
            action=np.array([step % 2, step], np.int32),
            reward=10.0 * step,
            discount=0.9,
            behaviour_log_prob=-0.5 * step,
        )


def test_a_rollout_holds_its_transitions_and_the_state_they_led_to():
    buffer = RolloutBuffer(4, OBSERVATIONS, ACTIONS)
    fill(buffer, range(4))
    assert buffer.is_full
    rollout = buffer.finish(observation_of(4), {})
    np.testing.assert_array_equal(rollout.observation["screen"][:, 0, 0, 0], [0, 1, 2, 3, 4])
    np.testing.assert_array_equal(rollout.observation["vector"][:, 0], [0.0, 0.5, 1.0, 1.5, 2.0])
    np.testing.assert_array_equal(rollout.function_mask[:, 1], [True, False, True, False])
    np.testing.assert_array_equal(rollout.actions, [[0, 0], [1, 1], [0, 2], [1, 3]])
    np.testing.assert_array_equal(rollout.rewards, [0.0, 10.0, 20.0, 30.0])
    np.testing.assert_array_equal(rollout.behaviour_log_prob, [0.0, -0.5, -1.0, -1.5])
    assert rollout.rewards.dtype == np.float32 and rollout.actions.dtype == np.int32


def test_a_short_rollout_after_a_long_one_holds_nothing_of_it():
    buffer = RolloutBuffer(4, OBSERVATIONS, ACTIONS)
    fill(buffer, range(4))
    buffer.finish(observation_of(4), {})
    buffer.clear()
    assert len(buffer) == 0 and not buffer.is_full
    fill(buffer, [7])
    rollout = buffer.finish(observation_of(9), {})
    np.testing.assert_array_equal(rollout.observation["screen"][:, 0, 0, 0], [7, 9])
    np.testing.assert_array_equal(rollout.rewards, [70.0])


def test_too_many_or_no_transitions_are_refused():
    buffer = RolloutBuffer(2, OBSERVATIONS, ACTIONS)
    with pytest.raises(IndexError, match="at least one"):
        buffer.finish(observation_of(0), {})
    fill(buffer, range(2))
    with pytest.raises(IndexError, match="already holds"):
        fill(buffer, [2])
