"""`python -m a3c_tf.run --describe` tells what a run would train, and trains nothing."""

import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

from a3c_tf.config import Config
from a3c_tf.describe import describe, measure
from a3c_tf.envs.registry import make_env
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.networks import build_network
from a3c_tf.planning import config_for
from a3c_tf.training.run_folder import RunFolder

ROOT = str(pathlib.Path(__file__).parents[2])


def run(*arguments: str, cwd: pathlib.Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "a3c_tf.run", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": ROOT},
        check=False,
    )


def weights_of(text: str) -> dict[str, int]:
    """The numbers of weights by part that a description lists."""
    rows = re.findall(r"^  (\w+) +([\d,]+)(?: +[\d.]+%)?$", text.split("by part")[1], re.MULTILINE)
    return {part: int(count.replace(",", "")) for part, count in rows}


@pytest.mark.parametrize("network", ["pyramid", "harvester_pooled", "fullyconv_lstm", "atari"])
def test_parts_and_layers_add_up_to_the_model(network: str) -> None:
    config = config_for({"env": "toy_click", "network": network, "t_max": 3})
    text = describe(config)
    env = make_env("toy_click", config)
    model = build_network(network, env.observation_spec, env.action_spec, config.seed)
    parts = weights_of(text)
    assert parts.pop("total") == model.count_params() == sum(parts.values())
    assert {"screen", "state", "arguments", "functions", "value"} <= set(parts)
    layers = text.split("network ")[1].split("weights by part")[0]
    rows = re.findall(r"^  (\w+) .* ([\d,]+)$", layers, re.MULTILINE)
    listed = {name: int(count.replace(",", "")) for name, count in rows}
    assert listed == {a.name: a.count_params() for a in model.layers if a.count_params()}


def test_it_says_what_is_seen_and_chosen() -> None:
    options = {
        "env": "sc2_roaches",
        "backend": "embedded",
        "encoding": "embedded",
        "screen_layers": "player_relative,selected,unit_hit_points",
        "screen_size": 16,
        "minimap_size": 16,
        "t_max": 2,
    }
    text = describe(config_for(options))
    assert "sees screen: uint8 16 x 16 x 3, of which categories of 5, 2\n" in text
    assert "6 functions (roaches): no_op, select_army, " in text
    assert "arguments: screen 16 x 16, screen2 16 x 16\n" in text
    assert "screen_embedding0" in text


def test_a_long_list_of_functions_is_cut() -> None:
    options = {"env": "sc2_beacon", "backend": "embedded", "action_set": "all", "t_max": 2}
    text = describe(config_for({**options, "screen_size": 8, "minimap_size": 8}))
    assert "573 functions (all): no_op, move_camera, " in text
    assert "Train_SCV_quick" not in text and ", ...\n" in text


def test_costs_are_of_acting_and_of_learning() -> None:
    config = Config(env="toy_click", network="harvester_pooled", t_max=4)
    env = make_env("toy_click", config, seed=0)
    model = SharedModel(env.observation_spec, env.action_spec, config)
    before = model.weights()
    cost = measure(model, config, env.reset(0))
    assert 0.0 < cost.act < 1000.0
    assert 0.0 < cost.act + cost.update < 10_000.0
    assert model.version > 5
    assert any(np.any(a != b) for a, b in zip(before, model.weights(), strict=True))


def test_the_command_trains_nothing_and_writes_nothing(tmp_path: pathlib.Path) -> None:
    done = run("--env=toy_bandit", "--describe", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "network mlp" in done.stdout
    assert re.search(r"one act [\d.]+ ms, one update from 5 transitions [\d.-]+ ms", done.stdout)
    assert not list(tmp_path.iterdir())


def test_the_command_describes_the_run_that_is_there(tmp_path: pathlib.Path) -> None:
    folder = RunFolder(tmp_path / "runs" / "toy_click")
    folder.acquire()
    folder.write_config(config_for({"env": "toy_click", "network": "atari"}))
    folder.release()
    done = run("--env=toy_click", "--describe", cwd=tmp_path)
    assert "network atari" in done.stdout


def test_a_mistake_is_one_message(tmp_path: pathlib.Path) -> None:
    done = run("--env=toy_click", "--network=resnet", "--describe", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("error: unknown network 'resnet'; known are ")
    assert "Traceback" not in done.stderr
