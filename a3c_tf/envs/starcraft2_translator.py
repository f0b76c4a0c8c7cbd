"""Between pysc2's observations and actions, and the arrays and indices of the learner.

Pure: it holds no game, so that an environment and a pysc2 agent can share it.
"""

import dataclasses
from typing import Any

import numpy as np
from pysc2.lib import actions, features

from a3c_tf.config import Config
from a3c_tf.envs.environment import TimeStep
from a3c_tf.envs.starcraft2_actions import ActionTranslator
from a3c_tf.envs.starcraft2_layers import LayerEncoder, make_layer_encoder
from a3c_tf.envs.starcraft2_maps import MINIMAP_LAYERS, MapProfile
from a3c_tf.envs.starcraft2_vectors import VectorEncoder
from a3c_tf.errors import ConfigError
from a3c_tf.specs import Action, ActionSpec, ObservationSpec

# Names of totals in a time step's info. The rates are those of a minute.
_SCORES = {
    "score": features.ScoreCumulative.score,
    "collected_minerals": features.ScoreCumulative.collected_minerals,
    "collected_gas": features.ScoreCumulative.collected_vespene,
    "collection_rate_minerals": features.ScoreCumulative.collection_rate_minerals,
    "collection_rate_gas": features.ScoreCumulative.collection_rate_vespene,
}


@dataclasses.dataclass(frozen=True)
class Interface:
    """What an agent sees and may do; empty names mean the map's own.

    Attributes:
        action_set: Name of the functions on offer; see starcraft2_action_sets.py.
        encoding: How layers become images: channels, embedded or raw; see starcraft2_layers.py.
        screen_layers: Names of layers of the screen, separated by commas.
        minimap_layers: Names of layers of the minimap, separated by commas.
        vectors: Names of numbers, separated by commas; see starcraft2_vectors.py.
    """

    action_set: str = ""
    encoding: str = "channels"
    screen_layers: str = ""
    minimap_layers: str = ""
    vectors: str = ""

    @classmethod
    def of(cls, config: Config) -> "Interface":
        """What a configuration says.

        Args:
            config: The configuration.

        Returns:
            Its fields of the same names.
        """
        return cls(**{field.name: getattr(config, field.name) for field in dataclasses.fields(cls)})


class Translator:
    """One map's task at one resolution.

    Attributes:
        profile: The map.
        screen_shape: (height, width) of the feature screen, in pixels.
        minimap_shape: (height, width) of the feature minimap, in pixels.
        observation_spec: Screen, minimap where it tells something, and vector.
        action_spec: The functions of the action set.
    """

    def __init__(
        self,
        profile: MapProfile,
        interface: Interface | None = None,
        *,
        screen_shape: tuple[int, int],
        minimap_shape: tuple[int, int],
    ) -> None:
        """Derive the specs.

        Args:
            profile: The map.
            interface: What to show and to offer; the map's own by default.
            screen_shape: (height, width) of the feature screen, in pixels.
            minimap_shape: (height, width) of the feature minimap, in pixels.

        Raises:
            ConfigError: The interface names something that does not exist.
        """
        interface = interface or Interface()
        self.profile = profile
        self.screen_shape = screen_shape
        self.minimap_shape = minimap_shape
        self._actions = ActionTranslator(
            interface.action_set or profile.action_set,
            screen_shape=screen_shape,
            minimap_shape=minimap_shape,
        )
        units = [types for _, types in profile.unit_channels]
        self._screen = make_layer_encoder(
            features.SCREEN_FEATURES,
            _names("screen_layers", interface.screen_layers, profile.screen_layers),
            interface.encoding,
            shape=screen_shape,
            unit_groups=units,
        )
        points_at_minimap = any(a.name == "minimap" for a in self._actions.spec.arguments)
        minimap_layers = profile.minimap_layers or (MINIMAP_LAYERS if points_at_minimap else ())
        minimap_layers = _names("minimap_layers", interface.minimap_layers, minimap_layers)
        self._minimap: LayerEncoder | None = None
        if minimap_layers:
            self._minimap = make_layer_encoder(
                features.MINIMAP_FEATURES,
                minimap_layers,
                interface.encoding,
                shape=minimap_shape,
                unit_groups=units,
            )
        self._vector = VectorEncoder(
            _names("vectors", interface.vectors, profile.vectors),
            self._actions,
            raw=interface.encoding == "raw",
        )
        self.observation_spec: ObservationSpec = {
            "screen": self._screen.spec,
            **({} if self._minimap is None else {"minimap": self._minimap.spec}),
            "vector": self._vector.spec,
        }
        self.action_spec: ActionSpec = self._actions.spec

    def timestep(self, timestep: Any) -> TimeStep:
        """Translate what pysc2 returned.

        The reward is pysc2's: the increment of the map's score. The discount is pysc2's too,
        except that pysc2 also says 0 where the map's clock ended the game; see MapProfile.

        Args:
            timestep: A pysc2.env.environment.TimeStep with feature layers.

        Returns:
            The same as arrays of our own.
        """
        observation = timestep.observation
        mask = self._actions.flags(observation["available_actions"])
        mask[0] = True  # no_op is always possible
        player = np.asarray(observation["player"])
        score = np.asarray(observation["score_cumulative"])
        last = bool(timestep.last())
        timed_out = int(observation["game_loop"][0]) >= self.profile.time_limit
        seen = {"screen": self._screen.encode(observation["feature_screen"])}
        if self._minimap is not None:
            seen["minimap"] = self._minimap.encode(observation["feature_minimap"])
        seen["vector"] = self._vector.encode(observation)
        return TimeStep(
            observation=seen,
            function_mask=mask,
            reward=float(timestep.reward),
            discount=float(timestep.discount) if last and not timed_out else 1.0,
            last=last,
            info={
                **{name: float(score[index]) for name, index in _SCORES.items()},
                "idle_workers": float(player[features.Player.idle_worker_count]),
                "food_used": float(player[features.Player.food_used]),
            },
        )

    def function_call(self, action: Action) -> actions.FunctionCall:
        """Translate a decision.

        Args:
            action: A function of action_spec and its arguments.

        Returns:
            What pysc2's step takes; pixels are (x, y) there.

        Raises:
            ValueError: An argument that the function takes is out of its range.
        """
        return self._actions.function_call(action)


def _names(option: str, text: str, default: tuple[str, ...]) -> tuple[str, ...]:
    """The names in a list separated by commas, or the default for an empty one."""
    if not text:
        return default
    names = tuple(name.strip() for name in text.split(","))
    if len(set(names)) != len(names) or "" in names:
        raise ConfigError(f"{option}={text!r} must name each once, separated by commas")
    return names
