"""What a player owns besides units."""

import dataclasses

from a3c_tf.minigames.rules.cheats import Cheat
from a3c_tf.minigames.rules.unit_type import UnitType

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
        cheats: What debug commands have switched on.
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
    cheats: set[Cheat] = dataclasses.field(default_factory=set)

    @property
    def food_used(self) -> float:
        """Supply in use, production included."""
        return self.food_army + self.food_workers

    @property
    def food_cap(self) -> int:
        """Supply available, at most 200."""
        return min(self.food_provided, 200)

    def has_food_for(self, kind: UnitType) -> bool:
        """Tells whether there is supply for one more.

        Args:
            kind: What would be made.

        Returns:
            Whether it may be begun.
        """
        return Cheat.FOOD in self.cheats or self.food_used + kind.food <= self.food_cap

    def cost_of(self, kind: UnitType) -> tuple[int, int]:
        """Tells what something costs the player.

        Args:
            kind: What would be made.

        Returns:
            Minerals and gas.
        """
        return (0, 0) if Cheat.FREE in self.cheats else (kind.minerals, kind.vespene)

    def build_loops_of(self, kind: UnitType) -> int:
        """Tells how long something takes the player to make.

        Args:
            kind: What would be made.

        Returns:
            Game loops.
        """
        return 1 if Cheat.FAST_BUILD in self.cheats else kind.build_loops
