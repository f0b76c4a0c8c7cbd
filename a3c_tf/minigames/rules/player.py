"""What a player owns besides units."""

import dataclasses

NEUTRAL_OWNER = 16


@dataclasses.dataclass(slots=True)
class Player:
    """One player's resources and the counts that observations report (player_common).

    Attributes:
        player_id: 1 is the client; 2 a computer opponent where the map has one.
        race: common.proto's Race number (1 Terran, 2 Zerg, 3 Protoss).
        minerals: Minerals to spend.
        vespene: Gas to spend.
        food_army: Supply used by army units, those in production included.
        food_workers: Supply used by workers, those in production included.
        food_provided: Supply that finished buildings provide; `food_cap` limits it.
        idle_worker_count: Workers without an order.
        army_count: Units that "select army" takes.
    """

    player_id: int
    race: int = 1
    minerals: int = 0
    vespene: int = 0
    food_army: float = 0.0
    food_workers: float = 0.0
    food_provided: int = 0
    idle_worker_count: int = 0
    army_count: int = 0

    @property
    def food_used(self) -> float:
        """Supply in use, production included."""
        return self.food_army + self.food_workers

    @property
    def food_cap(self) -> int:
        """Supply available, at most 200."""
        return min(self.food_provided, 200)
