"""A network's answer, with its own weights or with a copy of them, and the policy in it."""

from collections.abc import Mapping, Sequence
from typing import Any

from a3c_tf.learning.policy import ActionDistribution
from a3c_tf.specs import ActionSpec
from a3c_tf.tensorflow_setup import tf


def forward(
    model: Any,
    observation: Mapping[str, tf.Tensor],
    memory: Mapping[str, tf.Tensor],
    weights: Sequence[tf.Tensor] = (),
    *,
    training: bool,
) -> dict[str, Any]:
    """Let a network answer.

    Args:
        model: The keras model.
        observation: Rows [B, ...] by name.
        memory: What the network remembers, by name; empty if it remembers nothing. See
            networks/memory.py for its rows.
        weights: Weights to answer with, the trainable ones first; empty for the model's own.
        training: Whether the answer is to learn from.

    Returns:
        The network's outputs, float32.
    """
    inputs = {**observation, **memory}
    if not weights:
        outputs = model(inputs, training=training)
    else:
        trainable = len(model.trainable_variables)
        outputs, _ = model.stateless_call(
            list(weights[:trainable]), list(weights[trainable:]), inputs, training=training
        )
    # Heads of one's own may answer in what the rest of the network computes in.
    exact: dict[str, Any] = tf.nest.map_structure(lambda y: tf.cast(y, tf.float32), outputs)
    return exact


def policy_of(
    outputs: Mapping[str, Any], action_spec: ActionSpec, function_mask: tf.Tensor
) -> ActionDistribution:
    """The policy that a network's outputs describe.

    Args:
        outputs: As from forward; further rows than those of the mask count for nothing.
        action_spec: Functions and arguments.
        function_mask: bool [B, functions].

    Returns:
        The distribution for B states.
    """
    arguments = [outputs["argument_logits"][a.name] for a in action_spec.arguments]
    return ActionDistribution(action_spec, outputs["function_logits"], arguments, function_mask)
