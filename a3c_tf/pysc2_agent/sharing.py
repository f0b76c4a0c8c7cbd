"""The agents of one process that name a run's folder share its model.

pysc2 makes one agent for each game it runs in parallel, without arguments and without a word to
the others. So what they share is found here, by the folder.
"""

import atexit
import pathlib
import threading
from typing import Protocol

from a3c_tf.envs.environment import TimeStep
from a3c_tf.envs.starcraft2_translator import Translator
from a3c_tf.errors import ConfigError
from a3c_tf.pysc2_agent.playing import PlayingRun
from a3c_tf.pysc2_agent.training import TrainingRun
from a3c_tf.pysc2_agent.wish import Shown, Wish
from a3c_tf.specs import Action


class Seat(Protocol):
    """One agent's place in a run."""

    def step(self, timestep: TimeStep) -> Action | None:
        """Choose the next action; None after the last step of an episode."""

    def abandon_episode(self) -> None:
        """Forget an episode that broke off."""


class Run(Protocol):
    """What the agents of a folder share.

    Attributes:
        translator: Between pysc2 and the run's model.
    """

    translator: Translator

    def join(self, index: int) -> Seat:
        """A place for one more agent.

        Args:
            index: Number of the agent, from 0.
        """

    def close(self, *, at_exit: bool = False) -> None:
        """End the run; no seat is used afterwards.

        Args:
            at_exit: Whether the process ends.
        """


class _Shared:
    """A run with the number of its agents."""

    def __init__(self, wish: Wish, shown: Shown) -> None:
        self.wish = wish
        self.shown = shown
        self.run: Run = (TrainingRun if wish.training else PlayingRun)(wish, shown)
        self.joined = 0
        self.present = 0


_shared: dict[tuple[pathlib.Path, bool], _Shared] = {}
_lock = threading.RLock()


def take_seat(wish: Wish, shown: Shown) -> tuple[Seat, Translator]:
    """Join the run of a folder; the first agent to come starts it.

    Args:
        wish: What the agent asks for.
        shown: Map and resolution.

    Returns:
        The agent's place, and what stands between it and pysc2.

    Raises:
        A3CError: The run cannot start, or the agents already there ask for something else.
    """
    with _lock:
        key = _key(wish)
        shared = _shared.get(key)
        if shared is None:
            shared = _shared[key] = _Shared(wish, shown)
        if (shared.wish, shared.shown) != (wish, shown):
            raise ConfigError(
                f"the agents that share {wish.run_dir} must have the same options, map and "
                "resolution"
            )
        seat = shared.run.join(shared.joined)
        shared.joined += 1
        shared.present += 1
        return seat, shared.run.translator


def leave(wish: Wish) -> None:
    """Give a place up; the last agent to leave closes the run.

    Args:
        wish: What the agent asked for.
    """
    with _lock:
        shared = _shared.get(_key(wish))
        if shared is None:  # the process is about to end, and has closed all runs
            return
        shared.present -= 1
        if shared.present == 0:
            del _shared[_key(wish)]
            shared.run.close()


@atexit.register
def _close_all() -> None:
    """pysc2 does not tell its agents that it is done with them; the end of the process does."""
    with _lock:
        while _shared:
            _, shared = _shared.popitem()
            shared.run.close(at_exit=True)


def _key(wish: Wish) -> tuple[pathlib.Path, bool]:
    return pathlib.Path(wish.run_dir).resolve(), wish.training
