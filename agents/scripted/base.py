"""What the scripted agents share: the units they see, and a script that acts step by step."""

import abc
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from pysc2.agents import base_agent
from pysc2.lib import actions, features

from a3c_tf.errors import ConfigError

FUNCTIONS = actions.FUNCTIONS
SELF = int(features.PlayerRelative.SELF)
NEUTRAL = int(features.PlayerRelative.NEUTRAL)
ENEMY = int(features.PlayerRelative.ENEMY)

Pixel = tuple[int, int]
Script = Iterator[actions.FunctionCall]

WORLD_UNITS_ACROSS = 24
"""Width of pysc2's screen in world units."""


class SeenUnit(NamedTuple):
    """A unit on the screen, as feature units describe it.

    Attributes:
        unit_type: pysc2/lib/units.py.
        alliance: PlayerRelative.
        x: Column of its centre.
        y: Row of its centre.
        health: Hit points.
        is_selected: Whether it is selected.
        is_finished: Whether it is complete.
        orders: Number of orders that it has.
        harvesters: Workers that mine for it, if it is a town hall.
    """

    unit_type: int
    alliance: int
    x: int
    y: int
    health: int
    is_selected: bool
    is_finished: bool
    orders: int
    harvesters: int

    @property
    def pixel(self) -> Pixel:
        """(x, y) of its centre."""
        return self.x, self.y

    def distance(self, pixel: Pixel) -> float:
        """Distance from a pixel, in pixels."""
        return math.dist(self.pixel, pixel)


_COLUMNS = [
    int(features.FeatureUnit[name])
    for name in (
        *("unit_type", "alliance", "x", "y", "health"),
        *("is_selected", "build_progress", "order_length", "assigned_harvesters"),
    )
]
_FINISHED = 100  # build_progress in percent


class Situation:
    """One observation.

    Attributes:
        observation: pysc2's own.
        units: The units on the screen.
    """

    def __init__(self, observation: Any) -> None:
        """Read an observation.

        Args:
            observation: `timestep.observation`, with feature units.
        """
        self.observation = observation
        # Without any unit pysc2 gives an array of one dimension.
        table = np.asarray(observation["feature_units"]).reshape(-1, len(features.FeatureUnit))
        rows = table[:, _COLUMNS].tolist()
        self.units = [
            SeenUnit(
                kind, alliance, x, y, health, bool(selected), progress >= _FINISHED, orders, load
            )
            for kind, alliance, x, y, health, selected, progress, orders, load in rows
        ]

    def of(self, alliance: int, unit_type: int | None = None) -> list[SeenUnit]:
        """The units of one side, or those of one type among them."""
        return [
            unit
            for unit in self.units
            if unit.alliance == alliance and unit_type in (None, unit.unit_type)
        ]

    def can(self, function: actions.Function) -> bool:
        """Whether a function is available."""
        return int(function.id) in self.observation["available_actions"]

    def player(self, name: str) -> int:
        """One of the player's numbers, by its name in features.Player."""
        return int(self.observation["player"][features.Player[name]])


class ScriptedAgent(base_agent.BaseAgent, abc.ABC):
    """An agent whose script is a generator: it yields an action and then sees what became of it.

    Attributes:
        situation: What it sees now.
    """

    situation: Situation

    def setup(self, obs_spec: Any, action_spec: Any) -> None:
        """Check that pysc2 shows what the agent needs.

        Args:
            obs_spec: pysc2's specification of observations.
            action_spec: pysc2's specification of actions.

        Raises:
            ConfigError: Feature units or feature layers are missing.
        """
        super().setup(obs_spec, action_spec)
        missing = [name for name in ("feature_units", "feature_screen") if name not in obs_spec]
        if missing:
            raise ConfigError(
                f"{type(self).__name__} needs the observations {' and '.join(missing)}; "
                "with pysc2's agent tool add --use_feature_units and --action_space FEATURES"
            )

    def reset(self) -> None:
        """Begin the script anew for a new episode."""
        super().reset()
        self._script = self.play()

    def step(self, timestep: Any) -> actions.FunctionCall:
        """Act on what is seen.

        Args:
            timestep: pysc2's TimeStep.

        Returns:
            What the script yields next.
        """
        super().step(timestep)
        self.situation = Situation(timestep.observation)
        return next(self._script)

    @abc.abstractmethod
    def play(self) -> Script:
        """The script of one episode; it never ends by itself."""

    def select_army(self) -> Script:
        """Selects all that fights, and waits until there is something."""
        while not self.situation.can(FUNCTIONS.Move_screen):
            can = self.situation.can(FUNCTIONS.select_army)
            yield FUNCTIONS.select_army("select") if can else FUNCTIONS.no_op()

    def select(self, unit: SeenUnit, how: str = "select") -> actions.FunctionCall:
        """A click on a unit."""
        return FUNCTIONS.select_point(how, unit.pixel)


def nearest(
    pixel: Pixel, units: Sequence[SeenUnit], before: Callable[[SeenUnit], float] = lambda unit: 0.0
) -> SeenUnit:
    """The unit that is nearest to a pixel.

    Args:
        pixel: (x, y).
        units: To choose from; there must be one.
        before: What counts before the distance; the lowest wins.

    Returns:
        One of them.
    """
    return min(units, key=lambda unit: (before(unit), unit.distance(pixel)))


def centre(units: Sequence[SeenUnit]) -> Pixel:
    """The mean position of some units, rounded; there must be one."""
    count = len(units)
    return round(sum(unit.x for unit in units) / count), round(
        sum(unit.y for unit in units) / count
    )
