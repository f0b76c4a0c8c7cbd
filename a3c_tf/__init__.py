"""Asynchronous advantage actor-critic for StarCraft II and Super Mario Bros. in TensorFlow 2."""

from a3c_tf.version import __version__

__all__ = ["__version__"]
