"""An A3C agent as they are commonly written, to compare with.

Every decision is an eager call of the model for one state, every update an eager tape over a whole
episode followed by an eager step of the optimizer, all variables one by one. Network, loss and
sampling are ours, so that only the way they are called differs.
"""

from typing import Any

import numpy as np

from a3c_tf.config import Config
from a3c_tf.envs.environment import TimeStep
from a3c_tf.learning.forward import policy_of
from a3c_tf.learning.losses import a3c_loss
from a3c_tf.learning.optimizers import build_optimizer
from a3c_tf.learning.returns import Targets
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.specs import Action
from a3c_tf.tensorflow_setup import tf


class NaiveAgent:
    """One worker's agent; all share a model."""

    def __init__(self, shared_model: SharedModel, optimizer: Any, config: Config) -> None:
        """Begin without transitions.

        Args:
            shared_model: Its keras model and its lock are used, nothing else.
            optimizer: From naive_optimizer, shared by all agents.
            config: Discount and costs.
        """
        self._shared = shared_model
        self._optimizer = optimizer
        self._config = config
        self._transitions: list[tuple[TimeStep, Any]] = []
        self._rewards: list[float] = []

    def step(self, timestep: TimeStep) -> Action | None:
        """Choose the next action; learn at the end of an episode.

        Args:
            timestep: What the environment returned last.

        Returns:
            The next action, or None after the last step of an episode.
        """
        if self._transitions:
            self._rewards.append(timestep.reward)
        if timestep.last:
            if self._transitions:
                self._learn()
            return None
        outputs = self._shared.model(
            {name: array[np.newaxis] for name, array in timestep.observation.items()}
        )
        policy = policy_of(
            outputs, self._shared.action_spec, tf.constant(timestep.function_mask[np.newaxis])
        )
        actions = policy.sample(tf.random.uniform([1, 1 + len(self._shared.action_spec.arguments)]))
        self._transitions.append((timestep, actions[0]))
        function, *arguments = actions[0].numpy().tolist()
        return Action(function, tuple(arguments))

    def _learn(self) -> None:
        steps, actions = zip(*self._transitions, strict=True)
        masks = tf.constant(np.stack([step.function_mask for step in steps]))
        observation = {
            name: tf.constant(np.stack([step.observation[name] for step in steps]))
            for name in steps[0].observation
        }
        returns = tf.constant(_returns(self._rewards, self._config.discount))
        variables = self._shared.model.trainable_variables
        with tf.GradientTape() as tape:
            outputs = self._shared.model(observation, training=True)
            policy = policy_of(outputs, self._shared.action_spec, masks)
            values = outputs["value"]
            loss = a3c_loss(
                policy.log_prob(tf.stack(actions)),
                policy.entropy(),
                values,
                Targets(advantages=tf.stop_gradient(returns - values), values=returns),
                value_cost=self._config.value_cost,
                entropy_cost=self._config.entropy_cost,
            )
        gradients = tape.gradient(loss.total, variables)
        gradients, _ = tf.clip_by_global_norm(gradients, self._config.max_grad_norm)
        with self._shared.lock:
            self._optimizer.apply_gradients(zip(gradients, variables, strict=True))
        self._transitions, self._rewards = [], []


def naive_optimizer(shared_model: SharedModel, config: Config) -> Any:
    """The optimizer that naive agents share.

    Args:
        shared_model: Whose variables it is to change.
        config: Which optimizer.

    Returns:
        A keras optimizer, built.
    """
    optimizer = build_optimizer(config)
    optimizer.build(shared_model.model.trainable_variables)
    return optimizer


def _returns(rewards: list[float], discount: float) -> np.ndarray:
    returns = np.zeros(len(rewards), np.float32)
    following = 0.0
    for t in reversed(range(len(rewards))):
        returns[t] = following = rewards[t] + discount * following
    return returns
