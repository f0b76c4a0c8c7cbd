import pathlib

import pytest

from a3c_tf.config import Config
from a3c_tf.errors import CheckpointError, ConfigError
from a3c_tf.planning import config_for, plan_run
from a3c_tf.training.run_folder import FIXED_FOR_A_RUN, RunFolder


def _start(path: pathlib.Path, **values: object) -> Config:
    plan = plan_run({"env": "toy_bandit", "run_dir": str(path), **values})
    plan.folder.acquire()
    plan.folder.write_config(plan.config)
    plan.folder.release()
    return plan.config


def test_what_is_asked_overrides_the_preset_which_overrides_the_defaults() -> None:
    preset = config_for({"env": "mario"})
    assert preset.discount != Config().discount
    assert config_for({"env": "mario", "discount": 0.5}).discount == 0.5


def test_default_folder_is_named_after_the_environment() -> None:
    assert plan_run({"env": "toy_bandit"}).folder.path == pathlib.Path("runs/toy_bandit")


def test_the_same_wish_again_resumes_with_the_recorded_values(tmp_path: pathlib.Path) -> None:
    first = _start(tmp_path, t_max=3, steps=10)
    plan = plan_run({"env": "toy_bandit", "run_dir": str(tmp_path), "steps": 20})
    assert plan.resumes
    assert plan.config == first.override({"steps": 20})


def test_resume_never_and_must(tmp_path: pathlib.Path) -> None:
    asked = {"env": "toy_bandit", "run_dir": str(tmp_path)}
    with pytest.raises(CheckpointError, match="no run in"):
        plan_run({**asked, "resume": "must"})
    _start(tmp_path)
    with pytest.raises(CheckpointError, match="already a run in"):
        plan_run({**asked, "resume": "never"})
    assert plan_run({**asked, "resume": "must"}).resumes


@pytest.mark.parametrize(
    ("name", "value"),
    [("env", "toy_click"), ("network", "other"), ("seed", 7), ("screen_size", 64)],
)
def test_what_a_run_cannot_change_is_named_and_nothing_is_lost(
    tmp_path: pathlib.Path, name: str, value: object
) -> None:
    assert name in FIXED_FOR_A_RUN
    _start(tmp_path)
    before = (tmp_path / "config.json").read_text()
    with pytest.raises(CheckpointError, match=name):
        plan_run({"env": "toy_bandit", "run_dir": str(tmp_path), name: value})
    assert (tmp_path / "config.json").read_text() == before


def test_unknown_environment_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="sc2_collect"):
        plan_run({"env": "sc2_colect"})


def test_broken_config_is_a_clear_error(tmp_path: pathlib.Path) -> None:
    _start(tmp_path)
    (tmp_path / "config.json").write_text('{"env": ')
    with pytest.raises(CheckpointError, match=r"config\.json"):
        plan_run({"env": "toy_bandit", "run_dir": str(tmp_path)})


def test_one_process_writes_a_folder_at_a_time(tmp_path: pathlib.Path) -> None:
    first, second = RunFolder(tmp_path), RunFolder(tmp_path)
    first.acquire()
    with pytest.raises(CheckpointError, match="another process is training"):
        second.acquire()
    first.release()
    second.acquire()
    second.release()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CheckpointError, match="cannot write the run folder"):
        RunFolder(tmp_path / "file" / "run").acquire()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("action_set", "all"),
        ("encoding", "embedded"),
        ("screen_layers", "selected"),
        ("minimap_layers", "camera"),
        ("vectors", "player"),
        ("network", "atari"),
    ],
)
def test_a_run_keeps_what_decides_its_network(
    tmp_path: pathlib.Path, option: str, value: str
) -> None:
    _start(tmp_path)
    with pytest.raises(CheckpointError, match=f"cannot change {option} "):
        plan_run({"env": "toy_bandit", "run_dir": str(tmp_path), option: value})


def test_a_run_that_lost_its_checkpoints_is_not_begun_again(tmp_path: pathlib.Path) -> None:
    _start(tmp_path)
    (tmp_path / "logs" / "agent00.xml").write_text("<action_logs/>")
    with pytest.raises(CheckpointError, match="has lost its checkpoints"):
        plan_run({"env": "toy_bandit", "run_dir": str(tmp_path)})


@pytest.mark.parametrize("resume", ["auto", "never", "must"])
def test_a_run_that_lost_its_configuration_is_not_taken_for_a_new_one(
    tmp_path: pathlib.Path, resume: str
) -> None:
    _start(tmp_path)
    (tmp_path / "checkpoints" / "checkpoint").write_text("")
    (tmp_path / "config.json").unlink()
    with pytest.raises(CheckpointError, match=r"has lost its config\.json"):
        plan_run({"env": "toy_bandit", "run_dir": str(tmp_path), "resume": resume})


def test_a_run_killed_before_its_first_checkpoint_can_start(tmp_path: pathlib.Path) -> None:
    _start(tmp_path)
    assert plan_run({"env": "toy_bandit", "run_dir": str(tmp_path)}).resumes


def test_an_alias_means_the_same_run(tmp_path: pathlib.Path) -> None:
    _start(tmp_path, env="CollectMineralsAndGas")
    plan = plan_run({"env": "sc2_collect", "run_dir": str(tmp_path)})
    assert plan.resumes
    assert plan.config.env == "sc2_collect"
    assert plan_run({"env": "CollectMineralsAndGas"}).folder.path.name == "sc2_collect"
