"""What a run did, from its episode logs: a table of progress, and the habits of its best episode.

    python examples/read_logs.py runs/sc2_collect

What else the logs hold is in docs/episode_logs.md.
"""

import argparse
from collections import Counter
from collections.abc import Sequence

from a3c_tf import read_episode_logs
from a3c_tf.records.episode_log_reader import Episode

ROWS = 10


def show_progress(episodes: Sequence[Episode]) -> None:
    """Print means over equal parts of the run.

    Args:
        episodes: All episodes, in the order they ended.
    """
    print("  episodes      reward     score     steps   entropy")
    size = max(1, len(episodes) // ROWS)
    for start in range(0, len(episodes), size):
        part = episodes[start : start + size]
        means = [
            sum(getattr(episode, name) for episode in part) / len(part)
            for name in ("reward", "score", "steps", "entropy")
        ]
        print(f"{start + 1:10d} " + "".join(f"{mean:10.2f}" for mean in means))


def show_best(episodes: Sequence[Episode]) -> None:
    """Print what the best episode consisted of.

    Args:
        episodes: All episodes; actions are kept of the best and the last ones.
    """
    best = max((e for e in episodes if e.actions), key=lambda e: e.score)
    print(f"\nThe best episode is number {best.num_global} with score {best.score:g}:")
    for name, count in Counter(action.name for action in best.actions).most_common(8):
        print(f"{count:6d} {name}")


def main() -> None:
    """Read the folder that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run_dir", help="folder of a run")
    episodes = read_episode_logs(parser.parse_args().run_dir)
    if not episodes:
        print("no episode has ended yet")
        return
    show_progress(episodes)
    show_best(episodes)


if __name__ == "__main__":
    main()
