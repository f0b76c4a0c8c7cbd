"""CollectMineralsAndGas and BuildMarines: what to build and train, and in which order.

Both follow the rules of the rule-based agents of lzhbrian/pysc2-minigame-ai, whose scores in
StarCraft II are published, so that the embedded mini-games can be held against the game.
"""

import abc
from collections.abc import Sequence

from pysc2.lib import actions, units

from agents.scripted.base import (
    FUNCTIONS,
    NEUTRAL,
    SELF,
    WORLD_UNITS_ACROSS,
    Pixel,
    Script,
    ScriptedAgent,
    SeenUnit,
    nearest,
)

BARRACKS = int(units.Terran.Barracks)
COMMAND_CENTER = int(units.Terran.CommandCenter)
MINERAL_FIELD = int(units.Neutral.MineralField)
SCV = int(units.Terran.SCV)
SUPPLY_DEPOT = int(units.Terran.SupplyDepot)

COSTS = {COMMAND_CENTER: 400, SUPPLY_DEPOT: 100, BARRACKS: 150}
UNIT_COST = 50
"""Minerals for an SCV or a marine."""

# Where to build, in world units to the right of and above the first command centre. Between the
# barracks and the depots along three sides of the ground there is room for workers to pass.
SITES: dict[int, Sequence[tuple[float, float]]] = {
    COMMAND_CENTER: [(5.0, 0.0)],
    SUPPLY_DEPOT: [
        *((0.5 + 2 * i, -7.5) for i in range(8)),
        *((4.5 + 2 * i, 8.5) for i in range(6)),
        *((14.5, -5.5 + 2 * i) for i in range(7)),
    ],
    BARRACKS: [*((x, y) for x in (9.0, 6.0) for y in (0.0, -3.0, 3.0)), (2.0, 6.0)],
}
_BUILD: dict[int, actions.Function] = {
    COMMAND_CENTER: FUNCTIONS.Build_CommandCenter_screen,
    SUPPLY_DEPOT: FUNCTIONS.Build_SupplyDepot_screen,
    BARRACKS: FUNCTIONS.Build_Barracks_screen,
}
# A structure that has not been begun after this many agent steps will not be.
_PATIENCE = 40


