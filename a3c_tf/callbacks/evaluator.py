"""A thread that plays with weights of one moment while training goes on."""

import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.callbacks.callback import TrainingEvaluation
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.evaluation.checkpoint_policy import ModelPolicy
from a3c_tf.evaluation.evaluation import Evaluation, play_episodes
from a3c_tf.evaluation.simple_policies import Policy
from a3c_tf.learning.acting_model import ActingModel
from a3c_tf.specs import Action

# A game that does not answer for so long is left behind.
_JOIN_SECONDS = 60.0


class EvaluationPlan(NamedTuple):
    """How to evaluate.

    Attributes:
        env: Name of the environment, for the result.
        make_environment: Opens it; called once, in the evaluating thread.
        episodes: Episodes an evaluation.
        seed: Seed of each evaluation, so that all meet the same chances.
        greedy: Whether to take the most probable action instead of sampling.
    """

    env: str
    make_environment: Callable[[], Environment]
    episodes: int
    seed: int
    greedy: bool


class _Job(NamedTuple):
    steps: int
    weights: Sequence[npt.NDArray[Any]]


class _CancelledError(Exception):
    """Nobody waits for the evaluation any more."""


class Evaluator(threading.Thread):
    """Makes one evaluation at a time, in an environment of its own."""

    def __init__(self, plan: EvaluationPlan, model: ActingModel) -> None:
        """Prepare the thread; `start` starts it.

        Args:
            plan: How to evaluate.
            model: A model that nobody else uses; it takes the weights to evaluate.
        """
        super().__init__(name="evaluation", daemon=True)
        self._plan = plan
        self._model = model
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._result: TrainingEvaluation | None = None
        self._error: BaseException | None = None
        self._done = threading.Event()
        self._done.set()
        self._cancelled = False

    @property
    def busy(self) -> bool:
        """Whether an evaluation is going on."""
        return not self._done.is_set()

    def submit(self, steps: int, weights: Sequence[npt.NDArray[Any]]) -> None:
        """Begin an evaluation; none may be going on.

        Args:
            steps: Agent steps of the run when it had these weights.
            weights: As from ActingModel.weights.
        """
        self._done.clear()
        self._jobs.put(_Job(steps, weights))

    def wait(self, seconds: float) -> None:
        """Wait for the evaluation that is going on, if there is one.

        Args:
            seconds: How long at most.
        """
        self._done.wait(seconds)

    def take_result(self) -> TrainingEvaluation | None:
        """The result of the last evaluation, once.

        Returns:
            The result, or None if there is no new one.

        Raises:
            BaseException: What went wrong in the thread.
        """
        if self.busy:
            return None
        error, self._error = self._error, None
        if error is not None:
            raise error
        result, self._result = self._result, None
        return result

    def close(self) -> None:
        """End the thread; an evaluation that is going on is abandoned."""
        self._cancelled = True
        self._jobs.put(None)
        if self.ident is not None:
            self.join(_JOIN_SECONDS)

    def run(self) -> None:
        """Evaluate until closed; what goes wrong is kept for whoever asks for the result."""
        environment: Environment | None = None
        try:
            while (job := self._jobs.get()) is not None:
                environment = environment or self._plan.make_environment()
                self._result = self._evaluate(environment, job)
                self._done.set()
        except _CancelledError:
            pass
        except BaseException as error:
            self._error = error
        finally:
            self._done.set()  # first: whoever waits must not wait for a game that does not close
            if environment is not None:
                environment.close()

    def _evaluate(self, environment: Environment, job: _Job) -> TrainingEvaluation:
        plan = self._plan
        self._model.set_weights(job.weights)
        policy = ModelPolicy(self._model, plan.seed, greedy=plan.greedy)
        played = play_episodes(
            environment, self._unless_cancelled(policy), plan.episodes, plan.seed
        )
        result = Evaluation(plan.env, f"step {job.steps}", plan.seed, played)
        return TrainingEvaluation(job.steps, result, self._model)

    def _unless_cancelled(self, policy: Policy) -> Policy:
        def choose(timestep: TimeStep) -> Action | None:
            if self._cancelled:
                raise _CancelledError
            return policy(timestep)

        return choose


def environment_seed(seed: int) -> int:
    """Seed of an evaluating environment's construction, unlike those of the workers.

    Args:
        seed: Seed of the evaluation.

    Returns:
        A seed below 2**31.
    """
    return int(np.random.SeedSequence([seed, 0xE7A1]).generate_state(1, np.uint32)[0] >> 1)
