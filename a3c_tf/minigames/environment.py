"""Opening pysc2's own environment on a game, the embedded mini-games unless another is named."""

from typing import Any

from absl import flags
from pysc2.env import sc2_env

from a3c_tf.minigames.launcher import EmbeddedMinigames


def open_environment(map_name: str, **options: Any) -> sc2_env.SC2Env:
    """Starts the game that --sc2_run_config names, and by default the embedded mini-games.

    Args:
        map_name: The map.
        **options: As SC2Env takes them; one Terran agent unless `players` says otherwise.

    Returns:
        The environment; the caller closes it.
    """
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    flag = flags.FLAGS["sc2_run_config"]
    before, flag.value = flag.value, flag.value or EmbeddedMinigames.name()
    options.setdefault("players", [sc2_env.Agent(sc2_env.Race.terran)])
    try:
        return sc2_env.SC2Env(map_name=map_name, **options)
    finally:
        flag.value = before
