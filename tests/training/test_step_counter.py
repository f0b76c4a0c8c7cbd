import threading

from a3c_tf.learning.step_counter import StepCounter


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
