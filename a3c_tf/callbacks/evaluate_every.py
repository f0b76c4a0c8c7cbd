"""Evaluation beside training, at regular distances."""

import math

from a3c_tf.callbacks.callback import Callback, TrainingEvaluation
from a3c_tf.callbacks.evaluator import EvaluationPlan, Evaluator, environment_seed
from a3c_tf.callbacks.run_view import RunView
from a3c_tf.envs.environment import Environment
from a3c_tf.envs.registry import make_env
from a3c_tf.errors import ConfigError
from a3c_tf.learning.acting_model import ActingModel
from a3c_tf.records.metrics import MetricsWriter

_POLL_SECONDS = 0.2

# Column of evaluations.csv, and behind "evaluation/" tag in TensorBoard: attribute of Evaluation.
_SCORES = {
    "score_mean": "mean",
    "score_std": "std",
    "score_min": "min",
    "score_max": "max",
    "flag_rate": "flag_rate",
    "max_x": "max_x",
}
COLUMNS = ("steps", "episodes", *_SCORES, "length_mean", "seconds")
_TAGS = {f"evaluation/{column}": column for column in (*_SCORES, "length_mean")}


class EvaluateEvery(Callback):
    """Plays episodes without learning every so many agent steps, while training goes on.

    Each evaluation plays with the weights of one moment, in an environment and a thread of its
    own. The results go to evaluations.csv, to TensorBoard and to each callback's on_evaluation.
    Where evaluations take longer than the steps between them, the next begins when the last is
    done. One more follows the last step of the run, unless the run was interrupted.
    """

    def __init__(
        self,
        steps: int,
        episodes: int = 10,
        *,
        env: str | None = None,
        greedy: bool = False,
        seed: int = 1,
    ) -> None:
        """Plan the evaluations.

        Args:
            steps: Agent steps of the run from one evaluation to the next.
            episodes: Episodes an evaluation.
            env: Name of another environment with the same observations and actions; by default
                that of the run.
            greedy: Whether to take the most probable action instead of sampling.
            seed: Seed of each evaluation: all meet the same chances.

        Raises:
            ConfigError: A number is below 1.
        """
        for name, value in (("steps", steps), ("episodes", episodes)):
            if value < 1:
                raise ConfigError(f"EvaluateEvery: {name} must be at least 1, not {value}")
        self._distance = steps
        self._episodes = episodes
        self._env = env
        self._greedy = greedy
        self._seed = seed
        self._next = steps
        self._newest = -1
        self._evaluator: Evaluator | None = None
        self._writer: MetricsWriter | None = None

    def on_training_start(self, run: RunView) -> None:
        """Build the model that plays, and find out which evaluation is next."""
        trained = run.shared_model
        self._evaluator = Evaluator(
            self._plan(run), ActingModel(trained.observation_spec, trained.action_spec, run.config)
        )
        self._writer = MetricsWriter(
            run.folder.evaluations_file,
            run.folder.tensorboard / "evaluation",
            keep_steps=run.steps,
            columns=COLUMNS,
            tags=_TAGS,
        )
        self._began(int(self._writer.last_steps))
        self._evaluator.start()

    def on_update(self, run: RunView, metrics: object) -> None:
        """Report what is done, and begin what is due."""
        assert self._evaluator is not None, "training has started"
        self._report(run)
        if run.steps >= self._next and not self._evaluator.busy:
            self._submit(run)

    def on_training_end(self, run: RunView) -> None:
        """Evaluate what was learned in the end."""
        if self._evaluator is None:
            return  # it was never started
        try:
            self._wait(run)
            self._report(run)
            if self._newest < run.steps and not run.interrupted:
                self._submit(run)
                self._wait(run)
                self._report(run)
        finally:
            self._evaluator.close()
            if self._writer is not None:
                self._writer.close()

    def _plan(self, run: RunView) -> EvaluationPlan:
        env = self._env or run.config.env

        def make_environment() -> Environment:
            # Numbered after the workers, whose ports or files it must not share.
            environment = make_env(
                env, run.config, seed=environment_seed(self._seed), worker=run.config.workers
            )
            specs = (environment.observation_spec, environment.action_spec)
            if specs != (run.shared_model.observation_spec, run.shared_model.action_spec):
                environment.close()
                raise ConfigError(
                    f"cannot evaluate in {env}: its observations or actions are not those of "
                    f"{run.config.env}, which is trained"
                )
            return environment

        return EvaluationPlan(env, make_environment, self._episodes, self._seed, self._greedy)

    def _submit(self, run: RunView) -> None:
        assert self._evaluator is not None
        steps = run.steps
        self._evaluator.submit(steps, run.shared_model.weights())
        self._began(steps)

    def _began(self, steps: int) -> None:
        """Remember the newest evaluation, and so which is next."""
        self._newest = steps
        self._next = (max(steps, 0) // self._distance + 1) * self._distance

    def _wait(self, run: RunView) -> None:
        assert self._evaluator is not None
        while self._evaluator.busy and not run.interrupted:
            self._evaluator.wait(_POLL_SECONDS)

    def _report(self, run: RunView) -> None:
        assert self._evaluator is not None and self._writer is not None
        evaluation = self._evaluator.take_result()
        if evaluation is None:
            return
        result = evaluation.result
        self._writer.write(_row(evaluation))
        run.message(
            f"evaluation at step {evaluation.steps}: mean score {result.mean:.4g} of "
            f"{len(result.played)} episodes, {result.min:g} to {result.max:g}"
        )
        run.report_evaluation(evaluation)


def _row(evaluation: TrainingEvaluation) -> dict[str, float]:
    """A row of evaluations.csv."""
    result = evaluation.result
    count = len(result.played)
    scores = {column: getattr(result, name) for column, name in _SCORES.items()}
    return {
        "steps": evaluation.steps,
        "episodes": count,
        **{column: math.nan if value is None else value for column, value in scores.items()},
        "length_mean": sum(episode.steps for episode in result.played) / count,
        "seconds": sum(episode.seconds for episode in result.played),
    }
