"""Networks for StarCraft II and for anything else with arguments that are pixels.

Each image passes through a tower of two convolutions at full resolution. Spatial arguments are
read from the towers pixel by pixel; everything else from one dense layer over the flattened
towers and the vectors. That dense layer holds nearly all weights. This is the network of a 2018
agent for CollectMineralsAndGas, for any number of images and vectors and any action spec.
"""

from typing import Any

from a3c_tf.networks.heads import convolved, make_model
from a3c_tf.networks.inputs import join, make_inputs, require_images
from a3c_tf.networks.layers import LayerFactory, average_down
from a3c_tf.specs import ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import keras


def harvester(observation_spec: ObservationSpec, action_spec: ActionSpec, seed: int) -> Any:
    """The network of 2018: the dense layer sees every pixel.

    At 32 x 32, with screen and minimap, 16.8 of its 16.9 million weights are in that layer.

    Args:
        observation_spec: At least one image.
        action_spec: Functions and arguments.
        seed: Seed of the weights.

    Returns:
        A keras functional model, see heads.make_model.
    """
    return _spatial_network("harvester", observation_spec, action_spec, seed, pooled=False)


def harvester_pooled(observation_spec: ObservationSpec, action_spec: ActionSpec, seed: int) -> Any:
    """The same with towers averaged down to at most 8 x 8 before the dense layer.

    At 32 x 32, with screen and minimap, it has 1.1 million weights. Spatial arguments are still
    read at full resolution.

    Args:
        observation_spec: At least one image.
        action_spec: Functions and arguments.
        seed: Seed of the weights.

    Returns:
        A keras functional model, see heads.make_model.
    """
    return _spatial_network("harvester_pooled", observation_spec, action_spec, seed, pooled=True)


def _spatial_network(
    name: str,
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    seed: int,
    *,
    pooled: bool,
) -> Any:
    layers = LayerFactory(seed)
    inputs = make_inputs(observation_spec, layers)
    require_images(name, inputs)
    towers, features = [], []
    for image_name, image in inputs.images.items():
        hidden = layers.conv(16, 5, name=f"{image_name}_conv1")(image)
        tower = layers.conv(32, 3, name=f"{image_name}_conv2")(hidden)
        towers.append(tower)
        if pooled:
            tower = average_down(tower, name=f"{image_name}_pooled")
        features.append(keras.layers.Flatten(name=f"{image_name}_flat")(tower))
    if inputs.vectors:
        features.append(layers.dense(256, "tanh", name="vectors_dense")(inputs.joined_vectors()))
    state = layers.dense(256, "relu", name="state")(join(features, name="features"))
    return make_model(
        name, inputs, state, action_spec, layers, spatial_logits=convolved(towers, layers)
    )
