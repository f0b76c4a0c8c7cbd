"""Calls a run's callbacks: one at a time, with their errors named."""

import threading
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from a3c_tf.callbacks.callback import Callback, TrainingEvaluation
from a3c_tf.callbacks.run_view import RunView
from a3c_tf.errors import A3CError, CallbackError
from a3c_tf.records.episode_log_format import EpisodeRecord

if TYPE_CHECKING:
    from a3c_tf.training.session import Session

_MOMENTS = (
    "on_training_start",
    "on_episode_end",
    "on_update",
    "on_evaluation",
    "on_checkpoint",
    "on_training_end",
)


class CallbackCalls:
    """The callbacks of one run, in the order they were given.

    Attributes:
        lock: Held during every call. Who holds it may take the session's and the model's locks,
            never the other way round.
    """

    def __init__(
        self, callbacks: Sequence[Callback], session: "Session", message: Callable[[str], None]
    ) -> None:
        """Get ready; nothing is called yet.

        Args:
            callbacks: Whom to call.
            session: The run.
            message: Shows the user a line.

        Raises:
            CallbackError: One of them is no Callback.
        """
        for callback in callbacks:
            if not isinstance(callback, Callback):
                raise CallbackError(
                    f"a callback must be an instance of a subclass of a3c_tf.Callback, not "
                    f"{callback!r}"
                )
        self.lock = threading.RLock()
        self._callbacks = tuple(callbacks)
        # Only those with something to do at a moment, so that nobody pays for the others.
        self._listeners = {
            moment: [c for c in callbacks if _overrides(c, moment)] for moment in _MOMENTS
        }
        self._session = session
        self._message = message
        self._run = RunView(session, message, self._report_evaluation)
        self._started = False
        self._failed = False

    def training_start(self) -> None:
        """Training begins."""
        self._started = True
        self._call("on_training_start")

    def episode_end(self, episode: EpisodeRecord) -> None:
        """An episode is over.

        Args:
            episode: Its record.
        """
        self._call("on_episode_end", episode)

    def update(self, metrics: Mapping[str, float]) -> None:
        """An update was applied.

        Args:
            metrics: As in shared_model.UpdateResult.
        """
        self._call("on_update", metrics)

    def checkpoint(self, path: str) -> None:
        """A checkpoint was written.

        Args:
            path: Where.
        """
        self._call("on_checkpoint", path)

    def training_end(self) -> None:
        """Training is over. All callbacks are called, also if one fails now or failed before.

        Raises:
            CallbackError: The first that failed now.
        """
        if not self._started:
            return
        errors = []
        with self.lock:
            for callback in self._listeners["on_training_end"]:
                try:
                    self._call_one(callback, "on_training_end")
                except CallbackError as error:
                    errors.append(error)
        if errors:
            raise errors[0]

    def states(self) -> dict[str, dict[str, Any]]:
        """What a checkpoint has to remember of the callbacks, by name."""
        states = {name: callback.state() for name, callback in self._named()}
        return {name: state for name, state in states.items() if state}

    def restore(self, states: Mapping[str, Mapping[str, Any]]) -> None:
        """Let callbacks begin, or go on after a resume.

        Args:
            states: What `states` returned; callbacks that it does not name begin anew.
        """
        for name, callback in self._named():
            callback.restore(states.get(name, {}))

    def _named(self) -> list[tuple[str, Callback]]:
        """The callbacks by class name, with a number from the second of a class on."""
        counts: Counter[str] = Counter()
        named = []
        for callback in self._callbacks:
            name = type(callback).__name__
            counts[name] += 1
            named.append((name if counts[name] == 1 else f"{name} {counts[name]}", callback))
        return named

    def _report_evaluation(self, evaluation: TrainingEvaluation) -> None:
        self._call("on_evaluation", evaluation)

    def _call(self, moment: str, *details: Any) -> None:
        """Call all who listen; after a failure the run is ending and nobody is called again."""
        listeners = self._listeners[moment]
        if not listeners:
            return
        with self.lock:
            for callback in listeners:
                if not self._failed:
                    self._call_one(callback, moment, *details)

    def _call_one(self, callback: Callback, moment: str, *details: Any) -> None:
        name = type(callback).__name__
        try:
            answer = getattr(callback, moment)(self._run, *details)
        except CallbackError:
            raise  # of another callback, which this one called
        except Exception as error:
            self._failed = True
            if isinstance(error, A3CError):
                raise CallbackError(f"callback {name}: {error}") from error
            traceback.print_exc()
            raise CallbackError(
                f"callback {name} failed in {moment} with {type(error).__name__}: {error} "
                f"(traceback above). What was learned is saved in {self._session.folder.path}; the "
                "same command goes on from there."
            ) from error
        says_no = isinstance(answer, bool | np.bool_) and not answer
        if says_no and not self._session.steps.finished:
            self._session.steps.stop()
            self._message(f"callback {name} ends the run at step {self._session.steps.value}")


def _overrides(callback: Callback, moment: str) -> bool:
    return getattr(type(callback), moment) is not getattr(Callback, moment)
