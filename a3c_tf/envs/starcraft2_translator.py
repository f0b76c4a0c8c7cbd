"""Between pysc2's observations and actions, and the arrays and indices of the learner.

Pure: it holds no game, so that an environment and a pysc2 agent can share it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from pysc2.lib import actions, features

from a3c_tf.envs.environment import TimeStep
from a3c_tf.envs.starcraft2_maps import MapProfile
from a3c_tf.specs import (
    Action,
    ActionSpec,
    ArgumentSpec,
    ArraySpec,
    FunctionSpec,
    ObservationSpec,
)

# The numbers that CPUFronz/SC2_HarvesterAgent shows its network.
PLAYER_NUMBERS = (
    "minerals",
    "vespene",
    "food_used",
    "food_cap",
    "food_workers",
    "idle_worker_count",
)
SCORE_NUMBERS = (
    "score",
    "total_value_units",
    "collected_minerals",
    "collected_vespene",
    "collection_rate_minerals",
    "collection_rate_vespene",
)

# Arguments that no policy head chooses; each needs a value for every function on offer.
FIXED_ARGUMENTS = {
    "queued": int(actions.Queued.now),
    "select_add": int(actions.SelectAdd.select),
    "select_point_act": int(actions.SelectPointAct.select),
    "select_worker": int(actions.SelectWorker.select),
}

_Channels = Sequence[tuple[str, Sequence[Sequence[int]]]]

# A channel is lit where its layer holds one of its values.
_PLAYER_RELATIVE = [
    (int(features.PlayerRelative.SELF),),
    (int(features.PlayerRelative.NEUTRAL),),
    (int(features.PlayerRelative.ENEMY),),
]
_VISIBILITY = [(int(features.Visibility.SEEN),), (int(features.Visibility.VISIBLE),)]
_FLAG = [(1,)]


class LayerEncoder:
    """Turns categorical feature layers into channels of 0 and 255, which networks read as 1."""

    def __init__(self, layers: Any, channels: _Channels) -> None:
        """Prepare one lookup table a layer.

        Args:
            layers: pysc2's SCREEN_FEATURES or MINIMAP_FEATURES.
            channels: For each layer, by name, the values that light each of its channels.
        """
        self.num_channels = sum(len(groups) for _, groups in channels)
        self._lookups: list[tuple[int, npt.NDArray[np.uint8]]] = []
        for name, groups in channels:
            highest = max(value for group in groups for value in group)
            # One row more than there are values: whatever lies beyond is read there, as nothing.
            table = np.zeros((highest + 2, len(groups)), np.uint8)
            for channel, group in enumerate(groups):
                table[list(group), channel] = 255
            self._lookups.append((getattr(layers, name).index, table))

    def encode(self, stacked: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """Encode one observation.

        Args:
            stacked: All of pysc2's layers, int [num_layers, height, width].

        Returns:
            uint8 [height, width, num_channels].
        """
        layers = np.asarray(stacked)
        return np.concatenate(
            [np.take(table, layers[i], axis=0, mode="clip") for i, table in self._lookups], axis=-1
        )


class Translator:
    """One map's task at one resolution."""

    def __init__(
        self,
        profile: MapProfile,
        *,
        screen_shape: tuple[int, int],
        minimap_shape: tuple[int, int],
    ) -> None:
        """Derive the specs.

        Args:
            profile: The map.
            screen_shape: (height, width) of the feature screen, in pixels.
            minimap_shape: (height, width) of the feature minimap, in pixels.
        """
        self.profile = profile
        self._functions = [actions.FUNCTIONS[i] for i in profile.function_ids]
        self._position = {function_id: i for i, function_id in enumerate(profile.function_ids)}
        heads = (ArgumentSpec("screen", screen_shape), ArgumentSpec("minimap", minimap_shape))
        names = [argument.name for argument in heads]
        self.action_spec = ActionSpec(
            functions=tuple(
                FunctionSpec(f.name, tuple(a.name for a in f.args if a.name in names))
                for f in self._functions
            ),
            arguments=heads,
        )
        self._screen = LayerEncoder(
            features.SCREEN_FEATURES,
            [
                ("player_relative", _PLAYER_RELATIVE),
                ("unit_type", [types for _, types in profile.unit_channels]),
                ("selected", _FLAG),
            ],
        )
        self._minimap = LayerEncoder(
            features.MINIMAP_FEATURES, [("visibility_map", _VISIBILITY), ("camera", _FLAG)]
        )
        numbers = len(PLAYER_NUMBERS) + len(SCORE_NUMBERS)
        self.observation_spec: ObservationSpec = {
            "screen": ArraySpec((*screen_shape, self._screen.num_channels), "uint8"),
            "minimap": ArraySpec((*minimap_shape, self._minimap.num_channels), "uint8"),
            "vector": ArraySpec((numbers + len(self._functions),), "float32"),
        }
        self._player_index = [features.Player[name] for name in PLAYER_NUMBERS]
        self._score_index = [features.ScoreCumulative[name] for name in SCORE_NUMBERS]

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
        mask = self._function_mask(observation["available_actions"])
        player = np.asarray(observation["player"])
        score = np.asarray(observation["score_cumulative"])
        numbers = np.concatenate([player[self._player_index], score[self._score_index]])
        last = bool(timestep.last())
        timed_out = int(observation["game_loop"][0]) >= self.profile.time_limit
        return TimeStep(
            observation={
                "screen": self._screen.encode(observation["feature_screen"]),
                "minimap": self._minimap.encode(observation["feature_minimap"]),
                "vector": np.concatenate([_compress(numbers), mask], dtype="float32"),
            },
            function_mask=mask,
            reward=float(timestep.reward),
            discount=float(timestep.discount) if last and not timed_out else 1.0,
            last=last,
            info={
                "score": float(score[features.ScoreCumulative.score]),
                "collected_minerals": float(score[features.ScoreCumulative.collected_minerals]),
                "collected_gas": float(score[features.ScoreCumulative.collected_vespene]),
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
        function = self._functions[action.function]
        choices = zip(self.action_spec.arguments, action.arguments, strict=True)
        heads = {argument.name: (argument, int(index)) for argument, index in choices}
        return actions.FunctionCall(
            int(function.id),
            [
                _argument(*heads[a.name]) if a.name in heads else [FIXED_ARGUMENTS[a.name]]
                for a in function.args
            ],
        )

    def _function_mask(self, available: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        mask = np.zeros(len(self._functions), bool)
        positions = self._position
        mask[[positions[i] for i in available.tolist() if i in positions]] = True
        mask[positions[0]] = True  # no_op is always possible
        return mask


def _argument(argument: ArgumentSpec, index: int) -> list[int]:
    """A policy head's choice as pysc2 writes it."""
    if not 0 <= index < argument.size:
        raise ValueError(f"{argument.name}={index} is outside 0..{argument.size - 1}")
    return list(argument.to_point(index)) if argument.is_spatial else [index]


def _compress(counts: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Counts from 0 to thousands as numbers from 0 to about 4."""
    return np.log1p(np.maximum(counts, 0)) / np.log(10)
