"""The two networks that SC2LE compares (Vinyals et al. 2017, section 4.3), for any resolution."""

from typing import Any

from a3c_tf.networks.heads import convolved, make_model, row_and_column
from a3c_tf.networks.inputs import join, make_inputs, require_images
from a3c_tf.networks.layers import LayerFactory, join_everywhere
from a3c_tf.networks.memory import remember
from a3c_tf.specs import ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import keras

_CHANNELS = 32


def fullyconv(
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    seed: int,
    *,
    remembers: bool = False,
) -> Any:
    """Images at full resolution from end to end, with the vectors spread over their pixels.

    Each image passes through a convolution of 16 5 x 5 and one of 32 3 x 3 filters. What they
    give for images of one size is joined with the vectors, broadcast to every pixel. Spatial
    arguments are 1 x 1 convolutions of that; everything else is read from a dense layer of 256
    units over it, which holds nearly all weights.

    One layer is added to the published network: a 1 x 1 convolution of 32 filters with ReLU does
    the joining. Without it the vectors could not change where an action points to, since a
    1 x 1 convolution right after the broadcast adds the same number to the logit of every pixel.

    Args:
        observation_spec: At least one image.
        action_spec: Functions and arguments.
        seed: Seed of the weights.
        remembers: Whether a convolutional LSTM follows the joining, as in SC2LE.

    Returns:
        A keras functional model, see heads.make_model.

    Raises:
        ConfigError: There is no image, or none of the size of a spatial argument.
    """
    layers = LayerFactory(seed)
    inputs = make_inputs(observation_spec, layers)
    require_images("fullyconv", inputs)
    vector = inputs.joined_vectors() if inputs.vectors else None
    towers: dict[tuple[int, int], list[Any]] = {}
    for name, image in inputs.images.items():
        hidden = layers.conv(16, 5, name=f"{name}_conv1")(image)
        tower = layers.conv(_CHANNELS, 3, name=f"{name}_conv2")(hidden)
        towers.setdefault(tower.shape[1:3], []).append(tower)
    maps = [
        join_everywhere(join(group, name=f"towers{i}"), vector, _CHANNELS, layers, name=f"map{i}")
        for i, group in enumerate(towers.values())
    ]
    if remembers:
        maps = [
            remember(seen, _CHANNELS, inputs, layers, name=f"map{i}_lstm")
            for i, seen in enumerate(maps)
        ]
    features = [keras.layers.Flatten(name=f"map{i}_flat")(seen) for i, seen in enumerate(maps)]
    if vector is not None:
        features.append(vector)
    state = layers.dense(256, "relu", name="state")(join(features, name="features"))
    return make_model(
        "fullyconv", inputs, state, action_spec, layers, spatial_logits=convolved(maps, layers)
    )


def atari(
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    seed: int,
    *,
    remembers: bool = False,
) -> Any:
    """The network of the Atari agents (Mnih et al. 2016): small, but blind to exact positions.

    Each image passes through a convolution of 16 8 x 8 filters with stride 4 and one of 32 4 x 4
    filters with stride 2, the vectors through a dense layer of 256 units with tanh, and all of it
    through one of 256 units with ReLU. Row and column of a spatial argument are read from that
    independently of each other.

    Args:
        observation_spec: At least one image.
        action_spec: Functions and arguments.
        seed: Seed of the weights.
        remembers: Whether an LSTM of 256 units follows, as in Mnih et al. 2016.

    Returns:
        A keras functional model, see heads.make_model.

    Raises:
        ConfigError: There is no image.
    """
    layers = LayerFactory(seed)
    inputs = make_inputs(observation_spec, layers)
    require_images("atari", inputs)
    features = []
    for name, image in inputs.images.items():
        hidden = layers.conv(16, 8, strides=4, name=f"{name}_conv1")(image)
        hidden = layers.conv(32, 4, strides=2, name=f"{name}_conv2")(hidden)
        features.append(keras.layers.Flatten(name=f"{name}_flat")(hidden))
    if inputs.vectors:
        features.append(layers.dense(256, "tanh", name="vectors_dense")(inputs.joined_vectors()))
    state = layers.dense(256, "relu", name="state")(join(features, name="features"))
    if remembers:
        state = remember(state, 256, inputs, layers, name="lstm")
    return make_model(
        "atari", inputs, state, action_spec, layers, spatial_logits=row_and_column(state, layers)
    )
