"""A3CAgent under the name that pysc2's `agent` tool takes, and a twin that only plays.

    python -m a3c_tf.pysc2 agent --map CollectMineralsAndGas --norender --parallel 2 \
        --agent agents.a3c_agent.A3CAgent

trains in runs/A3CAgent, or in the folder that the environment variable A3C_RUN_DIR names.
`--agent agents.a3c_agent.A3CPlayer` plays what was learned there. Both see what pysc2 is told to
show: to go on with a run of `python -m a3c_tf.run`, give its resolution, by default
`--feature_screen_size 32 --feature_minimap_size 32`.
"""

from a3c_tf.pysc2_agent import A3CAgent

__all__ = ["A3CAgent", "A3CPlayer"]


class A3CPlayer(A3CAgent):
    """Plays from the run's newest checkpoint and learns nothing."""

    def __init__(self) -> None:
        """Construct without arguments, as pysc2 does."""
        super().__init__(training=False)
