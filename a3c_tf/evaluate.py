"""`python -m a3c_tf.evaluate`: play a checkpoint, at random or not at all, and print the values."""

import json
import os
import pathlib

import pysc2.run_configs  # noqa: F401 - defines --sc2_run_config and pysc2's other flags
from absl import flags

from a3c_tf.command_line import config_flags_given, define_config_flags, run_command
from a3c_tf.errors import ConfigError
from a3c_tf.evaluation.evaluation import Episode, Evaluation, evaluate

_CONFIG_FLAGS = (
    "env",
    "run_dir",
    "backend",
    "screen_size",
    "minimap_size",
    "step_mul",
    "action_set",
    "mario_actions",
    "mario_stall_steps",
)


def _define_flags() -> None:
    define_config_flags(_CONFIG_FLAGS)
    flags.DEFINE_enum(
        "policy",
        "checkpoint",
        ["checkpoint", "random", "noop"],
        "Who plays: a checkpoint of run_dir, uniformly random choices, or no one.",
    )
    flags.DEFINE_string(
        "checkpoint", "latest", "Which checkpoint of run_dir plays: latest, best, or a path."
    )
    flags.DEFINE_integer("episodes", 20, "Episodes to play.", lower_bound=1)
    flags.DEFINE_boolean(
        "greedy",
        False,
        "Take the checkpoint's most probable action instead of sampling. The NES has no chance in "
        "it: there, greedy episodes are all the same.",
    )
    flags.DEFINE_integer(
        "seed", 1, "Seed of the sampling and, where the game allows it, of its chance.", 0
    )
    flags.DEFINE_string("json", None, "File to write the result to.")


def _main() -> int:
    values = flags.FLAGS
    target = pathlib.Path(values.json) if values.json else None
    if target is not None:
        _check_writable(target)
    given = config_flags_given()
    played: list[float] = []

    def show(number: int, episode: Episode) -> None:
        played.append(episode.value)
        print(f"episode {number}/{values.episodes}: {_describe(episode)}", flush=True)

    try:
        result = evaluate(
            env=given.pop("env", None),
            run_dir=given.pop("run_dir", None),
            policy=values.policy,
            episodes=values.episodes,
            checkpoint=values.checkpoint,
            greedy=values.greedy,
            seed=values.seed,
            options=given,
            on_episode=show,
        )
    except KeyboardInterrupt:
        if played:
            mean = sum(played) / len(played)
            print(f"{len(played)} of {values.episodes} episodes played: mean {mean:.2f}")
        raise
    print(_summary(result))
    if target is not None:
        target.write_text(json.dumps(result.to_dict(), indent=2) + "\n")
    return 0


def _describe(episode: Episode) -> str:
    mario = f", x {episode.info['max_x']:.0f}" if "max_x" in episode.info else ""
    mario += ", flag" if episode.info.get("flag") else ""
    return f"{episode.value:g} ({episode.steps} steps, {episode.seconds:.1f} s{mario})"


def _summary(result: Evaluation) -> str:
    actions = f" among the actions {result.action_set}" if result.action_set else ""
    lines = [
        f"{result.env}: policy {result.policy}{actions}, seed {result.seed}, "
        f"episodes {len(result.played)}",
        f"mean {result.mean:.2f}  standard deviation {result.std:.2f}  "
        f"min {result.min:g}  max {result.max:g}",
    ]
    if result.flag_rate is not None:
        lines.append(f"reached the flag {result.flag_rate:.0%}  furthest x {result.max_x:.0f}")
    return "\n".join(lines)


def _check_writable(target: pathlib.Path) -> None:
    """Find out before the episodes are played, not after."""
    if target.is_dir() or not os.access(target if target.exists() else target.parent, os.W_OK):
        raise ConfigError(f"cannot write --json={target}: not a file in a writable folder")


if __name__ == "__main__":
    _define_flags()
    run_command(_main)
