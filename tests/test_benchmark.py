import contextlib
import json
import pathlib
import subprocess
import sys
import threading
import time

import pytest

from a3c_tf.benchmarking.benchmark import Report, benchmark
from a3c_tf.benchmarking.phases import Measurement, run_threads
from a3c_tf.benchmarking.stopwatch import Stopwatch, TimedLock
from a3c_tf.benchmarking.text import summary
from a3c_tf.envs.toys import Bandit
from a3c_tf.planning import config_for
from a3c_tf.training.run_folder import RunFolder
from a3c_tf.training.session import Session


def _measurement(steps: int, seconds: float = 1.0) -> Measurement:
    return Measurement(steps, seconds, cpu_seconds=seconds, split={})


def test_ratios_are_taken_within_a_round() -> None:
    report = Report(
        {
            "training": [_measurement(10), _measurement(100), _measurement(30)],
            "environment": [_measurement(20), _measurement(200), _measurement(10)],
        }
    )
    assert report.rate("training") == 30
    assert report.ratio("training", "environment") == 0.5


def test_a_training_that_learned_nothing_in_some_round_says_so() -> None:
    def report(*splits: dict[str, float]) -> Report:
        return Report({"training": [Measurement(10, 1.0, 1.0, split) for split in splits]})

    assert "flatter" not in summary(report({"learn": 0.1}, {"learn": 0.2}))
    text = summary(report({"learn": 0.1}, {"act": 0.2}))
    assert "nothing was learned. Ask for more --seconds" in text


def test_a_lock_that_is_waited_for_takes_time() -> None:
    stopwatch = Stopwatch()
    lock = threading.Lock()
    timed = TimedLock(lock, stopwatch)
    lock.acquire()
    waiter = threading.Thread(target=timed.__enter__)
    waiter.start()
    time.sleep(0.05)
    lock.release()
    waiter.join()
    timed.__exit__()
    assert stopwatch.take()["lock"] >= 0.05
    assert stopwatch.take() == {}


def test_threads_are_added_up_and_time_is_split() -> None:
    stopwatch = Stopwatch()
    sleep = stopwatch.timed("env", time.sleep)

    def job(stop: threading.Event) -> int:
        sleep(0.05)
        return 7

    measurement = run_threads([job, job], stopwatch)
    assert measurement.steps == 14
    assert measurement.split["env"] >= 0.1
    assert measurement.split["other"] >= 0.0


def test_what_goes_wrong_in_a_thread_is_raised() -> None:
    def job(stop: threading.Event) -> int:
        raise ConnectionResetError("gone")

    with pytest.raises(ConnectionResetError):
        run_threads([job, _until_stopped], Stopwatch())


def test_nothing_goes_on_after_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    before = threading.active_count()
    join = threading.Thread.join

    def interrupted(self: threading.Thread) -> None:
        monkeypatch.setattr(threading.Thread, "join", join)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "join", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_threads([_until_stopped, _until_stopped], Stopwatch())
    assert threading.active_count() == before


def _until_stopped(stop: threading.Event) -> int:
    assert stop.wait(60.0)
    return 1


@pytest.mark.parametrize("end", [None, RuntimeError, KeyboardInterrupt])
def test_the_session_it_trains_in_is_finished_however_it_ends(
    monkeypatch: pytest.MonkeyPatch, end: type[BaseException] | None
) -> None:
    done: list[str] = []

    def note(owner: type, method: str) -> None:
        function = getattr(owner, method)

        def noted(self: object) -> None:
            function(self)
            done.append(method)

        monkeypatch.setattr(owner, method, noted)

    def on_phase(name: str, measurement: Measurement) -> None:
        if end is not None and name == "training":
            raise end

    note(Session, "finish")
    note(RunFolder, "release")
    note(Bandit, "close")
    with pytest.raises(end) if end else contextlib.nullcontext():
        benchmark(
            config_for({"env": "toy_bandit", "workers": 2}),
            seconds=0.1,
            rounds=1,
            naive=False,
            on_phase=on_phase,
        )
    assert done == ["finish", "release", "close", "close"]


def test_the_command_measures_every_phase(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "rates.json"
    done = subprocess.run(
        [sys.executable, "-m", "a3c_tf.benchmark", "--env=toy_bandit", "--workers=2"]
        + ["--seconds=0.3", "--rounds=2", "--against=naive", f"--json={file}"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rates = json.loads(file.read_text())
    for phase in ("environment", "act", "training", "naive"):
        assert rates[phase] > 0.0
    ratios = rates["ratios"]
    assert set(ratios) == {"training/environment", "training/naive"}
    assert not (tmp_path / "runs").exists()
