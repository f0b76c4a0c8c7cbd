"""model.keras: the network of a checkpoint for other programs and for other runs.

It is a plain Keras file, a zip archive, with one member more: the names of the functions that the
network chooses among. Keras does not read it. Without it, nobody could tell which column of the
function head is which function.
"""

import json
import os
import pathlib
import zipfile
from collections.abc import Sequence
from typing import Any

from a3c_tf.errors import CheckpointError
from a3c_tf.tensorflow_setup import keras

KERAS_FILE = "model.keras"
_FUNCTIONS = "functions.json"


def write_model_file(folder: pathlib.Path, model: Any, functions: Sequence[str]) -> None:
    """Write a network to a folder's model.keras, replacing the file in one step.

    Args:
        folder: Where; it is there.
        model: The keras model; nobody changes it meanwhile.
        functions: Names of the functions that it chooses among.

    Raises:
        OSError: The disk does not take it.
    """
    temporary = folder / f".writing-{KERAS_FILE}"
    model.save(temporary)
    with zipfile.ZipFile(temporary, "a") as archive:
        archive.writestr(_FUNCTIONS, json.dumps(list(functions)))
    os.replace(temporary, folder / KERAS_FILE)


def read_model_file(path: pathlib.Path) -> tuple[Any, list[str]]:
    """Read a network.

    Args:
        path: A .keras file, of a checkpoint or of another program.

    Returns:
        The keras model, and the names of the functions that it chooses among; none where another
        program wrote the file.

    Raises:
        CheckpointError: It cannot be read.
    """
    try:
        model = keras.models.load_model(path, compile=False, safe_mode=True)
        with zipfile.ZipFile(path) as archive:
            if _FUNCTIONS not in archive.namelist():
                return model, []
            return model, json.loads(archive.read(_FUNCTIONS))
    except Exception as error:  # a file of the user's may be broken in any way
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise CheckpointError(f"cannot read the weights in {path}: {reason}") from error
