"""Plays the mini-games with known policies and holds the scores against published ones.

    python -m a3c_tf.minigames.calibrate --maps MoveToBeacon,BuildMarines --episodes 50

`--sc2_run_config` chooses the game as everywhere in pysc2; without it the embedded mini-games are
played, even where StarCraft II is installed. docs/calibration.md has the results.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from absl import app, flags, logging

from a3c_tf.minigames.calibration import mining, report
from a3c_tf.minigames.calibration.playing import play
from a3c_tf.minigames.calibration.policies import MAPS, POLICIES, Policy
from a3c_tf.minigames.calibration.report import Result
from a3c_tf.minigames.calibration.statistics import summarize

GROUPS = tuple(dict.fromkeys(policy.group for policy in POLICIES))

_MAPS = flags.DEFINE_list("maps", list(MAPS), "Maps to play, by pysc2's names.")
_POLICIES = flags.DEFINE_list(
    "policies", list(GROUPS), "Groups of policies: pysc2 and own are scripted agents."
)
_EPISODES = flags.DEFINE_integer("episodes", 50, "Episodes of each policy on each map.", 1)
_SEED = flags.DEFINE_integer("seed", 1, "Seed of the games and of the random policy.", 0)
_MINING = flags.DEFINE_bool("mining", True, "Whether to measure mining rates too.")
_JSON = flags.DEFINE_string("json", None, "File to write all scores to.")


def choose(maps: Sequence[str], groups: Sequence[str]) -> list[tuple[str, Policy]]:
    """Lists who is to play what.

    Args:
        maps: Names of maps.
        groups: Groups of policies.

    Returns:
        Pairs of a map and a policy, map by map.

    Raises:
        ValueError: A name is unknown; the message lists the known ones.
    """
    for kind, names, known in (("map", maps, MAPS), ("policies", groups, GROUPS)):
        unknown = [name for name in names if name not in known]
        if unknown:
            raise ValueError(f"unknown {kind} {', '.join(unknown)}; known are {', '.join(known)}")
    return [
        (map_name, policy)
        for map_name in dict.fromkeys(maps)
        for policy in POLICIES
        if policy.group in groups and map_name in policy.maps
    ]


def main(argv: Sequence[str]) -> int:
    """Run the command.

    Args:
        argv: The command line; flags are parsed already.

    Returns:
        Exit status: 2 after a mistake in the flags.
    """
    try:
        if len(argv) > 1:
            raise ValueError(f"unexpected arguments {' '.join(argv[1:])}")
        chosen = choose(_MAPS.value, _POLICIES.value)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    logging.set_verbosity(logging.WARNING)
    results = [_measure(map_name, policy) for map_name, policy in chosen]
    rates = mining.measure() if _MINING.value else []
    if results:
        print(report.score_tables(results))
    if rates:
        print("\n" + report.rate_table(rates))
    if _JSON.value:
        about = {"command": " ".join(sys.argv[1:]), "seed": _SEED.value, "step_mul": 8}
        Path(_JSON.value).write_text(report.to_json(results, rates, **about) + "\n")
    return 0


def _measure(map_name: str, policy: Policy) -> Result:
    """Plays all episodes of a policy, with a line of progress on standard error."""
    scores: list[int] = []
    start = time.monotonic()
    for score in play(policy, map_name, episodes=_EPISODES.value, seed=_SEED.value):
        scores.append(score)
        seconds = time.monotonic() - start
        left = seconds / len(scores) * (_EPISODES.value - len(scores))
        line = (
            f"{map_name}, {policy.name}: {len(scores)}/{_EPISODES.value} episodes, "
            f"mean {summarize(scores).mean:.1f}, {left:.0f} s left"
        )
        end = "\n" if len(scores) == _EPISODES.value else "\r"
        if sys.stderr.isatty() or end == "\n":
            print(line.ljust(79), end=end, file=sys.stderr, flush=True)
    return Result(map_name, policy, scores)


if __name__ == "__main__":
    app.run(main)
