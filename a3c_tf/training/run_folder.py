"""Where a run keeps its files, and who may write there.

Inside the run folder:

* config.json: what the run does
* checkpoints/: weights, optimizer and counters; model.keras for other programs
* checkpoints/best/: the best model so far
* logs/agentNN.xml: every episode of worker NN
* tensorboard/: scalars
* metrics.csv: the same scalars as a table
* evaluations.csv: what evaluations beside training gave
"""

import fcntl
import os
import pathlib
from typing import IO

from a3c_tf.config import Config
from a3c_tf.errors import CheckpointError, ConfigError
from a3c_tf.records.atomic_file import replace_file

# What a run cannot change on the way: the weights or the counted steps would not mean the same.
FIXED_FOR_A_RUN = (
    "env",
    "preset",
    "seed",
    "init_from",
    "network",
    "curiosity_reward",
    "popart_step_size",
    "optimizer",
    "screen_size",
    "minimap_size",
    "step_mul",
    "action_set",
    "encoding",
    "screen_layers",
    "minimap_layers",
    "vectors",
    "mario_actions",
)


class RunFolder:
    """The files of one run."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Name the folder; nothing is created or read yet.

        Args:
            path: The run's folder.
        """
        self.path = pathlib.Path(path)
        self.config_file = self.path / "config.json"
        self.checkpoints = self.path / "checkpoints"
        self.best = self.checkpoints / "best"
        self.logs = self.path / "logs"
        self.tensorboard = self.path / "tensorboard"
        self.metrics_file = self.path / "metrics.csv"
        self.evaluations_file = self.path / "evaluations.csv"
        self._lock_file: IO[str] | None = None

    @classmethod
    def around(cls, path: str | os.PathLike[str]) -> "RunFolder":
        """The run that a file or folder belongs to.

        Args:
            path: Something in a run's folder, or the folder itself.

        Returns:
            The nearest folder upwards that holds a run.

        Raises:
            CheckpointError: There is none.
        """
        start = pathlib.Path(path)
        for folder in (start, *start.parents):
            if cls(folder).holds_a_run:
                return cls(folder)
        raise CheckpointError(f"{path} is not in the folder of a run: no config.json above it")

    @property
    def holds_a_run(self) -> bool:
        """Whether a run was started here."""
        return self.config_file.exists()

    @property
    def holds_checkpoints(self) -> bool:
        """Whether a checkpoint was completed here."""
        return (self.checkpoints / "checkpoint").exists()

    @property
    def holds_logs(self) -> bool:
        """Whether a worker has begun its episode log here."""
        return any(self.logs.glob("agent*.xml"))

    def episode_log(self, worker: int) -> pathlib.Path:
        """Path of one worker's episode log.

        Args:
            worker: Index of the worker, from 0.

        Returns:
            logs/agentNN.xml in this folder.
        """
        return self.logs / f"agent{worker:02d}.xml"

    def read_config(self) -> Config:
        """The configuration the run was started with.

        Raises:
            CheckpointError: There is no run here, or its config.json cannot be used.
        """
        try:
            return Config.from_json(self.config_file.read_text())
        except FileNotFoundError as error:
            raise CheckpointError(
                f"no run in {self.path} (no {self.config_file.name}); "
                "train one with: python -m a3c_tf.run --env NAME --run_dir " + str(self.path)
            ) from error
        except (ConfigError, OSError) as error:
            raise CheckpointError(f"cannot use {self.config_file}: {error}") from error

    def write_config(self, config: Config) -> None:
        """Record the configuration, replacing the file in one step.

        Args:
            config: What the run does from now on.
        """
        replace_file(self.config_file, config.to_json().encode())

    def acquire(self) -> None:
        """Create the folder and keep every other process from writing there.

        Raises:
            CheckpointError: The folder cannot be written, or another process trains in it.
        """
        try:
            for folder in (self.path, self.checkpoints, self.logs, self.tensorboard):
                folder.mkdir(parents=True, exist_ok=True)
            self._lock_file = (self.path / ".lock").open("w")
        except OSError as error:
            raise CheckpointError(
                f"cannot write the run folder {self.path}: {error.strerror}; choose another "
                "with --run_dir"
            ) from error
        try:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.release()
            raise CheckpointError(
                f"another process is training in {self.path}; wait for it or choose another "
                "--run_dir"
            ) from error

    def release(self) -> None:
        """Let other processes use the folder."""
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None


def resumed_config(recorded: Config, asked: dict[str, object]) -> Config:
    """The configuration to go on with.

    Args:
        recorded: The run's configuration so far.
        asked: What the user gave explicitly this time.

    Returns:
        The recorded configuration with the user's changes.

    Raises:
        CheckpointError: The user asks for something that a run cannot change.
    """
    config = recorded.override(asked)
    changed = [
        f"{name} {getattr(recorded, name)!r} -> {getattr(config, name)!r}"
        for name in FIXED_FOR_A_RUN
        if getattr(recorded, name) != getattr(config, name)
    ]
    if changed:
        raise CheckpointError(
            f"the run in this folder cannot change {'; '.join(changed)}. Start another with "
            "--run_dir, or leave the option out to go on."
        )
    return config
