"""From the body of a graph to a function that threads may call: what it takes, how it is traced.

Each body is traced once, for any number of states, into a concrete function. Concrete functions
never trace again, may be called from any thread, and cost less to call than a tf.function; called
directly, less still.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from a3c_tf.config import Config
from a3c_tf.learning.direct_call import DirectCall
from a3c_tf.networks import memory_shapes
from a3c_tf.specs import ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import tf


class StateSpecs(NamedTuple):
    """The types of what a decision depends on, with what it is made.

    Attributes:
        observation: By name, [B, ...].
        function_mask: bool [B, functions].
        memory: By name, [B, ...].
        weights: A snapshot of all weights, the trainable ones first, where the configuration wants
            workers to keep one (weights="snapshot"). Else empty: then the weights of the moment
            are read.
    """

    observation: dict[str, tf.TensorSpec]
    function_mask: tf.TensorSpec
    memory: dict[str, tf.TensorSpec]
    weights: list[tf.TensorSpec]


def state_specs(
    model: Any, observation_spec: ObservationSpec, action_spec: ActionSpec, config: Config
) -> StateSpecs:
    """The types for a model.

    Args:
        model: The keras model.
        observation_spec: What it sees.
        action_spec: What it chooses among.
        config: Decides whether there are snapshots.

    Returns:
        The types, for any number of states.
    """
    weights = [*model.trainable_variables, *model.non_trainable_variables]
    return StateSpecs(
        {
            name: tf.TensorSpec((None, *spec.shape), spec.dtype, name)
            for name, spec in observation_spec.items()
        },
        tf.TensorSpec((None, len(action_spec.functions)), tf.bool),
        {
            name: tf.TensorSpec((None, *shape), tf.float32, name)
            for name, shape in memory_shapes(model, observation_spec).items()
        },
        variable_specs(weights) if config.weights == "snapshot" else [],
    )


def variable_specs(variables: Sequence[Any]) -> list[tf.TensorSpec]:
    """The types of variables' values.

    Args:
        variables: Keras variables.

    Returns:
        One for each.
    """
    return [tf.TensorSpec(variable.shape, variable.dtype) for variable in variables]


def trace(body: Callable[..., Any], *signature: Any, compile_with_xla: bool = False) -> Any:
    """The concrete function of a graph's body.

    Args:
        body: Builds the graph.
        *signature: Nested TensorSpecs of its arguments.
        compile_with_xla: Compile it when it first runs; needs fixed shapes.

    Returns:
        The function, to be called with what the signature says.
    """
    function = tf.function(
        body, input_signature=signature, autograph=False, jit_compile=compile_with_xla
    )
    concrete = function.get_concrete_function()
    return concrete if compile_with_xla else DirectCall(concrete)
