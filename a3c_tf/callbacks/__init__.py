"""Code of one's own at six moments of a run, and the callbacks that ship."""

from a3c_tf.callbacks.callback import Callback, TrainingEvaluation
from a3c_tf.callbacks.evaluate_every import EvaluateEvery
from a3c_tf.callbacks.keep_best import KeepBest
from a3c_tf.callbacks.run_view import RunView
from a3c_tf.callbacks.stop_on_return import StopOnReturn

__all__ = [
    "Callback",
    "EvaluateEvery",
    "KeepBest",
    "RunView",
    "StopOnReturn",
    "TrainingEvaluation",
]
