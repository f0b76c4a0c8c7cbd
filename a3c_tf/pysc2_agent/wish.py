"""What an agent asks for, and whether a run's folder fits that and what pysc2 shows."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from a3c_tf.config import Config
from a3c_tf.envs.registry import env_entry, registered_envs
from a3c_tf.envs.starcraft2_translator import Translator
from a3c_tf.errors import CheckpointError, ConfigError
from a3c_tf.run_folder import RunFolder


class Wish(NamedTuple):
    """What an agent asks for.

    Attributes:
        run_dir: The run's folder.
        training: Whether to learn, or only to play from the newest checkpoint.
        greedy: When playing, take the most probable action instead of sampling.
        options: Fields of Config, for a run that is trained.
    """

    run_dir: str
    training: bool
    greedy: bool
    options: Mapping[str, Any]


def options_of(wish: Wish, translator: Translator) -> dict[str, Any]:
    """The options of a run that learns: those asked for, and those that pysc2 determines.

    Args:
        wish: Folder and options.
        translator: Map and resolution.

    Returns:
        Field of Config to value.

    Raises:
        ConfigError: The images are not square.
        CheckpointError: The folder holds a run that does not fit.
    """
    folder = RunFolder(wish.run_dir)
    if folder.holds_a_run:
        recorded = folder.read_config()
        check_fit(recorded, wish.run_dir, translator)
        env = recorded.env
    else:
        env = next(e.name for e in registered_envs() if _map_of(e.name) == translator.profile.name)
    sizes = _sizes(translator)
    for name, (width, height) in sizes.items():
        if width != height:
            raise ConfigError(f"A3CAgent learns on square images, but {name} is {width},{height}")
    sides = {name: width for name, (width, _) in sizes.items()}
    return {**wish.options, "env": env, "run_dir": wish.run_dir, **sides}


def check_fit(config: Config, run_dir: str, translator: Translator) -> None:
    """See to it that a run is one of this map at this resolution.

    Args:
        config: What the run recorded.
        run_dir: Its folder.
        translator: Map and resolution.

    Raises:
        CheckpointError: It is not; the message says what to do.
    """
    if _map_of(config.env) != translator.profile.name:
        raise CheckpointError(
            f"the run in {run_dir} is of {config.env}, but the map is {translator.profile.name}"
        )
    wanted = {name: getattr(config, name) for name in ("screen_size", "minimap_size")}
    if _sizes(translator) != {name: (side, side) for name, side in wanted.items()}:
        raise CheckpointError(
            f"the run in {run_dir} is of another resolution; give pysc2 "
            f"--feature_screen_size={wanted['screen_size']} "
            f"--feature_minimap_size={wanted['minimap_size']}, or choose another run folder"
        )


def _sizes(translator: Translator) -> dict[str, tuple[int, int]]:
    """(width, height) of the images that pysc2 shows, by option of Config."""
    shapes = {a.name: a.shape for a in translator.action_spec.arguments}
    return {f"{name}_size": (shapes[name][1], shapes[name][0]) for name in ("screen", "minimap")}


def _map_of(env: str) -> str:
    """StarCraft II map of a registered environment; empty for other games."""
    return str(env_entry(env).arguments.get("map_name", ""))
