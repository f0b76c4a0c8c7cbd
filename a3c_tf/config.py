"""One frozen dataclass that is the only source of flags, of config.json and of the log header.

The defaults here hold for any environment; `presets/<name>.json` overrides them for one, each
number with its source, and what the user gives overrides both.
"""

import dataclasses
import json
import types
import typing
from collections.abc import Mapping
from typing import Any, Literal

from a3c_tf.errors import ConfigError


def _option(default: Any, text: str) -> Any:
    return dataclasses.field(default=default, metadata={"help": text})


@dataclasses.dataclass(frozen=True)
class Config:
    """Everything that decides what a run does.

    Attributes carry their documentation as field metadata, where the command line finds it too;
    `python -m a3c_tf.run --help` prints it.
    """

    env: str = _option("sc2_collect", "Environment to learn, by its registered name.")
    steps: int = _option(1_000_000, "Total of the run in agent steps, over all workers.")
    workers: int = _option(4, "Number of worker threads, each with an environment of its own.")
    run_dir: str = _option("", "Folder of the run; empty means runs/<env>.")
    seed: int = _option(1, "Seed of weights, sampling and, where a game allows it, of its chance.")
    resume: Literal["auto", "never", "must"] = _option(
        "auto",
        "auto: go on with the run in run_dir if there is one; never: refuse to touch one; "
        "must: refuse to start a new one.",
    )
    init_from: str = _option(
        "",
        "Start a new run with the weights of another, a run folder or a .keras file: layers that "
        "fit are kept, the others are named.",
    )
    backend: Literal["auto", "starcraft", "embedded"] = _option(
        "auto",
        "StarCraft II environments: the real game, the embedded mini-games, or the real game "
        "where it is installed (auto).",
    )

    network: str = _option("", "Network by name; empty means the environment's own default.")
    t_max: int = _option(20, "Longest rollout between two updates, in agent steps.")
    discount: float = _option(0.99, "Discount of future rewards per agent step.")
    gae_lambda: float = _option(
        1.0, "Lambda of generalized advantage estimation; 1 gives n-step returns as in A3C."
    )
    entropy_cost: float = _option(0.01, "Weight of the policy's entropy in the loss.")
    value_cost: float = _option(0.5, "Weight of half the squared value error in the loss.")
    optimizer: Literal["rmsprop", "adam"] = _option(
        "rmsprop", "Shared optimizer: RMSProp as in the A3C paper, or Adam."
    )
    learning_rate: float = _option(7e-4, "Learning rate at step 0.")
    learning_rate_schedule: Literal["linear", "constant"] = _option(
        "linear", "linear: anneal the learning rate to 0 at the last step; constant: keep it."
    )
    rmsprop_decay: float = _option(0.99, "Decay of RMSProp's mean square (rho).")
    optimizer_epsilon: float = _option(
        0.1, "Epsilon of the optimizer; RMSProp adds it below the root, as the paper's code does."
    )
    max_grad_norm: float = _option(40.0, "Gradients are scaled down to this global norm; 0: never.")
    max_bad_updates: int = _option(
        10, "Updates with non-finite gradients are dropped; this many in a row end the run."
    )

    screen_size: int = _option(32, "StarCraft II: width and height of the screen, in pixels.")
    minimap_size: int = _option(32, "StarCraft II: width and height of the minimap, in pixels.")
    step_mul: int = _option(8, "StarCraft II: game loops an agent step.")
    action_set: str = _option(
        "", "StarCraft II: functions on offer, by the set's name; empty means the map's own."
    )
    encoding: Literal["channels", "embedded", "raw"] = _option(
        "channels",
        "StarCraft II: channels shows the values of layers that matter on the map as 0 or 1, "
        "embedded all values for the network to embed (SC2LE), raw the bare numbers.",
    )
    screen_layers: str = _option(
        "", "StarCraft II: layers of the screen by pysc2's names, with commas; empty: the map's."
    )
    minimap_layers: str = _option(
        "", "StarCraft II: layers of the minimap by pysc2's names, with commas; empty: the map's."
    )
    vectors: str = _option(
        "",
        "StarCraft II: other observations, such as player.minerals or available_actions, with "
        "commas; empty: the map's.",
    )
    mario_actions: Literal["right", "simple", "complex"] = _option(
        "right", "Mario: which set of button combinations the agent chooses from."
    )
    mario_reward: Literal["classic", "native", "shaped"] = _option(
        "shaped",
        "Mario: classic is the formula of gym-super-mario-bros 7, native that of the installed "
        "version, shaped is (classic + score / 40, +50 at the flag, -50 at death) / 10.",
    )
    mario_stall_steps: int = _option(
        300, "Mario: cut an episode after this many agent steps without progress; 0: never."
    )
    reward_scale: float = _option(1.0, "The learner sees rewards multiplied by this.")

    evaluate_every: int = _option(
        0, "Agent steps between evaluations, which run beside training; 0: never."
    )
    evaluate_episodes: int = _option(10, "Episodes of each of these evaluations.")
    keep_best: Literal["auto", "never"] = _option(
        "auto",
        "auto: keep the best model so far in checkpoints/best, judged by these evaluations or, "
        "without any, by the mean return of the last 100 episodes; never: keep only the newest.",
    )
    checkpoint_seconds: float = _option(60.0, "Seconds between checkpoints.")
    log_seconds: float = _option(10.0, "Seconds between progress lines and metric rows.")
    max_restarts: int = _option(
        0, "How often a worker whose environment failed may start over before the run ends."
    )
    intra_op_threads: int = _option(
        1, "Threads inside one TensorFlow operation; with many workers 1 is fastest."
    )

    def __post_init__(self) -> None:
        """Check each value's type and range; a field is named with what was wrong."""
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, _checked(field, getattr(self, field.name)))
        for name in ("steps", "workers", "t_max", "screen_size", "minimap_size", "step_mul"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.evaluate_every < 0:
            raise ConfigError(f"evaluate_every must be at least 0, not {self.evaluate_every}")
        if self.evaluate_episodes < 1:
            raise ConfigError(f"evaluate_episodes must be at least 1, not {self.evaluate_episodes}")
        for name in ("discount", "gae_lambda"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ConfigError(f"{name} must lie in 0..1, not {getattr(self, name)}")
        for name in ("learning_rate", "optimizer_epsilon", "checkpoint_seconds", "log_seconds"):
            if getattr(self, name) <= 0.0:
                raise ConfigError(f"{name} must be above 0, not {getattr(self, name)}")

    def to_json(self) -> str:
        """The configuration as indented JSON, for config.json."""
        return json.dumps(dataclasses.asdict(self), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Config":
        """Read what to_json wrote; unknown names raise a ConfigError that lists the known ones.

        Args:
            text: JSON object of field names and values.

        Returns:
            The configuration.
        """
        try:
            values = json.loads(text)
        except json.JSONDecodeError as error:
            raise ConfigError(f"the configuration is not JSON: {error}") from error
        if not isinstance(values, dict):
            raise ConfigError("the configuration must be a JSON object")
        return cls().override(values)

    def override(self, values: Mapping[str, Any]) -> "Config":
        """A copy with some fields replaced.

        Args:
            values: Field names and their new values.

        Returns:
            The new configuration.

        Raises:
            ConfigError: A name is no field, or a value does not fit.
        """
        known = {field.name for field in dataclasses.fields(self)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise ConfigError(f"unknown options {unknown}; known are {sorted(known)}")
        return dataclasses.replace(self, **values)


def _checked(field: "dataclasses.Field[Any]", value: Any) -> Any:
    """The value as the field's type, or a ConfigError that names the field."""
    kind = field.type
    if isinstance(kind, str):  # pragma: no cover - annotations are evaluated in this module
        kind = typing.get_type_hints(Config)[field.name]
    if typing.get_origin(kind) is Literal:
        choices = typing.get_args(kind)
        if value not in choices:
            raise ConfigError(f"{field.name} must be one of {', '.join(choices)}, not {value!r}")
        return value
    if isinstance(kind, types.UnionType) or not isinstance(kind, type):
        raise TypeError(f"unsupported option type {kind}")
    if kind is int and isinstance(value, float) and value.is_integer():
        return int(value)  # "5e6" is how people write a number of steps
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
        raise ConfigError(f"{field.name} must be {kind.__name__}, not {value!r}")
    return value
