"""Callbacks of one's own: ending a run that makes no progress, and keeping a diary.

    python examples/own_callback.py --steps 50000

What a callback hears and may do is in docs/callbacks.md.
"""

import argparse
import json
import math
from collections.abc import Mapping
from typing import IO, Any

from a3c_tf import Callback, EvaluateEvery, RunView, TrainingEvaluation, train
from a3c_tf.records.episode_log_format import EpisodeRecord


class Patience(Callback):
    """Ends the run when evaluations have not improved for some time."""

    def __init__(self, evaluations: int) -> None:
        """Set the patience.

        Args:
            evaluations: How many in a row may bring no new best score.
        """
        self._evaluations = evaluations
        self._best = -math.inf
        self._without_progress = 0

    def on_evaluation(self, run: RunView, evaluation: TrainingEvaluation) -> bool:
        """Compare with the best score so far."""
        if evaluation.result.mean > self._best:
            self._best = evaluation.result.mean
            self._without_progress = 0
        else:
            self._without_progress += 1
        return self._without_progress < self._evaluations

    def state(self) -> dict[str, Any]:
        """Goes into each checkpoint, so that a resumed run has the same patience."""
        return {"best": self._best, "without_progress": self._without_progress}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Comes from the checkpoint; empty for a new run."""
        self._best = state.get("best", -math.inf)
        self._without_progress = state.get("without_progress", 0)


class Diary(Callback):
    """Writes a line of JSON for each episode that is the best so far, with its first actions."""

    def __init__(self) -> None:
        """Nothing is opened before training starts."""
        self._best = -math.inf
        self._file: IO[str] | None = None

    def on_training_start(self, run: RunView) -> None:
        """Open the diary in the run's folder."""
        self._file = (run.folder.path / "diary.jsonl").open("a")

    def on_episode_end(self, run: RunView, episode: EpisodeRecord) -> None:
        """Write a best episode down."""
        assert self._file is not None
        if episode.reward > self._best:
            self._best = episode.reward
            actions = [action.name for action in episode.actions[:10]]
            entry = {"step": run.steps, "reward": episode.reward, "actions": actions}
            self._file.write(json.dumps(entry) + "\n")

    def on_training_end(self, run: RunView) -> None:
        """Close it, however the run ended."""
        if self._file is not None:
            self._file.close()


def main() -> None:
    """Train a toy with both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=50_000, help="agent steps at most")
    parser.add_argument("--run_dir", default="runs/own_callback")
    flags = parser.parse_args()

    summary = train(
        env="toy_corridor",
        steps=flags.steps,
        run_dir=flags.run_dir,
        callbacks=[EvaluateEvery(steps=1_000, episodes=20), Patience(evaluations=5), Diary()],
    )
    print(f"{summary.steps} steps, mean return {summary.mean_return:.2f}")


if __name__ == "__main__":
    main()
