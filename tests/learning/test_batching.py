"""Batches of calls from many threads: each gets its own answer, and waits only where it pays."""

import threading
import time

import pytest

from a3c_tf.learning.batching import Batcher


class Gate:
    """A function of requests that records its batches and runs no further than it is let."""

    def __init__(self, answer=lambda request: request * 10):
        self.batches = []
        self.entered = threading.Semaphore(0)
        self.let = threading.Semaphore(0)
        self._answer = answer

    def __call__(self, requests):
        self.batches.append(list(requests))
        self.entered.release()
        assert self.let.acquire(timeout=30)
        return [self._answer(request) for request in requests]


def ask(batcher, request, answers):
    """Ask in a thread of its own."""

    def work():
        try:
            answers[request] = batcher(request)
        except BaseException as error:
            answers[request] = error

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def wait_for(condition):
    """Until something is so; an error if it never is."""
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_a_lone_thread_is_answered_at_once():
    batches = []
    batcher = Batcher(lambda requests: batches.append(list(requests)) or [r + 1 for r in requests])
    assert [batcher(number) for number in range(5)] == [1, 2, 3, 4, 5]
    assert batches == [[0], [1], [2], [3], [4]]


def test_whoever_comes_while_a_batch_runs_goes_with_the_next():
    gate, answers = Gate(), {}
    batcher = Batcher(gate)
    threads = [ask(batcher, 0, answers)]
    assert gate.entered.acquire(timeout=30)
    for number in range(1, 6):
        threads.append(ask(batcher, number, answers))
        wait_for(lambda number=number: len(batcher._waiting) == number)
    gate.let.release()
    assert gate.entered.acquire(timeout=30)
    threads[0].join(30)
    assert answers == {0: 0}  # the first is not kept waiting by the second batch
    threads.append(ask(batcher, 6, answers))
    wait_for(lambda: len(batcher._waiting) == 1)
    gate.let.release(2)
    for thread in threads:
        thread.join(30)
    assert gate.batches == [[0], [1, 2, 3, 4, 5], [6]]
    assert answers == {number: number * 10 for number in range(7)}


def test_no_more_batches_run_at_once_than_allowed():
    gate, answers = Gate(), {}
    batcher = Batcher(gate, at_a_time=2)
    threads = [ask(batcher, number, answers) for number in range(2)]
    for _ in range(2):
        assert gate.entered.acquire(timeout=30)
    threads += [ask(batcher, number, answers) for number in range(2, 6)]
    wait_for(lambda: len(batcher._waiting) == 4)
    assert len(gate.batches) == 2
    gate.let.release(3)
    for thread in threads:
        thread.join(30)
    assert sorted(map(len, gate.batches)) == [1, 1, 4]
    assert answers == {number: number * 10 for number in range(6)}


def test_an_error_reaches_all_who_asked_and_the_next_batch_runs():
    gate, answers = Gate(lambda request: 1 // (request - 2)), {}
    batcher = Batcher(gate)
    threads = [ask(batcher, 0, answers)]
    assert gate.entered.acquire(timeout=30)
    threads += [ask(batcher, number, answers) for number in (1, 2, 3)]
    wait_for(lambda: len(batcher._waiting) == 3)
    gate.let.release(3)
    for thread in threads:
        thread.join(30)
    assert answers[0] == -1
    assert all(isinstance(answers[number], ZeroDivisionError) for number in (1, 2, 3))
    assert batcher(4) == 0


def test_a_batch_begins_once_no_more_threads_than_cores_are_elsewhere():
    gate, answers = Gate(), {}
    batcher = Batcher(gate, askers=4, cores=1, patience=30)
    threads = [ask(batcher, number, answers) for number in range(2)]
    wait_for(lambda: len(batcher._waiting) == 2)
    threads.append(ask(batcher, 2, answers))
    assert gate.entered.acquire(timeout=10)
    threads += [ask(batcher, number, answers) for number in (3, 4)]
    wait_for(lambda: len(batcher._waiting) == 2)
    gate.let.release()
    for thread in threads[:3]:
        thread.join(10)
    assert not gate.entered.acquire(timeout=0.05)  # two are elsewhere, and there is one core
    threads.append(ask(batcher, 5, answers))
    gate.let.release()
    for thread in threads:
        thread.join(10)
    assert [sorted(batch) for batch in gate.batches] == [[0, 1, 2], [3, 4, 5]]
    assert answers == {number: number * 10 for number in range(6)}


def test_patience_ends_for_a_batch_that_does_not_fill_even_if_it_ended_while_another_ran():
    gate, answers = Gate(), {}
    batcher = Batcher(gate, askers=4, cores=1, patience=0.05)
    threads = [ask(batcher, number, answers) for number in range(2)]
    assert gate.entered.acquire(timeout=10)
    threads.append(ask(batcher, 2, answers))
    wait_for(lambda: len(batcher._waiting) == 1)
    assert not gate.entered.acquire(timeout=0.2)  # one at a time
    gate.let.release()
    assert gate.entered.acquire(timeout=10)
    gate.let.release()
    for thread in threads:
        thread.join(10)
    assert [sorted(batch) for batch in gate.batches] == [[0, 1], [2]]
    assert answers == {number: number * 10 for number in range(3)}


def test_a_batch_that_runs_keeps_one_core_busy_however_many_it_answers():
    gate, answers = Gate(), {}
    batcher = Batcher(gate, at_a_time=2, askers=6, cores=3, patience=30)
    threads = [ask(batcher, number, answers) for number in range(3)]
    assert gate.entered.acquire(timeout=10)
    threads.append(ask(batcher, 3, answers))
    assert gate.entered.acquire(timeout=10)  # two are elsewhere, and there are two cores left
    gate.let.release(2)
    for thread in threads:
        thread.join(10)
    assert sorted(map(len, gate.batches)) == [1, 3]
    assert answers == {number: number * 10 for number in range(4)}


@pytest.mark.parametrize("at_a_time", [1, 3])
@pytest.mark.parametrize("askers", [1, 12])
def test_many_threads_each_get_their_own_answers(at_a_time, askers):
    batcher = Batcher(
        lambda requests: [-request for request in requests],
        at_a_time=at_a_time,
        askers=askers,
        cores=2,
        patience=0.001,
    )
    wrong = []

    def work(worker):
        for number in range(500):
            request = worker * 1_000 + number
            if batcher(request) != -request:
                wrong.append(request)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert wrong == []
