"""The command as users meet it: exit status, messages, signals, kill -9."""

import os
import pathlib
import shlex
import signal
import subprocess
import sys
import time
from typing import IO

import pytest

from a3c_tf.records.episode_log_reader import read_episode_logs
from a3c_tf.training.checkpoint import read_state
from a3c_tf.training.run_folder import RunFolder

_PATIENCE_SECONDS = 120.0


def _start(
    *flags: str, stdout: int | IO[str] = subprocess.PIPE, unbuffered: str = ""
) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "a3c_tf.run", *flags],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        # What the shell of the tests says of it would decide whether text is left for the end.
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )


def _run(*flags: str) -> tuple[int, str, str]:
    process = _start(*flags)
    out, err = process.communicate(timeout=_PATIENCE_SECONDS)
    return process.returncode, out, err


def _wait_for_steps(run_dir: pathlib.Path, steps: int) -> None:
    """Until a checkpoint with so many agent steps is there."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if (run_dir / "checkpoints" / "checkpoint").exists():
            try:
                if read_state(run_dir / "checkpoints").get("steps", 0) >= steps:
                    return
            except Exception:
                pass  # the checkpoint was replaced while it was read
        time.sleep(0.1)
    raise AssertionError(f"no checkpoint with {steps} steps in {run_dir}")


@pytest.mark.parametrize(
    ("flags", "named"),
    [
        (["--env=sc2_colect"], "sc2_collect"),
        (["--env=toy_bandit", "--learning_rat=1"], "learning_rat"),
        (["--env=toy_bandit", "--workers=0"], "workers must be at least 1, not 0"),
        (["--env=toy_bandit", "--optimizer=sgd"], "rmsprop"),
        (["--env=toy_bandit", "--network=nett"], "mlp"),
        (["--env=toy_bandit", "--steps=many"], "steps"),
        (["--env=toy_bandit", "--resume=must"], "no run in"),
        (["toy_bandit"], "unexpected argument 'toy_bandit'"),
    ],
)
def test_a_users_mistake_is_one_message(
    tmp_path: pathlib.Path, flags: list[str], named: str
) -> None:
    status, _, err = _run(*flags, f"--run_dir={tmp_path / 'run'}")
    assert status == 1
    assert named in err
    assert "Traceback" not in err
    assert not (tmp_path / "run" / "config.json").exists()


def test_a_run_ends_with_commands_that_work_as_they_stand(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "a run"
    where = ["--env=toy_bandit", "--workers=1", f"--run_dir={folder}"]
    status, out, _ = _run(*where, "--steps=100")
    assert status == 0
    commands = dict(line.split(":", 1) for line in out.splitlines()[-3:])
    assert list(commands) == ["go on", "evaluate", "watch"]

    def follow(name: str, *more: str) -> str:
        command = [*shlex.split(commands[name]), *more]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_SECONDS)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "goes on at step 100 of 1000" in follow("go on")
    assert "episodes 20" in follow("evaluate")
    assert str(folder) in shlex.split(commands["watch"])
    assert "--logdir" in follow("watch", "--help")


def test_a_folder_that_cannot_be_written(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("mine")
    status, _, err = _run("--env=toy_bandit", f"--run_dir={tmp_path / 'file' / 'run'}")
    assert status == 1
    assert "cannot write the run folder" in err
    assert "Traceback" not in err
    assert (tmp_path / "file").read_text() == "mine"


def test_another_network_is_refused_and_the_run_is_kept(tmp_path: pathlib.Path) -> None:
    flags = ["--env=toy_click", f"--run_dir={tmp_path}", "--steps=50"]
    assert _run(*flags)[0] == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    status, _, err = _run(*flags, "--network=harvester", "--steps=100")
    assert status == 1
    assert "network" in err
    assert RunFolder(tmp_path).read_config().network in err
    assert "Traceback" not in err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_run_with_a_checkpoint(tmp_path: pathlib.Path, number: int) -> None:
    process = _start(
        "--env=toy_bandit",
        f"--run_dir={tmp_path}",
        "--steps=1e8",
        "--checkpoint_seconds=0.5",
    )
    _wait_for_steps(tmp_path, 1)
    saved = read_state(tmp_path / "checkpoints")["steps"]
    process.send_signal(number)
    out, err = process.communicate(timeout=_PATIENCE_SECONDS)
    assert process.returncode == 128 + number
    assert "Traceback" not in err
    state = read_state(tmp_path / "checkpoints")
    assert state["steps"] >= saved
    assert f"{state['steps']} agent steps" in out
    episodes = read_episode_logs(tmp_path)
    assert len(episodes) == state["statistics"]["episodes"]


def test_killed_with_9_it_goes_on_from_its_last_checkpoint(tmp_path: pathlib.Path) -> None:
    flags = ["--env=toy_bandit", f"--run_dir={tmp_path}", "--checkpoint_seconds=0.5"]
    process = _start(*flags, "--steps=1e8")
    _wait_for_steps(tmp_path, 500)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    read_episode_logs(tmp_path)  # raises if a log is not well-formed
    state = read_state(tmp_path / "checkpoints")
    steps = state["steps"]
    status, out, _ = _run(*flags, f"--steps={steps + 1_000}")
    assert status == 0
    assert f"goes on at step {steps} of {steps + 1_000}" in out
    numbers = [episode.num_global for episode in read_episode_logs(tmp_path)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > state["statistics"]["episodes"]


def test_help_names_every_option() -> None:
    _, out, _ = _run("--help")
    for option in ("--steps", "--entropy_cost", "--resume", "--backend", "--mario_reward"):
        assert option in out


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_leaves_ends_nothing(tmp_path: pathlib.Path, unbuffered: str) -> None:
    flags = ["--env=toy_bandit", f"--run_dir={tmp_path}", "--steps=300"]
    process = _start(*flags, unbuffered=unbuffered)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()  # as `head` does
    err = process.stderr.read()
    assert process.wait(timeout=_PATIENCE_SECONDS) == 0
    assert "Traceback" not in err
    assert read_state(tmp_path / "checkpoints")["steps"] == 300


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_under_the_output_ends_nothing(tmp_path: pathlib.Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        process = _start("--env=toy_bandit", f"--run_dir={tmp_path}", "--steps=300", stdout=full)
    _, err = process.communicate(timeout=_PATIENCE_SECONDS)
    assert process.returncode == 0
    assert "Traceback" not in err and "Errno" not in err
    assert read_state(tmp_path / "checkpoints")["steps"] == 300


def test_an_output_closed_from_the_start_ends_nothing(tmp_path: pathlib.Path) -> None:
    flags = ["--env=toy_bandit", f"--run_dir={tmp_path}", "--steps=300"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "a3c_tf.run", *flags],
        stderr=subprocess.PIPE,
        text=True,
        timeout=_PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert read_state(tmp_path / "checkpoints")["steps"] == 300


def test_killed_with_9_it_may_go_on_with_fewer_workers(tmp_path: pathlib.Path) -> None:
    flags = ["--env=toy_bandit", f"--run_dir={tmp_path}", "--checkpoint_seconds=0.5"]
    process = _start(*flags, "--steps=1e8", "--workers=4")
    _wait_for_steps(tmp_path, 500)
    time.sleep(0.3)  # some episodes after the checkpoint
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    steps = read_state(tmp_path / "checkpoints")["steps"]
    assert _run(*flags, f"--steps={steps + 500}", "--workers=1")[0] == 0
    numbers = [episode.num_global for episode in read_episode_logs(tmp_path)]
    assert numbers == list(range(1, len(numbers) + 1))
