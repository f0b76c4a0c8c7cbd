"""What a list of scores says about the mean of the policy that made them."""

import dataclasses
import math
import statistics
from collections.abc import Sequence

_CONFIDENCE = 0.95


@dataclasses.dataclass(frozen=True)
class Summary:
    """Scores of some episodes in short.

    Attributes:
        episodes: How many.
        mean: Their mean.
        half_width: Half the width of the 95 % interval of the mean; infinite for one episode.
        deviation: Standard deviation of the sample.
        lowest: The lowest score.
        highest: The highest score.
    """

    episodes: int
    mean: float
    half_width: float
    deviation: float
    lowest: float
    highest: float


def summarize(scores: Sequence[float]) -> Summary:
    """Summarizes scores.

    Args:
        scores: At least one.

    Returns:
        Their summary.
    """
    count = len(scores)
    deviation = statistics.stdev(scores) if count > 1 else 0.0
    half_width = (
        student_quantile(count - 1) * deviation / math.sqrt(count) if count > 1 else math.inf
    )
    return Summary(count, statistics.fmean(scores), half_width, deviation, min(scores), max(scores))


def student_quantile(degrees: int) -> float:
    """Half the width of a 95 % interval in standard errors, by Student's t distribution.

    Args:
        degrees: Degrees of freedom, at least 1.

    Returns:
        The 97.5 % quantile: exact for 1 and 2 degrees, else by Fisher's expansion around the
        normal distribution (Abramowitz and Stegun, 26.7.5), to within 0.01.
    """
    p = (1.0 + _CONFIDENCE) / 2.0
    if degrees == 1:
        return math.tan(math.pi * (p - 0.5))
    if degrees == 2:
        return (2.0 * p - 1.0) * math.sqrt(2.0 / (4.0 * p * (1.0 - p)))
    z = statistics.NormalDist().inv_cdf(p)
    terms = (
        (z**3 + z) / 4.0,
        (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0,
        (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0,
        (79.0 * z**9 + 776.0 * z**7 + 1482.0 * z**5 - 1920.0 * z**3 - 945.0 * z) / 92160.0,
    )
    return z + sum(term / degrees ** (k + 1) for k, term in enumerate(terms))
