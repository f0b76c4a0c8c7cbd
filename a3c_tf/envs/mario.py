"""Super Mario Bros. on the NES emulator of nes-py, one stage an environment.

An agent step is four NES frames with the same buttons. The observation is the screen after each
of the last four agent steps, grey and 84 x 84. The emulator has no chance in it: the same actions
give the same episode, whatever the seed.
"""

import collections
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from gym_super_mario_bros import SuperMarioBrosEnv
from gym_super_mario_bros.actions import COMPLEX_MOVEMENT, RIGHT_ONLY, SIMPLE_MOVEMENT

from a3c_tf.config import Config
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.envs.mario_rewards import FrameFacts, classic_reward, shaped_reward
from a3c_tf.specs import Action, ActionSpec, ArraySpec, FunctionSpec, Observation, ObservationSpec

FRAMES_PER_STEP = 4
STACKED_SCREENS = 4
SCREEN_SIZE = 84
# Points, coins, world and clock stand in the top 32 of 240 rows. They are blackened: the clock
# changes without the agent's doing, and what depends on it would not carry over to another stage.
HUD_ROWS = 32

_NO_BUTTON = "NOOP"

# Without the no-op a uniform policy runs instead of standing still every fifth step.
BUTTON_SETS: dict[str, tuple[tuple[str, ...], ...]] = {
    "right": tuple(tuple(buttons) for buttons in RIGHT_ONLY if buttons != [_NO_BUTTON]),
    "simple": tuple(tuple(buttons) for buttons in SIMPLE_MOVEMENT),
    "complex": tuple(tuple(buttons) for buttons in COMPLEX_MOVEMENT),
}

# Bits of the NES controller's shift register, as nes-py takes them.
_BUTTON_BITS = {
    "A": 1 << 0,
    "B": 1 << 1,
    "up": 1 << 4,
    "down": 1 << 5,
    "left": 1 << 6,
    "right": 1 << 7,
    _NO_BUTTON: 0,
}


