"""Keras functional models, by name."""

from a3c_tf.networks.registry import (
    build_network,
    default_network,
    memory_shapes,
    network_names,
    register_network,
)

__all__ = ["build_network", "default_network", "memory_shapes", "network_names", "register_network"]
