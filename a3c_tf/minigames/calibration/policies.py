"""Who plays which map."""

import importlib
from typing import Any, NamedTuple

MAPS = (
    "MoveToBeacon",
    "CollectMineralShards",
    "FindAndDefeatZerglings",
    "DefeatRoaches",
    "DefeatZerglingsAndBanelings",
    "CollectMineralsAndGas",
    "BuildMarines",
)


class Policy(NamedTuple):
    """A policy, as an agent that pysc2 loads by name.

    Attributes:
        name: What it is called here.
        agent: Dotted path of the agent's class.
        maps: The maps it can play.
        is_raw: Whether it acts on raw units instead of the screen.
    """

    name: str
    agent: str
    maps: tuple[str, ...]
    is_raw: bool = False

    @property
    def group(self) -> str:
        """What --policies names: random, no_op, pysc2 (its scripted agents) or own."""
        return self.name.partition(" ")[0]

    def make_agent(self) -> Any:
        """A new agent.

        Returns:
            A pysc2 BaseAgent.
        """
        module, _, attribute = self.agent.rpartition(".")
        return getattr(importlib.import_module(module), attribute)()


def _pysc2(agent: str, map_name: str, *, is_raw: bool = False) -> Policy:
    path = f"pysc2.agents.scripted_agent.{agent}"
    return Policy(f"pysc2 {agent}", path, (map_name,), is_raw)


def _own(agent: str, *maps: str) -> Policy:
    return Policy(f"own {agent}", f"agents.scripted.{agent}", maps)


POLICIES = (
    Policy("random", "pysc2.agents.random_agent.RandomAgent", MAPS),
    Policy("no_op", "pysc2.agents.base_agent.BaseAgent", MAPS),
    _pysc2("MoveToBeacon", "MoveToBeacon"),
    _pysc2("CollectMineralShards", "CollectMineralShards"),
    _pysc2("CollectMineralShardsFeatureUnits", "CollectMineralShards"),
    _pysc2("CollectMineralShardsRaw", "CollectMineralShards", is_raw=True),
    _pysc2("DefeatRoaches", "DefeatRoaches"),
    _pysc2("DefeatRoachesRaw", "DefeatRoaches", is_raw=True),
    _own("MoveToBeacon", "MoveToBeacon"),
    _own("CollectShards", "CollectMineralShards"),
    _own("FocusFire", "DefeatRoaches", "DefeatZerglingsAndBanelings"),
    _own("AttackMove", "FindAndDefeatZerglings", "DefeatRoaches", "DefeatZerglingsAndBanelings"),
    _own("MineAndTrain", "CollectMineralsAndGas"),
    _own("BuildMarines", "BuildMarines"),
)
"""Random is uniform over the functions available and over each of their arguments."""
