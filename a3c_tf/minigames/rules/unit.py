"""A unit's state, and the orders it follows."""

import dataclasses
import enum
import math
from collections import deque

from a3c_tf.minigames.rules.unit_type import UnitType

Point = tuple[float, float]


class Alliance(enum.IntEnum):
    """Relation of a unit's owner to the client (raw.proto, Alliance)."""

    SELF = 1
    ALLY = 2
    NEUTRAL = 3
    ENEMY = 4


@dataclasses.dataclass(slots=True, eq=False)
class Order:
    """One thing a unit was told to do.

    Attributes:
        ability_id: The specific ability (pysc2/lib/actions.py), for instance 295 for an SCV's
            gather; observations report it. It changes with what the unit is doing: a harvesting
            worker's order alternates between gather and return.
        target: Tag of the target unit, or None.
        point: Target (x, y) in world units, or None.
        progress: 0..1 for orders that take a known time (training, construction).
        stage: How far its behaviour has come; each behaviour numbers its own stages from 0.
        start: Where a patrol began, in world units.
    """

    ability_id: int
    target: int | None = None
    point: Point | None = None
    progress: float = 0.0
    stage: int = 0
    start: Point | None = None


@dataclasses.dataclass(slots=True, eq=False)
class Route:
    """A way around the obstacles.

    Attributes:
        goal: Where it was planned to, in world units.
        layout: `Ground.layout` when it was planned.
        points: What is left of it, the next point last.
        complete: Whether it leads to the goal; False when obstacles enclose the unit or the goal,
            and it ends at the last point that can be reached.
    """

    goal: Point
    layout: int
    points: list[Point]
    complete: bool = True


@dataclasses.dataclass(slots=True, eq=False)
class Unit:
    """One unit or structure; positions in world units (x right, y up), times in game loops.

    Units compare by identity: a tag names a unit, and a Unit object is that unit for its life.

    Attributes:
        tag: The unit's name in the protocol, never used twice.
        kind: Its type.
        owner: Player id; 16 is neutral.
        alliance: What it is to the client.
        x: World units to the right.
        y: World units up.
        health: Hit points left.
        facing: Radians, counter-clockwise from the x axis.
        alive: False once it has left the game.
        orders: What it does now and next; a production building's queue.
        build_progress: 0..1; 1 is finished.
        cargo_minerals: Minerals carried.
        cargo_vespene: Gas carried.
        mineral_contents: Minerals left in a field.
        vespene_contents: Gas left in a geyser, or in the one below a refinery.
        target: The enemy it attacks on its own, or None.
        aim: The unit that its blow under way will hit, or None.
        strike_at: `World.clock` at which that blow lands.
        ready_at: `World.clock` from which its weapon can strike anew.
        free_at: `World.clock` until which it stands because of its last attack.
        post: Where it stood idle before it went after an enemy, or None.
        is_recalled: Whether it may not fight before it is near its post again.
        called_at: `World.clock` at which it last called others to help it.
        is_inside: Whether it is in a refinery: it is not drawn and cannot be clicked on.
        passes_units: Whether units move through it and it through them, as workers harvesting do.
        is_anchored: Whether it holds its ground instead of being pushed aside.
        rally_point: Where the units it produces go, or None.
        rally_target: Tag of the unit they are sent to, or None.
        current_speed: World units a game loop.
        route: How it is going where it goes, or None.
        settled_at: The goal of the move it has completed while it stands there since, or None.
        landmark: Where it was when it was last looked at whether it gets on, or None.
        timer: Game loops until the present stage of its order ends.
        resource: Tag of the field or refinery a worker harvests; of a refinery, its geyser.
        occupies: What a worker harvests from, waits for or constructs right now, or None.
        occupant: The worker that harvests from this, or constructs it, right now; or None.
        waiting: Workers that wait for this field or refinery, the first come first.
        autocast: Abilities it uses on its own.
    """

    tag: int
    kind: UnitType
    owner: int
    alliance: Alliance
    x: float
    y: float
    health: float
    facing: float = 0.0
    alive: bool = True
    orders: deque[Order] = dataclasses.field(default_factory=deque)
    build_progress: float = 1.0
    cargo_minerals: int = 0
    cargo_vespene: int = 0
    mineral_contents: int = 0
    vespene_contents: int = 0
    target: "Unit | None" = None
    aim: "Unit | None" = None
    strike_at: float = 0.0
    ready_at: float = 0.0
    free_at: float = 0.0
    post: Point | None = None
    is_recalled: bool = False
    called_at: float = -math.inf
    is_inside: bool = False
    passes_units: bool = False
    is_anchored: bool = False
    rally_point: Point | None = None
    rally_target: int | None = None
    current_speed: float = 0.0
    route: Route | None = None
    settled_at: Point | None = None
    landmark: Point | None = None
    timer: float = 0.0
    resource: int | None = None
    occupies: "Unit | None" = None
    occupant: "Unit | None" = None
    waiting: "list[Unit]" = dataclasses.field(default_factory=list)
    autocast: set[int] = dataclasses.field(default_factory=set)

    @property
    def is_finished(self) -> bool:
        """Whether it is a unit or a completed structure."""
        return self.build_progress >= 1.0

    @property
    def is_carrying(self) -> bool:
        """Whether it carries minerals or gas."""
        return self.cargo_minerals > 0 or self.cargo_vespene > 0
