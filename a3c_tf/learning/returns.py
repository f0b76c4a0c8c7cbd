"""Targets of the value function and advantages of the policy, from one rollout.

All functions are pure and take float32 tensors whose first axis is time, T agent steps; any
further axes are independent rollouts. With

    r_t  reward that followed the action at time t,
    d_t  discount that followed it: config.discount times the environment's discount, so 0 where
         the task ended but not where a time limit cut it,
    V_t  value estimate of the state at time t, V_T = bootstrap_value,

everything here is one backward recursion, `accumulate_backwards`. What comes out is a constant
for the optimizer: no gradient flows back into the values.
"""

from typing import NamedTuple

from a3c_tf.tensorflow_setup import tf


class Targets(NamedTuple):
    """What a rollout teaches.

    Attributes:
        advantages: [T, ...], weight of each action's log-probability in the policy gradient.
        values: [T, ...], what the value function should have said.
    """

    advantages: tf.Tensor
    values: tf.Tensor


def accumulate_backwards(terms: tf.Tensor, decays: tf.Tensor) -> tf.Tensor:
    """Solve y_t = terms_t + decays_t * y_{t+1} with y_T = 0.

    Written out, y_t is the sum over k >= t of terms_k times the product of decays_t..decays_{k-1}.
    Those products form an upper triangular matrix that a single cumulative product makes. For the
    usual rollouts of some dozens of steps this costs a fraction of a loop over T small operations,
    and a decay of 0 needs no special care, as it would in a quotient of cumulative products.

    Args:
        terms: [T, ...].
        decays: [T, ...]; the last one has no effect.

    Returns:
        [T, ...].
    """
    rank = terms.shape.rank
    times = tf.range(tf.shape(terms)[0])
    start = tf.reshape(times, [-1, 1] + [1] * (rank - 1))
    end = tf.reshape(times, [1, -1] + [1] * (rank - 1))
    previous_decays = tf.concat([tf.ones_like(decays[:1]), decays[:-1]], axis=0)
    products = tf.math.cumprod(tf.where(end > start, previous_decays[tf.newaxis], 1.0), axis=1)
    return tf.reduce_sum(tf.where(end >= start, products * terms[tf.newaxis], 0.0), axis=1)


def generalized_advantages(
    rewards: tf.Tensor,
    discounts: tf.Tensor,
    values: tf.Tensor,
    bootstrap_value: tf.Tensor,
    gae_lambda: float,
) -> Targets:
    """Generalized advantage estimation, GAE(lambda).

    A_t = delta_t + d_t lambda A_{t+1}, A_T = 0, delta_t = r_t + d_t V_{t+1} - V_t, and the value
    targets are A_t + V_t (Schulman et al. 2016, equations 11-16). With lambda 1 the targets are the
    n-step returns of A3C, R_t = r_t + d_t R_{t+1}, R_T = V_T (Mnih et al. 2016, algorithm S3), and
    the advantages R_t - V_t; with lambda 0 both look one step ahead.

    Args:
        rewards: r, [T, ...].
        discounts: d, [T, ...].
        values: V, [T, ...].
        bootstrap_value: V_T, [...].
        gae_lambda: Lambda, 0..1.

    Returns:
        Advantages A and value targets.
    """
    next_values = tf.concat([values[1:], bootstrap_value[tf.newaxis]], axis=0)
    errors = rewards + discounts * next_values - values
    advantages = tf.stop_gradient(accumulate_backwards(errors, discounts * gae_lambda))
    return Targets(advantages, tf.stop_gradient(advantages + values))


def vtrace(
    behaviour_log_prob: tf.Tensor,
    log_prob: tf.Tensor,
    rewards: tf.Tensor,
    discounts: tf.Tensor,
    values: tf.Tensor,
    bootstrap_value: tf.Tensor,
    gae_lambda: float = 1.0,
    max_ratio: float = 1.0,
) -> Targets:
    """V-trace: targets for a policy that has moved on since it acted.

    With the importance ratios rho_t = min(max_ratio, exp(log_prob_t - behaviour_log_prob_t)),

        v_t = V_t + rho_t delta_t + d_t lambda min(1, rho_t) (v_{t+1} - V_{t+1}),  v_T = V_T,
        A_t = rho_t (r_t + d_t v_{t+1} - V_t),

    delta_t as in GAE (Espeholt et al. 2018, section 4.1 and remark 2; there, one clip of 1 for
    every ratio was best). While the policies are the same and lambda is 1, this is A3C.

    Args:
        behaviour_log_prob: Log-probability of each action when it was taken, [T, ...].
        log_prob: Log-probability of it under the current policy, [T, ...].
        rewards: r, [T, ...].
        discounts: d, [T, ...].
        values: V under the current value function, [T, ...].
        bootstrap_value: V_T, [...].
        gae_lambda: Lambda, 0..1: how far the corrections reach back.
        max_ratio: Clip of the ratios, called rho-bar in the paper.

    Returns:
        Advantages A and value targets v.
    """
    ratios = tf.minimum(tf.exp(log_prob - behaviour_log_prob), max_ratio)
    next_values = tf.concat([values[1:], bootstrap_value[tf.newaxis]], axis=0)
    errors = ratios * (rewards + discounts * next_values - values)
    decays = discounts * gae_lambda * tf.minimum(ratios, 1.0)
    targets = values + accumulate_backwards(errors, decays)
    next_targets = tf.concat([targets[1:], bootstrap_value[tf.newaxis]], axis=0)
    advantages = ratios * (rewards + discounts * next_targets - values)
    return Targets(tf.stop_gradient(advantages), tf.stop_gradient(targets))
