"""One frozen dataclass that is the only source of flags, of config.json and of the log header.

The defaults in `options/` hold for any environment; `presets/<name>.json` overrides them for one,
each number with its source, and what the user gives overrides both.
"""

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from a3c_tf.errors import ConfigError
from a3c_tf.options.game import GameOptions
from a3c_tf.options.learning import LearningOptions
from a3c_tf.options.option import checked
from a3c_tf.options.run import RunOptions
from a3c_tf.options.upkeep import UpkeepOptions


# The last comes first: that is the order in which a dataclass takes over the fields of its bases.
@dataclasses.dataclass(frozen=True)
class Config(UpkeepOptions, GameOptions, LearningOptions, RunOptions):
    """Everything that decides what a run does.

    Attributes carry their documentation as field metadata, where the command line finds it too;
    `python -m a3c_tf.run --help` prints it.
    """

    def __post_init__(self) -> None:
        """Check each value's type and range, then what does not go together.

        Raises:
            ConfigError: The message names the field and what was wrong.
        """
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, checked(field, getattr(self, field.name)))
        self._check_schedules()
        self._check_target_entropy()
        self._check_corrections()

    @property
    def explores(self) -> bool:
        """Whether workers act otherwise than by sampling from the policy."""
        rates = self.exploration_rate, self.exploration_final
        return self.acting == "greedy" or max(rates) > 0.0

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

    def _check_schedules(self) -> None:
        for name in ("learning_rate", "entropy_cost"):
            shape, final = getattr(self, f"{name}_schedule"), getattr(self, f"{name}_final")
            if shape == "exponential" and min(getattr(self, name), final) <= 0.0:
                raise ConfigError(
                    f"{name}_schedule=exponential needs {name} and {name}_final above 0, since "
                    f"no factor leads to 0, not {getattr(self, name)} and {final}"
                )

    def _check_target_entropy(self) -> None:
        if self.target_entropy == 0.0:
            return
        if self.entropy_cost <= 0.0:
            raise ConfigError(
                "target_entropy adapts entropy_cost by factors, so that must begin above 0, "
                f"not at {self.entropy_cost}"
            )
        if self.entropy_cost_schedule != "constant":
            raise ConfigError(
                f"target_entropy={self.target_entropy} and entropy_cost_schedule="
                f"{self.entropy_cost_schedule} both decide the entropy cost; choose one"
            )

    def _check_corrections(self) -> None:
        if self.update_batches > 1 and (
            self.gae_lambda < 1.0 or self.off_policy != "none" or self.curiosity_reward > 0.0
        ):
            raise ConfigError(
                "update_batches splits n-step returns of the game's rewards; it does not go with "
                f"gae_lambda={self.gae_lambda}, off_policy={self.off_policy} and "
                f"curiosity_reward={self.curiosity_reward}, but with 1, none and 0"
            )
        if self.off_policy == "vtrace" and self.weights == "snapshot" and not self.explores:
            raise ConfigError(
                "off_policy=vtrace has no effect with weights=snapshot, where the policy that "
                "learns is the one that acted; choose one"
            )
