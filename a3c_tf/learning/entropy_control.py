"""An entropy cost that finds by itself what keeps the policy at a wanted entropy.

A fixed cost means another policy for each scale of the rewards. The entropy itself means the same
everywhere, so it can be fixed instead: the cost is the Lagrange multiplier of the constraint, as
the temperature of soft actor-critic is (Haarnoja et al. 2018, section 5).
"""

import math
import threading

# An entropy that is 1 nat too low raises the cost by this share at each update: by a factor of e
# in 100 updates, which is slow beside the policy and quick beside a run.
_RATE = 0.01
_LOWEST, _HIGHEST = 1e-8, 1e2


class EntropyControl:
    """Adapts the cost to the entropies that updates report; any thread may call it."""

    def __init__(self, cost: float, target: float) -> None:
        """Begin, or go on after a resume.

        Args:
            cost: Entropy cost to begin with, above 0.
            target: Wanted mean entropy of the policy, in nats.
        """
        self._log_cost = math.log(cost)
        self._target = target
        self._lock = threading.Lock()

    @property
    def cost(self) -> float:
        """The entropy cost now."""
        return math.exp(self._log_cost)

    def observe(self, entropy: float) -> None:
        """Take in what the policy's entropy was.

        Args:
            entropy: Mean entropy over a rollout, in nats.
        """
        with self._lock:
            log_cost = self._log_cost + _RATE * (self._target - entropy)
            self._log_cost = min(max(log_cost, math.log(_LOWEST)), math.log(_HIGHEST))
