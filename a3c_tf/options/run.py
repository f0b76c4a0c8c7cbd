"""What to run, where, and from which weights."""

import dataclasses
from typing import Literal

from a3c_tf.options.option import option


@dataclasses.dataclass(frozen=True)
class RunOptions:
    """What a run is of, how long it goes on, and how it begins."""

    env: str = option("sc2_collect", "Environment to learn, by its registered name.")
    preset: str = option(
        "",
        "Recipe to take instead of the environment's own: a name, such as harvester_2018, or the "
        "path of a .json file; without --env, for the environment it is made for.",
    )
    steps: int = option(
        1_000_000, "Total of the run in agent steps, over all workers.", least=1, most=10**15
    )
    workers: int = option(
        4, "Number of worker threads, each with an environment of its own.", least=1, most=1024
    )
    mode: Literal["normal", "deterministic", "serial"] = option(
        "normal",
        "normal: workers run freely, each in its thread; deterministic: they make their steps in "
        "turn, so that the same seed gives the same run where the game repeats itself, too; "
        "serial: the same turns in one thread, where a debugger can follow.",
    )
    run_dir: str = option("", "Folder of the run; empty means runs/<env>.")
    seed: int = option(
        1,
        "Seed of weights, sampling and, where a game allows it, of its chance.",
        least=0,
        most=2**31 - 1,
    )
    resume: Literal["auto", "never", "must"] = option(
        "auto",
        "auto: go on with the run in run_dir if there is one; never: refuse to touch one; "
        "must: refuse to start a new one.",
    )
    init_from: str = option(
        "",
        "Start a new run with the weights of another, a run folder or a .keras file, or with those "
        "that come with the package (pretrained): layers that fit are kept, the others are named.",
    )
    backend: Literal["auto", "starcraft", "embedded"] = option(
        "auto",
        "StarCraft II environments: the real game, the embedded mini-games, or the real game "
        "where it is installed (auto).",
    )
