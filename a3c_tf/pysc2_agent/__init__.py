"""A3CAgent: the learner as an agent that pysc2 can run."""

from a3c_tf.pysc2_agent.agent import A3CAgent

__all__ = ["A3CAgent"]
