"""Environments that fail, registered under names that tests use."""

import math

from a3c_tf.envs.environment import TimeStep
from a3c_tf.envs.registry import register_env
from a3c_tf.envs.toys import Bandit
from a3c_tf.specs import Action


class CrashingBandit(Bandit):
    """A game that breaks down after some steps, counted over all games of the process."""

    steps_left = 0

    def step(self, action: Action) -> TimeStep:
        CrashingBandit.steps_left -= 1
        if CrashingBandit.steps_left == 0:
            raise ConnectionResetError("the game is gone")
        return super().step(action)


class NanBandit(Bandit):
    """A game whose reward is not a number."""

    def step(self, action: Action) -> TimeStep:
        return super().step(action)._replace(reward=math.nan)


register_env("toy_crashing", CrashingBandit, "breaks down", preset="toy", replace=True)
register_env("toy_nan", NanBandit, "pays NaN", preset="toy", replace=True)
