"""Lets N threads play for a while in one of several ways, and counts what they did."""

import functools
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from a3c_tf.benchmarking.stopwatch import Stopwatch, cpu_seconds
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.specs import Action

Choose = Callable[[TimeStep], Action | None]


class Measurement(NamedTuple):
    """What a phase came to.

    Attributes:
        steps: Agent steps of all threads.
        seconds: Wall time.
        cpu_seconds: CPU time of the process and its games.
        split: Wall time of the threads by what they did: env, act, learn, lock and other.
    """

    steps: int
    seconds: float
    cpu_seconds: float
    split: dict[str, float]

    @property
    def rate(self) -> float:
        """Agent steps a second."""
        return self.steps / self.seconds


class Seat:
    """One thread's environment, which goes on from phase to phase."""

    def __init__(self, environment: Environment, stopwatch: Stopwatch) -> None:
        """Take an environment; it is reset at the first step.

        Args:
            environment: The game.
            stopwatch: Takes the time of "env".
        """
        self.environment = environment
        self._reset = stopwatch.timed("env", environment.reset)
        self._step = stopwatch.timed("env", environment.step)

    def play(self, choose: Choose, is_over: Callable[[int], bool]) -> int:
        """Play from a new episode on.

        Args:
            choose: Decides; None after the last step of an episode.
            is_over: Told the number of episodes finished before each step; True ends the phase.

        Returns:
            Agent steps made.
        """
        steps = episodes = 0
        timestep = self._reset()
        while not is_over(episodes):
            action = choose(timestep)
            if action is None:
                episodes += 1
                timestep = self._reset()
            else:
                timestep = self._step(action)
                steps += 1
        return steps


def play_phase(
    seats: Sequence[Seat],
    choices: Sequence[Choose],
    stopwatch: Stopwatch,
    *,
    seconds: float,
    least_episodes: int = 0,
) -> Measurement:
    """Let all seats play at once.

    Args:
        seats: One for each thread.
        choices: Who decides at each seat.
        stopwatch: Takes the times of what happens inside.
        seconds: Wall time to play for.
        least_episodes: Each seat plays on until it has finished so many episodes.

    Returns:
        What they did.

    Raises:
        Exception: What went wrong in a thread.
    """
    deadline = time.perf_counter() + seconds

    def play(stop: threading.Event, seat: Seat, choose: Choose) -> int:
        def is_over(episodes: int) -> bool:
            played = time.perf_counter() >= deadline and episodes >= least_episodes
            return played or stop.is_set()

        return seat.play(choose, is_over)

    jobs = [
        functools.partial(play, seat=seat, choose=choose)
        for seat, choose in zip(seats, choices, strict=True)
    ]
    return run_threads(jobs, stopwatch)


def run_threads(
    jobs: Sequence[Callable[[threading.Event], int]], stopwatch: Stopwatch
) -> Measurement:
    """Run jobs in threads of their own, and measure them as a whole.

    None goes on when this returns or raises, be it for Ctrl-C.

    Args:
        jobs: Each returns the number of agent steps it made, soon after the event is set.
        stopwatch: Takes the times of what happens inside.

    Returns:
        What they did.

    Raises:
        Exception: What went wrong in a thread.
    """
    made = [0] * len(jobs)
    busy = [0.0] * len(jobs)
    errors: list[BaseException] = []
    stop = threading.Event()

    def work(index: int) -> None:
        started = time.perf_counter()
        try:
            made[index] = jobs[index](stop)
        except BaseException as error:
            errors.append(error)  # raised below: in a thread it would be seen nowhere
            stop.set()
        busy[index] = time.perf_counter() - started

    stopwatch.take()
    cpu, started = cpu_seconds(), time.perf_counter()
    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(jobs))]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    except BaseException:
        stop.set()
        for thread in threads:
            if thread.ident is not None:
                thread.join()
        raise
    seconds = time.perf_counter() - started
    if errors:
        raise errors[0]
    split = stopwatch.take()
    if "learn" in split:  # an update waits for the lock inside
        split["learn"] -= split.get("lock", 0.0)
    split["other"] = sum(busy) - sum(split.values())
    return Measurement(sum(made), seconds, cpu_seconds() - cpu, split)
