"""Small environments in which the real trainer shows within seconds that it learns.

Each isolates one thing that must be right: the policy gradient and the function mask (Bandit),
returns through a delayed reward (Corridor), a spatial argument on a screen that is not square and
the argument mask (Click), and the bootstrap at a time limit (TimeLimit).
"""

import abc
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from a3c_tf.config import Config
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.specs import (
    Action,
    ActionSpec,
    ArgumentSpec,
    ArraySpec,
    FunctionSpec,
    Observation,
    ObservationSpec,
)


class Outcome(NamedTuple):
    """What one step of a toy led to; the fields mean what they mean in a TimeStep."""

    reward: float
    discount: float = 1.0
    last: bool = False


class Toy(Environment):
    """What the toys share: chance, the score, and a check of the action."""

    def __init__(
        self, config: Config | None = None, *, seed: int | None = None, worker: int = 0
    ) -> None:
        """Build one toy.

        Args:
            config: Ignored, toys have no options.
            seed: Seed of the chance until reset is given one.
            worker: Ignored, toys share nothing.
        """
        del config, worker
        self._rng = np.random.default_rng(seed)
        self._score = 0.0
        self._mask = self._all_functions()

    def reset(self, seed: int | None = None) -> TimeStep:
        """Start an episode; with a seed its chance repeats, without one it goes on."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._score = 0.0
        self._start()
        return self._timestep(Outcome(reward=0.0))

    def step(self, action: Action) -> TimeStep:
        """Advance by one agent step.

        Args:
            action: A decision that the last function mask allowed.

        Returns:
            The next time step.

        Raises:
            ValueError: The mask did not allow the function.
        """
        if not self._mask[action.function]:
            name = self.action_spec.functions[action.function].name
            raise ValueError(f"the function {name!r} was not available")
        return self._timestep(self._advance(action))

    def close(self) -> None:
        """Nothing to release."""

    @abc.abstractmethod
    def _start(self) -> None:
        """Set up the first state of an episode."""

    @abc.abstractmethod
    def _advance(self, action: Action) -> Outcome:
        """Apply an action to the state and to the score."""

    @abc.abstractmethod
    def _observe(self) -> Observation:
        """A new array for each observation."""

    def _available(self) -> npt.NDArray[np.bool_]:
        return self._all_functions()

    def _all_functions(self) -> npt.NDArray[np.bool_]:
        return np.ones(len(self.action_spec.functions), dtype=bool)

    def _timestep(self, outcome: Outcome) -> TimeStep:
        self._mask = self._available()
        return TimeStep(
            observation=self._observe(),
            function_mask=self._mask.copy(),
            reward=outcome.reward,
            discount=outcome.discount,
            last=outcome.last,
            info={"score": self._score},
        )


class Quiz(Toy):
    """16 rounds an episode, each of which pays 0..1 and has no bearing on the next.

    The score is the sum.
    """

    ROUNDS = 16

    def _start(self) -> None:
        self._round = 0
        self._draw()

    def _advance(self, action: Action) -> Outcome:
        reward = self._grade(action)
        self._score += reward
        self._round += 1
        self._draw()
        over = self._round == self.ROUNDS
        return Outcome(reward, discount=0.0 if over else 1.0, last=over)

    @abc.abstractmethod
    def _draw(self) -> None:
        """Draw the next round's question."""

    @abc.abstractmethod
    def _grade(self, action: Action) -> float:
        """What an action is worth as the answer, 0..1."""


class Bandit(Quiz):
    """Name the cue you see: a contextual bandit.

    The cue is one of four; the function of the same number pays 1.
    One of the wrong functions is not available. Score: 16 at best, 16 / 3 at random.
    """

    CUES = 4
    observation_spec: ClassVar[ObservationSpec] = {"vector": ArraySpec((CUES,), "float32")}
    action_spec = ActionSpec(tuple(FunctionSpec(f"cue_{i}") for i in range(CUES)))

    def _draw(self) -> None:
        self._cue = int(self._rng.integers(self.CUES))
        self._blocked = (self._cue + int(self._rng.integers(1, self.CUES))) % self.CUES

    def _grade(self, action: Action) -> float:
        return float(action.function == self._cue)

    def _available(self) -> npt.NDArray[np.bool_]:
        mask = self._all_functions()
        mask[self._blocked] = False
        return mask

    def _observe(self) -> Observation:
        return {"vector": _one_hot(self._cue, self.CUES)}


