"""What a step may cost, as counts that do not depend on the machine.

Timings differ from machine to machine; how often TensorFlow is called, how many arrays go in and
out of it and how much a step leaves behind do not.
"""

import collections
import gc
import tracemalloc

import numpy as np
import pytest
from test_memory import run_actor
from test_shared_model import SPECS, make_rollout, state_of

from a3c_tf.config import Config
from a3c_tf.envs.toys import Click
from a3c_tf.learning import direct_call
from a3c_tf.learning.direct_call import DirectCall
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.tensorflow_setup import tf


class CountingTensorFlow:
    """TensorFlow as direct_call sees it, with its conversions and calls counted."""

    def __init__(self):
        self.counts = collections.Counter()
        self.nest, self.raw_ops = tf.nest, self

    def convert_to_tensor(self, value, dtype):
        self.counts["copies in"] += not tf.is_tensor(value)
        return tf.convert_to_tensor(value, dtype)

    def StatefulPartitionedCall(self, **options):  # noqa: N802  # TensorFlow's name
        self.counts["calls"] += 1
        results = tf.raw_ops.StatefulPartitionedCall(**options)
        self.counts["results"] += len(results)
        return results


@pytest.fixture
def counts(monkeypatch):
    counting = CountingTensorFlow()
    monkeypatch.setattr(direct_call, "tf", counting)
    return counting.counts


@pytest.mark.parametrize("specs", SPECS)
def test_a_decision_is_one_call_with_one_array_for_each_thing_it_depends_on(specs, counts):
    shared_model = SharedModel(*specs, Config())
    state = state_of(shared_model, np.ones(len(specs[1].functions), bool))
    counts.clear()
    for _ in range(10):
        shared_model.decide(state)
    # Observations, mask, noise and whether it is greedy; actions, log-probability and value.
    assert counts == {"calls": 10, "copies in": 10 * (len(specs[0]) + 3), "results": 30}


@pytest.mark.parametrize("specs", SPECS)
def test_gradients_are_one_call_and_stay_in_tensorflow(specs, counts, monkeypatch):
    shared_model = SharedModel(*specs, Config())
    rollout, applied = make_rollout(shared_model, 5), []
    apply = shared_model._learning.apply
    monkeypatch.setattr(
        shared_model._learning, "apply", lambda *args: applied.append(args[0]) or apply(*args)
    )
    counts.clear()
    assert shared_model.update(rollout, 1e-3, 0.01).applied
    # The rollout's arrays and the entropy cost; a gradient a variable, and the metrics as one.
    variables = len(shared_model.model.trainable_variables)
    assert counts == {"calls": 1, "copies in": len(specs[0]) + 6, "results": variables + 1}
    assert all(tf.is_tensor(gradient) for gradient in applied[0])


def test_an_episode_costs_one_decision_a_step_and_one_update_a_rollout(counts, monkeypatch):
    updates = []
    update = SharedModel.update
    monkeypatch.setattr(
        SharedModel, "update", lambda self, *args: updates.append(1) or update(self, *args)
    )
    run_actor(Click(seed=1), Config(t_max=5), episodes=3)
    decisions = 3 * 16  # rounds an episode
    assert len(updates) == 3 * 4  # of at most 5 steps
    warm_up = 2  # an act and a gradient
    assert counts["calls"] == warm_up + decisions + len(updates)


def test_steps_leave_nothing_behind():
    """What 2,000 more decisions and 400 more updates leave: less than a single array each."""
    shared_model = SharedModel(*SPECS[0], Config())
    state = state_of(shared_model, np.ones(len(SPECS[0][1].functions), bool))
    rollout = make_rollout(shared_model, 5)

    def play(rounds):
        for _ in range(rounds):
            for _ in range(5):
                shared_model.decide(state)
            shared_model.update(rollout, 1e-3, 0.01)
        gc.collect()
        ours = tracemalloc.Filter(True, "*/a3c_tf/*")  # Python and TensorFlow keep caches of theirs
        return tracemalloc.take_snapshot().filter_traces([ours])

    tracemalloc.start()
    try:
        before = play(400)  # by then Python's and TensorFlow's free lists are filled
        after = play(400)
    finally:
        tracemalloc.stop()
    changes = after.compare_to(before, "lineno")
    assert sum(change.size_diff for change in changes) < 20_000, changes[:5]


def test_a_function_that_takes_its_inputs_otherwise_is_refused():
    concrete = tf.function(
        lambda pair: pair["a"] + pair["b"],
        input_signature=({"b": tf.TensorSpec((), tf.float32), "a": tf.TensorSpec((), tf.float32)},),
    ).get_concrete_function()
    assert float(DirectCall(concrete)({"b": np.float64(1.0), "a": 2.0})) == 3.0

    class Swapped:
        """The same, were its inputs in another order."""

        structured_input_signature = (
            (tf.TensorSpec((2,), tf.float32), tf.TensorSpec((), tf.float32)),
            {},
        )
        captured_inputs = ()
        inputs = tuple(reversed([tf.zeros(2), tf.zeros(())]))
        name = "swapped"

    with pytest.raises(ValueError, match="swapped takes"):
        DirectCall(Swapped())
