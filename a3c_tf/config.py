"""One frozen dataclass that is the only source of flags, of config.json and of the log header.

The defaults here hold for any environment; `presets/<name>.json` overrides them for one, each
number with its source, and what the user gives overrides both.
"""

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, Literal

from a3c_tf.config_values import checked, option
from a3c_tf.errors import ConfigError


@dataclasses.dataclass(frozen=True)
class Config:
    """Everything that decides what a run does.

    Attributes carry their documentation as field metadata, where the command line finds it too;
    `python -m a3c_tf.run --help` prints it.
    """

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

    network: str = option("", "Network by name; empty means the environment's own default.")
    t_max: int = option(20, "Longest rollout between two updates, in agent steps.", least=1)
    update_batches: int = option(
        1,
        "Split each rollout into this many updates, its newest transitions first, which all learn "
        "from the returns of the whole rollout.",
        least=1,
    )
    discount: float = option(
        0.99, "Discount of future rewards per agent step.", least=0.0, most=1.0
    )
    gae_lambda: float = option(
        1.0,
        "Lambda of generalized advantage estimation; 1 gives n-step returns as in A3C.",
        least=0.0,
        most=1.0,
    )
    off_policy: Literal["none", "vtrace"] = option(
        "none",
        "vtrace: correct for the updates that other workers made since an action was chosen "
        "(V-trace); none: learn as if there were none, as A3C does.",
    )
    weights: Literal["live", "snapshot"] = option(
        "live",
        "live: a worker acts and learns with the shared weights of the moment; snapshot: with "
        "those at the start of its rollout, as in the A3C paper.",
    )
    entropy_cost: float = option(0.01, "Weight of the policy's entropy in the loss.", least=0.0)
    argument_entropy_weight: float = option(
        1.0,
        "Weight of the arguments' entropy beside the function's: its cost is this times the "
        "entropy cost.",
        least=0.0,
    )
    entropy_cost_schedule: Literal["linear", "exponential", "constant"] = option(
        "constant", "How the entropy cost goes to entropy_cost_final; constant: it stays."
    )
    entropy_cost_final: float = option(0.0, "Entropy cost at the last step.", least=0.0)
    target_entropy: float = option(
        0.0,
        "Adapt the entropy cost, from entropy_cost on, so that the mean entropy of the policy "
        "becomes this, in nats; 0: do not.",
        least=0.0,
    )
    acting: Literal["sample", "greedy"] = option(
        "sample",
        "While learning, draw actions from the policy, or take the most probable so that only "
        "exploration_rate explores.",
    )
    exploration_rate: float = option(
        0.0,
        "Probability, at step 0, of drawing the function at random instead, and independently "
        "the arguments (epsilon-greedy).",
        least=0.0,
        most=1.0,
    )
    exploration_final: float = option(
        0.0, "The same from the end of its decay on.", least=0.0, most=1.0
    )
    exploration_fraction: float = option(
        1.0,
        "Share of the run over which it decays, by the same amount each step.",
        above=0.0,
        most=1.0,
    )
    value_cost: float = option(
        0.5, "Weight of half the squared value error in the loss.", least=0.0
    )
    curiosity_reward: float = option(
        0.0,
        "Reward the learner for what it cannot predict: weight of the prediction error beside the "
        "game's rewards (ICM; 0.01 in Pathak et al. 2017); 0: do not.",
        least=0.0,
    )
    curiosity_cost: float = option(
        10.0, "Weight in the loss of what predicts, where there is such a reward.", least=0.0
    )
    popart_step_size: float = option(
        0.0,
        "Normalize the targets of the value function by their mean and deviation, each a moving "
        "average with this step size (PopArt; 0.0003 in Hessel et al. 2018); 0: do not.",
        least=0.0,
        most=1.0,
    )
    optimizer: Literal["rmsprop", "adam"] = option(
        "rmsprop", "Shared optimizer: RMSProp as in the A3C paper, or Adam."
    )
    learning_rate: float = option(7e-4, "Learning rate at step 0.", above=0.0, most=1e3)
    learning_rate_schedule: Literal["linear", "exponential", "constant"] = option(
        "linear", "How the learning rate goes to learning_rate_final; constant: it stays."
    )
    learning_rate_final: float = option(0.0, "Learning rate at the last step.", least=0.0)
    rmsprop_decay: float = option(
        0.99, "Decay of RMSProp's mean square (rho).", least=0.0, most=1.0
    )
    optimizer_epsilon: float = option(
        0.1,
        "Epsilon of the optimizer; RMSProp adds it below the root, as the paper's code does.",
        above=0.0,
    )
    max_grad_norm: float = option(
        40.0, "Gradients are scaled down to this global norm; 0: never.", least=0.0
    )
    max_bad_updates: int = option(
        10,
        "Updates with non-finite gradients are dropped; this many in a row end the run.",
        least=1,
    )

    screen_size: int = option(
        32, "StarCraft II: width and height of the screen, in pixels.", least=1, most=512
    )
    minimap_size: int = option(
        32, "StarCraft II: width and height of the minimap, in pixels.", least=1, most=512
    )
    step_mul: int = option(8, "StarCraft II: game loops an agent step.", least=1)
    action_set: str = option(
        "", "StarCraft II: functions on offer, by the set's name; empty means the map's own."
    )
    encoding: Literal["channels", "embedded", "raw"] = option(
        "channels",
        "StarCraft II: channels shows the values of layers that matter on the map as 0 or 1, "
        "embedded all values for the network to embed (SC2LE), raw the bare numbers.",
    )
    screen_layers: str = option(
        "", "StarCraft II: layers of the screen by pysc2's names, with commas; empty: the map's."
    )
    minimap_layers: str = option(
        "", "StarCraft II: layers of the minimap by pysc2's names, with commas; empty: the map's."
    )
    vectors: str = option(
        "",
        "StarCraft II: other observations, such as player.minerals or available_actions, with "
        "commas; empty: the map's.",
    )
    sc2_reward: Literal["score", "harvester"] = option(
        "score",
        "StarCraft II: score is what the map's score rises by, harvester what minerals + 10 gas + "
        "10 minerals a minute + 100 gas a minute does.",
    )
    mario_actions: Literal["right", "simple", "complex"] = option(
        "right", "Mario: which set of button combinations the agent chooses from."
    )
    mario_reward: Literal["classic", "native", "shaped"] = option(
        "shaped",
        "Mario: classic is the formula of gym-super-mario-bros 7, native that of the installed "
        "version, shaped is (classic + score / 40, +50 at the flag, -50 at death) / 10.",
    )
    mario_stall_steps: int = option(
        300,
        "Mario: cut an episode after this many agent steps without progress; 0: never.",
        least=0,
    )
    reward_scale: float = option(1.0, "The learner sees rewards multiplied by this.")
    reward_clip: float = option(
        0.0, "After that, rewards are cut to between minus and plus this; 0: never.", least=0.0
    )

    evaluate_every: int = option(
        0, "Agent steps between evaluations, which run beside training; 0: never.", least=0
    )
    evaluate_episodes: int = option(10, "Episodes of each of these evaluations.", least=1)
    keep_best: Literal["auto", "never"] = option(
        "auto",
        "auto: keep the best model so far in checkpoints/best, judged by these evaluations or, "
        "without any, by the mean return of the last 100 episodes; never: keep only the newest.",
    )
    checkpoint_seconds: float = option(60.0, "Seconds between checkpoints.", above=0.0)
    log_seconds: float = option(10.0, "Seconds between progress lines and metric rows.", above=0.0)
    max_restarts: int = option(
        0,
        "How often each worker may open its environment anew after that failed, without the "
        "episode it was in; one failure more ends the run, with a checkpoint.",
        least=0,
    )
    intra_op_threads: int = option(
        1, "Threads inside one TensorFlow operation; with many workers 1 is fastest.", least=0
    )

    def __post_init__(self) -> None:
        """Check each value's type and range; a field is named with what was wrong."""
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, checked(field, getattr(self, field.name)))
        for name in ("learning_rate", "entropy_cost"):
            shape, final = getattr(self, f"{name}_schedule"), getattr(self, f"{name}_final")
            if shape == "exponential" and min(getattr(self, name), final) <= 0.0:
                raise ConfigError(
                    f"{name}_schedule=exponential needs {name} and {name}_final above 0, since "
                    f"no factor leads to 0, not {getattr(self, name)} and {final}"
                )
        if self.target_entropy > 0.0:
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
