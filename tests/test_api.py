"""The public names, and training from a program."""

import importlib
import pathlib
import pkgutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import a3c_tf
from a3c_tf import Config, preset_config, train
from a3c_tf.config import Config as ConfigItself
from a3c_tf.errors import CheckpointError, ConfigError
from a3c_tf.training.checkpoint import read_state
from a3c_tf.training.run_folder import RunFolder

PUBLIC = [
    "A3CAgent",
    "A3CError",
    "Action",
    "ActionSpec",
    "ArgumentSpec",
    "ArraySpec",
    "Callback",
    "Config",
    "DmEnvEnvironment",
    "Environment",
    "EvaluateEvery",
    "FunctionSpec",
    "GymnasiumEnvironment",
    "KeepBest",
    "RunView",
    "StopOnReturn",
    "Summary",
    "TimeStep",
    "check_env",
    "evaluate",
    "make_env",
    "preset_config",
    "read_episode_logs",
    "register_env",
    "train",
]


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_is_there_listed_and_documented(name: str) -> None:
    assert name in a3c_tf.__all__
    assert name in dir(a3c_tf)
    assert getattr(a3c_tf, name).__doc__


def test_every_listed_name_can_be_had() -> None:
    for name in a3c_tf.__all__:
        assert getattr(a3c_tf, name) is not None


def test_importing_the_package_imports_nothing_heavy(
    fresh_python: Callable[[str], str],
) -> None:
    heavy = "('tensorflow', 'keras', 'gymnasium', 'pysc2.env', 'cv2')"
    code = f"import sys, a3c_tf; a3c_tf.Config; print([m for m in {heavy} if m in sys.modules])"
    assert fresh_python(code).strip() == "[]"


@pytest.mark.parametrize(
    "first",
    [
        "import a3c_tf.evaluate",
        "from a3c_tf.evaluate import _main",
        "import importlib; importlib.import_module('a3c_tf.evaluate')",
        "import a3c_tf.evaluation.evaluation",
        "from a3c_tf import evaluate",
    ],
)
def test_evaluate_is_the_function_whatever_was_imported_first(
    fresh_python: Callable[[str], str], first: str
) -> None:
    code = f"""
{first}
import a3c_tf, a3c_tf.evaluate
from a3c_tf import evaluate
assert a3c_tf.evaluate is evaluate
print(evaluate("toy_bandit", policy="random", episodes=1).env)
import importlib
print(importlib.import_module("a3c_tf.evaluate")._main.__name__)
"""
    assert fresh_python(code).split() == ["toy_bandit", "_main"]


def test_no_module_takes_the_place_of_a_public_name() -> None:
    modules = {module.name for module in pkgutil.iter_modules(a3c_tf.__path__)}
    for name in sorted(modules & set(a3c_tf.__all__)):
        importlib.import_module(f"a3c_tf.{name}")
        assert callable(getattr(a3c_tf, name)), name
    assert "evaluate" in modules & set(a3c_tf.__all__), "or this test is about nothing"


def recorded(run_dir: pathlib.Path) -> ConfigItself:
    return RunFolder(run_dir).read_config()


def test_options_do_what_the_command_line_does(tmp_path: pathlib.Path) -> None:
    options = ["--env=toy_bandit", "--steps=64", "--workers=1", "--t_max=7"]
    subprocess.run(
        [sys.executable, "-m", "a3c_tf.run", *options, f"--run_dir={tmp_path / 'command'}"],
        check=True,
        capture_output=True,
    )
    train(env="toy_bandit", steps=64, workers=1, t_max=7, run_dir=str(tmp_path / "program"))
    command, program = recorded(tmp_path / "command"), recorded(tmp_path / "program")
    assert command.override({"run_dir": ""}) == program.override({"run_dir": ""})
    assert program.optimizer == preset_config("toy_bandit").optimizer != Config().optimizer


def test_a_config_is_taken_as_it_is_and_no_preset_applies(tmp_path: pathlib.Path) -> None:
    config = Config(env="toy_bandit", steps=32, workers=1, run_dir=str(tmp_path))
    assert train(config).steps == 32
    assert recorded(tmp_path) == config.override({"network": "mlp"})


def test_options_beside_a_config_replace_its_values(tmp_path: pathlib.Path) -> None:
    config = preset_config("toy_bandit", steps=999)
    train(config, steps=32, run_dir=str(tmp_path))
    assert recorded(tmp_path).steps == 32
    assert recorded(tmp_path).optimizer == config.optimizer


def test_a_config_again_goes_on_and_every_field_counts(tmp_path: pathlib.Path) -> None:
    config = preset_config("toy_bandit", steps=64, run_dir=str(tmp_path), entropy_cost=0.5)
    train(config)
    assert train(config, steps=96).steps == 96
    # The command line would have kept what was recorded; a Config says its defaults, too.
    plain = Config(env="toy_bandit", optimizer=config.optimizer, run_dir=str(tmp_path), steps=128)
    assert train(plain).steps == 128
    assert recorded(tmp_path).entropy_cost == Config().entropy_cost
    assert train(env="toy_bandit", run_dir=str(tmp_path), steps=144).steps == 144
    assert recorded(tmp_path).entropy_cost == Config().entropy_cost


def test_a_config_that_differs_in_what_a_run_cannot_change_is_refused(
    tmp_path: pathlib.Path,
) -> None:
    config = preset_config("toy_bandit", steps=32, run_dir=str(tmp_path))
    train(config)
    with pytest.raises(CheckpointError, match="cannot change seed 1 -> 2"):
        train(config, seed=2, steps=64)
    assert read_state(tmp_path / "checkpoints")["steps"] == 32


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"env": "toy_bandit", "lr": 1.0}, "unknown options"),
        ({"env": "toy_bandits"}, "did you mean toy_bandit"),
        ({"env": "toy_bandit", "evaluate_every": -1}, "evaluate_every"),
        ({"env": "toy_bandit", "evaluate_episodes": 0}, "evaluate_episodes"),
    ],
)
def test_mistakes_are_named(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=named):
        train(**options)
    assert not list(tmp_path.iterdir())


def test_a_name_alone_is_no_config() -> None:
    with pytest.raises(ConfigError, match="options such as env='toy_bandit'"):
        train("toy_bandit")  # type: ignore[arg-type]


def test_ctrl_c_saves_what_was_learned_and_is_raised(tmp_path: pathlib.Path) -> None:
    program = f"""
import a3c_tf

class Begun(a3c_tf.Callback):
    def on_episode_end(self, run, episode):
        print("begun", flush=True)

try:
    a3c_tf.train(env="toy_bandit", steps=10**9, run_dir={str(tmp_path)!r}, callbacks=[Begun()])
except KeyboardInterrupt:
    print("interrupted")
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    while process.stdout.readline() not in ("begun\n", ""):
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert out.splitlines()[-1] == "interrupted", err
    assert "Traceback" not in err
    assert read_state(tmp_path / "checkpoints")["steps"] >= 16


def test_another_thread_may_end_the_run(tmp_path: pathlib.Path) -> None:
    stop = threading.Event()
    timer = threading.Timer(0.5, stop.set)
    timer.start()
    summary = train(env="toy_bandit", steps=10**9, run_dir=str(tmp_path), stop=stop)
    timer.join()
    assert summary.steps == read_state(tmp_path / "checkpoints")["steps"] < 10**9
