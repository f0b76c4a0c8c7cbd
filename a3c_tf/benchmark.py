"""`python -m a3c_tf.benchmark`: how fast an environment is trained, and what takes the time."""

import json
import pathlib

import pysc2.run_configs  # noqa: F401 - defines --sc2_run_config and pysc2's other flags
from absl import flags

from a3c_tf.command_line import config_flags_given, define_config_flags, run_command
from a3c_tf.errors import A3CError
from a3c_tf.planning import config_for


def _define_flags() -> None:
    define_config_flags()
    flags.DEFINE_float("seconds", 20.0, "Seconds of each phase in each round.", lower_bound=0.1)
    flags.DEFINE_integer(
        "rounds", 3, "How often each phase is measured; the medians are shown.", lower_bound=1
    )
    flags.DEFINE_enum(
        "against", None, ["naive"], "Also measure an agent as they are commonly written."
    )
    flags.DEFINE_string("json", None, "File to write the medians to.")


def _main() -> int:
    values = flags.FLAGS
    config = config_for(config_flags_given())
    from a3c_tf.benchmarking.benchmark import benchmark  # TensorFlow takes seconds
    from a3c_tf.benchmarking.text import as_json, phase_line, summary

    print(
        f"{config.env}: {config.workers} workers, {values.rounds} rounds of {values.seconds:g} s "
        "a phase",
        flush=True,
    )
    report = benchmark(
        config,
        seconds=values.seconds,
        rounds=values.rounds,
        naive=values.against == "naive",
        on_phase=lambda name, measurement: print(phase_line(name, measurement), flush=True),
    )
    print(summary(report))
    if values.json:
        try:
            pathlib.Path(values.json).write_text(json.dumps(as_json(report), indent=2) + "\n")
        except OSError as error:
            raise A3CError(f"cannot write --json={values.json}: {error.strerror}") from error
    return 0


if __name__ == "__main__":
    _define_flags()
    run_command(_main)
