"""Starting a run from the weights of another."""

import dataclasses
import pathlib
from typing import Any

from a3c_tf.errors import CheckpointError
from a3c_tf.pretrained import pretrained_weights
from a3c_tf.tensorflow_setup import keras
from a3c_tf.training.checkpoint import KERAS_FILE

PRETRAINED = "pretrained"


@dataclasses.dataclass(frozen=True)
class Transfer:
    """What became of each layer that has weights.

    Attributes:
        source: The file the weights came from.
        kept: Names of the layers that took the source's weights.
        left: Name of each layer that did not, and why.
        unused: Names of the source's layers that no layer took.
    """

    source: pathlib.Path
    kept: tuple[str, ...]
    left: dict[str, str]
    unused: tuple[str, ...]

    def __str__(self) -> str:
        """All of it on one line, for the user."""
        text = f"weights from {self.source}: kept {', '.join(self.kept)}"
        if self.left:
            text += "; new " + ", ".join(f"{name} ({why})" for name, why in self.left.items())
        if self.unused:
            text += f"; not used {', '.join(self.unused)}"
        return text


def transfer_weights(model: Any, source: str, env: str) -> Transfer:
    """Copy the weights of layers that fit: those of the same name whose arrays have equal shapes.

    Args:
        model: The keras model that takes them; nobody else may use it meanwhile.
        source: A run's folder, whose newest checkpoint is meant; a folder with a model.keras, such
            as its checkpoints/best; a .keras file; or "pretrained" for what comes with the package.
        env: Name of the environment that the model is for, by which pretrained weights are found.

    Returns:
        What was kept and what was not.

    Raises:
        CheckpointError: The source cannot be read, or none of its layers fits.
    """
    path = pretrained_weights(env) if source == PRETRAINED else _keras_file(source)
    donor = _load(path)
    donors = {layer.name: layer for layer in donor.layers if layer.weights}
    kept, left = [], {}
    for layer in model.layers:
        if not layer.weights:
            continue
        reason = _misfit(layer, donors.get(layer.name))
        if reason:
            left[layer.name] = reason
            continue
        layer.set_weights(donors[layer.name].get_weights())
        kept.append(layer.name)
    if not kept:
        raise CheckpointError(
            f"--init_from={source}: no layer fits. "
            + ", ".join(f"{name}: {reason}" for name, reason in left.items())
        )
    return Transfer(path, tuple(kept), left, tuple(sorted(donors.keys() - kept)))


def _keras_file(source: str) -> pathlib.Path:
    """The .keras file that a user means."""
    path = pathlib.Path(source)
    candidates = [path, path / KERAS_FILE, path / "checkpoints" / KERAS_FILE]
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise CheckpointError(
        f"--init_from={source}: neither a .keras file, nor the folder of a run with a checkpoint, "
        f"nor {PRETRAINED!r}"
    )


def _load(path: pathlib.Path) -> Any:
    try:
        return keras.models.load_model(path, compile=False, safe_mode=True)
    except Exception as error:  # a file of the user's may be broken in any way
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise CheckpointError(f"cannot read the weights in {path}: {reason}") from error


def _misfit(layer: Any, donor: Any) -> str:
    """Why a layer cannot take a donor's weights; empty if it can."""
    if donor is None:
        return "not in the source"
    shapes, donor_shapes = ([tuple(w.shape) for w in each.weights] for each in (layer, donor))
    if shapes == donor_shapes:
        return ""
    return f"{_words(donor_shapes)} there, {_words(shapes)} here"


def _words(shapes: list[tuple[int, ...]]) -> str:
    return " + ".join("x".join(map(str, shape)) or "scalar" for shape in shapes)
