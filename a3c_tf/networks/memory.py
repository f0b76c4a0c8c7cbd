"""Memory for networks: an LSTM, for vectors or for images, that carries its state over rollouts.

A network with memory has further inputs, the state it was left in, and the further output "memory",
the state it is left in now, both by the same names. One call serves acting and learning: its rows
are consecutive steps of as many sequences as there are rows of state. Acting on B games, B rows
come with B states; learning from a rollout, T + 1 rows come with the one state that the rollout
began in. No mask is needed, since a rollout never goes on beyond its episode.
"""

import abc
from typing import Any

from a3c_tf.networks.inputs import Inputs
from a3c_tf.networks.layers import LayerFactory, computing_in
from a3c_tf.tensorflow_setup import keras, tf

_PACKAGE = "a3c_tf"
_IMAGE_KERNEL = 3


class _RolloutCell(keras.layers.Layer, abc.ABC):
    """The LSTM (Hochreiter & Schmidhuber 1997, with the forget gate of Gers et al. 2000).

    Gates i, f, o = sigmoid(...), candidate g = tanh(...), each of input and hidden state;
    cell' = f * cell + i * g, hidden' = o * tanh(cell').
    """

    def __init__(self, units: int, seed: int, **options: Any) -> None:
        """Choose the size.

        Args:
            units: Size of the hidden state and of the cell, or their channels.
            seed: Seed of the weights.
            **options: Name and the like, as every keras layer takes them.
        """
        super().__init__(**options)
        self.units = units
        self.seed = seed

    def get_config(self) -> dict[str, Any]:
        """What a .keras file needs to make the layer again."""
        return {**super().get_config(), "units": self.units, "seed": self.seed}

    def build(self, features_shape: Any, hidden_shape: Any, cell_shape: Any) -> None:
        """Create the weights.

        Args:
            features_shape: Shape of the rows.
            hidden_shape: Shape of the hidden states.
            cell_shape: Shape of the cells.
        """
        del hidden_shape, cell_shape
        window = self._window()
        gain = keras.initializers.VarianceScaling(1.0, "fan_in", "truncated_normal", seed=self.seed)
        self._kernel = self.add_weight(
            shape=(*window, features_shape[-1], 4 * self.units), initializer=gain, name="kernel"
        )
        self._recurrent_kernel = self.add_weight(
            shape=(*window, self.units, 4 * self.units),
            initializer=keras.initializers.Orthogonal(seed=self.seed + 1),
            name="recurrent_kernel",
        )
        # Open forget gates let gradients pass from the start (Jozefowicz et al. 2015).
        self._bias = self.add_weight(
            shape=(4 * self.units,), initializer=_forget_gates_open, name="bias"
        )

    def call(self, features: Any, hidden: Any, cell: Any) -> tuple[Any, Any, Any]:
        """Make T steps of B sequences.

        Args:
            features: Rows [T * B, ...], step by step.
            hidden: Hidden states before, [B, ...].
            cell: Cells before, [B, ...].

        Returns:
            Hidden states after each step [T * B, ...], and those and the cells after the last.
        """
        # The part of the gates that depends on the rows alone is computed for all at once.
        gates = self._mix(features, self._kernel) + self._bias
        steps = tf.reshape(gates, tf.concat([[-1], tf.shape(hidden)[:-1], [4 * self.units]], 0))

        def step(state: Any, gates: Any) -> Any:
            hidden, cell = state
            gates += self._mix(hidden, self._recurrent_kernel)
            enter, keep, show, candidate = tf.split(gates, 4, axis=-1)
            cell = tf.sigmoid(keep) * cell + tf.sigmoid(enter) * tf.tanh(candidate)
            return tf.sigmoid(show) * tf.tanh(cell), cell

        hiddens, cells = tf.scan(step, steps, (hidden, cell))
        rows = tf.reshape(hiddens, tf.concat([[-1], tf.shape(hidden)[1:]], 0))
        return tf.ensure_shape(rows, [None, *hidden.shape[1:]]), hiddens[-1], cells[-1]

    @abc.abstractmethod
    def _window(self) -> tuple[int, ...]:
        """Height and width of the kernels, if they have any."""

    @abc.abstractmethod
    def _mix(self, rows: Any, kernel: Any) -> Any:
        """Rows times a kernel."""


@keras.saving.register_keras_serializable(_PACKAGE)
class RolloutLSTM(_RolloutCell):
    """An LSTM for vectors."""

    def _window(self) -> tuple[int, ...]:
        return ()

    def _mix(self, rows: Any, kernel: Any) -> Any:
        return tf.matmul(rows, kernel)


@keras.saving.register_keras_serializable(_PACKAGE)
class RolloutConvLSTM(_RolloutCell):
    """An LSTM whose sums are 3 x 3 convolutions (Shi et al. 2015): a memory for each pixel."""

    def _window(self) -> tuple[int, ...]:
        return (_IMAGE_KERNEL, _IMAGE_KERNEL)

    def _mix(self, rows: Any, kernel: Any) -> Any:
        return tf.nn.conv2d(rows, kernel, strides=1, padding="SAME")


# What is added up over a whole episode is not rounded to eight bits at each step.
@computing_in("float32")
def remember(features: Any, units: int, inputs: Inputs, layers: LayerFactory, *, name: str) -> Any:
    """Let a network remember what it saw before.

    Args:
        features: [B, size], or [B, height, width, channels].
        units: Size of the memory, or its channels.
        inputs: The network's inputs, to which those of the memory are added.
        layers: Draws the seed.
        name: Name of the layer.

    Returns:
        float32 [B, units] or [B, height, width, units].
    """
    *place, _ = features.shape[1:]
    before = [keras.Input((*place, units), name=f"{name}_{part}") for part in ("hidden", "cell")]
    layer = RolloutConvLSTM if place else RolloutLSTM
    output, *after = layer(units, layers.draw_seed(), name=name)(features, *before)
    for old, new in zip(before, after, strict=True):
        inputs.memory[old.name] = new
        inputs.raw[old.name] = old
    return output


def _forget_gates_open(shape: tuple[int, ...], dtype: Any = None) -> Any:
    """Bias of 1 for the second quarter, 0 for the others."""
    units = shape[0] // 4
    return tf.cast(tf.repeat([0.0, 1.0, 0.0, 0.0], units), dtype or tf.float32)
