import dataclasses
import importlib.resources
import json

import pytest

from a3c_tf.config import Config
from a3c_tf.errors import ConfigError
from a3c_tf.presets import preset_for


def test_every_option_explains_itself() -> None:
    for field in dataclasses.fields(Config):
        assert field.metadata["help"].endswith("."), field.name


def test_json_round_trip() -> None:
    config = Config(env="mario", steps=123, learning_rate=1e-3)
    assert Config.from_json(config.to_json()) == config


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"t_maxx": 5}, "t_maxx"),
        ({"t_max": 0}, "t_max must be at least 1, not 0"),
        ({"t_max": "5"}, "t_max must be int, not '5'"),
        ({"t_max": True}, "t_max must be int, not True"),
        ({"discount": 1.5}, "discount must be at most 1.0, not 1.5"),
        ({"learning_rate": -1.0}, "learning_rate must be above 0"),
        ({"optimizer": "sgd"}, "optimizer must be one of rmsprop, adam, not 'sgd'"),
        ({"steps": 1.5}, "steps must be int, not 1.5"),
    ],
)
def test_wrong_values_are_named(values: dict[str, object], named: str) -> None:
    with pytest.raises(ConfigError, match=named.replace("(", r"\(")):
        Config().override(values)


def test_unknown_option_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="entropy_cost"):
        Config().override({"beta": 0.01})


def test_whole_floats_are_steps() -> None:
    config = Config(steps=5e6)  # type: ignore[arg-type]
    assert config.steps == 5_000_000
    assert isinstance(config.steps, int)


@pytest.mark.parametrize("text", ["", "[]", "{", "3"])
def test_malformed_json_is_a_config_error(text: str) -> None:
    with pytest.raises(ConfigError):
        Config.from_json(text)


@pytest.mark.parametrize("env", ["sc2_collect", "mario", "toy_click"])
def test_presets_fit_the_configuration_and_cite_a_source(env: str) -> None:
    values = preset_for(env)
    assert values
    assert Config().override(values).t_max == values["t_max"]
    for file in importlib.resources.files("a3c_tf.presets").iterdir():
        if file.name.endswith(".json"):
            for name, row in json.loads(file.read_text()).items():
                assert set(row) == {"value", "source"}, (file.name, name)
                assert row["source"], (file.name, name)


def test_an_environment_without_preset_has_none() -> None:
    assert preset_for("my_own_game") == {}
