"""What is learned with: network, targets, costs, exploration, optimizer."""

import dataclasses
from typing import Literal

from a3c_tf.options.option import option


@dataclasses.dataclass(frozen=True)
class LearningOptions:
    """How an agent learns, whatever it plays."""

    network: str = option("", "Network by name; empty means the environment's own default.")
    precision: Literal["float32", "bfloat16"] = option(
        "float32",
        "What a network computes in between its inputs and its heads: bfloat16 is faster where the "
        "processor has it; weights, heads and losses are float32 always.",
    )
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
