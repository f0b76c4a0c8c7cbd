"""The one place that imports TensorFlow and Keras: quietly, and with Keras on TensorFlow.

Every module of the learning side takes `tf` and `keras` from here, so that the environment
variables are set before TensorFlow reads them, whichever module a program imports first.
"""

import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Iterator

from absl import logging

from a3c_tf.config import Config
from a3c_tf.errors import ConfigError

# What TensorFlow prints on every start, whatever TF_CPP_MIN_LOG_LEVEL says, because its C++
# logging is not set up yet: a header and information lines.
_START_UP_NOISE = re.compile(r"I\d{4} |WARNING: All log messages before absl::InitializeLog")
_NO_GPU_NOISE = re.compile(r"E\d{4} .*failed call to cuInit")
_NVIDIA_DEVICE = "/dev/nvidiactl"


def _is_noise(line: str) -> bool:
    """Whether a line of TensorFlow's start-up output tells a user nothing."""
    if _NO_GPU_NOISE.match(line):
        return not os.path.exists(_NVIDIA_DEVICE)
    return bool(_START_UP_NOISE.match(line))


@contextlib.contextmanager
def _without_start_up_noise() -> Iterator[None]:
    """Holds back standard error, then passes on the lines that are not noise.

    The C++ side writes to file descriptor 2 directly, so replacing sys.stderr is not enough.
    """
    sys.stderr.flush()
    with tempfile.TemporaryFile() as held_back:
        original = os.dup(2)
        os.dup2(held_back.fileno(), 2)
        try:
            yield
        finally:
            sys.stderr.flush()
            os.dup2(original, 2)
            os.close(original)
            held_back.seek(0)
            lines = held_back.read().decode(errors="replace").splitlines(keepends=True)
            sys.stderr.write("".join(line for line in lines if not _is_noise(line)))


os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")
if "keras" not in sys.modules:
    os.environ["KERAS_BACKEND"] = "tensorflow"
with _without_start_up_noise():
    import keras
    import tensorflow as tf

if keras.backend.backend() != "tensorflow":
    raise ConfigError(
        f"Keras was imported before a3c_tf with the backend {keras.backend.backend()!r}; "
        "import a3c_tf first, or set KERAS_BACKEND=tensorflow"
    )

__all__ = ["configure_tensorflow", "keras", "tf"]


def configure_tensorflow(config: Config) -> None:
    """Set up TensorFlow for calls of a small model from many threads; do it once, early.

    With many workers an operation split among threads only makes them wait for each other, so one
    thread inside an operation is best. A call of a concrete function holds an inter-op thread while
    it runs; there is one for each core, so that as many workers compute at a time. A GPU's memory
    is taken as needed instead of all at once, since StarCraft II may draw on the same device.

    TensorFlow takes these settings only before it runs its first operation. Later calls keep what
    is set, and say so if they ask for something else.

    Args:
        config: Uses intra_op_threads.
    """
    threading = tf.config.threading
    try:
        threading.set_intra_op_parallelism_threads(config.intra_op_threads)
        threading.set_inter_op_parallelism_threads(os.process_cpu_count() or 1)
        with _without_start_up_noise():
            for gpu in tf.config.list_physical_devices("GPU"):
                tf.config.experimental.set_memory_growth(gpu, True)
            tf.constant(0.0)
    except RuntimeError:
        threads = threading.get_intra_op_parallelism_threads()
        if threads != config.intra_op_threads:
            logging.warning(
                "TensorFlow already runs with %s intra-op threads (0: one for each core); "
                "intra_op_threads=%d has no effect",
                threads,
                config.intra_op_threads,
            )