class Mario(Environment):
    """One stage of Super Mario Bros., one life an episode.

    The task ends with death (an expired clock is one) or when the stage is left, by its flag, by
    Bowser's axe or by a warp pipe. It is cut, with discount 1, after `mario_stall_steps` agent
    steps in which Mario got no further to the right than before.

    `info` holds, for the episode so far:

    * score: the classic return (mario_rewards.classic_reward), what evaluation reports
    * native_return: the return in the installed gym-super-mario-bros' own reward
    * x, max_x: Mario's position in the level and the furthest one, in pixels
    * flag: 1.0 once the stage is cleared
    * clock: what the game's clock shows
    * points: the game's own score
    """

    def __init__(
        self,
        config: Config,
        *,
        seed: int | None = None,
        worker: int = 0,
        world: int = 1,
        stage: int = 1,
    ) -> None:
        """Start an emulator; about a quarter of a second.

        Args:
            config: mario_actions, mario_reward and mario_stall_steps are used.
            seed: Ignored, the game has no chance in it.
            worker: Ignored, emulators share nothing.
            world: World, 1 to 8.
            stage: Stage of the world, 1 to 4.
        """
        del seed, worker
        self._target = (world, stage)
        self._reward_kind = config.mario_reward
        self._stall_steps = config.mario_stall_steps
        button_set = BUTTON_SETS[config.mario_actions]
        self._pressed = [_controller_byte(buttons) for buttons in button_set]
        self._action_spec = ActionSpec(
            tuple(FunctionSpec("+".join(buttons)) for buttons in button_set)
        )
        self._emulator: SuperMarioBrosEnv | None = SuperMarioBrosEnv(target=self._target)
        self._grey = np.empty(self._emulator.screen.shape[:2], np.uint8)
        self._screens: collections.deque[npt.NDArray[np.uint8]] = collections.deque(
            maxlen=STACKED_SCREENS
        )

    @property
    def observation_spec(self) -> ObservationSpec:
        """`screen`: uint8 [84, 84, 4], the last four decisions' screens, the newest last."""
        return {"screen": ArraySpec((SCREEN_SIZE, SCREEN_SIZE, STACKED_SCREENS), "uint8")}

    @property
    def action_spec(self) -> ActionSpec:
        """One function a button combination, named after its buttons; no arguments."""
        return self._action_spec

    def reset(self, seed: int | None = None) -> TimeStep:
        """Start an episode; see Environment.reset. The seed has no effect."""
        _, info = self._open_emulator().reset()
        self._facts = FrameFacts.from_info(info)
        self._totals = {
            "score": 0.0,
            "native_return": 0.0,
            "x": float(self._facts.x),
            "max_x": float(self._facts.x),
            "flag": 0.0,
            "clock": float(self._facts.clock),
            "points": float(self._facts.points),
        }
        self._steps_without_progress = 0
        self._screens.extend([self._grab_screen()] * STACKED_SCREENS)
        return self._timestep(reward=0.0, discount=1.0, last=False)

    def step(self, action: Action) -> TimeStep:
        """Hold the buttons for four NES frames, or until the episode ends.

        Args:
            action: The button combination.

        Returns:
            The next time step; its reward is the sum over the frames.
        """
        emulator = self._open_emulator()
        pressed = self._pressed[int(action.function)]
        before, previous_max_x = self._facts, self._totals["max_x"]
        classic = native = 0.0
        ended = flag = cut = False
        for _ in range(FRAMES_PER_STEP):
            _, frame_reward, terminated, cut, info = emulator.step(pressed)
            facts = FrameFacts.from_info(info)
            classic += classic_reward(self._facts, facts)
            native += frame_reward
            self._facts = facts
            self._totals["max_x"] = max(self._totals["max_x"], float(facts.x))
            flag = not facts.dead and self._has_left_the_stage(info)
            ended = terminated or flag
            if ended or cut:
                break
        self._count(classic, native, flag)

        progressed = self._totals["max_x"] > previous_max_x
        self._steps_without_progress = 0 if progressed else self._steps_without_progress + 1
        stalled = 0 < self._stall_steps <= self._steps_without_progress
        rewards = {
            "classic": classic,
            "native": native,
            "shaped": shaped_reward(
                classic, self._facts.points - before.points, flag=flag, dead=self._facts.dead
            ),
        }
        self._screens.append(self._grab_screen())
        return self._timestep(
            reward=rewards[self._reward_kind],
            discount=0.0 if ended else 1.0,
            last=ended or cut or stalled,
        )

    def render(self) -> npt.NDArray[np.uint8]:
        """The screen in colour, uint8 [240, 256, 3] RGB, a copy."""
        picture: npt.NDArray[np.uint8] = self._open_emulator().observation("rgb_array_contiguous")
        return picture

    def close(self) -> None:
        """Release the emulator; a second call does nothing."""
        if self._emulator is not None:
            self._emulator.close()
            self._emulator = None

    def _open_emulator(self) -> SuperMarioBrosEnv:
        if self._emulator is None:
            raise RuntimeError("this Mario environment is closed")
        return self._emulator

    def _has_left_the_stage(self, info: dict[str, Any]) -> bool:
        # The package can miss the flag pole (its issue 91): then the next stage gives it away.
        return bool(info["flag_get"]) or (info["world"], info["stage"]) != self._target

    def _count(self, classic: float, native: float, flag: bool) -> None:
        self._totals["score"] += classic
        self._totals["native_return"] += native
        self._totals["x"] = float(self._facts.x)
        self._totals["flag"] = float(flag)
        self._totals["clock"] = float(self._facts.clock)
        self._totals["points"] = float(self._facts.points)

    def _grab_screen(self) -> npt.NDArray[np.uint8]:
        """The current screen, grey, without the status rows, in a new array."""
        # The emulator's own array is one live view of its memory; this call copies it.
        self._open_emulator().observation("grayscale", output=self._grey)
        self._grey[:HUD_ROWS] = 0
        screen = cv2.resize(self._grey, (SCREEN_SIZE, SCREEN_SIZE), interpolation=cv2.INTER_AREA)
        return np.asarray(screen, np.uint8)

    def _timestep(self, reward: float, discount: float, last: bool) -> TimeStep:
        observation: Observation = {"screen": np.stack(self._screens, axis=-1)}
        mask = np.ones(len(self._pressed), dtype=bool)
        return TimeStep(observation, mask, reward, discount, last, dict(self._totals))


def _controller_byte(buttons: Sequence[str]) -> int:
    return sum(_BUTTON_BITS[button] for button in buttons)
