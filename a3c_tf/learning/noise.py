"""The chance in a player's decisions: numbers that its stream and its count of decisions fix."""

import numpy as np
import numpy.typing as npt


class DecisionNoise:
    """Uniform random numbers, a row for each decision, reproducible from any point on.

    Attributes:
        decisions: Decisions drawn for so far.
    """

    def __init__(self, *key: int, width: int, decisions: int = 0) -> None:
        """Choose a stream.

        Args:
            *key: Names the stream, for instance a seed and the index of a worker; those with
                different keys have nothing to do with each other.
            width: Numbers for each decision.
            decisions: Decisions made before, so that the stream goes on after them.
        """
        self.decisions = decisions
        self._key = np.random.SeedSequence(key).generate_state(2, np.uint64)
        self._width = width

    def draw(self) -> npt.NDArray[np.float32]:
        """Numbers for one more decision.

        Returns:
            float32 [width] in [0, 1).
        """
        # Philox counts 2^128 numbers in its two low words; the decision is the third.
        counter = np.array([0, 0, self.decisions, 0], np.uint64)
        self.decisions += 1
        bits = np.random.Philox(key=self._key, counter=counter)
        return np.random.Generator(bits).random(self._width, np.float32)
