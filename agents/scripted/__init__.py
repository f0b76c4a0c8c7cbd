"""Scripted baselines for the mini-games, each an agent that pysc2 loads by name.

    python -m a3c_tf.pysc2 agent --map CollectMineralShards --norender --use_feature_units \
        --agent agents.scripted.CollectShards

They see what a player sees (feature layers, and feature units for the positions) and act by mouse
and buttons, one action a step. What they score is in docs/calibration.md.
"""

import a3c_tf  # noqa: F401 - lets pysc2 be imported on today's Python
from agents.scripted.economy import BuildMarines, MineAndTrain
from agents.scripted.fighting import AttackMove, FocusFire
from agents.scripted.movement import CollectShards, MoveToBeacon

__all__ = [
    "AttackMove",
    "BuildMarines",
    "CollectShards",
    "FocusFire",
    "MineAndTrain",
    "MoveToBeacon",
]
