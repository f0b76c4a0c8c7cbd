"""From what the user asked for to what a run does: presets, run folder, new or resumed."""

import dataclasses
import pathlib
from collections.abc import Mapping
from typing import Any

from a3c_tf.config import Config
from a3c_tf.envs.registry import env_entry, registered_envs
from a3c_tf.errors import CheckpointError, ConfigError
from a3c_tf.presets import preset, preset_for
from a3c_tf.training.run_folder import RunFolder, resumed_config


@dataclasses.dataclass(frozen=True)
class RunPlan:
    """What to run, and where.

    Attributes:
        config: The complete configuration; its run_dir is never empty.
        folder: Where the run keeps its files.
        resumes: Whether the folder holds a run that this one continues.
    """

    config: Config
    folder: RunFolder
    resumes: bool


def config_for(asked: Mapping[str, Any]) -> Config:
    """The configuration of a new run.

    Args:
        asked: What the user gave explicitly, by field name.

    Returns:
        The defaults, overridden by the preset that was asked for or else the environment's own,
        overridden by what was asked. Without an environment, it is the preset's.

    Raises:
        ConfigError: An unknown environment, preset or option, or a value that does not fit.
    """
    chosen = asked.get("preset", "")
    if chosen:
        values = preset(chosen)
        entry = env_entry(asked.get("env") or _env_of(chosen, values))
    else:
        entry = env_entry(asked.get("env", Config.env))
        values = preset_for(entry.preset or entry.name)
    return Config().override({**values, **asked, "env": entry.name})


def _env_of(chosen: str, values: Mapping[str, Any]) -> str:
    """The environment that a preset is for: the one it names, or the one named like it."""
    if "env" in values:
        return str(values["env"])
    if any(chosen == entry.name for entry in registered_envs()):
        return chosen
    raise ConfigError(f"preset {chosen!r} is for several environments; say which with --env")


def plan_run(asked: Mapping[str, Any]) -> RunPlan:
    """Decide whether a run starts or goes on, and with which configuration.

    Args:
        asked: What the user gave explicitly, by field name.

    Returns:
        The plan.

    Raises:
        ConfigError: An unknown environment or option, or a value that does not fit.
        CheckpointError: The folder's run and the user's wish for `resume` contradict each other,
            or the user asks for something that a run cannot change.
    """
    config = config_for(asked)
    folder = RunFolder(config.run_dir or pathlib.Path("runs") / config.env)
    # By its own name, so that a run begun under an alias is the same run.
    named = {"env": config.env} if "env" in asked else {}
    asked = {**asked, **named, "run_dir": str(folder.path)}
    _check_whole(folder)
    if not folder.holds_a_run:
        if config.resume == "must":
            raise CheckpointError(
                f"--resume=must, but there is no run in {folder.path}; check --run_dir"
            )
        return RunPlan(config.override(asked), folder, resumes=False)
    if config.resume == "never":
        raise CheckpointError(
            f"--resume=never, but there is already a run in {folder.path}; "
            "choose another --run_dir, or leave --resume out to go on with it"
        )
    return RunPlan(resumed_config(folder.read_config(), dict(asked)), folder, resumes=True)


def _check_whole(folder: RunFolder) -> None:
    """Refuse a folder that has lost a part of its run: going on would write over the rest."""
    if folder.holds_a_run and folder.holds_logs and not folder.holds_checkpoints:
        missing = "checkpoints"
    elif not folder.holds_a_run and (folder.holds_logs or folder.holds_checkpoints):
        missing = folder.config_file.name
    else:
        return
    raise CheckpointError(
        f"the run in {folder.path} has lost its {missing}; bring {missing} back, or choose another "
        "--run_dir"
    )
