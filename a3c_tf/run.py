"""`python -m a3c_tf.run`: train an agent, go on with one, or say what it would consist of.

A default below holds unless the environment's preset, or the one asked for with --preset, says
otherwise; docs/presets.md lists them. What you give overrides both.
"""

import contextlib
import os
import pathlib
import shlex
import signal
import sys
import threading
from types import FrameType

import pysc2.run_configs  # noqa: F401 - defines --sc2_run_config and pysc2's other flags
from absl import flags

from a3c_tf.command_line import config_flags_given, define_config_flags, run_command
from a3c_tf.config import Config
from a3c_tf.planning import plan_run
from a3c_tf.saying import say


def main() -> int:
    """Train as the flags say.

    Returns:
        0 when the run reached its number of steps, 128 + N when signal N ended it early.
    """
    plan = plan_run(config_flags_given())
    if flags.FLAGS.describe:
        from a3c_tf.describe import describe

        print(describe(plan.config))
        return 0
    from a3c_tf.training.trainer import (
        train,  # TensorFlow takes seconds: a wrong flag need not wait
    )

    stop = threading.Event()
    received: list[int] = []

    def on_signal(number: int, frame: FrameType | None) -> None:
        if received:
            raise KeyboardInterrupt
        received.append(number)
        stop.set()
        # Not print: the signal may have come while the main thread was printing.
        with contextlib.suppress(OSError):
            os.write(
                sys.stdout.fileno(),
                b"Stopping, and saving what was learned; once more to stop at once.\n",
            )

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, on_signal)
    summary = train(plan, stop=stop)
    mean = f"{summary.mean_return:.2f}" if summary.episodes else "none yet"
    say(
        f"{summary.steps} agent steps, {summary.episodes} episodes, mean return of the last 100: "
        f"{mean}, {summary.seconds:.0f} s of training"
    )
    say(_what_next(plan.config, summary.steps))
    return 128 + received[0] if received else 0


def _what_next(config: Config, steps: int) -> str:
    """Commands that go on, evaluate and show curves, as they work where the run was started."""
    python, here = pathlib.Path(sys.executable), pathlib.Path.cwd()
    if python.is_relative_to(here):
        python = python.relative_to(here)
    command = f"{shlex.quote(str(python))} -m"
    folder = shlex.quote(config.run_dir)
    wanted = config.steps if steps < config.steps else 10 * config.steps
    return (
        f"go on:    {command} a3c_tf.run --env {config.env} --run_dir {folder} --steps {wanted}\n"
        f"evaluate: {command} a3c_tf.evaluate --run_dir {folder} --episodes 20\n"
        f"watch:    {command} tensorboard.main --logdir {folder}"
    )


if __name__ == "__main__":
    define_config_flags()
    flags.DEFINE_boolean(
        "describe",
        False,
        "Print the model, its weights, and the time of one act and one update on this machine; "
        "train nothing.",
    )
    run_command(main)
