"""What the learner is rewarded with in StarCraft II: the map's score, or something of our own."""

import types
from collections.abc import Mapping

from a3c_tf.envs.environment import TimeStep

# By the name of the option sc2_reward: the weight of each of a time step's totals. Nothing means
# that the reward is left as it is: what the map's score has risen by.
_WEIGHTS: Mapping[str, Mapping[str, float]] = types.MappingProxyType(
    {
        "score": {},
        # CPUFronz/SC2_HarvesterAgent (2018); the rates are those of a minute.
        "harvester": {
            "collected_minerals": 1.0,
            "collected_gas": 10.0,
            "collection_rate_minerals": 10.0,
            "collection_rate_gas": 100.0,
        },
        # A worker brings about a third of a mineral an agent step, 30 within the 100 steps that a
        # discount of 0.99 looks ahead.
        "economy": {"score": 1.0, "idle_workers": -30.0, "food_used": 30.0},
    }
)


class Rewarder:
    """Rewards each step of a game with what a weighted sum of its totals has risen by.

    The agent of 2018 took the sum itself for the reward of each step; what it has risen by adds up
    to the sum at the end, which is what was meant.
    """

    def __init__(self, name: str) -> None:
        """Wait for the first step of an episode.

        Args:
            name: "score", "harvester" or "economy".
        """
        self._weights = _WEIGHTS[name]
        self._level: float | None = None

    def __call__(self, timestep: TimeStep) -> TimeStep:
        """Replace a reward; called for each time step of an episode.

        Args:
            timestep: What the game returned.

        Returns:
            The same with a reward of its own, which is 0 at the first step.
        """
        if not self._weights:
            return timestep
        level = sum(weight * timestep.info[name] for name, weight in self._weights.items())
        reward = 0.0 if self._level is None else level - self._level
        self._level = None if timestep.last else level
        return timestep._replace(reward=reward)

    def abandon_episode(self) -> None:
        """Wait for the first step of another episode."""
        self._level = None
