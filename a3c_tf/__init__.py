"""Asynchronous advantage actor-critic for StarCraft II and Super Mario Bros. in TensorFlow 2."""

import a3c_tf.compat  # noqa: F401 - lets pysc2 be imported on today's Python
from a3c_tf.version import __version__

__all__ = ["__version__"]
