"""What a configuration's model consists of, and what it costs on this machine."""

import statistics
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from a3c_tf.config import Config
from a3c_tf.envs.environment import TimeStep
from a3c_tf.envs.registry import make_env
from a3c_tf.learning.actor import Actor
from a3c_tf.learning.bad_updates import BadUpdateGuard
from a3c_tf.learning.schedules import Schedules
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.learning.step_counter import StepCounter
from a3c_tf.specs import ActionSpec, ArraySpec, ObservationSpec
from a3c_tf.tensorflow_setup import configure_tensorflow

_UPDATES = 10


class Cost(NamedTuple):
    """Wall time of one worker that has the machine to itself, in milliseconds.

    Attributes:
        act: Median of one decision.
        update: Median of one update, from a full rollout.
    """

    act: float
    update: float


def describe(config: Config) -> str:
    """Build the model of a configuration, and measure it.

    Args:
        config: Environment, network and all else that decides the model.

    Returns:
        Several lines for the user.

    Raises:
        A3CError: The environment does not open, or the network does not fit it.
    """
    environment = make_env(config.env, config, seed=config.seed)
    try:
        specs = environment.observation_spec, environment.action_spec
        timestep = environment.reset()
    finally:
        environment.close()
    configure_tensorflow(config)
    model = SharedModel(*specs, config)
    # The model is drawn first: measuring changes its weights.
    lines = [*_interface(config.env, *specs), "", *_layers(model.model), "", *_parts(model.model)]
    cost = measure(model, config, timestep)
    return "\n".join(
        [
            *lines,
            "",
            "Measured here, with one worker:",
            f"  one act {cost.act:.2f} ms, one update from {config.t_max} transitions "
            f"{cost.update:.1f} ms, together {cost.act + cost.update / config.t_max:.2f} ms an "
            "agent step",
        ]
    )


def measure(model: SharedModel, config: Config, timestep: TimeStep) -> Cost:
    """Let a worker act and learn on one time step again and again.

    Args:
        model: The model; its weights change.
        config: What it was built from.
        timestep: Any but the last of an episode.

    Returns:
        What it cost.
    """
    updated: list[Mapping[str, float]] = []
    actor = Actor(
        model,
        config,
        worker=0,
        schedules=Schedules(config, StepCounter(config.steps)),
        guard=BadUpdateGuard(config.max_bad_updates),
        on_update=updated.append,
    )
    acting: list[float] = []
    learning: list[float] = []
    while len(updated) <= _UPDATES:
        before = len(updated)
        started = time.perf_counter()
        actor.step(timestep)
        milliseconds = 1000 * (time.perf_counter() - started)
        (learning if len(updated) > before else acting).append(milliseconds)
    # The step that learns acts as well. The first of each kind is slower, and left out.
    act = statistics.median(acting[1:] or learning[1:])
    return Cost(act, statistics.median(learning[1:]) - act)


def _interface(env: str, observations: ObservationSpec, actions: ActionSpec) -> list[str]:
    """What the model sees and chooses among."""
    name = f" ({actions.name})" if actions.name else ""
    functions = [function.name for function in actions.functions]
    shown = ", ".join(functions[:20]) + (", ..." if len(functions) > 20 else "")
    arguments = ", ".join(f"{a.name} {_shape(a.shape)}" for a in actions.arguments) or "none"
    return [
        env,
        *(f"  sees {key}: {_observation(spec)}" for key, spec in observations.items()),
        f"  {len(functions)} functions{name}: {shown}",
        f"  arguments: {arguments}",
    ]


def _observation(spec: ArraySpec) -> str:
    categories = [str(n) for n in spec.num_values if n]
    embedded = f", of which categories of {', '.join(categories)}" if categories else ""
    return f"{spec.dtype} {_shape(spec.shape)}{embedded}"


def _layers(model: Any) -> list[str]:
    """One line for each layer with weights."""
    rows = [
        (layer.name, type(layer).__name__, _output(layer), layer.count_params())
        for layer in model.layers
        if layer.count_params()
    ]
    width = max(len(name) for name, *_ in rows)
    return [
        f"network {model.name}",
        *(f"  {name:{width}} {kind:12} {out:>14} {n:>12,}" for name, kind, out, n in rows),
    ]


def _output(layer: Any) -> str:
    """Shape of what a layer gives, without the batch; the first of several outputs."""
    output = layer.output[0] if isinstance(layer.output, list | tuple) else layer.output
    return _shape(output.shape[1:])


def _parts(model: Any) -> list[str]:
    """Number of weights by what they are for."""
    parts: dict[str, int] = {}
    for layer in model.layers:
        if layer.count_params():
            part = _part(layer.name)
            parts[part] = parts.get(part, 0) + layer.count_params()
    total = model.count_params()
    return [
        "weights by part",
        *(f"  {part:20} {count:>12,} {count / total:>6.1%}" for part, count in parts.items()),
        f"  {'total':20} {total:>12,}",
    ]


def _part(layer: str) -> str:
    """What a layer belongs to: a head, or the word that its name begins with."""
    if layer == "value_head":
        return "value"
    if layer == "function_logits":
        return "functions"
    if layer.endswith(("_head", "_logits")):
        return "arguments"
    return layer.partition("_")[0].rstrip("0123456789")


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(str(size) for size in shape) or "1"
