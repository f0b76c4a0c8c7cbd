"""Starting a run from the weights of another."""

import dataclasses
import pathlib
from collections.abc import Sequence
from typing import Any

from a3c_tf.errors import CheckpointError
from a3c_tf.pretrained import pretrained_weights
from a3c_tf.specs import ActionSpec
from a3c_tf.training.model_file import KERAS_FILE, read_model_file

PRETRAINED = "pretrained"
_NAMES_SHOWN = 10


@dataclasses.dataclass(frozen=True)
class Transfer:
    """What became of each layer that has weights.

    Attributes:
        source: The file the weights came from.
        networks: Names of the network there and of the one here.
        kept: Names of the layers that took the source's weights.
        partly: Name of a layer that took some of them, and which; it can be the function head.
        left: Name of each layer that did not, and why.
        unused: Names of the source's layers that no layer took.
    """

    source: pathlib.Path
    networks: tuple[str, str]
    kept: tuple[str, ...]
    partly: dict[str, str]
    left: dict[str, str]
    unused: tuple[str, ...]

    def __str__(self) -> str:
        """All of it on one line, for the user."""
        parts = {
            "kept": self.kept,
            "in part": [f"{name} ({which})" for name, which in self.partly.items()],
            "new": [f"{name} ({why})" for name, why in self.left.items()],
            "not used": self.unused,
        }
        told = [f"{words} {', '.join(layers)}" for words, layers in parts.items() if layers]
        there, here = self.networks
        other = "" if there == here else f", of the network {there}, not {here}"
        return f"weights from {self.source}{other}: {'; '.join(told)}"


def transfer_weights(model: Any, action_spec: ActionSpec, source: str, env: str) -> Transfer:
    """Copy the weights of layers that fit: those of the same name whose arrays have equal shapes.

    Of the function head those of each function are copied from the function of the same name,
    wherever it stands there; where the source does not tell its names, none.

    Args:
        model: The keras model that takes them; nobody else may use it meanwhile.
        action_spec: What it chooses among.
        source: A run's folder, whose newest checkpoint is meant; a folder with a model.keras, such
            as its checkpoints/best; a .keras file; or "pretrained" for what comes with the package.
        env: Name of the environment that the model is for, by which pretrained weights are found.

    Returns:
        What was kept and what was not.

    Raises:
        CheckpointError: The source cannot be read, or none of its layers fits.
    """
    path = pretrained_weights(env) if source == PRETRAINED else _keras_file(source)
    donor, their_functions = read_model_file(path)
    functions = [function.name for function in action_spec.functions]
    donors = {layer.name: layer for layer in donor.layers if layer.weights}
    head = _function_head(model)
    kept, partly, left = [], {}, {}
    for layer in model.layers:
        if not layer.weights:
            continue
        giver: Any = donors.get(layer.name)
        by_name = layer is head and functions != their_functions
        if by_name:
            reason = _head_misfit(layer, giver, functions, their_functions)
        elif (
            head is None
            and functions != their_functions
            and _may_be_function_head(layer, functions)
        ):
            reason = "it may choose the functions, which are others there or without names"
        else:
            reason = _misfit(layer, giver)
        if reason:
            left[layer.name] = reason
        elif by_name:
            partly[layer.name] = _copy_functions(layer, giver, functions, their_functions)
        else:
            layer.set_weights(giver.get_weights())
            kept.append(layer.name)
    if not kept and not partly:
        raise CheckpointError(
            f"--init_from={source}: no layer fits. "
            + ", ".join(f"{name}: {reason}" for name, reason in left.items())
        )
    unused = sorted(donors.keys() - {*kept, *partly})
    return Transfer(path, (donor.name, model.name), tuple(kept), partly, left, tuple(unused))


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


def _function_head(model: Any) -> Any:
    """The layer whose last axis is the functions; None where another layer follows."""
    logits = model.output["function_logits"]
    return next((layer for layer in model.layers if layer.weights and layer.output is logits), None)


def _may_be_function_head(layer: Any, functions: Sequence[str]) -> bool:
    """Whether the last axis of a layer is as long as if it were the functions."""
    return all(shape[-1:] == (len(functions),) for shape in _shapes(layer))


def _misfit(layer: Any, giver: Any) -> str:
    """Why a layer cannot take another's weights; empty if it can."""
    if giver is None:
        return "not in the source"
    shapes, their_shapes = _shapes(layer), _shapes(giver)
    return "" if shapes == their_shapes else f"{_words(their_shapes)} there, {_words(shapes)} here"


def _head_misfit(
    head: Any, giver: Any, functions: Sequence[str], their_functions: Sequence[str]
) -> str:
    """Why a function head cannot take the weights of functions of the same names."""
    if giver is None:
        return "not in the source"
    if not their_functions:
        return "the source does not name its functions"
    shapes, their_shapes = _shapes(head), _shapes(giver)
    if their_shapes != [(*shape[:-1], len(their_functions)) for shape in shapes]:
        return f"{_words(their_shapes)} there, {_words(shapes)} here"
    return "" if set(functions) & set(their_functions) else "no function of the same name there"


def _copy_functions(
    head: Any, giver: Any, functions: Sequence[str], their_functions: Sequence[str]
) -> str:
    """Copy the weights of functions that both have; says which."""
    here = [index for index, name in enumerate(functions) if name in their_functions]
    there = [their_functions.index(functions[index]) for index in here]
    weights = head.get_weights()
    for own, other in zip(weights, giver.get_weights(), strict=True):
        own[..., here] = other[..., there]
    head.set_weights(weights)
    text = f"{len(here)} of {len(functions)} functions by name"
    new = [name for name in functions if name not in their_functions]
    if new:
        more = ["..."] if len(new) > _NAMES_SHOWN else []
        text += f", new {' '.join([*new[:_NAMES_SHOWN], *more])}"
    return text


def _shapes(layer: Any) -> list[tuple[int, ...]]:
    return [tuple(weight.shape) for weight in layer.weights]


def _words(shapes: list[tuple[int, ...]]) -> str:
    return " + ".join("x".join(map(str, shape)) or "scalar" for shape in shapes)
