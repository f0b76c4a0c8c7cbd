"""Networks by name."""

import functools
import re
from collections.abc import Callable
from typing import Any

from a3c_tf.errors import ConfigError
from a3c_tf.networks.layers import computing_in
from a3c_tf.networks.mlp import mlp
from a3c_tf.networks.names import build_with_unique_names
from a3c_tf.networks.pixels import pixels
from a3c_tf.networks.pyramid import pyramid
from a3c_tf.networks.sc2le import atari, fullyconv
from a3c_tf.networks.spatial import harvester, harvester_pooled
from a3c_tf.specs import ActionSpec, ObservationSpec

NetworkBuilder = Callable[[ObservationSpec, ActionSpec, int], Any]

_BUILDERS: dict[str, NetworkBuilder] = {
    "atari": atari,
    "atari_lstm": functools.partial(atari, remembers=True),
    "fullyconv": fullyconv,
    "fullyconv_lstm": functools.partial(fullyconv, remembers=True),
    "harvester": harvester,
    "harvester_pooled": harvester_pooled,
    "mlp": mlp,
    "mlp_lstm": functools.partial(mlp, remembers=True),
    "pixels": pixels,
    "pixels_lstm": functools.partial(pixels, remembers=True),
    "pyramid": pyramid,
}


def register_network(name: str, builder: NetworkBuilder, *, replace: bool = False) -> None:
    """Make a network known by name.

    Args:
        name: What `--network` shall take: a letter, then letters, digits and "_".
        builder: Called as builder(observation_spec, action_spec, seed); returns a keras functional
            model from a dict of observations, by their names in the spec, to a dict of
            "function_logits" [B, functions], "argument_logits", a dict of [B, size] by the names
            of the arguments, and "value" [B]. A network that remembers has further inputs, and
            returns what they shall be at the next step as "memory", a dict by their names; they
            are 0 at the start of an episode, see memory.py.
        replace: Whether a network of that name may be replaced.

    Raises:
        ConfigError: The name is taken or unusable.
    """
    if not re.fullmatch(r"[A-Za-z]\w*", name):
        raise ConfigError(
            f"a network's name is a letter, then letters, digits and '_', not {name!r}"
        )
    if name in _BUILDERS and not replace:
        raise ConfigError(
            f"network {name!r} is already registered; choose another name or pass replace=True"
        )
    _BUILDERS[name] = builder


def network_names() -> list[str]:
    """Names that build_network knows."""
    return sorted(_BUILDERS)


def default_network(observation_spec: ObservationSpec, action_spec: ActionSpec) -> str:
    """The network to take when none is named.

    Args:
        observation_spec: What the environment shows.
        action_spec: What it offers to do.

    Returns:
        "mlp" without images, "pixels" for one image alone without spatial arguments, else
        "pyramid".
    """
    images = [spec for spec in observation_spec.values() if len(spec.shape) == 3]
    if not images:
        return "mlp"
    if len(observation_spec) == 1 and not any(a.is_spatial for a in action_spec.arguments):
        return "pixels"
    return "pyramid"


def build_network(
    name: str,
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    seed: int,
    precision: str = "float32",
) -> Any:
    """Build a network for an environment.

    Args:
        name: A registered name; empty for the default.
        observation_spec: What the environment shows.
        action_spec: What it offers to do.
        seed: Seed of the weights.
        precision: What layers compute in that do not say otherwise, "float32" or "bfloat16"; the
            weights are float32.

    Returns:
        A keras functional model of that name, see register_network.

    Raises:
        ConfigError: The name is unknown, or the network does not fit the environment.
    """
    name = name or default_network(observation_spec, action_spec)
    if name not in _BUILDERS:
        raise ConfigError(f"unknown network {name!r}; known are {', '.join(network_names())}")
    builder = _BUILDERS[name]
    with computing_in(precision):
        model = build_with_unique_names(
            lambda spec: builder(spec, action_spec, seed), observation_spec
        )
    model.name = name  # runs record it, to build the same network again
    _check_outputs(model, observation_spec, action_spec)
    return model


def memory_shapes(model: Any, observation_spec: ObservationSpec) -> dict[str, tuple[int, ...]]:
    """Shapes of what a network remembers, without the batch.

    Args:
        model: A network.
        observation_spec: What it sees; its other inputs are its memory.

    Returns:
        Shape by name; empty for a network that remembers nothing.
    """
    inputs = model.input if isinstance(model.input, dict) else {}
    return {
        name: tuple(tensor.shape[1:])
        for name, tensor in inputs.items()
        if name not in observation_spec
    }


def _check_outputs(model: Any, observation_spec: ObservationSpec, action_spec: ActionSpec) -> None:
    """See to it that a network answers what it will be asked."""
    expected: dict[str, tuple[int, ...]] = {
        "value": (),
        "function_logits": (len(action_spec.functions),),
        **{f"argument_logits[{a.name!r}]": (a.size,) for a in action_spec.arguments},
        **{f"memory[{k!r}]": v for k, v in memory_shapes(model, observation_spec).items()},
    }
    outputs = model.output if isinstance(model.output, dict) else {}
    found = {
        **{name: outputs.get(name) for name in ("value", "function_logits")},
        **{f"argument_logits[{k!r}]": v for k, v in outputs.get("argument_logits", {}).items()},
        **{f"memory[{k!r}]": v for k, v in outputs.get("memory", {}).items()},
    }
    shapes = {name: tuple(tensor.shape[1:]) for name, tensor in found.items() if tensor is not None}
    if shapes != expected:
        raise ConfigError(
            f"the network {model.name!r} must have the outputs {expected} (shapes without the "
            f"batch), but it has {shapes}"
        )
