"""The loss of A3C (Mnih et al. 2016, section 4 and algorithm S3).

Terms are summed over the transitions of a rollout, not averaged, as in the paper: a longer rollout
makes a larger step. Settings from libraries that average carry over only after scaling: a gradient
norm limit of 0.5 on a mean over 20 steps is one of 10 on their sum.
"""

from typing import NamedTuple

from a3c_tf.learning.returns import Targets
from a3c_tf.tensorflow_setup import tf


class Loss(NamedTuple):
    """Scalars, summed over a rollout.

    Attributes:
        total: What is minimized.
        policy: -sum of log pi(a_t | s_t) A_t, with the advantages constant.
        value: Sum of (v_t - V(s_t))^2 / 2, with the targets constant.
        entropy: Sum of the policy's entropies, in nats.
    """

    total: tf.Tensor
    policy: tf.Tensor
    value: tf.Tensor
    entropy: tf.Tensor


def a3c_loss(
    log_prob: tf.Tensor,
    entropy: tf.Tensor,
    values: tf.Tensor,
    targets: Targets,
    *,
    value_cost: float,
    entropy_cost: float,
) -> Loss:
    """Policy gradient, value regression and entropy bonus of one rollout.

    total = policy + value_cost * value - entropy_cost * entropy.

    Args:
        log_prob: log pi(a_t | s_t) of the actions taken, [T, ...].
        entropy: Entropy of the policy at s_t, [T, ...].
        values: V(s_t), [T, ...].
        targets: Advantages and value targets, each [T, ...].
        value_cost: Weight of the value loss.
        entropy_cost: Weight of the entropy bonus.

    Returns:
        The total and its parts before weighting.
    """
    policy_loss = -tf.reduce_sum(log_prob * tf.stop_gradient(targets.advantages))
    value_loss = 0.5 * tf.reduce_sum(tf.square(tf.stop_gradient(targets.values) - values))
    entropy_sum = tf.reduce_sum(entropy)
    total = policy_loss + value_cost * value_loss - entropy_cost * entropy_sum
    return Loss(total, policy_loss, value_loss, entropy_sum)
