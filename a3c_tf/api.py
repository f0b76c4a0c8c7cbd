"""Training from a program of one's own; `python -m a3c_tf.run` does the same from flags."""

import dataclasses
import threading
from collections.abc import Sequence
from typing import Any

from a3c_tf.callbacks import Callback
from a3c_tf.config import Config
from a3c_tf.errors import ConfigError
from a3c_tf.planning import config_for, plan_run
from a3c_tf.records.summary import Summary
from a3c_tf.training.trainer import train as train_plan

# Empty means that the run or the environment decides, so they are not asked for.
_UNDECIDED_IF_EMPTY = ("run_dir", "network")


def train(
    config: Config | None = None,
    *,
    callbacks: Sequence[Callback] = (),
    stop: threading.Event | None = None,
    **options: Any,
) -> Summary:
    """Train, or go on with the run that is in the folder; call in the main thread.

    With options alone it does what the command line does: what is not given comes from the run
    that goes on, or from the environment's preset. With a Config nothing is left to either: every
    field is taken as asked for, so that no preset applies, and a run that goes on takes all of
    them over. `preset_config` makes a Config that a preset has been applied to.

    Args:
        config: Everything that decides what the run does.
        callbacks: Whom to call at what happens, in this order.
        stop: Set it from another thread to end the run early, with a checkpoint. Ctrl-C does so
            too, and then raises KeyboardInterrupt.
        **options: Fields of Config; beside a Config they replace its values.

    Returns:
        Where the run stands at the end.

    Raises:
        ConfigError: An unknown environment or option, or a value that does not fit.
        CheckpointError: The folder holds a run that differs in what a run cannot change.
        A3CError: The run cannot go on; what was learned before is saved.
    """
    if config is not None and not isinstance(config, Config):
        raise ConfigError(f"train takes a Config, or options such as env={str(config)!r}")
    if config is not None:
        asked = dataclasses.asdict(config.override(options))
        options = {
            name: value for name, value in asked.items() if value or name not in _UNDECIDED_IF_EMPTY
        }
    return train_plan(plan_run(options), callbacks, stop)


def preset_config(env: str, **options: Any) -> Config:
    """A configuration with an environment's preset.

    Args:
        env: Name of the environment.
        **options: Fields of Config that override the preset.

    Returns:
        The configuration that `train(env=env, **options)` gives a new run.

    Raises:
        ConfigError: An unknown environment or option, or a value that does not fit.
    """
    return config_for({"env": env, **options})
