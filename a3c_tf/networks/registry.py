"""Networks by name."""

from collections.abc import Callable
from typing import Any

from a3c_tf.errors import ConfigError
from a3c_tf.networks.mlp import mlp
from a3c_tf.networks.pixels import pixels
from a3c_tf.networks.spatial import harvester, harvester_pooled
from a3c_tf.specs import ActionSpec, ObservationSpec

NetworkBuilder = Callable[[ObservationSpec, ActionSpec, int], Any]

_BUILDERS: dict[str, NetworkBuilder] = {
    "harvester": harvester,
    "harvester_pooled": harvester_pooled,
    "mlp": mlp,
    "pixels": pixels,
}


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
        "harvester_pooled".
    """
    images = [spec for spec in observation_spec.values() if len(spec.shape) == 3]
    if not images:
        return "mlp"
    if len(observation_spec) == 1 and not any(a.is_spatial for a in action_spec.arguments):
        return "pixels"
    return "harvester_pooled"


def build_network(
    name: str, observation_spec: ObservationSpec, action_spec: ActionSpec, seed: int
) -> Any:
    """Build a network for an environment.

    Args:
        name: A registered name; empty for the default.
        observation_spec: What the environment shows.
        action_spec: What it offers to do.
        seed: Seed of the weights.

    Returns:
        A keras functional model, see heads.make_model.

    Raises:
        ConfigError: The name is unknown, or the network does not fit the environment.
    """
    name = name or default_network(observation_spec, action_spec)
    if name not in _BUILDERS:
        raise ConfigError(f"unknown network {name!r}; known are {', '.join(network_names())}")
    return _BUILDERS[name](observation_spec, action_spec, seed)
