"""What all commands share: flags made from Config, and errors without tracebacks."""

import dataclasses
import signal
import sys
import typing
from collections.abc import Callable, Sequence
from typing import Any, Literal

from absl import app, flags, logging

from a3c_tf.config import Config
from a3c_tf.errors import A3CError

flags.disclaim_key_flags()  # --help of a command lists the flags that this module defines for it


class _IntegerParser(flags.IntegerParser):
    """Integers, written as people write large ones: 2000000, 2_000_000 or 2e6."""

    def convert(self, argument: int | str) -> int:
        try:
            return int(argument)
        except ValueError:
            value = float(argument)
            if not value.is_integer():
                raise
            return int(value)


def define_config_flags(names: Sequence[str] | None = None) -> None:
    """Define one flag for each field of Config, with the field's help and default.

    Args:
        names: Only these fields; all of them by default.
    """
    for field in dataclasses.fields(Config):
        if names is not None and field.name not in names:
            continue
        kind, text = field.type, f"{field.metadata['help']} Default: {field.default!r}."
        if typing.get_origin(kind) is Literal:
            flags.DEFINE_enum(field.name, None, list(typing.get_args(kind)), text)
        elif kind is int:
            flags.DEFINE(_IntegerParser(), field.name, None, text)
        elif kind is float:
            flags.DEFINE_float(field.name, None, text)
        else:
            flags.DEFINE_string(field.name, None, text)


def config_flags_given() -> dict[str, Any]:
    """The fields of Config that the user set on the command line.

    Returns:
        Field name to value.
    """
    values = flags.FLAGS.flag_values_dict()
    return {
        field.name: values[field.name]
        for field in dataclasses.fields(Config)
        if field.name in values and flags.FLAGS[field.name].present
    }


def run_command(main: Callable[[], int]) -> typing.NoReturn:
    """Parse the command line and run a command; a user's mistake ends in one line.

    Args:
        main: The command; returns its exit status.
    """

    def guarded(argv: Sequence[str]) -> int:
        if not flags.FLAGS["verbosity"].present:
            logging.set_verbosity(logging.WARNING)  # pysc2 and TensorFlow report each small thing
        try:
            if len(argv) > 1:
                raise A3CError(
                    f"unexpected argument {argv[1]!r}; options are written --name=value or "
                    "--name value, see --help"
                )
            return main()
        except A3CError as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
            return 128 + signal.SIGINT

    app.run(guarded)
    raise AssertionError("app.run exits the process")
