"""One decision is the same, whoever else is deciding at the moment."""

import os
import threading

import numpy as np
import pytest
from test_shared_model import SPECS, state_of

from a3c_tf.config import Config
from a3c_tf.envs.toys_options import Recall
from a3c_tf.learning.deciding import ActResult, Decider, State
from a3c_tf.learning.exploration import noise_width
from a3c_tf.learning.noise import DecisionNoise
from a3c_tf.learning.shared_model import SharedModel

RECALL = Recall.observation_spec, Recall.action_spec


def decide_together(shared_model, states, **options):
    """Decisions of as many threads, made in as few batches as may be, and the batches' sizes."""
    sizes, answers = [], [None] * len(states)
    name = "act" if options.get("rate") is None else "explore"
    decider = getattr(shared_model, f"_{name}_once")
    answer, release = decider._decide, threading.Event()

    def held(*args):
        sizes.append(len(args[1]))
        assert release.wait(30)
        return answer(*args)

    decider._decide = held

    def work(index):
        answers[index] = shared_model.decide(states[index], **options)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(states))]
    for thread in threads:
        thread.start()
    while len(sizes) + len(decider._batcher._waiting) < len(states):
        threads[0].join(0.001)
    release.set()
    for thread in threads:
        thread.join(30)
    decider._decide = answer
    return answers, sizes


@pytest.mark.parametrize("specs", [*SPECS, RECALL])
@pytest.mark.parametrize("options", [{}, {"greedy": True}, {"rate": 0.5}])
def test_together_or_alone_the_decision_is_the_same(specs, options):
    network = "mlp_lstm" if specs is RECALL else ""
    shared_model = SharedModel(*specs, Config(network=network, exploration_rate=0.5))
    rng = np.random.default_rng(4)
    states = []
    for seed in range(8):
        mask = rng.random(len(specs[1].functions)) < 0.7
        mask[seed % len(mask)] = True
        state = state_of(shared_model, mask, seed)
        if "rate" in options:
            width = noise_width(len(state.noise))
            state = state._replace(noise=rng.random(width).astype(np.float32))
        memory = {k: rng.random(v.shape).astype(np.float32) for k, v in state.memory.items()}
        states.append(state._replace(memory=memory))
    together, sizes = decide_together(shared_model, states, **options)
    assert sum(sizes) == 8 and max(sizes) >= 4
    for state, result in zip(states, together, strict=True):
        alone = shared_model.decide(state, **options)
        assert len(result.actions) == 1
        np.testing.assert_array_equal(result.actions, alone.actions)
        np.testing.assert_array_equal(result.random_function, alone.random_function)
        np.testing.assert_allclose(result.log_prob, alone.log_prob, rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(result.value, alone.value, rtol=1e-4, atol=1e-6)
        assert result.memory.keys() == state.memory.keys() == alone.memory.keys()
        for name in result.memory:
            np.testing.assert_allclose(result.memory[name], alone.memory[name], atol=1e-5)


def test_a_decision_with_a_snapshot_is_made_with_it_alone():
    shared_model = SharedModel(*SPECS[0], Config(weights="snapshot"))
    snapshot = shared_model.snapshot()
    state = state_of(shared_model, np.ones(3, bool))
    before = shared_model.decide(state, weights=snapshot)
    shared_model.set_weights([2.0 * weights + 0.1 for weights in shared_model.weights()])
    assert shared_model.decide(state, weights=snapshot).value == before.value
    assert shared_model.decide(state).value != before.value


def test_noise_is_uniform_and_a_function_of_key_and_count():
    noise = DecisionNoise(3, 1, width=4)
    drawn = np.stack([noise.draw() for _ in range(5_000)])
    assert noise.decisions == 5_000
    assert drawn.dtype == np.float32 and drawn.min() >= 0.0 and drawn.max() < 1.0
    resumed = DecisionNoise(3, 1, width=4, decisions=4_321)
    np.testing.assert_array_equal(resumed.draw(), drawn[4_321])
    other = np.stack([DecisionNoise(3, 2, width=4, decisions=i).draw() for i in range(5_000)])
    # Any column of either stream and of the next decision against any other.
    columns = np.concatenate([drawn[:-1], drawn[1:], other[1:]], axis=1)
    np.testing.assert_allclose(columns.mean(axis=0), 0.5, atol=5 / np.sqrt(12 * 5_000))
    correlations = np.corrcoef(columns, rowvar=False)
    np.fill_diagonal(correlations, 0.0)
    assert np.abs(correlations).max() < 5 / np.sqrt(5_000)


@pytest.mark.parametrize(("askers", "cores", "batch"), [(8, 2, 6), (8, 4, 4), (4, 8, 1)])
def test_decisions_wait_while_more_threads_than_cores_are_elsewhere(
    monkeypatch, askers, cores, batch
):
    monkeypatch.setattr(os, "process_cpu_count", lambda: cores)
    sizes = []

    def decide(observation, function_mask, *rest):
        sizes.append(len(function_mask))
        column = np.zeros(len(function_mask), np.float32)
        return ActResult(np.zeros((len(function_mask), 1), np.int32), column, column, {})

    decider = Decider(decide, askers)
    decider._batcher._patience = 30.0
    state = State({}, np.ones(2, bool), {}, np.zeros(1, np.float32))
    threads = [threading.Thread(target=decider, args=(state, 0.0)) for _ in range(batch)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sizes == [batch]
