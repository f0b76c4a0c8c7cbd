"""Concrete functions, called without what TensorFlow does around each call.

A call of a ConcreteFunction binds and checks its arguments, compares their types with those it was
traced for, and packs what it returns, all of it in Python. For a small network that takes as long
as the network. Here the arguments are put in order and handed to the operation that such a call
ends in; what fits is decided once, when the function is wrapped.
"""

from typing import Any

from a3c_tf.tensorflow_setup import tf


class DirectCall:
    """A concrete function to be called often, from any thread."""

    def __init__(self, function: Any) -> None:
        """Wrap a function.

        Args:
            function: A concrete function, traced with an input signature and not compiled by XLA,
                which happens only in the call that is left out.

        Raises:
            ValueError: The function takes its inputs in another order than tf.nest.
        """
        self._function = function
        self._captured = list(function.captured_inputs)
        positional, _ = function.structured_input_signature
        self._specs = tf.nest.flatten(positional)
        inputs = function.inputs[: len(self._specs)]
        if [(s.shape.as_list(), s.dtype) for s in self._specs] != [
            (tensor.shape.as_list(), tensor.dtype) for tensor in inputs
        ]:
            raise ValueError(f"{function.name} takes {inputs}, not {self._specs}")
        self._outputs = function.structured_outputs
        self._dtypes = [tensor.dtype for tensor in function.outputs]

    def __call__(self, *args: Any) -> Any:
        """Call the function.

        Args:
            *args: Nested arrays or tensors of the shapes that it was traced for; other types are
                cast to those.

        Returns:
            What it returns, tensors in the same nest.
        """
        flat = tf.nest.flatten(args)
        tensors = [
            tf.convert_to_tensor(value, spec.dtype)
            for value, spec in zip(flat, self._specs, strict=True)
        ]
        results = tf.raw_ops.StatefulPartitionedCall(
            args=[*tensors, *self._captured], Tout=self._dtypes, f=self._function
        )
        return tf.nest.pack_sequence_as(self._outputs, results)
