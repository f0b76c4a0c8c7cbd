"""Hand-made pysc2 observations, in which every entry is zero but those a test sets."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from pysc2.env import environment
from pysc2.lib import features

# Not square, and the minimap unlike the screen, so that no axis can be taken for another.
SCREEN_SHAPE = (5, 7)
MINIMAP_SHAPE = (4, 6)


def make_timestep(
    *,
    screen: dict[str, Any] | None = None,
    minimap: dict[str, Any] | None = None,
    player: dict[str, int] | None = None,
    score: dict[str, int] | None = None,
    available: Sequence[int] = (0,),
    game_loop: int = 8,
    reward: float = 0.0,
    discount: float = 1.0,
    step_type: environment.StepType = environment.StepType.MID,
    map_name: str = "CollectMineralsAndGas",
    screen_shape: tuple[int, int] = SCREEN_SHAPE,
    minimap_shape: tuple[int, int] = MINIMAP_SHAPE,
) -> environment.TimeStep:
    """A time step; layers, player and score entries are given by pysc2's names."""
    screen_layers = np.zeros((len(features.SCREEN_FEATURES), *screen_shape), np.int32)
    for name, layer in (screen or {}).items():
        screen_layers[getattr(features.SCREEN_FEATURES, name).index] = layer
    minimap_layers = np.zeros((len(features.MINIMAP_FEATURES), *minimap_shape), np.int32)
    for name, layer in (minimap or {}).items():
        minimap_layers[getattr(features.MINIMAP_FEATURES, name).index] = layer
    player_numbers = np.zeros(len(features.Player), np.int32)
    for name, value in (player or {}).items():
        player_numbers[features.Player[name]] = value
    score_numbers = np.zeros(len(features.ScoreCumulative), np.int32)
    for name, value in (score or {}).items():
        score_numbers[features.ScoreCumulative[name]] = value
    observation = {
        "feature_screen": screen_layers,
        "feature_minimap": minimap_layers,
        "player": player_numbers,
        "score_cumulative": score_numbers,
        "available_actions": np.array(available, np.int32),
        "game_loop": np.array([game_loop], np.int32),
        "map_name": map_name,
    }
    return environment.TimeStep(step_type, reward, discount, observation)
