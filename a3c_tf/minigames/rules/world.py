"""The state of one mini-game and its clock."""

import random

from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.rules import accounts, crowd, production
from a3c_tf.minigames.rules.behaviours import BEHAVIOURS
from a3c_tf.minigames.rules.damage import Missile, land_missiles, regenerate
from a3c_tf.minigames.rules.fighting import stand_guard
from a3c_tf.minigames.rules.ground import Ground
from a3c_tf.minigames.rules.orders import clear
from a3c_tf.minigames.rules.player import NEUTRAL_OWNER, Player
from a3c_tf.minigames.rules.results import ActionError, Alert, GameResult
from a3c_tf.minigames.rules.score import Score
from a3c_tf.minigames.rules.sight import sees
from a3c_tf.minigames.rules.unit import Alliance, Unit
from a3c_tf.minigames.rules.unit_data import UnitType

CONTROL_GROUPS = 10
# Tags only have to be unique; these look like the game's own, an index above a generation.
_FIRST_TAG = 0x1_0004_0001
_TAG_STEP = 0x4_0000


class World:
    """One game in progress.

    Attributes:
        script: The map's script.
        random: The one source of chance; restarts go on drawing from it.
        game_loop: Game loops since the (re)start.
        clock: Game loops since the game was created; restarts don't set it back.
        disable_fog: Whether the game was created without the map's fog of war.
        fog: Whether the client sees only what its units see.
        units: Every unit on the map by tag, in order of creation.
        mobile: The units of them that can move.
        active: The units of them that are some player's, and so can have orders.
        forces: Each player's units, by player id.
        foes: The units hostile to each player, by player id.
        players: By player id; player 1 is the client.
        camera: Centre (x, y) of the client's screen in world units.
        selection: Tags the client has selected, in the order the game lists them.
        control_groups: Ten lists of tags.
        last_idle_worker: Tag of the idle worker selected last; the next one follows it.
        score: The client's score.
        errors: Commands that failed; whoever observes clears it.
        alerts: Notices to the client; whoever observes clears it.
        next_tag: Tag of the unit that is created next.
        missiles: Shots in the air.
        ground: What stands in the way of units.
        crowd_moved: Whether units that keep apart may overlap.
        ended: Whether the game is over; `step` then does nothing.
        result: The client's result once the game has ended.
    """

    def __init__(self, script: MapScript, seed: int, *, disable_fog: bool = False) -> None:
        """Start a game.

        Args:
            script: The map to play.
            seed: Seed of everything random, in this game and in its restarts.
            disable_fog: Whether to do without the map's fog of war.
        """
        self.script = script
        self.random = random.Random(seed)
        self.clock = 0
        self.disable_fog = disable_fog
        self.units: dict[int, Unit] = {}
        self.mobile: list[Unit] = []
        self.active: list[Unit] = []
        self.forces: dict[int, list[Unit]] = {number: [] for number in script.races}
        self.foes: dict[int, list[Unit]] = {number: [] for number in script.races}
        self.players = {number: Player(number, race) for number, race in script.races.items()}
        self.score = Score()
        self.result: GameResult | None = None
        self.selection: list[int] = []
        self.ground = Ground(script.playable)
        self.crowd_moved = False
        self.next_tag = _FIRST_TAG
        self._begin()
        script.setup(self)

    def step(self) -> None:
        """Advance one game loop (1/16 s of game time); nothing happens after the end."""
        if self.ended:
            return
        self.game_loop += 1
        self.clock += 1
        if self.missiles:
            land_missiles(self)
        for unit in list(self.active):
            self._act(unit)
        if self.crowd_moved:
            self.crowd_moved = crowd.separate(self)
        self._count_idle()
        self.script.step(self)
        if self.fog:
            self._lose_sight()
        if self.game_loop >= self.script.end_loop and not self.ended:
            self.end(GameResult.VICTORY)

    def _act(self, unit: Unit) -> None:
        """Lets a unit do what it does in a game loop."""
        kind = unit.kind
        if kind.regeneration:
            regenerate(unit)
        if unit.orders:
            BEHAVIOURS[unit.orders[0].ability_id](self, unit, unit.orders[0])
        elif unit.alive and kind.acquires_targets and (unit.post or self.foes[unit.owner]):
            stand_guard(self, unit)

    def _count_idle(self) -> None:
        idle = [unit.kind for unit in self.forces[1] if not unit.orders and unit.is_finished]
        workers = sum(kind.is_worker for kind in idle)
        self.players[1].idle_worker_count = workers
        self.score.tick(self, workers, sum(kind.is_producer for kind in idle))

    def _lose_sight(self) -> None:
        """Takes an enemy that has gone into the fog out of the client's selection."""
        if self.selection and not self.is_visible(self.units[self.selection[0]]):
            self.selection = []

    def restart(self) -> None:
        """Begin again as the game's restart does: the map's reset trigger, game loop 0.

        The running totals of the score go on, all but what was collected, and so does the
        sequence of random numbers.
        """
        self._begin()
        self.score.forget_collected()
        self.script.reset(self)

    def end(self, result: GameResult) -> None:
        """Ends the game.

        Args:
            result: How it ended for the client.
        """
        self.ended = True
        self.result = result

    def _begin(self) -> None:
        self.game_loop = 0
        for player in self.players.values():
            player.idle_worker_count = 0
            player.cheats.clear()
        self.fog = self.script.fog and not self.disable_fog
        self.camera: tuple[float, float] = self.script.camera_start
        self.selection = []
        self.control_groups: list[list[int]] = [[] for _ in range(CONTROL_GROUPS)]
        self.last_idle_worker = 0
        self.missiles: list[Missile] = []
        self.errors: list[ActionError] = []
        self.alerts: list[Alert] = []
        self.ended = False
        self.result = None

    def spawn(self, kind: UnitType, owner: int, x: float, y: float) -> Unit:
        """Puts a finished unit on the map out of nothing, as a map script does.

        Args:
            kind: Its type.
            owner: Player id, or 16 for neutral.
            x: World units.
            y: World units.

        Returns:
            The unit.
        """
        unit = self.add(kind, owner, x, y)
        if owner in self.players:
            accounts.begin(self, owner, kind)
            accounts.complete(self, owner, kind)
        return unit

    def add(self, kind: UnitType, owner: int, x: float, y: float) -> Unit:
        """Puts a unit on the map whose cost is booked elsewhere.

        Args:
            kind: Its type.
            owner: Player id, or 16 for neutral.
            x: World units.
            y: World units.

        Returns:
            The unit, finished and in full health.
        """
        tag = self.next_tag
        self.next_tag += _TAG_STEP
        unit = Unit(tag, kind, owner, _alliance(owner), x, y, kind.health_max)
        self.units[tag] = unit
        if kind.speed > 0:
            self.mobile.append(unit)
            self.crowd_moved = True
        if owner != NEUTRAL_OWNER:
            self.active.append(unit)
            self.forces[owner].append(unit)
            for player, foes in self.foes.items():
                if player != owner:
                    foes.append(unit)
        if kind.is_worker and owner == 1:
            self.players[1].idle_worker_count += 1
        self.ground.add(unit)
        return unit

    def remove(self, unit: Unit) -> None:
        """Takes a unit off the map; what it was worth no longer counts as in use.

        Args:
            unit: The unit; nothing happens when it has gone already.
        """
        if not unit.alive:
            return
        unit.alive = False
        if unit.kind.is_producer:
            production.abandon(self, unit)
        clear(self, unit)
        unit.aim = None
        del self.units[unit.tag]
        if unit.kind.speed > 0:
            self.mobile.remove(unit)
        if unit.owner != NEUTRAL_OWNER:
            self.active.remove(unit)
            self.forces[unit.owner].remove(unit)
            for player, foes in self.foes.items():
                if player != unit.owner:
                    foes.remove(unit)
        for tags in (self.selection, *self.control_groups):
            if unit.tag in tags:
                tags.remove(unit.tag)
        if unit.owner in self.players:
            accounts.end(self, unit.owner, unit.kind)
            if unit.is_finished:
                accounts.retire(self, unit.owner, unit.kind)
        self.ground.remove(unit)

    def change_kind(self, unit: Unit, kind: UnitType) -> None:
        """Turns a structure into another form of itself, as a supply depot lowered.

        Args:
            unit: The structure.
            kind: Its new type, of the same cost and size.
        """
        self.ground.remove(unit)
        unit.kind = kind
        self.ground.add(unit)
        if kind.blocks_path:
            crowd.evict(self, unit)

    def is_visible(self, unit: Unit) -> bool:
        """Tells whether the client sees a unit.

        Args:
            unit: The unit.

        Returns:
            True for the client's own units and wherever there is no fog.
        """
        return not self.fog or unit.owner == 1 or sees(self, 1, unit)


def _alliance(owner: int) -> Alliance:
    if owner == 1:
        return Alliance.SELF
    return Alliance.NEUTRAL if owner == NEUTRAL_OWNER else Alliance.ENEMY
