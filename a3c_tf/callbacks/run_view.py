"""What a callback sees of the run that calls it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from a3c_tf.callbacks.callback import TrainingEvaluation
from a3c_tf.config import Config
from a3c_tf.training.run_folder import RunFolder

if TYPE_CHECKING:
    from a3c_tf.learning.shared_model import SharedModel
    from a3c_tf.training.session import Session


class RunView:
    """A run, for reading.

    Attributes:
        config: What the run does.
        folder: Its files.
        shared_model: The model that the workers share. Its `act` may be called at any time,
            `weights` gives a copy of one moment; who reads variables directly holds `lock`.
        message: Shows the user a line, above the progress display.
        report_evaluation: Tells all callbacks of an evaluation; it is called inside a callback.
    """

    def __init__(
        self,
        session: "Session",
        message: Callable[[str], None],
        report_evaluation: Callable[[TrainingEvaluation], None],
    ) -> None:
        """Show a session.

        Args:
            session: The run.
            message: Shows the user a line.
            report_evaluation: Tells all callbacks of an evaluation.
        """
        self._session = session
        self.config: Config = session.config
        self.folder: RunFolder = session.folder
        self.shared_model: SharedModel = session.shared_model
        self.message = message
        self.report_evaluation = report_evaluation

    @property
    def steps(self) -> int:
        """Agent steps made, all workers and all sessions."""
        return self._session.steps.value

    @property
    def updates(self) -> int:
        """Updates applied to the shared model."""
        return self.shared_model.version

    @property
    def episodes(self) -> int:
        """Episodes finished."""
        return self._session.statistics.episodes

    @property
    def mean_return(self) -> float:
        """Mean return of the last 100 episodes; NaN before the first."""
        return self._session.statistics.mean_return

    @property
    def seconds(self) -> float:
        """Wall time spent training, earlier sessions included."""
        return self._session.seconds

    @property
    def metrics(self) -> Mapping[str, float]:
        """The newest row of metrics.csv; empty before the first of this session."""
        return self._session.newest_metrics

    @property
    def interrupted(self) -> bool:
        """Whether a signal or an error ends the run; then nobody waits for long work."""
        return self._session.interrupted()
