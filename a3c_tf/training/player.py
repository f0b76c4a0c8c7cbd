"""One participant of a run: it acts, learns, and keeps the record of its episodes.

A worker thread drives one; so does A3CAgent, whose loop belongs to pysc2.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from a3c_tf.envs.environment import TimeStep
from a3c_tf.learning.actor import Actor
from a3c_tf.records.episode_log_format import EpisodeRecord
from a3c_tf.records.episode_recorder import EpisodeRecorder
from a3c_tf.specs import Action


def episode_seed(run_seed: int, player: int, episodes: int) -> int:
    """Seed of an episode's chance, the same whether its run was resumed or not.

    Args:
        run_seed: Seed of the run.
        player: Number of the player, from 0.
        episodes: Episodes that the player has finished before.

    Returns:
        A seed below 2**31.
    """
    sequence = np.random.SeedSequence([run_seed, player, episodes])
    return int(sequence.generate_state(1, np.uint32)[0] >> 1)


class Player:
    """Joins an actor with the record of what it does."""

    def __init__(
        self,
        index: int,
        seed: int,
        make_actor: Callable[[Callable[[Mapping[str, float]], None]], Actor],
        recorder: EpisodeRecorder,
        on_episode: Callable[["Player"], None],
        *,
        episodes: int = 0,
    ) -> None:
        """Begin, or go on after a resume.

        Args:
            index: Number of the player in its run, from 0.
            seed: Seed of the run.
            make_actor: Makes the actor, given whom to tell of each update.
            recorder: Collects the episodes.
            on_episode: Called at the end of each episode, which then takes its record.
            episodes: Episodes that this player has finished so far.
        """
        self.index = index
        self.episodes = episodes
        self._seed = seed
        self._recorder = recorder
        self._actor = make_actor(recorder.add_update)
        self._on_episode = on_episode

    @property
    def decisions(self) -> int:
        """Actions chosen so far; they decide where the random stream goes on."""
        return self._actor.decisions

    def state(self) -> dict[str, Any]:
        """What a checkpoint has to remember of this player."""
        return {"episodes": self.episodes, "decisions": self.decisions}

    def episode_seed(self) -> int:
        """Seed of the next episode's chance."""
        return episode_seed(self._seed, self.index, self.episodes)

    def step(self, timestep: TimeStep) -> Action | None:
        """Learn from the last action and choose the next.

        Args:
            timestep: What the environment returned last.

        Returns:
            The next action, or None after the last step of an episode.
        """
        action = self._actor.step(timestep)
        self._recorder.add(
            timestep,
            action,
            random_action=self._actor.random_function,
            random_position=self._actor.random_arguments,
        )
        if timestep.last:
            self._on_episode(self)
        return action

    def finish_episode(self, num_global: int) -> EpisodeRecord:
        """Count the episode that just ended.

        Args:
            num_global: Its number among the episodes of all players, from 1.

        Returns:
            Its record.
        """
        self.episodes += 1
        return self._recorder.finish(num_global, self.episodes)

    def abandon_episode(self) -> None:
        """Forget the episode in progress, because its game failed."""
        self._actor.abandon_episode()
        self._recorder.abandon_episode()
