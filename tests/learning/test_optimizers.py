"""The optimizer takes the steps that the A3C paper's formula gives."""

import numpy as np

from a3c_tf.config import Config
from a3c_tf.learning.optimizers import build_optimizer
from a3c_tf.tensorflow_setup import keras


def test_rmsprop_has_epsilon_below_the_root():
    config = Config(learning_rate=0.5, rmsprop_decay=0.9, optimizer_epsilon=0.1)
    optimizer = build_optimizer(config)
    variable = keras.Variable(np.array([1.0, -2.0], np.float32))
    optimizer.build([variable])
    weight, mean_square = np.array([1.0, -2.0]), np.zeros(2)
    for gradient in np.array([[3.0, -0.01], [0.0, 2.0], [-1.0, 0.5]]):
        optimizer.apply([keras.ops.convert_to_tensor(gradient, "float32")], [variable])
        mean_square = 0.9 * mean_square + 0.1 * gradient**2
        weight = weight - 0.5 * gradient / np.sqrt(mean_square + 0.1)
        np.testing.assert_allclose(variable.numpy(), weight, rtol=1e-5)


def test_adam_by_configuration():
    optimizer = build_optimizer(Config(optimizer="adam", optimizer_epsilon=1e-5))
    assert isinstance(optimizer, keras.optimizers.Adam)
    assert optimizer.epsilon == 1e-5
