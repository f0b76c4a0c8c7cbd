"""Layers whose starting weights depend on a seed and the order of creation alone.

Keras draws unseeded initial weights from global state, which other code in the process shares.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from a3c_tf.tensorflow_setup import keras

# Policy heads that start near zero make the first policy nearly uniform, which Andrychowicz et al.
# 2021 found to matter more than any other choice of initialization; values start near zero too.
HEAD_GAIN = 0.01
_POOLED_SIZE = 8
_POLICIES = {"float32": "float32", "bfloat16": "mixed_bfloat16"}
_GAINS = {"relu": 2.0**0.5, "tanh": 1.0}


@contextlib.contextmanager
def computing_in(precision: str) -> Iterator[None]:
    """Layers made meanwhile compute in a precision; they keep their weights in float32.

    Args:
        precision: "float32" or "bfloat16".
    """
    before = keras.config.dtype_policy()
    keras.config.set_dtype_policy(_POLICIES[precision])
    try:
        yield
    finally:
        keras.config.set_dtype_policy(before)


class LayerFactory:
    """Makes the layers of one network."""

    def __init__(self, seed: int) -> None:
        """Start a stream of initial weights.

        Args:
            seed: Decides the weights of all layers made later.
        """
        self._rng = np.random.default_rng(seed)

    def draw_seed(self) -> int:
        """A seed for the weights of one more layer."""
        return int(self._rng.integers(2**31))

    def _weights(self, gain: float) -> Any:
        """Initializer that keeps the scale of activations if the gain fits the activation."""
        return keras.initializers.VarianceScaling(
            gain**2, "fan_in", "truncated_normal", seed=self.draw_seed()
        )

    def conv(self, filters: int, size: int, strides: int = 1, *, name: str) -> Any:
        """Convolution with ReLU that keeps height and width, divided by the strides, rounded up.

        Args:
            filters: Output channels.
            size: Height and width of the kernel.
            strides: Step of the kernel in both directions.
            name: Stable name for checkpoints.

        Returns:
            A keras layer.
        """
        return keras.layers.Conv2D(
            filters,
            size,
            strides=strides,
            padding="same",
            activation="relu",
            kernel_initializer=self._weights(_GAINS["relu"]),
            name=name,
        )

    def dense(self, units: int, activation: str, *, name: str) -> Any:
        """Fully connected layer.

        Args:
            units: Output size.
            activation: "relu" or "tanh".
            name: Stable name for checkpoints.

        Returns:
            A keras layer.
        """
        return keras.layers.Dense(
            units,
            activation=activation,
            kernel_initializer=self._weights(_GAINS[activation]),
            name=name,
        )

    def embedding(self, categories: int, width: int, *, name: str) -> Any:
        """A learned vector for each category.

        Args:
            categories: Their number; the layer takes 0..categories - 1.
            width: Length of the vectors.
            name: Stable name for checkpoints.

        Returns:
            A keras layer.
        """
        seed = self.draw_seed()
        # Vectors of length about 1, which is the length of what a lit flag brings in.
        return keras.layers.Embedding(
            categories,
            width,
            embeddings_initializer=keras.initializers.RandomNormal(stddev=width**-0.5, seed=seed),
            name=name,
        )

    def head(self, units: int, *, name: str) -> Any:
        """Fully connected output that starts near zero.

        Args:
            units: Output size.
            name: Stable name for checkpoints.

        Returns:
            A keras layer.
        """
        return keras.layers.Dense(units, kernel_initializer=self._weights(HEAD_GAIN), name=name)

    def linear(self, units: int, *, name: str) -> Any:
        """Fully connected layer without activation, to be added to others before a ReLU.

        Args:
            units: Output size.
            name: Stable name for checkpoints.

        Returns:
            A keras layer.
        """
        weights = self._weights(_GAINS["relu"])
        return keras.layers.Dense(units, kernel_initializer=weights, name=name)

    def linear_conv(self, filters: int, *, name: str) -> Any:
        """1x1 convolution without activation, to be added to others before a ReLU.

        Args:
            filters: Output channels.
            name: Stable name for checkpoints.

        Returns:
            A keras layer.
        """
        weights = self._weights(_GAINS["relu"])
        return keras.layers.Conv2D(filters, 1, kernel_initializer=weights, name=name)

    def pixel_head(self, *, name: str) -> Any:
        """1x1 convolution to one channel that starts near zero: one output for each pixel.

        Args:
            name: Stable name for checkpoints.

        Returns:
            A keras layer.
        """
        return keras.layers.Conv2D(1, 1, kernel_initializer=self._weights(HEAD_GAIN), name=name)


def average_down(tower: Any, *, name: str) -> Any:
    """Average a map down to at most 8 x 8, whatever its size and shape.

    Args:
        tower: [B, height, width, channels].
        name: Name of the layer.

    Returns:
        [B, height / n, width / m, channels], rounded up, with whole n and m.
    """
    _, height, width, _ = tower.shape
    window = (-(-height // _POOLED_SIZE), -(-width // _POOLED_SIZE))
    return keras.layers.AveragePooling2D(window, padding="same", name=name)(tower)


def join_everywhere(
    tower: Any, vector: Any, channels: int, layers: LayerFactory, *, name: str
) -> Any:
    """ReLU of a 1x1 convolution over a map and a vector repeated at every pixel.

    The part of it that belongs to the vector is the same at every pixel, so it is computed once.

    Args:
        tower: [B, height, width, channels before].
        vector: [B, size]; None for a map alone.
        channels: Channels to come out.
        layers: Makes the layers.
        name: Name of the last layer; the others' names begin with it.

    Returns:
        [B, height, width, channels].
    """
    pixels = layers.linear_conv(channels, name=f"{name}_conv")(tower)
    if vector is not None:
        everywhere = layers.linear(channels, name=f"{name}_vectors")(vector)
        everywhere = keras.layers.Reshape((1, 1, channels), name=f"{name}_spread")(everywhere)
        pixels = keras.layers.Add(name=f"{name}_sum")([pixels, everywhere])
    return keras.layers.ReLU(name=name)(pixels)
