import subprocess
import sys

import pytest

from a3c_tf.config import Config
from a3c_tf.envs import registry
from a3c_tf.errors import ConfigError


@pytest.fixture(autouse=True)
def _restore_registry(monkeypatch):
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))


def test_every_documented_name_is_registered():
    names = {entry.name for entry in registry.registered_envs()}
    stages = {f"mario_{world}_{stage}" for world in range(1, 9) for stage in range(1, 5)}
    assert stages | {"mario", "sc2_collect", "toy_bandit", "toy_click"} <= names


def test_listing_imports_no_game_and_no_tensorflow():
    script = (
        "import sys; from a3c_tf.envs import registry; registry.registered_envs();"
        "print([m for m in ('tensorflow', 'pysc2', 'gym_super_mario_bros', 'nes_py', 'cv2')"
        " if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_unknown_name_shows_close_matches_and_all_names():
    with pytest.raises(ConfigError) as caught:
        registry.make_env("sc2_colect")
    message = str(caught.value)
    assert "'sc2_colect'" in message
    assert "did you mean sc2_collect" in message
    assert "mario_W_S" in message and "toy_corridor" in message


def test_a_registered_factory_gets_config_seed_worker_and_arguments():
    calls = []

    def factory(config, *, seed, worker, size):
        calls.append((config, seed, worker, size))
        return "environment"

    registry.register_env("mine", factory, "one of my own", arguments={"size": 3})
    config = Config(env="mine", t_max=7)
    assert registry.make_env("mine", config, seed=5, worker=2) == "environment"
    assert registry.make_env("mine") == "environment"
    assert calls == [(config, 5, 2, 3), (Config(env="mine"), None, 0, 3)]


def test_a_taken_name_is_refused_unless_replaced():
    with pytest.raises(ConfigError, match="already registered"):
        registry.register_env("mario", lambda config, **_: None)
    registry.register_env("mario", lambda config, **_: "other", replace=True)
    assert registry.make_env("mario") == "other"


@pytest.mark.parametrize("name", ["", "a/b", "../up", "two words", "-flag"])
def test_names_that_cannot_name_a_folder_are_refused(name):
    with pytest.raises(ConfigError, match="letters"):
        registry.register_env(name, lambda config, **_: None)


def test_a_malformed_dotted_factory_is_refused():
    with pytest.raises(ConfigError, match=r"package\.module:attribute"):
        registry.register_env("mine", "package.module.attribute")


def test_an_alias_finds_the_row_under_its_canonical_name():
    assert registry.env_entry("CollectMineralsAndGas").name == "sc2_collect"
    with pytest.raises(ConfigError, match="already registered"):
        registry.register_env("CollectMineralsAndGas", lambda config, **_: None)


@pytest.mark.parametrize("factory", ["a3c_tf.no_such_module:Env", "a3c_tf.envs.toys:NoSuchToy"])
def test_a_dotted_factory_that_is_not_there_is_named(factory):
    registry.register_env("mine", factory)
    with pytest.raises(ConfigError, match=r"'mine' needs a3c_tf\..*cannot be imported"):
        registry.make_env("mine")


def test_an_environment_of_ones_own_may_take_another_ones_preset():
    registry.register_env("mine", lambda config, **_: None, preset="mario")
    assert registry.env_entry("mine").preset == "mario"


def test_a_factorys_dotted_path_is_a_name():
    env = registry.make_env("a3c_tf.envs.toys:Bandit", seed=0)
    assert type(env).__name__ == "Bandit"
    with pytest.raises(ConfigError, match="cannot be imported"):
        registry.make_env("no_such_module:Game")
    with pytest.raises(ConfigError, match="cannot be imported"):
        registry.make_env("a3c_tf.envs.toys:NoSuchGame")
    with pytest.raises(ConfigError, match=r"package\.module:attribute"):
        registry.make_env("a3c_tf.envs.toys:")
