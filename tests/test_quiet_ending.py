"""Ctrl-C while a command is still importing, and output that nobody reads any more."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[1]

# Python runs it when it starts: Ctrl-C comes at the moment at which a module is looked for.
SITECUSTOMIZE = """
import os, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)

class Interrupter:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["INTERRUPT_AT"]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupter())
"""


def start(folder: pathlib.Path, at: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    (folder / "sitecustomize.py").write_text(SITECUSTOMIZE)
    paths = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": paths, "INTERRUPT_AT": at},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("at", "command"),
    [
        ("a3c_tf.compat", ["run"]),
        ("numpy", ["run"]),
        ("numpy", ["evaluate"]),
        ("numpy", ["benchmark"]),
        ("pysc2.maps", ["pysc2", "map_list"]),
        ("numpy", ["minigames.calibrate"]),
        ("numpy", ["minigames.speed"]),
        ("numpy", ["minigames.protocol.server"]),
    ],
)
def test_a_command_ends_quietly(tmp_path: pathlib.Path, at: str, command: list[str]) -> None:
    done = start(tmp_path, at, "-m", f"a3c_tf.{command[0]}", *command[1:])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "--help"],
        ["evaluate", "--help"],
        ["pysc2", "map_list"],
        ["minigames.calibrate", "--help"],
        # Less than a buffer holds, so it is written when the process ends.
        ["evaluate", "--env", "toy_click", "--policy", "random", "--episodes", "1"],
    ],
)
def test_nobody_reads_the_output(tmp_path: pathlib.Path, arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", f"a3c_tf.{arguments[0]}", *arguments[1:]],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
            cwd=tmp_path,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_other_errors_of_a_command_are_shown(tmp_path: pathlib.Path) -> None:
    (tmp_path / "pysc2.py").write_text("raise RuntimeError('broken')")
    done = start(tmp_path, "nothing", "-m", "a3c_tf.run")
    assert done.returncode == 1
    assert "Traceback" in done.stderr and "broken" in done.stderr


def test_a_program_that_imports_the_package_is_left_alone(tmp_path: pathlib.Path) -> None:
    code = "import sys, a3c_tf; assert sys.excepthook is sys.__excepthook__; import numpy"
    done = start(tmp_path, "numpy", "-c", code)
    assert "KeyboardInterrupt" in done.stderr and "AssertionError" not in done.stderr
    (tmp_path / "theirs.py").write_text(code)
    done = start(tmp_path, "numpy", "-m", "theirs")
    assert "KeyboardInterrupt" in done.stderr and "AssertionError" not in done.stderr
