"""What the unit data alone say about nine marines against waves of four roaches: no geometry.

Everyone is in range of everyone, the roaches once they have closed the range that they have less;
nobody walks but between waves; and who shoots at whom is left open. So these are bounds for the
fights on the map, where that depends on where units stand.
"""

import dataclasses
import heapq
import random

MARINE_LIFE, MARINE_PERIOD, MARINE_DAMAGE_POINT = 45, 13.7728, 0.8
ROACH_LIFE, ROACH_PERIOD, ROACH_DAMAGE_POINT = 145, 32.0, 2.672
MARINE_HIT, ROACH_HIT = 6 - 1, 16  # a roach has 1 armour
REGENERATION = 0.2734 / 16
HEAD_START = (5 - 4) / (2.25 / 16)  # game loops in which a roach closes the range it lacks
FLIGHT = 4 / (18.75 / 16)  # game loops that a missile needs from the edge of its range
WALK = 60  # game loops: about 14 units between the sides, less the range, at 0.14 a game loop
END = 1920


def mean_score(*, marines_focus: bool, roaches_focus: bool, episodes: int = 300) -> float:
    """The mean score when a side shares one target, or each of it has a random one of its own."""
    chance = random.Random(0)
    scores = [_play(chance, marines_focus, roaches_focus) for _ in range(episodes)]
    return sum(scores) / episodes


@dataclasses.dataclass
class _Side:
    lives: list[float]
    focuses: bool
    targets: list[int | None]

    def target(self, chance: random.Random, shooter: int, enemies: "_Side") -> int:
        chosen = self.targets[shooter]
        if chosen is None or enemies.lives[chosen] <= 0:
            alive = [i for i, life in enumerate(enemies.lives) if life > 0]
            chosen = alive[0] if self.focuses else chance.choice(alive)
            self.targets[shooter] = chosen
        return chosen

    @property
    def stands(self) -> bool:
        return any(life > 0 for life in self.lives)


def _play(chance: random.Random, marines_focus: bool, roaches_focus: bool) -> int:
    lives: list[float] = [MARINE_LIFE] * 9
    score, clock = 0, 0.0
    while True:
        clock += WALK
        marines = _Side(lives, marines_focus, [None] * len(lives))
        roaches = _Side([ROACH_LIFE] * 4, roaches_focus, [None] * 4)
        clock += _fight(chance, marines, roaches, END - clock)
        survivors = [life for life in marines.lives if life > 0]
        score += 10 * sum(life <= 0 for life in roaches.lives) - len(lives) + len(survivors)
        if not survivors or roaches.stands:
            return score
        lives = survivors + [MARINE_LIFE] * 5


def _fight(chance: random.Random, marines: _Side, roaches: _Side, limit: float) -> float:
    """Fights until a side is dead or time is up; returns how long that took."""
    shots = [(MARINE_DAMAGE_POINT, "marine", i) for i in range(len(marines.lives))]
    shots += [(HEAD_START + ROACH_DAMAGE_POINT, "roach", i) for i in range(len(roaches.lives))]
    heapq.heapify(shots)
    healed_at = [0.0] * len(roaches.lives)
    clock = 0.0
    while marines.stands and roaches.stands and clock < limit:
        clock, what, who = heapq.heappop(shots)
        delay = chance.uniform(-1, 2)
        if what == "marine" and marines.lives[who] > 0:
            target = marines.target(chance, who, roaches)
            healed = roaches.lives[target] + (clock - healed_at[target]) * REGENERATION
            roaches.lives[target] = min(healed, ROACH_LIFE) - MARINE_HIT
            healed_at[target] = clock
            heapq.heappush(shots, (clock + MARINE_PERIOD + delay, what, who))
        elif what == "roach" and roaches.lives[who] > 0:
            target = roaches.target(chance, who, marines)
            heapq.heappush(shots, (clock + FLIGHT, "missile", target))
            heapq.heappush(shots, (clock + ROACH_PERIOD + delay, what, who))
        elif what == "missile":
            marines.lives[who] -= ROACH_HIT  # wasted on one that is dead already
    return clock
