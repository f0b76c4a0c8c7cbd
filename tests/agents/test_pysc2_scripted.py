"""pysc2's own scripted agents on the embedded mini-games: they score what they do in the game."""

import math
import statistics

import pytest

from a3c_tf.minigames.calibration.playing import play
from a3c_tf.minigames.calibration.policies import POLICIES

EPISODES = 5


# Bands of the mean. MoveToBeacon's follows from the map's geometry; of the shards, about 90 is
# published for the first agent, and 113 with a standard deviation of 6 for the second.
@pytest.mark.parametrize(
    ("name", "map_name", "low", "high", "deviation"),
    [
        ("MoveToBeacon", "MoveToBeacon", 25.0, 27.5, 2.0),
        ("CollectMineralShards", "CollectMineralShards", 75.0, 100.0, 5.0),
        ("CollectMineralShardsFeatureUnits", "CollectMineralShards", 95.0, 120.0, 7.0),
    ],
)
def test_the_mean_is_in_its_band(
    name: str, map_name: str, low: float, high: float, deviation: float
) -> None:
    policy = next(policy for policy in POLICIES if policy.name == f"pysc2 {name}")
    scores = list(play(policy, map_name, episodes=EPISODES, seed=11))
    margin = 3 * deviation / math.sqrt(EPISODES)  # so few episodes may miss it by chance
    assert low - margin <= statistics.fmean(scores) <= high + margin


@pytest.mark.parametrize("name", ["CollectMineralShardsRaw", "DefeatRoaches", "DefeatRoachesRaw"])
def test_the_others_score_in_every_episode(name: str) -> None:
    policy = next(policy for policy in POLICIES if policy.name == f"pysc2 {name}")
    scores = list(play(policy, policy.maps[0], episodes=2, seed=11))
    assert min(scores) > 0
