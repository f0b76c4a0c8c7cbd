"""Random choices beside those of the policy: epsilon-greedy for actions with arguments.

With the probability `rate` the function is drawn uniformly from those available; independently and
with the same probability all arguments are. What is not drawn so comes from the policy, pi. The
log-probability is that of this mixture, which is what acted:

    mu(function) = (1 - rate) pi(function) + rate / number available
    mu(arguments) = (1 - rate) pi(arguments) + rate / number of their combinations

where the arguments are those that the function takes.
"""

from typing import NamedTuple

from a3c_tf.learning.policy import ActionDistribution
from a3c_tf.tensorflow_setup import tf


class Exploration(NamedTuple):
    """Decisions for B states.

    Attributes:
        actions: int32 [B, 1 + arguments].
        log_prob: float32 [B], log-probability of the actions under the mixture.
        random_function: bool [B], whether the function was drawn at random.
        random_arguments: bool [B], whether the arguments were.
    """

    actions: tf.Tensor
    log_prob: tf.Tensor
    random_function: tf.Tensor
    random_arguments: tf.Tensor


def explore(policy: ActionDistribution, seed: tf.Tensor, rate: tf.Tensor) -> Exploration:
    """Choose actions.

    Args:
        policy: The policy for B states.
        seed: int32 [2]; the same seed and policy give the same actions.
        rate: float32 [], probability of a random choice, 0..1.

    Returns:
        The actions and how they came about.
    """
    uniform = policy.uniform()
    for_policy, for_uniform, for_coins = tf.unstack(tf.random.split(seed, 3))
    chosen, drawn = policy.sample(for_policy), uniform.sample(for_uniform)
    coins = tf.random.stateless_uniform([tf.shape(chosen)[0], 2], for_coins) < rate
    functions = tf.where(coins[:, :1], drawn[:, :1], chosen[:, :1])
    arguments = tf.where(coins[:, 1:], drawn[:, 1:], chosen[:, 1:])
    actions = tf.concat([functions, arguments], axis=1)
    function, argument = (
        tf.math.log((1.0 - rate) * tf.exp(own) + rate * tf.exp(random))
        for own, random in zip(
            policy.log_prob_parts(actions), uniform.log_prob_parts(actions), strict=True
        )
    )
    return Exploration(actions, function + argument, coins[:, 0], coins[:, 1])
