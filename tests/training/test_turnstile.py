import threading

from a3c_tf.training.turnstile import Turnstile


def test_turns_come_in_order_and_go_on_without_those_who_left() -> None:
    turnstile = Turnstile([0, 1, 2])
    turns: list[int] = []

    def work(index: int, count: int) -> None:
        for _ in range(count):
            with turnstile.turn(index):
                turns.append(index)
        turnstile.leave(index)

    counts = [3, 1, 2]
    threads = [
        threading.Thread(target=work, args=(i, counts[i])) for i in reversed(range(len(counts)))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30.0)
    assert turns == [0, 1, 2, 0, 2, 0]
