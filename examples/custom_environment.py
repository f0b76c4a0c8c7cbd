"""An environment of one's own: written, checked, registered, learned and played.

    python examples/custom_environment.py --steps 20000

A ball falls through a field of 8 by 6 cells; the paddle in the lowest row must catch it. To go
with an environment that exists already, see docs/custom_environments.md.
"""

import argparse
from typing import ClassVar

import numpy as np

from a3c_tf import (
    Action,
    ActionSpec,
    ArraySpec,
    Environment,
    FunctionSpec,
    TimeStep,
    check_env,
    evaluate,
    register_env,
    train,
)
from a3c_tf.specs import ObservationSpec

HEIGHT, WIDTH = 8, 6


class Catch(Environment):
    """Pays 1 for a ball caught, -1 for one missed; that is also the score."""

    observation_spec: ClassVar[ObservationSpec] = {
        "field": ArraySpec((HEIGHT, WIDTH, 1), "float32")
    }
    action_spec = ActionSpec((FunctionSpec("left"), FunctionSpec("stay"), FunctionSpec("right")))

    def __init__(self, config: object = None, *, seed: int | None = None, worker: int = 0) -> None:
        """Take the arguments that every factory gets.

        Args:
            config: The run's Config; this game has no options.
            seed: Seed of the balls until reset is given one.
            worker: Number of the worker; this game shares nothing.
        """
        self._rng = np.random.default_rng(seed)

    def reset(self, seed: int | None = None) -> TimeStep:
        """Drop a ball at a random column."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._row = 0
        self._column = int(self._rng.integers(WIDTH))
        self._paddle = WIDTH // 2
        return self._timestep(reward=0.0, last=False)

    def step(self, action: Action) -> TimeStep:
        """Move the paddle, then let the ball fall by a row."""
        self._paddle = int(np.clip(self._paddle + action.function - 1, 0, WIDTH - 1))
        self._row += 1
        if self._row < HEIGHT - 1:
            return self._timestep(reward=0.0, last=False)
        return self._timestep(reward=1.0 if self._paddle == self._column else -1.0, last=True)

    def close(self) -> None:
        """Nothing to release."""

    def _timestep(self, reward: float, last: bool) -> TimeStep:
        field = np.zeros((HEIGHT, WIDTH, 1), np.float32)  # a new array each time
        field[self._row, self._column] = 1.0
        field[HEIGHT - 1, self._paddle] = 1.0
        return TimeStep(
            observation={"field": field},
            function_mask=np.ones(3, bool),
            reward=reward,
            discount=0.0 if last else 1.0,  # the task ends here; a mere time limit would keep 1
            last=last,
            info={"score": reward},
        )


def main() -> None:
    """Train, then compare with chance."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_000, help="agent steps")
    parser.add_argument("--run_dir", default="runs/catch")
    flags = parser.parse_args()

    check_env(Catch())
    register_env("catch", Catch, "catch a falling ball")
    train(
        env="catch",
        steps=flags.steps,
        run_dir=flags.run_dir,
        optimizer="adam",
        optimizer_epsilon=1e-7,
        learning_rate=1e-3,
    )
    learned = evaluate(run_dir=flags.run_dir, episodes=100)
    chance = evaluate("catch", policy="random", episodes=100)
    print(f"mean score {learned.mean:.2f}, at random {chance.mean:.2f}")


if __name__ == "__main__":
    main()
