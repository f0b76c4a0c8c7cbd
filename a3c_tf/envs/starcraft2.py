"""StarCraft II mini-games as environments, on pysc2's own SC2Env."""

from typing import Any

import numpy as np
import numpy.typing as npt
from pysc2.env import sc2_env
from pysc2.lib import features

from a3c_tf.config import Config
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.envs.starcraft2_backend import Game, choose_backend, start_game
from a3c_tf.envs.starcraft2_maps import map_profile
from a3c_tf.envs.starcraft2_observation import LazyObservation, interface_options
from a3c_tf.envs.starcraft2_rewards import Rewarder
from a3c_tf.envs.starcraft2_translator import Interface, Translator
from a3c_tf.specs import Action, ActionSpec, ObservationSpec


class StarCraft2Environment(Environment):
    """One map, played by one agent in a game process of its own."""

    def __init__(
        self,
        map_name: str,
        interface: Interface | None = None,
        *,
        screen_size: tuple[int, int] = (32, 32),
        minimap_size: tuple[int, int] = (32, 32),
        step_mul: int = 8,
        reward: str = "score",
        backend: str = "auto",
        seed: int | None = None,
    ) -> None:
        """Start the game.

        Args:
            map_name: The map's name in pysc2.
            interface: What to show and to offer; the map's own by default.
            screen_size: (width, height) of the feature screen, in pixels.
            minimap_size: (width, height) of the feature minimap, in pixels.
            step_mul: Game loops an agent step.
            reward: What the learner is rewarded with; see starcraft2_rewards.py.
            backend: "starcraft", "embedded", or "auto": StarCraft II where it is installed.
            seed: Seed of the game's chance, any integer; the same seed gives the same sequence of
                episodes.

        Raises:
            ConfigError: No profile for the map, the interface names something that does not
                exist, or the backend is not available.
            A3CError: The game did not start.
        """
        self._translator = Translator(
            map_profile(map_name),
            interface,
            screen_shape=(screen_size[1], screen_size[0]),
            minimap_shape=(minimap_size[1], minimap_size[0]),
        )
        self._rewarder = Rewarder(reward)
        self._last: LazyObservation | None = None
        self._game: Game | None = start_game(
            choose_backend(backend),
            map_name,
            players=[sc2_env.Agent(sc2_env.Race.terran)],
            agent_interface_format=interface_options(screen_size, minimap_size),
            step_mul=step_mul,
            random_seed=None if seed is None else seed % 2**32,  # the protocol has 32 bits for it
        )
        self._pysc2 = features.features_from_game_info(self._game.game_info[0])

    @property
    def observation_spec(self) -> ObservationSpec:
        """Screen, minimap where it tells something, and vector; see Translator."""
        return self._translator.observation_spec

    @property
    def action_spec(self) -> ActionSpec:
        """The functions of the action set."""
        return self._translator.action_spec

    def reset(self, seed: int | None = None) -> TimeStep:
        """Start an episode.

        Args:
            seed: Ignored: the game was given its seed when it started.

        Returns:
            The first time step.
        """
        del seed
        self._rewarder.abandon_episode()
        return self._call("reset")

    def step(self, action: Action) -> TimeStep:
        """Act, then let the game run for step_mul game loops.

        Args:
            action: A decision whose function the last function_mask allowed.

        Returns:
            The next time step.

        Raises:
            ValueError: The function is not available, or an argument is out of range.
        """
        if self._last is None:
            raise RuntimeError("reset the environment before its first step")
        call = self._translator.function_call(action)
        return self._call("step", [self._last.message_of(call)])

    def render(self) -> npt.NDArray[np.uint8] | None:
        """The screen's unit types in pysc2's colours, uint8 [height, width, 3], or None."""
        if self._last is None:
            return None
        layer = features.SCREEN_FEATURES.unit_type
        picture = layer.color(self._last["feature_screen"][layer.index])
        return np.asarray(picture, np.uint8)

    def close(self) -> None:
        """End the game process; a second call does nothing."""
        game, self._game = self._game, None
        if game is not None:
            game.close()

    def _call(self, method: str, *args: Any) -> TimeStep:
        """Call the game; after an error it is of no more use, so it is closed."""
        if self._game is None:
            raise RuntimeError("this environment is closed")
        try:
            (timestep,) = getattr(self._game, method)(*args)
        except BaseException:
            self.close()
            raise
        self._last = LazyObservation(timestep.observation, self._pysc2)
        return self._rewarder(self._translator.timestep(timestep._replace(observation=self._last)))


def make_sc2(
    config: Config, *, map_name: str, seed: int | None = None, worker: int = 0
) -> StarCraft2Environment:
    """Build a mini-game for the registry.

    Args:
        config: Resolution, what to show and to offer, game loops a step, reward and backend.
        map_name: The map's name in pysc2.
        seed: Seed of the game's chance.
        worker: Ignored: each game finds a free port by itself.

    Returns:
        The environment, its game running.
    """
    del worker
    return StarCraft2Environment(
        map_name,
        Interface.of(config),
        screen_size=(config.screen_size, config.screen_size),
        minimap_size=(config.minimap_size, config.minimap_size),
        step_mul=config.step_mul,
        reward=config.sc2_reward,
        backend=config.backend,
        seed=seed,
    )
