"""A run's newest checkpoint as a policy that plays and does not learn."""

import numpy as np

from a3c_tf.checkpoint import Checkpointer
from a3c_tf.config import Config
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.run_folder import RunFolder
from a3c_tf.shared_model import SharedModel
from a3c_tf.simple_policies import Policy
from a3c_tf.specs import Action
from a3c_tf.tensorflow_setup import configure_tensorflow


def load_policy(
    env: Environment, config: Config, seed: int, *, greedy: bool = False
) -> tuple[Policy, str]:
    """Build the run's model for an environment and restore its newest checkpoint.

    Args:
        env: What the policy is to play; its specs decide the model.
        config: The run's configuration; run_dir says where the checkpoints are.
        seed: Seed of the sampling.
        greedy: Whether to take the most probable action instead of sampling.

    Returns:
        The policy, and the path of the checkpoint.

    Raises:
        CheckpointError: There is no checkpoint, or it does not fit the environment.
    """
    configure_tensorflow(config)
    model = SharedModel(env.observation_spec, env.action_spec, config)
    checkpointer = Checkpointer(RunFolder(config.run_dir).checkpoints, model)
    checkpointer.restore()
    stream = int(np.random.SeedSequence(seed).generate_state(1, np.uint32)[0] >> 1)
    decisions = 0

    def choose(timestep: TimeStep) -> Action:
        nonlocal decisions
        result = model.act(
            {name: array[np.newaxis] for name, array in timestep.observation.items()},
            timestep.function_mask[np.newaxis],
            np.array([stream, decisions], np.int32),
            greedy,
        )
        decisions += 1
        function, *arguments = result.actions[0].tolist()
        return Action(function, tuple(arguments))

    return choose, str(checkpointer.latest)
