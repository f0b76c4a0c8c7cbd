"""Playing episodes through pysc2's own environment."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from pysc2.env import sc2_env
from pysc2.lib import actions, features

from a3c_tf.minigames.calibration.policies import Policy
from a3c_tf.minigames.environment import open_environment

STEP_MUL = 8
SCREEN_SIZE, MINIMAP_SIZE = 84, 64  # defaults of pysc2's agent tool


def play(policy: Policy, map_name: str, *, episodes: int, seed: int) -> Iterator[int]:
    """Plays a map again and again in one game process.

    Args:
        policy: Who plays.
        map_name: The map.
        episodes: How many times.
        seed: Seed of the game's chance and of the policy's.

    Yields:
        The score of each episode.
    """
    np.random.seed(seed)  # pysc2's random agent draws from NumPy's global generator
    with _start(policy, map_name, seed) as env:
        agent = policy.make_agent()
        agent.setup(env.observation_spec()[0], env.action_spec()[0])
        for _ in range(episodes):
            yield _play_episode(env, agent)


def _start(policy: Policy, map_name: str, seed: int) -> sc2_env.SC2Env:
    action_space = actions.ActionSpace.RAW if policy.is_raw else actions.ActionSpace.FEATURES
    return open_environment(
        map_name,
        agent_interface_format=features.AgentInterfaceFormat(
            feature_dimensions=features.Dimensions(screen=SCREEN_SIZE, minimap=MINIMAP_SIZE),
            action_space=action_space,
            use_feature_units=not policy.is_raw,
            use_raw_units=policy.is_raw,
        ),
        step_mul=STEP_MUL,
        random_seed=seed,
    )


def _play_episode(env: sc2_env.SC2Env, agent: Any) -> int:
    (timestep,) = env.reset()
    agent.reset()
    while not timestep.last():
        (timestep,) = env.step([agent.step(timestep)])
    return int(timestep.observation["score_cumulative"][features.ScoreCumulative.score])
