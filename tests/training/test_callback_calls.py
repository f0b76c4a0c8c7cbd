"""Who is called, in which order, and what becomes of answers and errors."""

import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from a3c_tf.callbacks import Callback, EvaluateEvery, KeepBest
from a3c_tf.callbacks.calls import CallbackCalls
from a3c_tf.callbacks.configured import with_configured
from a3c_tf.config import Config
from a3c_tf.errors import CallbackError, CheckpointError
from a3c_tf.learning.step_counter import StepCounter


class Named(Callback):
    """Tells a list that it was called, and answers as it was told to."""

    def __init__(self, calls: list[tuple[str, str]], name: str, answer: Any = None) -> None:
        self._calls, self._name, self._answer = calls, name, answer

    def _tell(self, moment: str) -> Any:
        self._calls.append((self._name, moment))
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    def on_training_start(self, run: Any) -> Any:
        return self._tell("start")

    def on_update(self, run: Any, metrics: Any) -> Any:
        return self._tell("update")

    def on_training_end(self, run: Any) -> None:
        self._tell("end")


def make_calls(*callbacks: Callback) -> tuple[CallbackCalls, StepCounter, list[str]]:
    steps, messages = StepCounter(total=100), []
    session = SimpleNamespace(
        config=Config(), folder=SimpleNamespace(path="runs/x"), shared_model=None, steps=steps
    )
    return CallbackCalls(callbacks, session, messages.append), steps, messages


def test_they_are_called_in_the_order_given() -> None:
    heard: list[tuple[str, str]] = []
    calls, _, _ = make_calls(Named(heard, "a"), Named(heard, "b"))
    calls.training_start()
    calls.update({})
    calls.training_end()
    assert heard == [(name, moment) for moment in ("start", "update", "end") for name in "ab"]


@pytest.mark.parametrize("answer", [None, True, 0, "", np.True_])
def test_only_false_ends_a_run(answer: Any) -> None:
    calls, steps, messages = make_calls(Named([], "a", answer))
    calls.update({})
    assert not steps.finished
    assert messages == []


@pytest.mark.parametrize("answer", [False, np.False_])
def test_false_ends_it_once_and_the_others_still_hear(answer: Any) -> None:
    heard: list[tuple[str, str]] = []
    calls, steps, messages = make_calls(Named(heard, "a", answer), Named(heard, "b"))
    calls.update({})
    calls.update({})
    assert steps.finished
    assert messages == ["callback Named ends the run at step 0"]
    assert heard == [("a", "update"), ("b", "update")] * 2


def test_after_a_failure_only_the_end_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    heard: list[tuple[str, str]] = []
    faulty = Named(heard, "a", ValueError("mine"))
    calls, _, _ = make_calls(faulty, Named(heard, "b"))
    with pytest.raises(CallbackError, match="Named failed in on_training_start with ValueError"):
        calls.training_start()
    calls.update({})
    with pytest.raises(CallbackError, match="on_training_end"):
        calls.training_end()
    assert heard == [("a", "start"), ("a", "end"), ("b", "end")]
    assert capsys.readouterr().err.count("Traceback") == 2


def test_an_error_for_the_user_needs_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    calls, _, _ = make_calls(Named([], "a", CheckpointError("the disk is full")))
    with pytest.raises(CallbackError, match="callback Named: the disk is full"):
        calls.update({})
    assert capsys.readouterr().err == ""


def test_without_a_start_there_is_no_end() -> None:
    heard: list[tuple[str, str]] = []
    calls, _, _ = make_calls(Named(heard, "a"))
    calls.training_end()
    assert heard == []


def test_a_callback_may_cause_another_call_while_it_is_called() -> None:
    class Evaluates(Callback):
        def on_update(self, run: Any, metrics: Any) -> None:
            run.report_evaluation("result")

    class Hears(Callback):
        def on_evaluation(self, run: Any, evaluation: Any) -> bool:
            return evaluation != "result"

    calls, steps, _ = make_calls(Evaluates(), Hears())
    calls.update({})
    assert steps.finished


def test_calls_from_many_threads_do_not_overlap() -> None:
    class Slow(Callback):
        inside = most = 0

        def on_update(self, run: Any, metrics: Any) -> None:
            self.inside += 1
            self.most = max(self.most, self.inside)
            pause.wait(0.001)
            self.inside -= 1

    pause, slow = threading.Event(), Slow()
    calls, _, _ = make_calls(slow)
    threads = [
        threading.Thread(target=lambda: [calls.update({}) for _ in range(10)]) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert slow.most == 1


def test_states_are_kept_apart_by_name_and_number() -> None:
    class Keeps(Callback):
        def __init__(self, value: int) -> None:
            self.value = value

        def state(self) -> dict[str, Any]:
            return {"value": self.value}

        def restore(self, state: Any) -> None:
            self.value = state.get("value", -1)

    calls, _, _ = make_calls(Keeps(1), Named([], "a"), Keeps(2))
    states = calls.states()
    assert states == {"Keeps": {"value": 1}, "Keeps 2": {"value": 2}}
    others = [Keeps(0), Keeps(0), Keeps(0)]
    make_calls(*others)[0].restore(states)
    assert [each.value for each in others] == [1, 2, -1]


def names(callbacks: list[Callback]) -> list[str]:
    return [type(callback).__name__ for callback in callbacks]


def test_options_ask_for_callbacks_unless_the_user_gives_their_own() -> None:
    plain = Config()
    evaluating = Config(evaluate_every=10)
    assert names(with_configured([], plain)) == ["KeepBest"]
    assert names(with_configured([], evaluating)) == ["EvaluateEvery", "KeepBest"]
    assert with_configured([], evaluating.override({"keep_best": "never"}))[1:] == []
    own = [Named([], "a"), KeepBest("return"), EvaluateEvery(steps=5)]
    assert with_configured(own, evaluating) == [own[2], own[0], own[1]]
    assert with_configured([], plain.override({"keep_best": "never"})) == []
    assert with_configured([own[0]], plain.override({"keep_best": "never"})) == [own[0]]


def test_the_judge_of_the_best_model_is_the_evaluation_where_there_is_one() -> None:
    def judge(callbacks: list[Callback]) -> str:
        return next(c for c in callbacks if isinstance(c, KeepBest))._by

    assert judge(with_configured([], Config())) == "return"
    assert judge(with_configured([], Config(evaluate_every=10))) == "evaluation"
    assert judge(with_configured([EvaluateEvery(steps=5)], Config())) == "evaluation"
