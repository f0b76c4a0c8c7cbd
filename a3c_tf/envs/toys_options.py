"""Toys that each need one part of the learner, and show what it is good for.

Recall needs a memory: a network whose name ends in `_lstm`. Drift needs V-trace once many workers
share the model. Tunnel needs curiosity. Rectangle needs two spatial arguments that fit together.
"""

from typing import ClassVar

import numpy as np

from a3c_tf.envs.toys import Outcome, Quiz, Toy
from a3c_tf.specs import (
    Action,
    ActionSpec,
    ArgumentSpec,
    ArraySpec,
    FunctionSpec,
    Observation,
    ObservationSpec,
)


class Recall(Toy):
    """Name the cue that was shown when the episode began: a task for a memory.

    One of four cues is shown at the first step. Nothing is shown at the next four, where any
    function does nothing. Then the question is put, and the function of the cue's number pays 1.
    Score: 1 at best, 1/4 for whoever cannot remember.
    """

    CUES = 4
    DELAY = 4
    observation_spec: ClassVar[ObservationSpec] = {"vector": ArraySpec((CUES + 1,), "float32")}
    action_spec = ActionSpec(tuple(FunctionSpec(f"cue_{i}") for i in range(CUES)))

    def _start(self) -> None:
        self._cue = int(self._rng.integers(self.CUES))
        self._steps = 0

    def _advance(self, action: Action) -> Outcome:
        self._steps += 1
        if self._steps <= self.DELAY + 1:
            return Outcome(0.0)
        self._score = float(action.function == self._cue)
        return Outcome(self._score, discount=0.0, last=True)

    def _observe(self) -> Observation:
        vector = np.zeros(self.CUES + 1, np.float32)
        if self._steps == 0:
            vector[self._cue] = 1.0
        vector[-1] = float(self._steps == self.DELAY + 1)
        return {"vector": vector}


class Drift(Quiz):
    """Find the function that pays, again and again: a target that moves.

    One of four functions pays 1; after every 512 rounds (32 episodes) it is the next one. Nothing
    is shown. Whoever becomes too sure of one function never finds out that another pays now; that
    happens to a learner that takes actions of an older policy for its own. The score is that of
    16 rounds: 4 at random, and for a learner that is stuck.
    """

    FUNCTIONS = 4
    PERIOD = 512
    observation_spec: ClassVar[ObservationSpec] = {"vector": ArraySpec((1,), "float32")}
    action_spec = ActionSpec(tuple(FunctionSpec(f"function_{i}") for i in range(FUNCTIONS)))
    _rounds = 0

    def _draw(self) -> None:
        """There is no question but which function pays."""

    def _grade(self, action: Action) -> float:
        paying = self._rounds // self.PERIOD % self.FUNCTIONS
        self._rounds += 1
        return float(action.function == paying)

    def _observe(self) -> Observation:
        return {"vector": np.ones(1, np.float32)}


class Tunnel(Toy):
    """Walk to the far end of a tunnel where nothing on the way tells that this is wanted.

    24 cells; an episode starts in the first, whose left neighbour is a wall. The last pays 1 and
    ends the task, nothing else pays anything, and after 44 steps the episode is cut. A random walk
    gets there in one of a thousand episodes. The score is the reward.
    """

    CELLS = 24
    TIME_LIMIT = 44
    observation_spec: ClassVar[ObservationSpec] = {"vector": ArraySpec((CELLS,), "float32")}
    action_spec = ActionSpec((FunctionSpec("left"), FunctionSpec("right")))

    def _start(self) -> None:
        self._cell = self._steps = 0

    def _advance(self, action: Action) -> Outcome:
        self._cell = max(0, self._cell + (1 if action.function == 1 else -1))
        self._steps += 1
        if self._cell < self.CELLS - 1:
            return Outcome(0.0, last=self._steps == self.TIME_LIMIT)
        self._score = 1.0
        return Outcome(1.0, discount=0.0, last=True)

    def _observe(self) -> Observation:
        vector = np.zeros(self.CELLS, np.float32)
        vector[self._cell] = 1.0
        return {"vector": vector}


class Rectangle(Quiz):
    """Draw the rectangle that is lit, from one corner to the opposite one: two spatial arguments.

    The screen is 6 high and 9 wide; the lit rectangle is 2 to 4 pixels high and as many wide.
    `select_rect` draws one from `screen` to `screen2`, as StarCraft II's does, in either direction
    and both corners included. It pays the area that the two share as part of the area that either
    covers. Score: 16 at best, 2.0 at random. Whoever cannot choose `screen2` gets at most 10.0, and
    that with the one best pixel for it; 5.5 if it is random, 2.1 if it is always that of `screen`.
    """

    HEIGHT = 6
    WIDTH = 9
    SIZES = (2, 3, 4)
    observation_spec: ClassVar[ObservationSpec] = {
        "screen": ArraySpec((HEIGHT, WIDTH, 1), "float32")
    }
    action_spec = ActionSpec(
        (FunctionSpec("select_rect", ("screen", "screen2")),),
        (ArgumentSpec("screen", (HEIGHT, WIDTH)), ArgumentSpec("screen2", (HEIGHT, WIDTH))),
    )

    def _draw(self) -> None:
        height, width = self._rng.choice(self.SIZES, size=2).tolist()
        top = int(self._rng.integers(self.HEIGHT - height + 1))
        left = int(self._rng.integers(self.WIDTH - width + 1))
        self._lit = np.zeros((self.HEIGHT, self.WIDTH), bool)
        self._lit[top : top + height, left : left + width] = True

    def _grade(self, action: Action) -> float:
        corners = zip(self.action_spec.arguments, action.arguments, strict=True)
        (x1, y1), (x2, y2) = (argument.to_point(index) for argument, index in corners)
        drawn = np.zeros_like(self._lit)
        drawn[min(y1, y2) : max(y1, y2) + 1, min(x1, x2) : max(x1, x2) + 1] = True
        return float((drawn & self._lit).sum() / (drawn | self._lit).sum())

    def _observe(self) -> Observation:
        return {"screen": self._lit[..., np.newaxis].astype(np.float32)}