class Foreman(ScriptedAgent):
    """Builds, trains and sends idle workers to mine; a subclass decides when to do what."""

    def reset(self) -> None:
        """Forget what was under way."""
        super().reset()
        self._origin: Pixel | None = None
        self._attempts = dict.fromkeys(SITES, 0)
        self._expected: tuple[int, int, int] | None = None
        self._shut_in = 0

    def play(self) -> Script:
        """Does the first thing that can be done, again and again."""
        while True:
            tactic = next((start for start in self.tactics() if start is not None), None)
            if tactic is None:
                yield FUNCTIONS.no_op()
            else:
                yield from tactic

    @abc.abstractmethod
    def tactics(self) -> Sequence[Script | None]:
        """What to do in the present situation, the most urgent first; None for what cannot be."""

    def count(self, unit_type: int) -> int:
        """Own units of a type, those under construction included."""
        return len(self.situation.of(SELF, unit_type))

    def is_full(self) -> bool:
        """Whether all supply is used."""
        return self.situation.player("food_used") >= self.situation.player("food_cap")

    def mine(self) -> Script | None:
        """Sends idle workers to the field nearest to them, except those that cannot get there."""
        idle = self.situation.player("idle_worker_count")
        self._shut_in = min(self._shut_in, idle)
        return self._mine() if idle > self._shut_in else None

    def build(self, unit_type: int) -> Script | None:
        """Builds a structure on its next site, unless one is about to be begun."""
        if self.situation.player("minerals") < COSTS[unit_type] or self._is_expected():
            return None
        return self._build(unit_type)

    def train(self, structure_type: int, function: actions.Function) -> Script | None:
        """Trains one unit in the structure that has the least to do."""
        structures = [s for s in self.situation.of(SELF, structure_type) if s.is_finished]
        reserved = COSTS[self._expected[0]] if self._expected and self._is_expected() else 0
        minerals = self.situation.player("minerals") - reserved
        if not structures or self.is_full() or minerals < UNIT_COST:
            return None
        structure = min(structures, key=lambda s: (s.orders, s.harvesters))
        return self._train(structure, function) if structure.orders < 2 else None

    def _mine(self) -> Script:
        yield FUNCTIONS.select_idle_worker("select_all")
        workers = [unit for unit in self.situation.of(SELF, SCV) if unit.is_selected]
        fields = self.situation.of(NEUTRAL, MINERAL_FIELD)
        if workers and fields and self.situation.can(FUNCTIONS.Harvest_Gather_screen):
            field = nearest(workers[0].pixel, fields)
            yield FUNCTIONS.Harvest_Gather_screen("now", field.pixel)
            self._shut_in = self.situation.player("idle_worker_count")

    def _build(self, unit_type: int) -> Script:
        workers = self.situation.of(SELF, SCV)
        halls, fields = self.situation.of(SELF, COMMAND_CENTER), self.situation.of(NEUTRAL)
        if not workers or not halls or not fields:
            yield FUNCTIONS.no_op()
            return
        field = nearest(halls[0].pixel, fields)
        yield self.select(nearest(field.pixel, workers))  # one that mines, not one that builds
        function = _BUILD[unit_type]
        if self.situation.can(function):
            self._expected = unit_type, self.count(unit_type) + 1, self.steps + _PATIENCE
            yield function("now", self._next_site(unit_type))
        if self.situation.can(FUNCTIONS.Harvest_Gather_screen):
            yield FUNCTIONS.Harvest_Gather_screen("queued", field.pixel)

    def _train(self, structure: SeenUnit, function: actions.Function) -> Script:
        yield self.select(structure)
        if self.situation.can(function):
            yield function("now")

    def _is_expected(self) -> bool:
        """Whether a worker is on its way to a site."""
        if self._expected is None:
            return False
        unit_type, count, deadline = self._expected
        return self.count(unit_type) < count and self.steps < deadline

    def _next_site(self, unit_type: int) -> Pixel:
        """The pixel of the next site on the list, whether or not the last one came to anything."""
        if self._origin is None:
            self._origin = self.situation.of(SELF, COMMAND_CENTER)[0].pixel
        sites = SITES[unit_type]
        right, up = sites[self._attempts[unit_type] % len(sites)]
        self._attempts[unit_type] += 1
        height, width = self.situation.observation["feature_screen"].shape[1:]
        x, y = self._origin
        column = round(x + right * width / WORLD_UNITS_ACROSS)
        row = round(y - up * height / WORLD_UNITS_ACROSS)
        return min(column, width - 1), min(max(row, 0), height - 1)


class MineAndTrain(Foreman):
    """Mines with ever more workers, from two command centres, without gas.

    Published for these rules on CollectMineralsAndGas: 4802 (standard deviation 100, 10 games).
    """

    def tactics(self) -> Sequence[Script | None]:
        """A second command centre, then up to three depots, workers to the fields, more workers."""
        halls = self.count(COMMAND_CENTER)
        wants_depot = halls > 1 and self.count(SUPPLY_DEPOT) < 3 and self.is_full()
        return [
            self.build(COMMAND_CENTER) if halls < 2 else None,
            self.build(SUPPLY_DEPOT) if wants_depot else None,
            self.mine(),
            self.train(COMMAND_CENTER, FUNCTIONS.Train_SCV_quick),
        ]


class BuildMarines(Foreman):
    """Trains marines in seven barracks, with twenty workers.

    Published for these rules on BuildMarines: 127 (standard deviation 5, 10 games).
    """

    def tactics(self) -> Sequence[Script | None]:
        """Workers to the fields, supply when it is used up, seven barracks, then marines."""
        barracks = self.count(BARRACKS)
        return [
            self.mine(),
            self.build(SUPPLY_DEPOT) if self.is_full() else None,
            self.build(BARRACKS) if self._has_depot() and barracks < 7 else None,
            self.train(BARRACKS, FUNCTIONS.Train_Marine_quick) if barracks >= 7 else None,
            self.train(COMMAND_CENTER, FUNCTIONS.Train_SCV_quick) if self.count(SCV) < 20 else None,
        ]

    def _has_depot(self) -> bool:
        return any(depot.is_finished for depot in self.situation.of(SELF, SUPPLY_DEPOT))