class Corridor(Toy):
    """Walk away from a small reward next door to a large one far off: a delayed reward.

    Ten cells, the start is cell 1. Cell 0 pays 0.1, cell 9 pays 1, both end the task; nothing
    else pays. The score is the reward: 1 at best, 0.2 at random (a random walk from cell 1
    reaches cell 9 with probability 1 / 9). With t_max below 8 the reward reaches the start only
    through bootstrapped values. An episode is cut after 100 steps, so that a policy that walks to
    and fro comes to an end.
    """

    CELLS = 10
    START = 1
    NEAR_REWARD = 0.1
    FAR_REWARD = 1.0
    TIME_LIMIT = 100
    observation_spec: ClassVar[ObservationSpec] = {"vector": ArraySpec((CELLS,), "float32")}
    action_spec = ActionSpec((FunctionSpec("left"), FunctionSpec("right")))

    def _start(self) -> None:
        self._cell = self.START
        self._steps = 0

    def _advance(self, action: Action) -> Outcome:
        self._cell += 1 if action.function == 1 else -1
        self._steps += 1
        if 0 < self._cell < self.CELLS - 1:
            return Outcome(0.0, last=self._steps == self.TIME_LIMIT)
        self._score = self.NEAR_REWARD if self._cell == 0 else self.FAR_REWARD
        return Outcome(self._score, discount=0.0, last=True)

    def _observe(self) -> Observation:
        return {"vector": _one_hot(self._cell, self.CELLS)}


class Click(Quiz):
    """Click the lit pixel, wait while the screen is dark: a spatial argument.

    The screen is 6 high and 9 wide. In one round of eight no pixel is lit: then `no_op`, which
    takes no argument, pays 1. Otherwise `click` pays 1 on the lit pixel, 2/3 next to it, 1/3 two
    pixels off (diagonal steps count as one). All else pays 0. Score: 16 at best, 2.1 at
    random.
    """

    HEIGHT = 6
    WIDTH = 9
    DARK_PROBABILITY = 0.125
    REACH = 3
    NO_OP, CLICK = 0, 1
    screen = ArgumentSpec("screen", (HEIGHT, WIDTH))
    observation_spec: ClassVar[ObservationSpec] = {
        "screen": ArraySpec((HEIGHT, WIDTH, 1), "float32")
    }
    action_spec = ActionSpec((FunctionSpec("no_op"), FunctionSpec("click", ("screen",))), (screen,))

    def _draw(self) -> None:
        self._dark = bool(self._rng.random() < self.DARK_PROBABILITY)
        self._lit = int(self._rng.integers(self.screen.size))

    def _grade(self, action: Action) -> float:
        if self._dark or action.function == self.NO_OP:
            return float(self._dark and action.function == self.NO_OP)
        x, y = self.screen.to_point(action.arguments[0])
        lit_x, lit_y = self.screen.to_point(self._lit)
        return max(0.0, 1.0 - max(abs(x - lit_x), abs(y - lit_y)) / self.REACH)

    def _observe(self) -> Observation:
        screen = np.zeros((self.HEIGHT, self.WIDTH, 1), np.float32)
        if not self._dark:
            x, y = self.screen.to_point(self._lit)
            screen[y, x] = 1.0
        return {"screen": screen}


class TimeLimit(Toy):
    """Tend a field for ever although a clock cuts each episode: a time limit is no end.

    A year has four seasons; tending pays 2 in the first and 0 in the others and leads to the
    next. `sell` pays 1 and ends the task. After one year the episode is cut, in the state it
    started from. Tending for ever is best at any discount above 0.72; a learner that takes the
    cut for an end sells after the first season, since no further harvest seems to come. The
    score counts the seasons tended: 4 at best, 1 for that learner.
    """

    SEASONS = 4
    HARVEST_REWARD = 2.0
    SALE_REWARD = 1.0
    TEND, SELL = 0, 1
    observation_spec: ClassVar[ObservationSpec] = {"vector": ArraySpec((SEASONS,), "float32")}
    action_spec = ActionSpec((FunctionSpec("tend"), FunctionSpec("sell")))

    def _start(self) -> None:
        self._season = 0

    def _advance(self, action: Action) -> Outcome:
        if action.function == self.SELL:
            return Outcome(self.SALE_REWARD, discount=0.0, last=True)
        reward = self.HARVEST_REWARD if self._season == 0 else 0.0
        self._score += 1.0
        self._season = (self._season + 1) % self.SEASONS
        return Outcome(reward, discount=1.0, last=self._season == 0)

    def _observe(self) -> Observation:
        return {"vector": _one_hot(self._season, self.SEASONS)}


def _one_hot(index: int, size: int) -> npt.NDArray[np.float32]:
    vector = np.zeros(size, np.float32)
    vector[index] = 1.0
    return vector
