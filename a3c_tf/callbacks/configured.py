"""The callbacks of a run: those given, and those that its options ask for."""

from collections.abc import Sequence

from a3c_tf.callbacks.callback import Callback
from a3c_tf.callbacks.evaluate_every import EvaluateEvery
from a3c_tf.callbacks.keep_best import KeepBest
from a3c_tf.config import Config


def with_configured(given: Sequence[Callback], config: Config) -> list[Callback]:
    """Put callbacks from options before those given, so that the command line has them too.

    Args:
        given: Callbacks of the user; they take the place of an option's callback of their class.
        config: Uses evaluate_every, evaluate_episodes and keep_best.

    Returns:
        First those that evaluate, so that the others still hear of the last evaluation.
    """
    evaluators = [callback for callback in given if isinstance(callback, EvaluateEvery)]
    others = [callback for callback in given if not isinstance(callback, EvaluateEvery)]
    if config.evaluate_every and not evaluators:
        evaluators.append(EvaluateEvery(config.evaluate_every, config.evaluate_episodes))
    if config.keep_best == "auto" and not any(isinstance(c, KeepBest) for c in others):
        others.insert(0, KeepBest("evaluation" if evaluators else "return"))
    return [*evaluators, *others]
