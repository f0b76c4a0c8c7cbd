"""What an agent asks for, what pysc2 shows it, and whether a run's folder fits both."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from a3c_tf.config import Config
from a3c_tf.envs.registry import env_entry, registered_envs
from a3c_tf.envs.starcraft2_maps import MapProfile
from a3c_tf.envs.starcraft2_translator import Interface, Translator
from a3c_tf.errors import CheckpointError, ConfigError
from a3c_tf.training.run_folder import RunFolder

if TYPE_CHECKING:
    from a3c_tf.callbacks import Callback


class Wish(NamedTuple):
    """What an agent asks for.

    Attributes:
        run_dir: The run's folder.
        training: Whether to learn, or only to play from a checkpoint.
        checkpoint: When playing, which one: "latest", "best", or a path.
        greedy: When playing, take the most probable action instead of sampling.
        callbacks: Whom to call at what happens in a run that is trained.
        options: Fields of Config, for a run that is trained.
    """

    run_dir: str
    training: bool
    checkpoint: str
    greedy: bool
    callbacks: tuple["Callback", ...]
    options: Mapping[str, Any]


class Shown(NamedTuple):
    """What pysc2 decided before the agent was asked.

    Attributes:
        profile: The map.
        screen_shape: (height, width) of the feature screen, in pixels.
        minimap_shape: (height, width) of the feature minimap, in pixels.
    """

    profile: MapProfile
    screen_shape: tuple[int, int]
    minimap_shape: tuple[int, int]

    def translator(self, config: Config) -> Translator:
        """What shows this to a run's model.

        Args:
            config: The run's configuration.

        Returns:
            The translator.

        Raises:
            ConfigError: The configuration names something that does not exist.
        """
        return Translator(
            self.profile,
            Interface.of(config),
            screen_shape=self.screen_shape,
            minimap_shape=self.minimap_shape,
        )


def options_of(wish: Wish, shown: Shown) -> dict[str, Any]:
    """The options of a run that learns: those asked for, and those that pysc2 determines.

    Args:
        wish: Folder and options.
        shown: Map and resolution.

    Returns:
        Field of Config to value.

    Raises:
        ConfigError: The images are not square.
        CheckpointError: The folder holds a run that does not fit.
    """
    folder = RunFolder(wish.run_dir)
    if folder.holds_a_run:
        recorded = folder.read_config()
        check_fit(recorded, wish.run_dir, shown)
        env = recorded.env
    else:
        env = next(e.name for e in registered_envs() if _map_of(e.name) == shown.profile.name)
    sizes = _sizes(shown)
    for name, (width, height) in sizes.items():
        if width != height:
            raise ConfigError(f"A3CAgent learns on square images, but {name} is {width},{height}")
    sides = {name: width for name, (width, _) in sizes.items()}
    return {**wish.options, "env": env, "run_dir": wish.run_dir, **sides}


def check_fit(config: Config, run_dir: str, shown: Shown) -> None:
    """See to it that a run is one of this map at this resolution.

    Args:
        config: What the run recorded.
        run_dir: Its folder.
        shown: Map and resolution.

    Raises:
        CheckpointError: It is not; the message says what to do.
    """
    if _map_of(config.env) != shown.profile.name:
        raise CheckpointError(
            f"the run in {run_dir} is of {config.env}, but the map is {shown.profile.name}"
        )
    wanted = {name: getattr(config, name) for name in ("screen_size", "minimap_size")}
    if _sizes(shown) != {name: (side, side) for name, side in wanted.items()}:
        raise CheckpointError(
            f"the run in {run_dir} is of another resolution; give pysc2 "
            f"--feature_screen_size={wanted['screen_size']} "
            f"--feature_minimap_size={wanted['minimap_size']}, or choose another run folder"
        )


def _sizes(shown: Shown) -> dict[str, tuple[int, int]]:
    """(width, height) of the images that pysc2 shows, by option of Config."""
    return {
        "screen_size": (shown.screen_shape[1], shown.screen_shape[0]),
        "minimap_size": (shown.minimap_shape[1], shown.minimap_shape[0]),
    }


def _map_of(env: str) -> str:
    """StarCraft II map of a registered environment; empty for other games."""
    return str(env_entry(env).arguments.get("map_name", ""))
