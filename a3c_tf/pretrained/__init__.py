"""Weights that come with the package, one file `<environment>.keras` each.

As with presets, `mario.keras` serves every environment whose name starts with "mario" and that has
none of its own. No weights have been published with this version yet.
"""

import pathlib

from a3c_tf.errors import CheckpointError

FOLDER = pathlib.Path(__file__).parent


def pretrained_names() -> list[str]:
    """What there are weights for: names of environments, or the words they start with."""
    return sorted(path.stem for path in FOLDER.glob("*.keras"))


def pretrained_weights(env: str) -> pathlib.Path:
    """The weights that suit an environment best.

    Args:
        env: Registered name of the environment, words joined by "_".

    Returns:
        A .keras file.

    Raises:
        CheckpointError: There are none for it; the message names what there is.
    """
    words = env.split("_")
    for count in range(len(words), 0, -1):
        file = FOLDER / f"{'_'.join(words[:count])}.keras"
        if file.is_file():
            return file
    known = ", ".join(pretrained_names())
    there_is = f"only for {known}" if known else "for no environment yet"
    raise CheckpointError(
        f"--init_from=pretrained: no weights for {env} come with this version, {there_is}; "
        "--init_from also takes the folder of a run or a .keras file"
    )
