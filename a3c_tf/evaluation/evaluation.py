"""Plays without learning, and says what the episodes were worth.

An episode's value is the environment's own `score` at its end, not the reward the agent was
trained on: the curriculum score of a StarCraft II mini-game; the classic return of a Mario stage
(mario_rewards.classic_reward); what a toy's docstring says.
"""

import dataclasses
import pathlib
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np

from a3c_tf.config import Config
from a3c_tf.envs.environment import Environment
from a3c_tf.envs.registry import env_entry, make_env
from a3c_tf.errors import CheckpointError, ConfigError
from a3c_tf.evaluation.simple_policies import Policy, noop_policy, random_policy
from a3c_tf.planning import config_for
from a3c_tf.training.run_folder import FIXED_FOR_A_RUN, RunFolder

PolicyName = Literal["checkpoint", "random", "noop"]


@dataclasses.dataclass(frozen=True)
class Episode:
    """One episode played.

    Attributes:
        value: The environment's score at its end.
        steps: Its length in agent steps.
        seconds: Wall time it took.
        info: The environment's totals at its end.
    """

    value: float
    steps: int
    seconds: float
    info: Mapping[str, float]


@dataclasses.dataclass(frozen=True)
class Evaluation:
    """Episodes and what they come to.

    Attributes:
        env: Name of the environment.
        policy: Who played: "random", "noop", or the checkpoint's path.
        seed: Seed of the play.
        played: The episodes in order.
        action_set: Name of the functions on offer, for games that have several such sets.
    """

    env: str
    policy: str
    seed: int
    played: tuple[Episode, ...]
    action_set: str = ""

    @property
    def episodes(self) -> list[float]:
        """Value of each episode."""
        return [episode.value for episode in self.played]

    @property
    def mean(self) -> float:
        """Mean value."""
        return float(np.mean(self.episodes))

    @property
    def std(self) -> float:
        """Standard deviation of the values themselves (divided by n, 0 for one episode)."""
        return float(np.std(self.episodes))

    @property
    def min(self) -> float:
        """Lowest value."""
        return min(self.episodes)

    @property
    def max(self) -> float:
        """Highest value."""
        return max(self.episodes)

    @property
    def flag_rate(self) -> float | None:
        """Mario: share of the episodes that cleared the stage; None for other games."""
        flags = self._totals("flag")
        return float(np.mean(flags)) if flags else None

    @property
    def max_x(self) -> float | None:
        """Mario: the furthest x that any episode reached, in pixels; None for other games."""
        positions = self._totals("max_x")
        return max(positions) if positions else None

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON can hold it; flag_rate and max_x only for Mario."""
        result: dict[str, Any] = {"env": self.env, "policy": self.policy, "seed": self.seed}
        if self.action_set:
            result["action_set"] = self.action_set
        result |= {name: getattr(self, name) for name in ("mean", "std", "min", "max")}
        result |= {
            "episodes": self.episodes,
            "steps": [episode.steps for episode in self.played],
            "seconds": [round(episode.seconds, 3) for episode in self.played],
        }
        mario = {"flag_rate": self.flag_rate, "max_x": self.max_x}
        return result | {name: value for name, value in mario.items() if value is not None}

    def _totals(self, name: str) -> list[float]:
        return [episode.info[name] for episode in self.played if name in episode.info]


def play_episodes(
    env: Environment,
    policy: Policy,
    episodes: int,
    seed: int = 1,
    on_episode: Callable[[int, Episode], None] | None = None,
) -> tuple[Episode, ...]:
    """Let a policy play.

    Args:
        env: Where; it stays open.
        policy: Who.
        episodes: How many episodes.
        seed: Each episode's seed follows from it, in environments that take one.
        on_episode: Called after each with its number, from 1, and the episode.

    Returns:
        The episodes.
    """
    played = []
    for number in range(1, episodes + 1):
        started = time.perf_counter()
        timestep = env.reset(int(np.random.SeedSequence([seed, number]).generate_state(1)[0]))
        steps = 0
        while not timestep.last:
            action = policy(timestep)
            assert action is not None, "only the last step of an episode has no action"
            timestep = env.step(action)
            steps += 1
        policy(timestep)
        seconds = time.perf_counter() - started
        played.append(Episode(timestep.info["score"], steps, seconds, dict(timestep.info)))
        if on_episode is not None:
            on_episode(number, played[-1])
    return tuple(played)


def evaluate(
    env: str | None = None,
    run_dir: str | None = None,
    policy: PolicyName = "checkpoint",
    episodes: int = 20,
    *,
    checkpoint: str = "latest",
    greedy: bool = False,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    on_episode: Callable[[int, Episode], None] | None = None,
) -> Evaluation:
    """Play an environment without learning; the same arguments give the same values.

    Args:
        env: Name of the environment; by default the run's, else the default of Config. It may
            differ from the run's where the observations and actions are the same, for instance
            another Mario stage.
        run_dir: Folder of the run; by default, where a checkpoint plays, the one the checkpoint's
            path lies in, or runs/<env>.
        policy: A checkpoint of the run, uniformly random choices, or doing nothing. On StarCraft
            II random choices are made among all functions of pysc2, as SC2LE's random policy
            does (Vinyals et al. 2017, table 1), unless the options name an action_set.
        episodes: How many episodes to play.
        checkpoint: Which one: "latest", "best", or a path, see checkpoint.find_checkpoint.
        greedy: Whether the checkpoint plays its most probable action instead of sampling.
        seed: Seed of the policy's sampling and, where the game allows it, of its chance.
        options: Fields of Config, for instance backend, that override the run's or the preset's.
        on_episode: Called after each episode with its number, from 1, and the episode.

    Returns:
        The episodes and their statistics.

    Raises:
        ConfigError: An unknown name, or a value that does not fit.
        CheckpointError: There is no run or checkpoint, or it does not fit the environment.
    """
    if episodes < 1:
        raise ConfigError(f"episodes must be at least 1, not {episodes}")
    if greedy and policy != "checkpoint":
        raise ConfigError(f"greedy applies to policy 'checkpoint', not to {policy!r}")
    if checkpoint != "latest" and policy != "checkpoint":
        raise ConfigError(f"checkpoint applies to policy 'checkpoint', not to {policy!r}")
    if run_dir is None and checkpoint not in ("latest", "best"):
        run_dir = str(RunFolder.around(checkpoint).path)
    asked = {**(options or {}), **({"env": env_entry(env).name} if env else {})}
    if policy == "noop":
        # Only the larger Mario sets contain it, and doing nothing is the same in each of them.
        asked = {"mario_actions": "simple", **asked}
    if policy == "random":
        # Comparable with published scores; a small set leaves out most of what does no good.
        asked = {"action_set": "all", **asked}
    config = _config_of(run_dir, policy, asked)
    environment = make_env(config.env, config, seed=seed)
    try:
        player, name = _player(policy, environment, config, seed, greedy, checkpoint)
        played = play_episodes(environment, player, episodes, seed, on_episode)
    finally:
        environment.close()
    return Evaluation(config.env, name, seed, played, environment.action_spec.name)


def _player(
    policy: str,
    environment: Environment,
    config: Config,
    seed: int,
    greedy: bool,
    checkpoint: str,
) -> tuple[Policy, str]:
    """The policy, and what to call it in the result."""
    match policy:
        case "random":
            return random_policy(environment.action_spec, seed), policy
        case "noop":
            return noop_policy(environment.action_spec), policy
        case "checkpoint":
            # Only here is TensorFlow needed, which takes seconds to load.
            from a3c_tf.evaluation.checkpoint_policy import load_policy

            try:
                return load_policy(environment, config, seed, greedy=greedy, checkpoint=checkpoint)
            except (ConfigError, CheckpointError) as error:
                trained = RunFolder(config.run_dir).read_config().env
                if trained == config.env:
                    raise
                raise CheckpointError(
                    f"the run in {config.run_dir} is of {trained}, and its model does not fit "
                    f"{config.env}: {error}"
                ) from error
    raise ConfigError(f"policy must be checkpoint, random or noop, not {policy!r}")


def _config_of(run_dir: str | None, policy: PolicyName, asked: Mapping[str, Any]) -> Config:
    """The configuration to play with: the run's if there is one to take it from."""
    if policy != "checkpoint" and run_dir is None:
        return config_for(asked)
    folder = RunFolder(run_dir or pathlib.Path("runs") / asked.get("env", Config.env))
    recorded = folder.read_config()
    config = recorded.override({**asked, "run_dir": str(folder.path)})
    if policy == "checkpoint":
        _check_same_model(recorded, config)
    return config


def _check_same_model(recorded: Config, config: Config) -> None:
    for name in set(FIXED_FOR_A_RUN) - {"env", "seed"}:
        before, after = getattr(recorded, name), getattr(config, name)
        if before != after:
            raise CheckpointError(
                f"the checkpoint was trained with --{name}={before}, it cannot play with {after}; "
                f"leave --{name} out"
            )
