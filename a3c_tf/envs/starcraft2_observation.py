"""pysc2's observations and actions, made from the game's messages as far as they are read.

pysc2 unpacks all 38 feature layers and every table of a message, which costs more time of its
process than everything else it does in a step. It can also be asked for the messages themselves, by
giving SC2Env the protocol's interface options in place of its own AgentInterfaceFormat. That is
done here; what an entry is made of is still pysc2's business.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from pysc2.lib import actions, features
from s2clientprotocol import sc2api_pb2

# pysc2's default: the screen shows a square of 24 world units, the width of the human's camera.
_CAMERA_WIDTH = 24


def interface_options(
    screen_size: tuple[int, int], minimap_size: tuple[int, int]
) -> sc2api_pb2.InterfaceOptions:
    """Ask for feature layers and the score, as pysc2 does by default.

    Args:
        screen_size: (width, height) of the feature screen, in pixels.
        minimap_size: (width, height) of the feature minimap, in pixels.

    Returns:
        What SC2Env takes in place of an AgentInterfaceFormat.
    """
    options = sc2api_pb2.InterfaceOptions(score=True)
    options.feature_layer.width = _CAMERA_WIDTH
    for size, pixels in (
        (options.feature_layer.resolution, screen_size),
        (options.feature_layer.minimap_resolution, minimap_size),
    ):
        size.x, size.y = pixels
    return options


class LazyObservation:
    """One observation, with the names of pysc2's; each entry is made when it is first read."""

    def __init__(self, message: sc2api_pb2.ResponseObservation, pysc2: features.Features) -> None:
        """Hold the message.

        Args:
            message: What the game sent.
            pysc2: Knows what its entries are made of.
        """
        self._message = message
        self._pysc2 = pysc2
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """An entry; those that no maker is known for cost pysc2's whole work, once.

        Args:
            name: One of pysc2's, for instance "player".

        Returns:
            What pysc2 has there, except that layers are unpacked when they are indexed.
        """
        if name not in self._made:
            maker = _MAKERS.get(name)
            if maker is None:
                self._made = {**self._pysc2.transform_obs(self._message), **self._made}
            else:
                self._made[name] = maker(self._message.observation, self._pysc2)
        return self._made[name]

    def message_of(self, call: actions.FunctionCall) -> sc2api_pb2.Action:
        """Translate an action to be taken on this observation.

        Args:
            call: The action.

        Returns:
            What the game is sent.

        Raises:
            ValueError: It is not available, or an argument does not fit.
        """
        if call.function not in self["available_actions"]:
            name = actions.FUNCTIONS[call.function].name
            raise ValueError(f"{name} is not available now")
        return self._pysc2.transform_action(None, call, skip_available=True)


class _Layers:
    """Layers of an observation, each unpacked when it is indexed."""

    def __init__(self, observation: Any, layer_set: Any, size: Any) -> None:
        self._observation = observation
        self._layer_set = layer_set
        self._size = size

    def __getitem__(self, index: int) -> npt.NDArray[Any]:
        layer = self._layer_set[index].unpack(self._observation)
        # Versions of the game that do not know a layer send none.
        return np.zeros((self._size.y, self._size.x), np.uint8) if layer is None else layer


def _screen(observation: Any, pysc2: features.Features) -> _Layers:
    return _Layers(observation, features.SCREEN_FEATURES, _size(observation, "renders"))


def _minimap(observation: Any, pysc2: features.Features) -> _Layers:
    return _Layers(observation, features.MINIMAP_FEATURES, _size(observation, "minimap_renders"))


def _size(observation: Any, layer_set: str) -> Any:
    """Size of the layers, which every version of the game has of this one."""
    return getattr(observation.feature_layer_data, layer_set).player_relative.size


def _player(observation: Any, pysc2: features.Features) -> npt.NDArray[np.int32]:
    player = observation.player_common
    return np.array([getattr(player, name) for name in features.Player.__members__], np.int32)


def _score(observation: Any, pysc2: features.Features) -> npt.NDArray[np.int32]:
    score, names = observation.score, list(features.ScoreCumulative.__members__)[1:]
    details = [getattr(score.score_details, name) for name in names]
    return np.array([score.score, *details], np.int32)


def _available(observation: Any, pysc2: features.Features) -> npt.NDArray[np.int32]:
    return np.array(pysc2.available_actions(observation), np.int32)


def _game_loop(observation: Any, pysc2: features.Features) -> npt.NDArray[np.int32]:
    return np.array([observation.game_loop], np.int32)


_MAKERS: dict[str, Callable[[Any, features.Features], Any]] = {
    "feature_screen": _screen,
    "feature_minimap": _minimap,
    "player": _player,
    "score_cumulative": _score,
    "available_actions": _available,
    "game_loop": _game_loop,
}
