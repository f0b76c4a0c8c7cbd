"""What the games show, offer and reward."""

import dataclasses
from typing import Literal

from a3c_tf.options.option import option


@dataclasses.dataclass(frozen=True)
class GameOptions:
    """How a game is played, and what the learner sees of its rewards."""

    screen_size: int = option(
        32, "StarCraft II: width and height of the screen, in pixels.", least=1, most=512
    )
    minimap_size: int = option(
        32, "StarCraft II: width and height of the minimap, in pixels.", least=1, most=512
    )
    step_mul: int = option(8, "StarCraft II: game loops an agent step.", least=1)
    action_set: str = option(
        "", "StarCraft II: functions on offer, by the set's name; empty means the map's own."
    )
    encoding: Literal["channels", "embedded", "raw"] = option(
        "channels",
        "StarCraft II: channels shows the values of layers that matter on the map as 0 or 1, "
        "embedded all values for the network to embed (SC2LE), raw the bare numbers.",
    )
    screen_layers: str = option(
        "", "StarCraft II: layers of the screen by pysc2's names, with commas; empty: the map's."
    )
    minimap_layers: str = option(
        "", "StarCraft II: layers of the minimap by pysc2's names, with commas; empty: the map's."
    )
    vectors: str = option(
        "",
        "StarCraft II: other observations, such as player.minerals or available_actions, with "
        "commas; empty: the map's.",
    )
    sc2_reward: Literal["score", "harvester", "economy"] = option(
        "score",
        "StarCraft II: score is what the map's score rises by, harvester what minerals + 10 gas + "
        "10 minerals a minute + 100 gas a minute does, economy what score + 30 supply used - 30 "
        "idle workers does.",
    )
    mario_actions: Literal["right", "simple", "complex"] = option(
        "right", "Mario: which set of button combinations the agent chooses from."
    )
    mario_reward: Literal["classic", "native", "shaped"] = option(
        "shaped",
        "Mario: classic is the formula of gym-super-mario-bros 7, native that of the installed "
        "version, shaped is (classic + score / 40, +50 at the flag, -50 at death) / 10.",
    )
    mario_stall_steps: int = option(
        300,
        "Mario: cut an episode after this many agent steps without progress; 0: never.",
        least=0,
    )
    reward_scale: float = option(1.0, "The learner sees rewards multiplied by this.")
    reward_clip: float = option(
        0.0, "After that, rewards are cut to between minus and plus this; 0: never.", least=0.0
    )
