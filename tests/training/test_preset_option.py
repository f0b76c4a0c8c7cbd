"""Presets asked for by name, and the recipe of 2018 as one of them."""

import json
import pathlib

import numpy as np
import pytest

from a3c_tf.config import Config
from a3c_tf.errors import CheckpointError, ConfigError
from a3c_tf.planning import config_for, plan_run
from a3c_tf.presets import preset, preset_names
from a3c_tf.records.episode_log_reader import read_episode_logs
from a3c_tf.training.trainer import train


def test_a_preset_takes_the_place_of_the_environments_own() -> None:
    own = config_for({"env": "toy_bandit"})
    assert (own.discount, own.t_max, own.optimizer) == (0.0, 5, "adam")
    chosen = config_for({"env": "toy_bandit", "preset": "sc2_beacon"})
    assert (chosen.discount, chosen.t_max, chosen.preset) == (0.99, 16, "sc2_beacon")
    # Of both it holds: what the user gives counts more, what neither gives is the default.
    asked = {"env": "toy_bandit", "preset": "sc2_beacon", "t_max": 7}
    assert (config_for(asked).t_max, config_for(asked).gae_lambda) == (7, Config.gae_lambda)


def test_an_unknown_preset_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"unknown preset 'harvester'; known are .*mario"):
        config_for({"preset": "harvester"})


def test_without_an_environment_it_is_the_presets() -> None:
    assert config_for({"preset": "mario"}).env == "mario"
    assert config_for({"preset": "harvester_2018"}).env == "sc2_collect"
    assert config_for({"preset": "harvester_2018", "env": "sc2_beacon"}).env == "sc2_beacon"
    with pytest.raises(ConfigError, match=r"preset 'toy' is for several .*--env"):
        config_for({"preset": "toy"})
    assert config_for({"preset": "toy", "env": "toy_bandit"}).learning_rate == 0.003


def test_a_file_of_ones_own_is_a_preset(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"env": {"value": "toy_click"}, "t_max": {"value": 9, "source": "a guess"}}')
    chosen = config_for({"preset": str(file)})
    # It stands alone: nothing of toy.json or toy_click.json.
    assert chosen == Config(env="toy_click", preset=str(file), t_max=9)
    assert config_for({"preset": str(file), "env": "mario"}).env == "mario"


@pytest.mark.parametrize("text", [None, "", "[]", '{"t_max": 9}', '{"t_max": {"values": 9}}'])
def test_a_file_that_is_no_preset_is_named(tmp_path: pathlib.Path, text: str | None) -> None:
    file = tmp_path / "mine.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(ConfigError, match=r"mine\.json"):
        config_for({"preset": str(file), "env": "mario"})


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_fits(name: str) -> None:
    Config().override(preset(name))


def test_a_run_records_its_preset_and_keeps_it(tmp_path: pathlib.Path) -> None:
    asked = {"env": "toy_bandit", "preset": "toy_click", "run_dir": str(tmp_path), "steps": 50}
    train(plan_run(asked))
    recorded = json.loads((tmp_path / "config.json").read_text())
    assert (recorded["preset"], recorded["discount"]) == ("toy_click", 0.0)
    assert plan_run(asked).resumes
    with pytest.raises(CheckpointError, match="preset 'toy_click' -> 'mario'"):
        plan_run({**asked, "preset": "mario"})


def test_the_recipe_of_2018_learns_from_whole_episodes_in_20_batches(
    tmp_path: pathlib.Path,
) -> None:
    asked = {"preset": "harvester_2018", "workers": 1, "steps": 841, "backend": "embedded"}
    plan = plan_run({**asked, "run_dir": str(tmp_path)})
    assert (plan.config.env, plan.config.explores) == ("sc2_collect", True)
    train(plan)
    (episode,) = read_episode_logs(tmp_path)
    assert episode.steps == 840
    # From 1 - 0.6 * 0.95 down to 0.05 after 0.4 of the run, and so on average:
    expected = 0.4 * (0.43 + 0.05) / 2 + 0.6 * 0.05
    random = np.mean([action.random_action for action in episode.actions])
    assert random == pytest.approx(expected, abs=0.05)
    table = np.genfromtxt(tmp_path / "metrics.csv", delimiter=",", names=True)
    assert np.atleast_1d(table)["updates"][-1] == 20
    # The reward: minerals + 10 gas + 10 minerals a minute + 100 gas a minute, at the end.
    level = episode.total_collected_minerals + 10 * episode.total_collected_gas
    assert episode.reward >= level
