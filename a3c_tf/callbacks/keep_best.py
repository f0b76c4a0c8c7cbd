"""Keeps the best model so far, since the last one of a run is often not the best."""

import math
from typing import Literal

from a3c_tf.callbacks.callback import Callback, TrainingEvaluation
from a3c_tf.callbacks.run_view import RunView
from a3c_tf.errors import ConfigError
from a3c_tf.learning.acting_model import ActingModel
from a3c_tf.records.metrics import WINDOW
from a3c_tf.training.checkpoint import Checkpointer, read_state


class KeepBest(Callback):
    """Keeps it in the run's checkpoints/best, which evaluation takes as `checkpoint="best"`.

    Judged by evaluation, it is the model that was evaluated. Judged by return, it is the one of
    the checkpoint at whose moment the last 100 episodes, which slightly older weights played, had
    the highest mean.
    """

    def __init__(self, by: Literal["evaluation", "return"] = "evaluation") -> None:
        """Choose the judge.

        Args:
            by: "evaluation": the mean score of each evaluation, which needs EvaluateEvery beside
                it; "return": the mean return of the last 100 episodes, at each checkpoint.

        Raises:
            ConfigError: `by` is neither.
        """
        if by not in ("evaluation", "return"):
            raise ConfigError(f"KeepBest: by must be 'evaluation' or 'return', not {by!r}")
        self._by = by
        self._value = -math.inf
        self._checkpointer: Checkpointer | None = None

    def on_training_start(self, run: RunView) -> None:
        """Read how good the best model of earlier sessions was."""
        self._checkpointer = None
        state = read_state(run.folder.best)
        # Returns and evaluations do not compare, so another judge starts anew.
        self._value = state["value"] if state.get("by") == self._by else -math.inf

    def on_evaluation(self, run: RunView, evaluation: TrainingEvaluation) -> None:
        """Keep the evaluated model if it is the best."""
        if self._by == "evaluation":
            value = evaluation.result.mean
            self._keep_if_best(run, evaluation.acting_model, evaluation.steps, value)

    def on_checkpoint(self, run: RunView, path: str) -> None:
        """Keep the present model if it is the best."""
        if self._by == "return" and run.episodes >= WINDOW:
            self._keep_if_best(run, run.shared_model, run.steps, run.mean_return)

    def _keep_if_best(self, run: RunView, model: ActingModel, steps: int, value: float) -> None:
        if not value > self._value:
            return
        if self._checkpointer is None:
            self._checkpointer = Checkpointer(run.folder.best, model, keep=1)
        self._checkpointer.save(steps, {"steps": steps, "by": self._by, "value": value})
        self._value = value
