"""How fast pysc2's own environment steps, with its client and the server as two processes."""

import math
import os
import random
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pysc2.env import environment, sc2_env
from pysc2.lib import actions, features

from a3c_tf.minigames.environment import open_environment

LOOPS_PER_STEP = 8
WARM_UP_STEPS = 20
_COMMANDS = (actions.FUNCTIONS.Attack_screen, actions.FUNCTIONS.Smart_screen)


class ClientSpeed(NamedTuple):
    """What was measured.

    Attributes:
        steps_per_second: Agent steps a second of the clock on the wall.
        client_ms: Processor time of pysc2's client in milliseconds an agent step.
        server_ms: That of the server; NaN where the system does not tell.
    """

    steps_per_second: float
    client_ms: float
    server_ms: float


def measure_client(map_name: str, steps: int, size: int) -> ClientSpeed:
    """Measures one map, its units busy with a command to a random place every step.

    Args:
        map_name: The map.
        steps: Agent steps to measure.
        size: Width and height of the screen and the minimap in pixels.

    Returns:
        The measurement; episodes that end in it begin again, which counts too.
    """
    interface = features.AgentInterfaceFormat(
        feature_dimensions=features.Dimensions(screen=size, minimap=size)
    )
    with open_environment(
        map_name, agent_interface_format=interface, step_mul=LOOPS_PER_STEP, random_seed=0
    ) as env:
        (timestep,) = env.reset()
        chance = random.Random(0)
        for _ in range(WARM_UP_STEPS):
            timestep = _step(env, timestep, chance, size)
        server = env._sc2_procs[0].pid
        before = _clocks(server)
        for _ in range(steps):
            timestep = _step(env, timestep, chance, size)
        seconds, client, of_server = np.subtract(_clocks(server), before)
    return ClientSpeed(steps / seconds, client / steps * 1e3, of_server / steps * 1e3)


def _step(
    env: sc2_env.SC2Env, timestep: environment.TimeStep, chance: random.Random, size: int
) -> environment.TimeStep:
    """Commands whoever is selected, or selects whoever can be."""
    available = timestep.observation.available_actions
    command = next((command for command in _COMMANDS if command.id in available), None)
    if command is not None:
        call = command("now", [chance.randrange(size), chance.randrange(size)])
    elif actions.FUNCTIONS.select_army.id in available:
        call = actions.FUNCTIONS.select_army("select")
    elif actions.FUNCTIONS.select_idle_worker.id in available:
        call = actions.FUNCTIONS.select_idle_worker("select_all")
    else:
        call = actions.FUNCTIONS.no_op()
    return env.step([call])[0]


def _clocks(server: int) -> tuple[float, float, float]:
    """Seconds on the wall, and of processor time of this process and of the server's.

    Linux tells the last (proc_pid_stat(5)); elsewhere it is NaN.
    """
    try:
        fields = Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        of_server = math.nan
    else:
        of_server = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return time.monotonic(), time.process_time(), of_server
