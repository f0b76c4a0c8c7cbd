"""Which episodes of a log keep their actions: the best ones and the last ones."""

import collections
import heapq
from collections.abc import Mapping

BEST = 10
LAST = 10

_RESOURCES = ("collected_minerals", "collected_gas")


class Retention:
    """Ranks episodes as they end; time and memory do not grow with their number.

    An episode keeps its actions while it is one of the last 10, one of the 10 that collected the
    most minerals, or one of the 10 that collected the most gas. Where nothing was ever collected,
    as in most games, the 10 with the highest score count instead.
    """

    def __init__(self) -> None:
        """Begin without episodes."""
        self._count = 0
        self._last: collections.deque[int] = collections.deque(maxlen=LAST)
        self._by_resource = [_Best() for _ in _RESOURCES]
        self._by_score = _Best()

    def add(self, totals: Mapping[str, float]) -> None:
        """Take in the next episode.

        Args:
            totals: What the environment counted. Uses score, collected_minerals, collected_gas.
        """
        self._last.append(self._count)
        self._by_score.add(totals.get("score", 0.0), self._count)
        for name, best in zip(_RESOURCES, self._by_resource, strict=True):
            if totals.get(name, 0.0) > 0.0:
                best.add(totals[name], self._count)
        self._count += 1

    @property
    def kept(self) -> set[int]:
        """Numbers of the episodes that keep their actions, from 0 in the order they were added."""
        by_resource = {number for best in self._by_resource for number in best.numbers}
        return (by_resource or set(self._by_score.numbers)) | set(self._last)


class _Best:
    """The episodes with the highest values; among equal ones the earlier."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int]] = []

    @property
    def numbers(self) -> list[int]:
        return [-negated for _, negated in self._heap]

    def add(self, value: float, number: int) -> None:
        if value != value:  # NaN has no place in an order
            return
        heapq.heappush(self._heap, (value, -number))
        if len(self._heap) > BEST:
            heapq.heappop(self._heap)
