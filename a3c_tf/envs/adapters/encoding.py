"""How the observations of other libraries become arrays that networks take.

Networks take images (height, width, channels) and vectors (size,), as uint8 or float32. What is
neither is put into that form here: categories become one-hot vectors, grey images get a channel,
arrays of other ranks are laid flat.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.specs import ArraySpec


class Encoding(NamedTuple):
    """One observation.

    Attributes:
        spec: Its form.
        encode: Makes a new array of that form from the library's value.
    """

    spec: ArraySpec
    encode: Callable[[Any], npt.NDArray[Any]]


def encode_numbers(shape: Sequence[int], dtype: npt.DTypeLike) -> Encoding:
    """Numbers: uint8 stays, all else becomes float32.

    Args:
        shape: Axis sizes of the library's array.
        dtype: Its type.

    Returns:
        The encoding: three axes are an image, two a grey image, others a vector.
    """
    kind = np.dtype(np.uint8 if np.dtype(dtype) == np.uint8 else np.float32)
    match [int(size) for size in shape]:
        case [height, width, channels]:
            form: tuple[int, ...] = (height, width, channels)
        case [height, width]:
            form = (height, width, 1)
        case sizes:
            form = (int(np.prod(sizes)),)

    def encode(value: Any) -> npt.NDArray[Any]:
        return np.array(value, kind).reshape(form)  # np.array copies

    return Encoding(ArraySpec(form, kind.name), encode)


def encode_categories(sizes: npt.ArrayLike, starts: npt.ArrayLike) -> Encoding:
    """Categories: a one-hot vector each, one after another.

    Args:
        sizes: Number of categories of each value.
        starts: Number of the first category of each.

    Returns:
        The encoding of an array of as many values, or of a scalar where there is one.
    """
    counts = np.asarray(sizes, int).reshape(-1)
    total = int(counts.sum())
    offsets = np.cumsum(counts) - counts - np.asarray(starts, int).reshape(-1)

    def encode(value: Any) -> npt.NDArray[Any]:
        vector = np.zeros(total, np.float32)
        vector[np.asarray(value, int).reshape(-1) + offsets] = 1.0
        return vector

    return Encoding(ArraySpec((total,), "float32"), encode)
