"""Rewards of our own for StarCraft II add up to what they are the increments of."""

import numpy as np
import pytest

from a3c_tf.envs.environment import TimeStep
from a3c_tf.envs.starcraft2_rewards import Rewarder

NAMES = ("collected_minerals", "collected_gas", "collection_rate_minerals", "collection_rate_gas")
LEVELS = [(0, 0, 0, 0), (5, 0, 60, 0), (5, 0, 40, 0), (10, 4, 40, 8)]


def timesteps():
    for number, totals in enumerate(LEVELS):
        info = {"score": 7.0, **dict(zip(NAMES, map(float, totals), strict=True))}
        last = number == len(LEVELS) - 1
        yield TimeStep({}, np.ones(1, bool), 3.0, 1.0, last, info)


def test_the_reward_of_2018_is_what_its_sum_rises_by_in_each_episode():
    rewarder = Rewarder("harvester")
    for _ in range(2):  # the second episode begins at 0 again
        rewarded = [rewarder(timestep) for timestep in timesteps()]
        assert [t.reward for t in rewarded] == [0.0, 5.0 + 600.0, -200.0, 5.0 + 40.0 + 800.0]
        assert sum(t.reward for t in rewarded) == 10 + 10 * 4 + 10 * 40 + 100 * 8
    assert [t._replace(reward=3.0).info for t in rewarded] == [t.info for t in timesteps()]


def test_an_episode_that_broke_off_leaves_nothing_to_the_next():
    rewarder = Rewarder("harvester")
    first, second, *_ = timesteps()
    rewarder(first)
    rewarder(second)
    rewarder.abandon_episode()
    assert rewarder(second).reward == 0.0


@pytest.mark.parametrize("timestep", timesteps())
def test_the_score_is_rewarded_as_pysc2_does(timestep):
    assert Rewarder("score")(timestep) is timestep
