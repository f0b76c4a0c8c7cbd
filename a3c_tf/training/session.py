"""A run while it is going on: its model, counters and files, shared by all players.

Nothing here starts a thread or opens a game. The trainer does, with its workers; so does pysc2,
where A3CAgent joins a session of its own.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from a3c_tf.callbacks.callback import Callback
from a3c_tf.callbacks.calls import CallbackCalls
from a3c_tf.callbacks.configured import with_configured
from a3c_tf.learning.actor import Actor
from a3c_tf.learning.bad_updates import BadUpdateGuard
from a3c_tf.learning.schedules import Schedules
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.learning.step_counter import StepCounter
from a3c_tf.planning import RunPlan
from a3c_tf.records.episode_log import EpisodeLog
from a3c_tf.records.episode_recorder import EpisodeRecorder
from a3c_tf.records.metrics import MetricsWriter, RunStatistics
from a3c_tf.records.summary import Summary
from a3c_tf.specs import Action, ActionSpec, ObservationSpec
from a3c_tf.training.checkpoint import Checkpointer
from a3c_tf.training.player import Player
from a3c_tf.training.transfer import transfer_weights


class Session:
    """The state that players share."""

    def __init__(
        self,
        plan: RunPlan,
        observation_spec: ObservationSpec,
        action_spec: ActionSpec,
        callbacks: Sequence[Callback] = (),
        *,
        message: Callable[[str], None] = print,
        interrupted: Callable[[], bool] = lambda: False,
        askers: int = 1,
    ) -> None:
        """Build the model, and restore the run if it goes on; call in the main thread.

        Args:
            plan: What to run; its folder is held by this process.
            observation_spec: What the environment shows.
            action_spec: What it offers to do.
            callbacks: Whom to call, beside those that the configuration asks for.
            message: Shows the user a line.
            interrupted: Whether the session ends against plan.
            askers: How many players will decide at the same time, each in a thread of its own.

        Raises:
            ConfigError: The network is unknown or does not fit the environment.
            CheckpointError: The checkpoint, or what to start from, does not fit the model.
        """
        self.folder = plan.folder
        self.interrupted = interrupted
        self.newest_metrics: Mapping[str, float] = {}
        self.shared_model = SharedModel(observation_spec, action_spec, plan.config, askers=askers)
        # By its name: another version's default may be another network.
        self.config = plan.config.override({"network": self.shared_model.model.name})
        self._checkpointer = Checkpointer(plan.folder.checkpoints, self.shared_model)
        state: dict[str, Any] = {}
        if self._checkpointer.latest:
            state = self._checkpointer.restore()
        elif self.config.init_from:
            source, env = self.config.init_from, self.config.env
            message(str(transfer_weights(self.shared_model.model, action_spec, source, env)))
        self.steps = StepCounter(plan.config.steps, state.get("steps", 0))
        self.schedules = Schedules(plan.config, self.steps, state.get("entropy_cost"))
        self.guard = BadUpdateGuard(plan.config.max_bad_updates, state.get("bad_updates", 0))
        self.statistics = RunStatistics(state.get("statistics"))
        self._player_states: dict[str, dict[str, Any]] = state.get("players", {})
        self._players: dict[int, Player] = {}
        self._logs: dict[int, EpisodeLog] = {}
        self._seconds_before = state.get("seconds", 0.0)
        self._started = time.monotonic()
        self._next_row = self._started + plan.config.log_seconds
        self._next_checkpoint = self._started + plan.config.checkpoint_seconds
        self._saving = threading.Lock()
        # Keeps an episode's log entry and its place in the counters together in a checkpoint.
        self._bookkeeping = threading.RLock()
        self._metrics = MetricsWriter(
            plan.folder.metrics_file, plan.folder.tensorboard, keep_steps=self.steps.value
        )
        self._callbacks = CallbackCalls(with_configured(callbacks, self.config), self, message)
        self._callbacks.restore(state.get("callbacks", {}))
        self.folder.write_config(self.config)
        if state:
            self._trim_logs()
        else:
            self._write_checkpoint()

    @property
    def seconds(self) -> float:
        """Wall time spent training, earlier sessions included."""
        return self._seconds_before + time.monotonic() - self._started

    def start(self) -> None:
        """Begin to train; call in the main thread before any player acts.

        Raises:
            CallbackError: A callback failed.
        """
        self._callbacks.training_start()

    def join(self, index: int, describe_arguments: Callable[[Action], Mapping[str, Any]]) -> Player:
        """Let one more player take part.

        Args:
            index: Number of the player, from 0; one that took part before a resume goes on.
            describe_arguments: Puts an action's arguments into words for the log.

        Returns:
            The player.
        """
        state = self._player_states.get(str(index), {"episodes": 0, "decisions": 0})

        def make_actor(on_update: Callable[[Mapping[str, float]], None]) -> Actor:
            def tell_both(metrics: Mapping[str, float]) -> None:
                on_update(metrics)
                self.schedules.observe(metrics)
                with self._bookkeeping:
                    self.statistics.add_update(metrics)
                self._callbacks.update(metrics)

            return Actor(
                self.shared_model,
                self.config,
                worker=index,
                schedules=self.schedules,
                guard=self.guard,
                on_update=tell_both,
                decisions=state["decisions"],
            )

        recorder = EpisodeRecorder(self.shared_model.action_spec, describe_arguments)
        player = Player(
            index,
            self.config.seed,
            make_actor,
            recorder,
            self._end_episode,
            episodes=state["episodes"],
        )
        with self._bookkeeping:
            self._players[index] = player
            self._logs[index] = self._open_log(index, state["episodes"])
        return player

    def save_if_due(self) -> Mapping[str, float] | None:
        """Write metrics and checkpoints on time; any thread may call it as often as it likes.

        Returns:
            The row of metrics, if one was due.

        Raises:
            CheckpointError: The disk does not take it.
        """
        if not self._saving.acquire(blocking=False):
            return None
        try:
            row = None
            now = time.monotonic()
            if now >= self._next_row:
                row = self.write_metrics()
                self._next_row = now + self.config.log_seconds
            if now >= self._next_checkpoint:
                self.checkpoint()
                self._next_checkpoint = time.monotonic() + self.config.checkpoint_seconds
            return row
        finally:
            self._saving.release()

    def checkpoint(self) -> None:
        """Write a checkpoint of this moment.

        Raises:
            CheckpointError: The disk does not take it.
            CallbackError: A callback failed.
        """
        with self._callbacks.lock:
            self._callbacks.checkpoint(self._write_checkpoint())

    def _write_checkpoint(self) -> str:
        with self._callbacks.lock, self._bookkeeping:
            for index, player in self._players.items():
                self._player_states[str(index)] = player.state()
            self._checkpointer.save(
                self.steps.value,
                {
                    "steps": self.steps.value,
                    "seconds": self.seconds,
                    "bad_updates": self.guard.total,
                    "entropy_cost": self.schedules.entropy_cost,
                    "statistics": self.statistics.state(),
                    "players": self._player_states,
                    "callbacks": self._callbacks.states(),
                },
            )
        return str(self._checkpointer.latest)

    def write_metrics(self) -> Mapping[str, float]:
        """Write a row of metrics, if steps were made since the last.

        Returns:
            The row, for a progress display.
        """
        with self._bookkeeping:
            row = self.statistics.row(
                steps=self.steps.value,
                seconds=self.seconds,
                updates=self.shared_model.version,
                bad_updates=self.guard.total,
                settings=self.schedules.now(),
            )
            if self._metrics.takes(row):  # else the next row tells of it
                self.statistics.begin_row(row)
        self._metrics.write(row)
        self.newest_metrics = row
        return row

    def summary(self) -> Summary:
        """Where the run stands."""
        with self._bookkeeping:
            return Summary(
                self.steps.value,
                self.statistics.episodes,
                self.statistics.mean_return,
                self.seconds,
            )

    def finish(self) -> None:
        """Save what was learned and close all files; no player may act afterwards.

        Raises:
            CheckpointError: The disk does not take it.
            CallbackError: A callback failed.
        """
        with contextlib.ExitStack() as last_things:  # done in reverse order, also after an error
            last_things.callback(self._close)
            last_things.callback(self._callbacks.training_end)
            last_things.callback(self.write_metrics)
            self.checkpoint()

    def _trim_logs(self) -> None:
        """Bring every log back to the checkpoint, those of players who stay away included."""
        for path in sorted(self.folder.logs.glob("agent*.xml")):
            index = int(path.stem.removeprefix("agent"))
            episodes = self._player_states.get(str(index), {"episodes": 0})["episodes"]
            self._open_log(index, episodes).close()

    def _open_log(self, index: int, episodes: int) -> EpisodeLog:
        path = self.folder.episode_log(index)
        about = {"env": self.config.env, "seed": self.config.seed, "worker": index}
        if path.exists():
            return EpisodeLog.resume(path, about, keep_episodes=episodes)
        return EpisodeLog.create(path, about)

    def _end_episode(self, player: Player) -> None:
        with self._callbacks.lock:
            with self._bookkeeping:
                record = player.finish_episode(self.statistics.episodes + 1)
                self.statistics.add_episode(record)
                self._logs[player.index].add(record)
            self._callbacks.episode_end(record)

    def _close(self) -> None:
        with self._bookkeeping, contextlib.ExitStack() as files:  # all, also after an error
            files.callback(self._metrics.close)
            for log in self._logs.values():
                files.callback(log.close)
