"""Measures environments alone, decisions alone, training and a naive agent, in turn."""

import contextlib
import functools
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from a3c_tf.benchmarking.naive import NaiveAgent, naive_optimizer
from a3c_tf.benchmarking.phases import Measurement, Seat, play_phase, run_threads
from a3c_tf.benchmarking.stopwatch import Stopwatch, TimedLock
from a3c_tf.config import Config
from a3c_tf.envs.environment import TimeStep
from a3c_tf.envs.registry import make_env
from a3c_tf.errors import ConfigError
from a3c_tf.evaluation.checkpoint_policy import ModelPolicy
from a3c_tf.evaluation.simple_policies import random_policy
from a3c_tf.planning import RunPlan
from a3c_tf.tensorflow_setup import configure_tensorflow
from a3c_tf.training.player import episode_seed
from a3c_tf.training.run_folder import RunFolder
from a3c_tf.training.session import Session


class Report(NamedTuple):
    """Measurements of each phase, one a round, by the phase's name."""

    rounds: Mapping[str, Sequence[Measurement]]

    def rate(self, phase: str) -> float:
        """Median agent steps a second of a phase.

        Args:
            phase: Its name.

        Returns:
            The median over the rounds.
        """
        return statistics.median(measurement.rate for measurement in self.rounds[phase])

    def ratio(self, phase: str, to: str) -> float:
        """How a phase's rate compares with another's, measured right before or after it.

        Args:
            phase: The one.
            to: The other.

        Returns:
            The median over the rounds of the ratios within a round.
        """
        pairs = zip(self.rounds[phase], self.rounds[to], strict=True)
        return statistics.median(one.rate / other.rate for one, other in pairs)


def benchmark(
    config: Config,
    *,
    seconds: float,
    rounds: int,
    naive: bool,
    on_phase: Callable[[str, Measurement], None],
) -> Report:
    """Measure an environment; call in the main thread.

    Args:
        config: Environment, workers and all else that decides how it is trained.
        seconds: Wall time of each phase in each round.
        rounds: How often each phase is measured, in turn; a first one is not counted.
        naive: Whether to measure the naive agent too.
        on_phase: Told each measurement that counts, with the phase's name.

    Returns:
        All measurements.
    """
    configure_tensorflow(config)
    stopwatch = Stopwatch()
    with contextlib.ExitStack() as closing:  # in reverse order, also after an error or Ctrl-C
        folder = closing.enter_context(tempfile.TemporaryDirectory(prefix="a3c_tf-benchmark-"))
        seats: list[Seat] = []
        for worker in range(config.workers):
            seed = episode_seed(config.seed, worker, 0)
            game = make_env(config.env, config, seed=seed, worker=worker)
            closing.callback(game.close)
            seats.append(Seat(game, stopwatch))
        run_folder = RunFolder(folder)
        run_folder.acquire()
        closing.callback(run_folder.release)
        game = seats[0].environment
        plan = RunPlan(config, run_folder, False)
        session = Session(plan, game.observation_spec, game.action_spec, askers=len(seats))
        closing.callback(session.finish)
        phases = _phases(config, session, seats, stopwatch, naive)
        for name, phase in phases.items():
            if name != "naive":  # takes an episode at least, minutes of a long one; traces nothing
                phase(min(2.0, seconds))
        measured: dict[str, list[Measurement]] = {name: [] for name in phases}
        for _ in range(rounds):
            for name, phase in phases.items():
                measured[name].append(phase(seconds))
                on_phase(name, measured[name][-1])
    return Report(measured)


def _phases(
    config: Config, session: Session, seats: Sequence[Seat], stopwatch: Stopwatch, naive: bool
) -> dict[str, Callable[[float], Measurement]]:
    """What to measure: functions of the seconds to measure for."""
    model = session.shared_model
    for method, name in {"decide": "act", "update": "learn"}.items():
        setattr(model, method, stopwatch.timed(name, getattr(model, method)))
    if naive and model.initial_memory():
        raise ConfigError(
            f"--against=naive takes networks without memory, not {model.model.name!r}"
        )
    model.lock = TimedLock(model.lock, stopwatch)  # type: ignore[assignment]  # acts as a lock
    players = [
        session.join(index, seat.environment.describe_arguments) for index, seat in enumerate(seats)
    ]
    timesteps = [seat.environment.reset(index) for index, seat in enumerate(seats)]

    def at_random(seconds: float) -> Measurement:
        choices = [random_policy(model.action_spec, index) for index in range(len(seats))]
        return play_phase(seats, choices, stopwatch, seconds=seconds)

    def decisions(seconds: float) -> Measurement:
        deadline = time.perf_counter() + seconds
        jobs = [
            functools.partial(
                _decide, policy=ModelPolicy(model, index), timestep=timestep, deadline=deadline
            )
            for index, timestep in enumerate(timesteps)
        ]
        return run_threads(jobs, stopwatch)

    def training(seconds: float) -> Measurement:
        for player in players:
            player.abandon_episode()
        return play_phase(seats, [p.step for p in players], stopwatch, seconds=seconds)

    phases: dict[str, Callable[[float], Measurement]] = {
        "environment": at_random,
        "act": decisions,
        "training": training,
    }
    if naive:
        optimizer = naive_optimizer(model, config)

        def naively(seconds: float) -> Measurement:
            choices = [NaiveAgent(model, optimizer, config).step for _ in seats]
            return play_phase(seats, choices, stopwatch, seconds=seconds, least_episodes=1)

        phases["naive"] = naively
    return phases


def _decide(stop: threading.Event, policy: ModelPolicy, timestep: TimeStep, deadline: float) -> int:
    """Choose an action for the same state again and again."""
    decisions = 0
    while time.perf_counter() < deadline and not stop.is_set():
        policy(timestep)
        decisions += 1
    return decisions
