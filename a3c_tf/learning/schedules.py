"""How hyper-parameters change over a run."""

from collections.abc import Mapping
from typing import Literal

from a3c_tf.config import Config
from a3c_tf.learning.entropy_control import EntropyControl
from a3c_tf.learning.step_counter import StepCounter

Shape = Literal["constant", "linear", "exponential"]


def value_at(shape: Shape, initial: float, final: float, progress: float) -> float:
    """A hyper-parameter on its way from one value to another.

    Args:
        shape: "constant": it stays initial; "linear": it changes by the same amount each step, as
            the learning rate of A3C (Mnih et al. 2016, section 8); "exponential": by the same
            factor.
        initial: Value at progress 0; above 0 if exponential.
        final: Value at progress 1; above 0 if exponential.
        progress: Share of the way that is done; from 1 on, the value is final.

    Returns:
        The value.
    """
    if shape == "constant":
        return initial
    progress = min(progress, 1.0)
    if shape == "linear":
        return initial + (final - initial) * progress
    return float(initial * (final / initial) ** progress)


class Schedules:
    """The hyper-parameters of a run that change while it goes on, for any thread to ask."""

    def __init__(
        self, config: Config, steps: StepCounter, entropy_cost: float | None = None
    ) -> None:
        """Begin, or go on after a resume.

        Args:
            config: Initial and final values, and the run's length.
            steps: How far the run is.
            entropy_cost: The entropy cost before the resume, where it is adapted.
        """
        self._config = config
        self._steps = steps
        self._entropy: EntropyControl | None = None
        if config.target_entropy > 0.0:
            cost = config.entropy_cost if entropy_cost is None else entropy_cost
            self._entropy = EntropyControl(cost, config.target_entropy)

    def observe(self, metrics: Mapping[str, float]) -> None:
        """Take in an update that was applied.

        Args:
            metrics: Uses its entropy.
        """
        if self._entropy is not None:
            self._entropy.observe(metrics["entropy"])

    def now(self) -> dict[str, float]:
        """All of them at this moment, by name."""
        return {
            name: getattr(self, name)
            for name in ("learning_rate", "entropy_cost", "exploration_rate")
        }

    @property
    def learning_rate(self) -> float:
        """Step size of an update now."""
        config = self._config
        return value_at(
            config.learning_rate_schedule,
            config.learning_rate,
            config.learning_rate_final,
            self._progress,
        )

    @property
    def entropy_cost(self) -> float:
        """Weight of the entropy bonus now."""
        config = self._config
        if self._entropy is not None:
            return self._entropy.cost
        return value_at(
            config.entropy_cost_schedule,
            config.entropy_cost,
            config.entropy_cost_final,
            self._progress,
        )

    @property
    def exploration_rate(self) -> float:
        """Probability of a random choice now."""
        config = self._config
        return value_at(
            "linear",
            config.exploration_rate,
            config.exploration_final,
            self._progress / config.exploration_fraction,
        )

    @property
    def _progress(self) -> float:
        return self._steps.value / self._config.steps
