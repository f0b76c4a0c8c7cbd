import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from absl import flags
from pysc2 import run_configs

from a3c_tf.envs import starcraft2_backend
from a3c_tf.envs.starcraft2_backend import Backend, choose_backend, start_game
from a3c_tf.errors import A3CError, ConfigError
from a3c_tf.minigames.launcher import EmbeddedMinigames, find_starcraft

if not flags.FLAGS.is_parsed():
    flags.FLAGS.mark_as_parsed()

pytestmark = pytest.mark.skipif(
    os.uname().sysname != "Linux", reason="lays out an installation as on Linux"
)


@pytest.fixture
def missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """SC2PATH, where nothing is."""
    path = tmp_path / "StarCraftII"
    monkeypatch.setenv("SC2PATH", str(path))
    return path


@pytest.fixture
def installed(missing: Path) -> Path:
    """SC2PATH, where an executable of the game's name is."""
    binary = missing / "Versions" / "Base75689" / "SC2_x64"
    binary.parent.mkdir(parents=True)
    binary.write_text("#!/bin/sh\nexit 3\n")
    binary.chmod(binary.stat().st_mode | stat.S_IXUSR)
    return missing


@pytest.fixture
def run_config_flag() -> Iterator[flags.Flag]:
    flag = flags.FLAGS["sc2_run_config"]
    before = flag.value
    yield flag
    flag.value = before


def test_without_the_game_pysc2_itself_chooses_the_embedded_one(missing: Path) -> None:
    assert isinstance(run_configs.get(), EmbeddedMinigames)
    choice = choose_backend("auto")
    assert choice.run_config == "EmbeddedMinigames"
    assert "embedded" in choice.reason
    assert str(missing / "Versions") in choice.reason


def test_with_the_game_installed_it_is_chosen(installed: Path) -> None:
    assert type(run_configs.get()).__name__ == "Linux"
    choice = choose_backend("auto")
    assert choice.run_config == "Linux"
    assert str(installed / "Versions" / "Base75689" / "SC2_x64") in choice.reason
    assert choose_backend("starcraft") == choice


def test_the_embedded_one_can_be_asked_for_beside_the_game(
    installed: Path, run_config_flag: flags.Flag
) -> None:
    assert choose_backend("embedded").run_config == "EmbeddedMinigames"
    run_config_flag.value = "EmbeddedMinigames"
    assert isinstance(run_configs.get(), EmbeddedMinigames)
    assert choose_backend("auto").run_config == "EmbeddedMinigames"


def test_the_game_asked_for_but_missing_says_where_it_was_sought(missing: Path) -> None:
    with pytest.raises(ConfigError) as error:
        choose_backend("starcraft")
    assert str(missing / "Versions") in str(error.value)
    assert "SC2PATH" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_binary_that_cannot_be_executed_is_no_game(installed: Path) -> None:
    binary = installed / "Versions" / "Base75689" / "SC2_x64"
    binary.chmod(stat.S_IRUSR)
    assert find_starcraft().problem == f"no executable {binary}"


def test_an_empty_versions_folder_is_no_game(missing: Path) -> None:
    (missing / "Versions").mkdir(parents=True)
    assert str(missing) in find_starcraft().problem


def test_a_foreign_file_among_the_versions_is_no_game(missing: Path) -> None:
    (missing / "Versions" / "Base.txt").mkdir(parents=True)
    assert find_starcraft().problem


def test_flag_and_option_must_not_contradict(installed: Path, run_config_flag: flags.Flag) -> None:
    run_config_flag.value = "Linux"
    assert choose_backend("starcraft").run_config == "Linux"
    with pytest.raises(ConfigError, match=r"embedded.*--sc2_run_config=Linux"):
        choose_backend("embedded")
    run_config_flag.value = "EmbeddedMinigames"
    assert choose_backend("embedded").run_config == "EmbeddedMinigames"
    with pytest.raises(ConfigError, match="contradicts"):
        choose_backend("starcraft")


def test_an_unknown_backend_is_named() -> None:
    with pytest.raises(ConfigError, match="'real'"):
        choose_backend("real")


def test_a_missing_map_of_the_real_game_says_where_it_belongs(installed: Path) -> None:
    with pytest.raises(ConfigError) as error:
        start_game(choose_backend("starcraft"), "CollectMineralsAndGas")
    assert str(installed / "Maps") in str(error.value)
    assert "https://" in str(error.value)


def test_a_choice_is_announced_once_and_leaves_the_flag_alone(
    installed: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starcraft2_backend, "_announced", set())
    backend = choose_backend("starcraft")
    for _ in range(2):
        with pytest.raises(ConfigError):
            start_game(backend, "CollectMineralsAndGas")
    captured = capsys.readouterr()
    assert captured.err.count(backend.reason) == 1
    assert captured.out == ""
    assert flags.FLAGS.sc2_run_config is None


def test_an_unknown_run_config_is_a_users_mistake(missing: Path) -> None:
    with pytest.raises(A3CError, match="EmbeddedMinigames"):
        start_game(Backend("Lunix", "typo"), "CollectMineralsAndGas")


def test_the_embedded_game_has_one_version() -> None:
    assert EmbeddedMinigames("latest").version.game_version == "latest"
    assert EmbeddedMinigames("4.10").version.build_version == 75689  # as replays name it
    with pytest.raises(Exception, match=r"4\.10\.0 only.*not '5\.0\.9'"):
        EmbeddedMinigames("5.0.9")


def test_unparsed_flags_do_not_matter(fresh_python: Callable[..., str], missing: Path) -> None:
    printed = fresh_python(
        "from a3c_tf.envs.starcraft2_backend import choose_backend\n"
        "print(choose_backend('auto').run_config)"
    )
    assert printed.strip() == "EmbeddedMinigames"
