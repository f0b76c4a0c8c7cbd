"""The default network for images with arguments that are pixels: small, and exact to the pixel.

Two convolutions at full resolution are most of the cost of the networks of SC2LE and of 2018. But
only the first of them has to be there for an action to point exactly; what is around a pixel can be
seen at half the height and width, for a quarter of the cost. So each image has a fine layer and,
averaged down, a coarse one, and a pixel's logit is the sum of what both say about it, as the levels
of a feature pyramid are added (Lin et al. 2017). What the coarse one says depends on the whole
state, too: where to point is another matter once a unit is selected.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from a3c_tf.networks.heads import SpatialLogits, fitting, make_model
from a3c_tf.networks.inputs import join, make_inputs, require_images
from a3c_tf.networks.layers import LayerFactory, average_down, join_everywhere
from a3c_tf.specs import ActionSpec, ArgumentSpec, ObservationSpec
from a3c_tf.tensorflow_setup import keras

_CHANNELS = 32


def pyramid(observation_spec: ObservationSpec, action_spec: ActionSpec, seed: int) -> Any:
    """For each image 16 3 x 3 filters, and 32 3 x 3 filters at half the height and width.

    The coarse layers, averaged down to at most 8 x 8, and a dense layer of 256 (tanh) over the
    vectors pass through one of 256 (ReLU), from which everything but spatial arguments is read. For
    those, a 1 x 1 convolution of 32 filters joins it with the coarse layers. At 32 x 32, with one
    image, there are 0.6 million weights.

    Args:
        observation_spec: At least one image.
        action_spec: Functions and arguments.
        seed: Seed of the weights.

    Returns:
        A keras functional model, see heads.make_model.

    Raises:
        ConfigError: There is no image, or none of the size of a spatial argument.
    """
    layers = LayerFactory(seed)
    inputs = make_inputs(observation_spec, layers)
    require_images("pyramid", inputs)
    fine, coarse, features = [], [], []
    for name, image in inputs.images.items():
        fine.append(layers.conv(16, 3, name=f"{name}_conv1")(image))
        halved = keras.layers.AveragePooling2D(2, padding="same", name=f"{name}_halved")(fine[-1])
        coarse.append(layers.conv(_CHANNELS, 3, name=f"{name}_conv2")(halved))
        pooled = average_down(coarse[-1], name=f"{name}_pooled")
        features.append(keras.layers.Flatten(name=f"{name}_flat")(pooled))
    if inputs.vectors:
        features.append(layers.dense(256, "tanh", name="vectors_dense")(inputs.joined_vectors()))
    state = layers.dense(256, "relu", name="state")(join(features, name="features"))
    pointed_at = {argument.shape for argument in action_spec.arguments if argument.is_spatial}
    around = {
        index: join_everywhere(coarse[index], state, _CHANNELS, layers, name=f"{name}_around")
        for index, name in enumerate(inputs.images)
        if fine[index].shape[1:3] in pointed_at
    }
    heads = _two_scales(fine, around, layers)
    return make_model("pyramid", inputs, state, action_spec, layers, spatial_logits=heads)


def _two_scales(
    fine: Sequence[Any], around: Mapping[int, Any], layers: LayerFactory
) -> SpatialLogits:
    """Spatial heads that add what two maps say about a pixel: of it, and of what is around it.

    Args:
        fine: [B, height, width, channels] for each image.
        around: [B, height / 2, width / 2, channels], rounded up, by the image's index.
        layers: Makes the heads' layers.

    Returns:
        What makes a head; it raises ConfigError if no image fits the argument.
    """

    def look(name: str, maps: list[Any]) -> Any:
        return layers.pixel_head(name=f"{name}_head")(join(maps, name=f"{name}_maps"))

    def make_head(argument: ArgumentSpec) -> Any:
        name = argument.name
        height, width = argument.shape
        images = fitting(argument, fine)
        exact = look(f"{name}_fine", [fine[index] for index in images])
        # A 1x1 convolution and a repetition of pixels can change places; this order costs less.
        rough = look(f"{name}_around", [around[index] for index in images])
        doubled = (2 * rough.shape[1], 2 * rough.shape[2])
        # Not UpSampling2D: of its gradient oneDNN says on standard error that it does not know it.
        rough = keras.ops.image.resize(rough, doubled, interpolation="nearest")
        if rough.shape[1:3] != argument.shape:
            beyond = ((0, height % 2), (0, width % 2))
            rough = keras.layers.Cropping2D(beyond, name=f"{name}_cropped")(rough)
        pixels = keras.layers.Add(name=f"{name}_sum")([exact, rough])
        return keras.layers.Reshape((argument.size,), name=f"{name}_logits")(pixels)

    return make_head
