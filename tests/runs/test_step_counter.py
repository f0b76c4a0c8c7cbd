import threading

import pytest

from a3c_tf.schedules import SCHEDULES, constant, linear
from a3c_tf.step_counter import StepCounter


def test_many_threads_make_exactly_the_total() -> None:
    counter = StepCounter(total=5_000, start=100)
    made = [0] * 8

    def work(index: int) -> None:
        while counter.claim():
            made[index] += 1

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(made) == 4_900
    assert counter.value == 5_000
    assert counter.finished


def test_stop_ends_claims_at_once() -> None:
    counter = StepCounter(total=10)
    assert counter.claim()
    counter.stop()
    assert not counter.claim()
    assert counter.value == 1


@pytest.mark.parametrize(("step", "expected"), [(0, 2.0), (50, 1.0), (100, 0.0), (150, 0.0)])
def test_linear_schedule(step: int, expected: float) -> None:
    assert linear(2.0, step, 100) == pytest.approx(expected)


def test_constant_schedule() -> None:
    assert constant(2.0, 99, 100) == 2.0
    assert set(SCHEDULES) == {"linear", "constant"}
