"""Checkpoints: weights, optimizer and counters in one atomic step, without pickle.

TensorFlow writes a checkpoint's files under temporary names, renames them, and only then points
the folder's `checkpoint` file to them, so a process killed at any moment leaves the one before.
"""

import json
import os
import pathlib
from typing import TYPE_CHECKING, Any

from a3c_tf.errors import CheckpointError
from a3c_tf.tensorflow_setup import tf
from a3c_tf.training.model_file import write_model_file
from a3c_tf.training.run_folder import RunFolder

if TYPE_CHECKING:
    from a3c_tf.learning.acting_model import ActingModel


def read_state(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """The counters of a folder's newest checkpoint, without building a model.

    Args:
        folder: Where the checkpoints are.

    Returns:
        The state given to save; empty where there is no checkpoint.

    Raises:
        CheckpointError: The checkpoint cannot be read.
    """
    latest = tf.train.latest_checkpoint(str(folder))
    if latest is None:
        return {}
    try:
        text = tf.train.load_variable(latest, "state/.ATTRIBUTES/VARIABLE_VALUE")
        state: dict[str, Any] = json.loads(text)
    except (tf.errors.OpError, ValueError, KeyError, IndexError) as error:
        raise CheckpointError(
            f"the checkpoint {latest} is damaged or incomplete ({_first_line(error)}); the file "
            f"'checkpoint' beside it says which one is read, and may name an older one"
        ) from error
    return state


def find_checkpoint(folder: RunFolder, choice: str) -> str:
    """The checkpoint that a user means.

    Args:
        folder: A run.
        choice: "latest"; "best", as KeepBest keeps it; or a path, of a checkpoint or of a folder
            with checkpoints or of another run.

    Returns:
        The checkpoint's path, as TensorFlow takes it.

    Raises:
        CheckpointError: There is none.
    """
    path = {"latest": folder.checkpoints, "best": folder.best}.get(choice, pathlib.Path(choice))
    if path.with_name(path.name + ".index").is_file():
        return str(path)
    for candidate in (path, RunFolder(path).checkpoints):
        if latest := tf.train.latest_checkpoint(str(candidate)):
            return str(latest)
    hint = {
        "latest": f"; train with --run_dir={folder.path} first",
        "best": "; it is kept once 100 episodes or an evaluation are done, see --keep_best",
    }
    raise CheckpointError(f"no checkpoint in {path}{hint.get(choice, '')}")


class Checkpointer:
    """Saves and restores one run."""

    def __init__(self, folder: str | os.PathLike[str], model: "ActingModel", keep: int = 3) -> None:
        """Tie a folder to a model.

        Args:
            folder: Where the checkpoints are; created when something is saved.
            model: What to save, or to restore into; with its optimizer if it learns.
            keep: How many checkpoints stay.
        """
        self._folder = pathlib.Path(folder)
        self._model = model
        self._state = tf.Variable("{}", dtype=tf.string, trainable=False, name="state")
        self._manager = tf.train.CheckpointManager(
            tf.train.Checkpoint(**model.trackables, state=self._state),
            str(self._folder),
            max_to_keep=keep,
        )

    @property
    def latest(self) -> str | None:
        """Path prefix of the newest checkpoint, or None."""
        return self._manager.latest_checkpoint

    def save(self, step: int, state: dict[str, Any]) -> None:
        """Write a checkpoint; the caller holds whatever lock keeps `state` consistent.

        Args:
            step: The run's agent steps so far. It numbers the checkpoint; the next number does
                where a checkpoint of that step is there, since overwriting one is not atomic.
            state: Counters and the like, anything that JSON can hold.

        Raises:
            CheckpointError: The disk does not take it.
        """
        try:
            with self._model.lock:
                self._state.assign(json.dumps(state))
                self._manager.save(checkpoint_number=max(step, self._last_number() + 1))
                functions = [function.name for function in self._model.action_spec.functions]
                write_model_file(self._folder, self._model.model, functions)
        except (OSError, tf.errors.OpError) as error:
            raise CheckpointError(
                f"cannot write a checkpoint to {self._folder}: {error}"
            ) from error

    def _last_number(self) -> int:
        return int(self.latest.rpartition("-")[2]) if self.latest else -1

    def restore(self, path: str | None = None) -> dict[str, Any]:
        """Bring model, optimizer and counters back.

        Args:
            path: A checkpoint of any folder; the newest of this one by default.

        Returns:
            The state given to save.

        Raises:
            CheckpointError: There is none, or it is of another network.
        """
        path = path or self.latest
        if path is None:
            raise CheckpointError(f"no checkpoint in {self._folder}")
        try:
            self._check_shapes(path)
            # A model that only acts leaves the optimizer where it is.
            status = self._manager.checkpoint.restore(path).expect_partial()
            status.assert_existing_objects_matched()
        except (tf.errors.OpError, IndexError) as error:
            others = [other for other in self._manager.checkpoints if other != path]
            hint = f"; older ones are {', '.join(others)}" if others else ""
            raise CheckpointError(
                f"the checkpoint {path} is damaged or incomplete ({_first_line(error)}){hint}"
            ) from error
        except (ValueError, AssertionError) as error:
            raise CheckpointError(
                f"{path} does not fit this model, it is of another network or environment: "
                f"{_first_line(error)}"
            ) from error
        state: dict[str, Any] = json.loads(self._state.numpy())
        return state

    def _check_shapes(self, path: str) -> None:
        """Find out what does not fit before TensorFlow does, which then lists all that is left."""
        held = {tuple(shape) for _, shape in tf.train.list_variables(path)}
        for weight in self._model.model.weights:
            if tuple(weight.shape) not in held:
                raise ValueError(f"{weight.path} is {tuple(weight.shape)}, which it has nowhere")


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
