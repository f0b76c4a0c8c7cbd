"""The optimizer that all workers share."""

from typing import Any

from a3c_tf.config import Config
from a3c_tf.tensorflow_setup import keras


def build_optimizer(config: Config) -> Any:
    """Make the optimizer that the configuration names.

    Keras's RMSprop is the one of the A3C paper: its mean square is shared by all workers and
    epsilon stands below the root, g / sqrt(mean_square + epsilon). Its mean square starts at 0,
    where TensorFlow 1 started at 1; with epsilon 0.1 the first steps differ little.

    Args:
        config: optimizer, learning_rate, rmsprop_decay and optimizer_epsilon.

    Returns:
        A keras optimizer, not built yet.
    """
    if config.optimizer == "adam":
        return keras.optimizers.Adam(config.learning_rate, epsilon=config.optimizer_epsilon)
    return keras.optimizers.RMSprop(
        config.learning_rate, rho=config.rmsprop_decay, epsilon=config.optimizer_epsilon
    )
