import subprocess
import sys

import pytest

from a3c_tf import pysc2 as command


def run(*args: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "a3c_tf.pysc2", *args],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_tool_runs_under_the_layer_with_its_flags() -> None:
    done = run("valid_actions", "--screen_size=32,48", "--nohide_specific")
    assert done.returncode == 0, done.stderr
    assert "490/Train_SCV_quick" in done.stdout
    assert "screen [32, 48]" in done.stdout


def test_the_mini_games_are_known_maps() -> None:
    done = run("map_list")
    assert done.returncode == 0, done.stderr
    assert "CollectMineralsAndGas" in done.stdout


def test_an_unknown_tool_lists_the_known_ones() -> None:
    done = run("agnet")
    assert done.returncode == 2
    assert "'agnet'" in done.stderr
    assert "map_list" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("MoveToBacon", "error: Map doesn't exist: MoveToBacon. pysc2 knows 16Bit, "),
        ("Simple64", "error: No map 'Simple64' on the mini-game server; known maps: "),
    ],
)
def test_a_map_that_cannot_be_played_lists_those_that_can(name: str, message: str) -> None:
    done = run("agent", f"--map={name}", "--norender", "--sc2_run_config=EmbeddedMinigames")
    assert done.returncode == 1
    (line,) = (line for line in done.stderr.splitlines() if line.startswith("error"))
    assert line.startswith(message) and "MoveToBeacon" in line
    assert "Traceback" not in done.stderr


def test_no_tool_is_an_error_and_help_is_not() -> None:
    assert command.main(["a3c_tf.pysc2"]) == 2
    assert command.main(["a3c_tf.pysc2", "--help"]) == 0


def test_an_unknown_flag_of_a_tool_fails() -> None:
    done = run("map_list", "--nonsense")
    assert done.returncode != 0
    assert "nonsense" in done.stderr


def test_tools_are_described_without_being_run() -> None:
    assert command.describe("map_list") == "Print the list of defined maps."


@pytest.mark.parametrize("tool", command.tool_names())
def test_every_tool_imports(tool: str) -> None:
    done = run(tool, "--helpshort")
    assert "Traceback" not in done.stderr
    assert "--helpfull" in done.stdout
