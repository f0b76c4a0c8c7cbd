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


def noise_width(heads: int) -> int:
    """Numbers of noise that explore takes for a state.

    Args:
        heads: Columns of an action.

    Returns:
        A number a head for the policy, one for random choices, and a coin for either kind.
    """
    return 2 * heads + 2


def explore(policy: ActionDistribution, noise: tf.Tensor, rate: tf.Tensor) -> Exploration:
    """Choose actions.

    Args:
        policy: The policy for B states.
        noise: float32 [B, noise_width] in [0, 1), independent and uniform.
        rate: float32 [B], probability of a random choice, 0..1.

    Returns:
        The actions and how they came about.
    """
    uniform = policy.uniform()
    heads = (noise.shape[1] - 2) // 2
    for_policy, for_uniform, for_coins = tf.split(noise, [heads, heads, 2], axis=1)
    chosen, drawn = policy.sample(for_policy), uniform.sample(for_uniform)
    coins = for_coins < rate[:, tf.newaxis]
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
