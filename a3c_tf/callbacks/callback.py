"""What a callback is: six moments of a run at which code of one's own is called."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from a3c_tf.evaluation.evaluation import Evaluation
from a3c_tf.records.episode_log_format import EpisodeRecord

if TYPE_CHECKING:
    from a3c_tf.callbacks.run_view import RunView
    from a3c_tf.learning.acting_model import ActingModel


class TrainingEvaluation(NamedTuple):
    """What the weights of one moment of a run were worth.

    Attributes:
        steps: The run's agent steps at that moment.
        result: The episodes played with those weights, and their statistics.
        acting_model: A model that acts with those weights; not the one that goes on learning. It
            is used again for the next evaluation, so save or copy what is to last.
    """

    steps: int
    result: Evaluation
    acting_model: "ActingModel"


class Callback:
    """Does nothing; a subclass overrides the moments it cares about.

    All get a view of the run. A moment that returns False ends the run, with a checkpoint; any
    other value, None included, lets it go on.

    Calls never overlap, whichever threads they come from, and training waits for them. An
    exception ends the run with the callback's name, and what was learned is saved.
    """

    def on_training_start(self, run: "RunView") -> bool | None:
        """The model is built or restored; no step of this session has been made.

        Args:
            run: The run.

        Returns:
            False to end the run.
        """

    def on_episode_end(self, run: "RunView", episode: EpisodeRecord) -> bool | None:
        """An episode is over and in the log; episodes come in the order of their num_global.

        Args:
            run: The run.
            episode: What its log entry says, with every action.

        Returns:
            False to end the run.
        """

    def on_update(self, run: "RunView", metrics: Mapping[str, float]) -> bool | None:
        """A worker has improved the shared model, and waits.

        Args:
            run: The run.
            metrics: policy_loss, value_loss, entropy, value, policy_lag and gradient_norm of the
                update, as in shared_model.UpdateResult.

        Returns:
            False to end the run.
        """

    def on_evaluation(self, run: "RunView", evaluation: TrainingEvaluation) -> bool | None:
        """An evaluation is done; EvaluateEvery makes them.

        Args:
            run: The run, which has gone on since the evaluation's weights were taken.
            evaluation: Its result.

        Returns:
            False to end the run.
        """

    def on_checkpoint(self, run: "RunView", path: str) -> bool | None:
        """A checkpoint is on disk; that of the moment when training starts is not reported.

        Args:
            run: The run.
            path: The checkpoint, as tf.train.Checkpoint takes it.

        Returns:
            False to end the run.
        """

    def on_training_end(self, run: "RunView") -> None:
        """All workers have stopped and the last checkpoint is written.

        It is called whenever on_training_start was, however the session ended, so it is the place
        to release what was opened there.

        Args:
            run: The run; run.interrupted tells whether it ended against plan.
        """

    def state(self) -> dict[str, Any]:
        """What a checkpoint has to remember of this callback, as JSON can hold it."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Begin, or go on after a resume; called before on_training_start.

        Args:
            state: What `state` returned when the checkpoint was made; empty for a new run.
        """
