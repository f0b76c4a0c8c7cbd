"""What a Super Mario Bros. frame or agent step is worth, as pure functions.

`classic` is what gym-super-mario-bros paid up to version 8, rebuilt here from `info`, so that
returns can be put beside published ones whatever the installed version pays and whatever the
agent is trained on.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

CLASSIC_CLIP = 15.0
CLASSIC_DEATH = -25.0
LARGEST_MOVE = 5  # pixels a frame; a larger jump of x is a change of area, not a move

SHAPED_SCALE = 10.0
SHAPED_POINTS = 40.0
SHAPED_FLAG = 50.0
SHAPED_DEATH = -50.0


class FrameFacts(NamedTuple):
    """What the rewards depend on, read after one NES frame.

    Attributes:
        x: Mario's position in the level, in pixels.
        clock: The game's clock; it counts down about every 24 frames.
        points: The game's own score, as it is shown on the screen.
        dead: Whether Mario is dying or dead.
    """

    x: int
    clock: int
    points: int
    dead: bool

    @classmethod
    def from_info(cls, info: Mapping[str, Any]) -> "FrameFacts":
        """Pick the facts out of the emulator environment's info.

        Args:
            info: As returned by reset and step of gym_super_mario_bros.SuperMarioBrosEnv.

        Returns:
            The facts.
        """
        dead = bool(info["is_dying"] or info["is_dead"])
        return cls(info["x_pos"], info["time"], info["score"], dead)


def classic_reward(before: FrameFacts, after: FrameFacts) -> float:
    """Reward of one NES frame by the formula of gym-super-mario-bros 7 (its smb_env.py).

    The move in pixels, 0 where it is larger than 5, plus the change of the clock where it went
    down, minus 25 at death, clipped to +-15. Moving left costs what moving right pays.

    Args:
        before: Facts before the frame.
        after: Facts after it.

    Returns:
        The reward, in -15..15.
    """
    move = after.x - before.x
    if abs(move) > LARGEST_MOVE:
        move = 0
    reward = float(move + min(0, after.clock - before.clock))
    if after.dead:
        reward += CLASSIC_DEATH
    return max(-CLASSIC_CLIP, min(CLASSIC_CLIP, reward))


def shaped_reward(classic: float, points: int, *, flag: bool, dead: bool) -> float:
    """Reward of one agent step as the published A3C agents for this game were trained on.

    (classic + points / 40, +50 at the flag, -50 at death) / 10, which makes a running step worth
    about 1 and a death about 7 of them.

    Args:
        classic: Sum of the classic rewards of the step's frames.
        points: By how much the game's own score rose in the step.
        flag: Whether the step reached the flag.
        dead: Whether Mario died in the step.

    Returns:
        The reward.
    """
    bonus = SHAPED_FLAG * flag + SHAPED_DEATH * dead
    return (classic + points / SHAPED_POINTS + bonus) / SHAPED_SCALE
