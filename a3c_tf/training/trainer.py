"""Starts the workers of a run, watches them, saves what they learn, and ends with them."""

import functools
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from a3c_tf.callbacks.callback import Callback
from a3c_tf.envs.environment import Environment
from a3c_tf.envs.registry import make_env
from a3c_tf.errors import A3CError, CallbackError, WorkerError
from a3c_tf.planning import RunPlan
from a3c_tf.records.summary import Summary
from a3c_tf.tensorflow_setup import configure_tensorflow
from a3c_tf.training.checkpoint import read_state
from a3c_tf.training.player import Player, episode_seed
from a3c_tf.training.progress import Progress
from a3c_tf.training.session import Session
from a3c_tf.training.turnstile import Turnstile
from a3c_tf.training.worker import Worker

# A game that does not answer for so long at the end of a run is left behind.
_JOIN_SECONDS = 60.0
_WATCH_SECONDS = 0.2


def train(
    plan: RunPlan, callbacks: Sequence[Callback] = (), stop: threading.Event | None = None
) -> Summary:
    """Run until the planned number of agent steps is reached; call in the main thread.

    Args:
        plan: What to run and where.
        callbacks: Whom to call at what happens.
        stop: Set it from anywhere to end the run early, with a checkpoint.

    Returns:
        Where the run stands at the end.

    Raises:
        A3CError: The run cannot start or go on; what was learned before is saved.
    """
    stop = stop or threading.Event()
    plan.folder.acquire()
    try:
        done = read_state(plan.folder.checkpoints) if plan.resumes else {}
        progress = Progress(plan.config.steps, done.get("steps", 0))
        if plan.resumes and done.get("steps", 0) >= plan.config.steps:
            progress.message(
                f"The run in {plan.folder.path} has made {done['steps']} agent steps, and "
                f"--steps={plan.config.steps} asks for no more; give a larger --steps to go on."
            )
            return Summary.of_checkpoint(done)
        configure_tensorflow(plan.config)
        return _Training(plan, done, callbacks, progress, stop).run()
    finally:
        plan.folder.release()


class _Training:
    """One call of train."""

    def __init__(
        self,
        plan: RunPlan,
        state: Mapping[str, Any],
        callbacks: Sequence[Callback],
        progress: Progress,
        stop: threading.Event,
    ) -> None:
        self._plan = plan
        self._state = state
        self._config = plan.config
        self._callbacks = callbacks
        self._progress = progress
        self._stop = stop
        self._failed = False
        self._wake = threading.Event()
        self._threads: list[threading.Thread] = []
        self._opened: dict[int, Environment] = {}

    def run(self) -> Summary:
        # The first game tells what there is to see and to do; its worker plays it afterwards.
        players = self._state.get("players", {})
        first = self._open_game(0, players.get("0", {}).get("episodes", 0))
        self._opened = {0: first}
        try:
            return self._run(first)
        finally:
            for game in self._opened.values():  # nobody came to play it
                game.close()

    def _run(self, first: Environment) -> Summary:
        session = Session(
            self._plan,
            first.observation_spec,
            first.action_spec,
            self._callbacks,
            message=self._progress.message,
            interrupted=lambda: self._failed or self._stop.is_set(),
            askers=self._config.workers if self._config.mode == "normal" else 1,
        )
        self._announce(session)
        workers = self._make_workers(session, first)
        try:
            with self._progress:
                session.start()
                self._play(session, workers)
        except BaseException:
            self._failed = True
            raise
        finally:
            self._end(session)
        self._raise_first_error(workers)
        return session.summary()

    def _open_game(self, worker: int, episodes: int) -> Environment:
        """Open a game that goes on where the worker's episodes are, not with the first again."""
        seed = episode_seed(self._config.seed, worker, episodes)
        return make_env(self._config.env, self._config, seed=seed, worker=worker)

    def _open_game_of(self, player: Player) -> Environment:
        ready = self._opened.pop(player.index, None)
        return ready or self._open_game(player.index, player.episodes)

    def _make_workers(self, session: Session, first: Environment) -> list[Worker]:
        players = [
            session.join(index, first.describe_arguments) for index in range(self._config.workers)
        ]
        return [
            Worker(
                player,
                session.steps,
                functools.partial(self._open_game_of, player),
                max_restarts=self._config.max_restarts,
                on_exit=self._wake.set,
                notify=self._progress.message,
            )
            for player in players
        ]

    def _announce(self, session: Session) -> None:
        steps = session.steps.value
        begins = f"goes on at step {steps} of" if self._plan.resumes else "starts, up to step"
        self._progress.message(
            f"{self._config.env}: {self._config.workers} workers, run folder "
            f"{self._plan.folder.path}, {begins} {self._config.steps}"
        )

    def _play(self, session: Session, workers: list[Worker]) -> None:
        """Save and show progress until every worker is done or the user stops.

        Raises:
            WorkerError: A worker failed.
            CallbackError: A callback did.
        """
        if self._config.mode == "serial":
            self._play_in_turns(session, workers)
            return
        turnstile = None
        if self._config.mode == "deterministic":
            turnstile = Turnstile(worker.player.index for worker in workers)
        for worker in workers:
            thread = threading.Thread(
                target=worker.run, args=[turnstile], name=worker.name, daemon=True
            )
            self._threads.append(thread)
            thread.start()
        while not all(worker.done for worker in workers):
            self._wake.wait(_WATCH_SECONDS)
            self._wake.clear()
            if not self._tend(session, workers):
                return

    def _play_in_turns(self, session: Session, workers: list[Worker]) -> None:
        """All workers in this thread, where a debugger can follow them."""
        turns = [worker.turns() for worker in workers]
        next_look = 0.0
        try:
            while not all(worker.done for worker in workers):
                for turn in turns:
                    next(turn, None)
                if time.monotonic() >= next_look or any(worker.error for worker in workers):
                    if not self._tend(session, workers):
                        return
                    next_look = time.monotonic() + _WATCH_SECONDS
        finally:
            for turn in turns:
                turn.close()

    def _tend(self, session: Session, workers: list[Worker]) -> bool:
        """Look after the run; False if it is to end now."""
        if self._stop.is_set():
            return False
        self._raise_first_error(workers)
        self._progress.update(session.steps.value)
        row = session.save_if_due()
        if row is not None:
            self._progress.report(row)
        return True

    def _end(self, session: Session) -> None:
        """Stop the workers, then save; a worker that hangs is named and left behind."""
        session.steps.stop()
        deadline = time.monotonic() + _JOIN_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        for thread in self._threads:
            if thread.is_alive():
                self._progress.message(f"{thread.name} does not answer and is left behind")
        try:
            session.finish()
        except A3CError as error:
            if not self._failed:
                raise
            self._progress.message(f"and at the end: {error}")  # the first error is raised

    def _raise_first_error(self, workers: list[Worker]) -> None:
        for worker in workers:
            if worker.error is None:
                continue
            if isinstance(worker.error, CallbackError):
                raise worker.error
            if isinstance(worker.error, A3CError):
                raise WorkerError(f"{worker.name}: {worker.error}") from worker.error
            raise WorkerError(
                f"{worker.name} failed with {type(worker.error).__name__}: {worker.error} "
                f"(traceback above). What was learned is saved in {self._plan.folder.path}; the "
                "same command goes on from there."
            ) from worker.error
