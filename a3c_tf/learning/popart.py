"""PopArt: a value function that learns targets of any scale (van Hasselt et al. 2016).

The network's last value layer, w h + b, estimates the value in units of the targets' standard
deviation sigma around their mean mu; what leaves the model is sigma (w h + b) + mu, so that all
others see values in the units of the rewards. When the statistics change, the layer is rescaled so
that the values do not:

    w' = w sigma / sigma',   b' = (sigma b + mu - mu') / sigma'.

The loss is taken in normalized units, and advantages are divided by sigma as well (Hessel et al.
2018, section 3): then neither the value's nor the policy's gradient depends on the rewards' scale.
"""

from typing import Any

from a3c_tf.errors import ConfigError
from a3c_tf.tensorflow_setup import keras, tf

HEAD, _POPART = "value_head", "popart"
# As in Hessel et al. 2018: where all returns are alike, their deviation says nothing.
_SMALLEST, _LARGEST = 1e-4, 1e6


@keras.saving.register_keras_serializable("a3c_tf")
class PopArt(keras.layers.Layer):
    """Turns normalized values into values, and holds the statistics for that."""

    def build(self, input_shape: Any) -> None:
        """Begin as if the targets had mean 0 and deviation 1.

        Args:
            input_shape: [B].
        """
        del input_shape
        self.mean = self.add_weight(shape=(), initializer="zeros", trainable=False, name="mean")
        self.variance = self.add_weight(
            shape=(), initializer="ones", trainable=False, name="variance"
        )

    def call(self, normalized: Any) -> tuple[Any, Any, Any]:
        """Denormalize.

        Args:
            normalized: float32 [B].

        Returns:
            Values, and for each the mean and the deviation it was made with, float32 [B] each.
        """
        deviation = tf.ones_like(normalized) * _deviation(tf.convert_to_tensor(self.variance))
        mean = tf.zeros_like(normalized) + self.mean
        return deviation * normalized + mean, mean, deviation


def with_popart(model: Any) -> Any:
    """Put PopArt behind a network's value.

    Args:
        model: The keras model, whose value is its dense layer "value_head" and nothing after it.

    Returns:
        The same network with the further outputs "value_mean" and "value_deviation", [B] each.

    Raises:
        ConfigError: It has no such layer, or an observation has the name of one.
    """
    taken = {HEAD, _POPART} & model.input.keys()
    if taken:
        raise ConfigError(
            f"popart_step_size needs the names {sorted(taken)} for layers; rename the observation"
        )
    head = next((layer for layer in model.layers if layer.name == HEAD), None)
    if not isinstance(head, keras.layers.Dense) or head.units != 1:
        raise ConfigError(
            f"popart_step_size needs a network whose value comes from a dense layer named {HEAD!r},"
            f" which {model.name!r} has not"
        )
    value, mean, deviation = PopArt(name=_POPART)(model.output["value"])
    outputs = {
        **model.output,
        "value": value,
        "value_mean": mean,
        "value_deviation": deviation,
    }
    return keras.Model(model.input, outputs, name=model.name)


def update_statistics(model: Any, mean: tf.Tensor, variance: tf.Tensor, step_size: float) -> None:
    """Take new targets into the statistics and keep the values as they were.

    With the first and second moments m and n, m' = (1 - a) m + a mean(targets) and likewise for n;
    written for the variance n - m^2, which does not cancel where the mean is large.

    Args:
        model: From with_popart.
        mean: Mean of the new targets, [].
        variance: Their variance, [].
        step_size: a, 0..1.
    """
    popart, head = model.get_layer(_POPART), model.get_layer(HEAD)
    old_mean = tf.convert_to_tensor(popart.mean)
    old_variance = tf.convert_to_tensor(popart.variance)
    change = mean - old_mean
    new_mean = old_mean + step_size * change
    spread = old_variance + step_size * tf.square(change)
    new_variance = (1.0 - step_size) * spread + step_size * variance
    old_deviation, new_deviation = _deviation(old_variance), _deviation(new_variance)
    head.kernel.assign(head.kernel * old_deviation / new_deviation)
    head.bias.assign((old_deviation * head.bias + old_mean - new_mean) / new_deviation)
    popart.mean.assign(new_mean)
    popart.variance.assign(new_variance)


def _deviation(variance: tf.Tensor) -> tf.Tensor:
    return tf.clip_by_value(tf.sqrt(variance), _SMALLEST, _LARGEST)
