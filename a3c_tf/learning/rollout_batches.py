"""A rollout split into several updates that all learn from its returns as a whole.

So learned the agent of CPUFronz/SC2_HarvesterAgent (2018) from whole episodes: its returns are
those to the end of the episode, but no more states pass through the network at once than fit.
"""

import numpy as np

from a3c_tf.learning.rollout import Rollout


def split_rollout(rollout: Rollout, bootstrap_value: float, batches: int) -> list[Rollout]:
    """Split a rollout so that each part's n-step returns are those of the whole.

    What follows a part enters it as a part of its last reward: the discounted return of the next
    transition. Then nothing more follows, so the last discount is 0.

    Args:
        rollout: T transitions of a network that remembers nothing.
        bootstrap_value: Value of the state after the last.
        batches: Number of parts of (nearly) equal length; T parts if that is less.

    Returns:
        The parts, the newest transitions first, as the agent of 2018 went through them.
    """
    rewards, discounts = rollout.rewards, rollout.discounts
    length = len(rewards)
    returns = np.empty(length + 1, np.float32)
    returns[length] = bootstrap_value
    for step in reversed(range(length)):
        returns[step] = rewards[step] + discounts[step] * returns[step + 1]
    parts = []
    for steps in np.array_split(np.arange(length), min(batches, length)):
        start, end = steps[0], steps[-1] + 1
        part_rewards, part_discounts = rewards[start:end].copy(), discounts[start:end].copy()
        if end < length:
            part_rewards[-1] += part_discounts[-1] * returns[end]
            part_discounts[-1] = 0.0
        parts.append(
            Rollout(
                {name: array[start : end + 1] for name, array in rollout.observation.items()},
                rollout.function_mask[start:end],
                rollout.actions[start:end],
                part_rewards,
                part_discounts,
                rollout.behaviour_log_prob[start:end],
                rollout.memory,
            )
        )
    return parts[::-1]
