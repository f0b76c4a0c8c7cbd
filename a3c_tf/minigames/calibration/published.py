"""Scores on the mini-games of StarCraft II itself, as others have published them."""

from typing import NamedTuple


class Published(NamedTuple):
    """One published result.

    Attributes:
        who: Who played.
        mean: Mean score.
        deviation: Standard deviation over episodes, or None where none is given.
        highest: The best episode, or None where none is given.
        source: Where it is published.
    """

    who: str
    mean: float
    deviation: float | None = None
    highest: float | None = None
    source: str = "Vinyals et al. 2017 (arXiv 1708.04782)"


_RELATIONAL = "Zambaldi et al. 2018 (arXiv 1806.01830)"
_REAVER = "inoryy/reaver, bachelor's thesis; 100 episodes"
_LZHBRIAN = "lzhbrian/pysc2-minigame-ai, README; 10 episodes"
_RANDOM = "starcraft2-ai/comparison"

PUBLISHED: dict[str, tuple[Published, ...]] = {
    "MoveToBeacon": (
        Published("random policy", 1),
        Published("random agent", 1.2, highest=3, source=_RANDOM),
        Published("human player of DeepMind", 26, highest=28),
        Published("StarCraft grandmaster", 28),
        Published("FullyConv", 26),
        Published("relational agent", 27, source=_RELATIONAL),
        Published("reaver A2C", 26.3, 1.8, 31, _REAVER),
    ),
    "CollectMineralShards": (
        Published("random policy", 17),
        Published("random agent", 18.5, highest=32, source=_RANDOM),
        Published(
            "pysc2's CollectMineralShards", 90, source="google-deepmind/pysc2, issue 153; about"
        ),
        Published("pysc2's CollectMineralShardsFeatureUnits", 113, 6, 125, _LZHBRIAN),
        Published("human player of DeepMind", 133, highest=142),
        Published("StarCraft grandmaster", 177, highest=179),
        Published("FullyConv", 103),
        Published("FullyConv LSTM", 104, highest=137),
        Published("relational agent", 196, source=_RELATIONAL),
        Published("reaver A2C", 102.8, 10.8, 135, _REAVER),
    ),
    "FindAndDefeatZerglings": (
        Published("random agent", 5, highest=15, source=_RANDOM),
        Published("human player of DeepMind", 46, highest=49),
        Published("StarCraft grandmaster", 61),
        Published("FullyConv", 45),
        Published("relational agent", 62, source=_RELATIONAL),
        Published("reaver A2C", 22.1, 3.6, 40, _REAVER),
    ),
    "DefeatRoaches": (
        Published("random policy", 1, highest=46),
        Published("random agent", -4, highest=11, source=_RANDOM),
        Published("rule-based, attack the lowest roach", 25, 24, 91, _LZHBRIAN),
        Published("human player of DeepMind", 41, highest=81),
        Published("StarCraft grandmaster", 215, highest=363),
        Published("FullyConv", 100),
        Published("relational agent", 303, source=_RELATIONAL),
        Published("reaver A2C", 72.5, 43.5, 283, _REAVER),
    ),
    "DefeatZerglingsAndBanelings": (
        Published("random policy", 23, highest=118),
        Published("random agent", 18.1, highest=72, source=_RANDOM),
        Published("rule-based, three marines as bait", 108, 41, 220, _LZHBRIAN),
        Published("human player of DeepMind", 729, highest=757),
        Published("StarCraft grandmaster", 727, highest=848),
        Published("FullyConv", 62),
        Published("FullyConv LSTM", 96, highest=444),
        Published("relational agent", 736, source=_RELATIONAL),
        Published("reaver A2C", 56.8, 20.8, 154, _REAVER),
    ),
    "CollectMineralsAndGas": (
        Published("the rules of MineAndTrain", 4802, 100, 5010, _LZHBRIAN),
        Published("human player of DeepMind", 6880, highest=6952),
        Published("StarCraft grandmaster", 7566, highest=7566),
        Published("FullyConv", 3978, highest=4130),
        Published("relational agent's control", 5055, source=_RELATIONAL),
        Published("reaver A2C", 2267.5, 488.8, 3320, _REAVER),
    ),
    "BuildMarines": (
        Published("the rules of BuildMarines", 127, 5, 132, _LZHBRIAN),
        Published("human player of DeepMind", 138, highest=142),
        Published("StarCraft grandmaster", 133),
        Published("FullyConv", 3),
        Published("FullyConv LSTM", 6, highest=62),
        Published("relational agent", 123, source=_RELATIONAL),
    ),
}
"""By map. Figures that could not be confirmed in a second place are left out."""
