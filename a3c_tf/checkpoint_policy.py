"""A run's checkpoint as a policy that plays and does not learn."""

import numpy as np

from a3c_tf.checkpoint import Checkpointer, find_checkpoint
from a3c_tf.config import Config
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.run_folder import RunFolder
from a3c_tf.shared_model import SharedModel
from a3c_tf.simple_policies import Policy
from a3c_tf.specs import Action, ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import configure_tensorflow


def model_policy(model: SharedModel, seed: int, *, greedy: bool = False) -> Policy:
    """A model as a policy.

    Args:
        model: The model; learning that goes on meanwhile shows in the policy.
        seed: Seed of the sampling.
        greedy: Whether to take the most probable action instead of sampling.

    Returns:
        The policy.
    """
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

    return choose


def load_model(
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    config: Config,
    checkpoint: str = "latest",
) -> tuple[SharedModel, str]:
    """Build a run's model and restore a checkpoint.

    Args:
        observation_spec: What the policy will see.
        action_spec: What it will choose among.
        config: The run's configuration; run_dir says where the checkpoints are.
        checkpoint: Which one, see checkpoint.find_checkpoint.

    Returns:
        The model, and the path of the checkpoint.

    Raises:
        CheckpointError: There is no checkpoint, or it does not fit the specs.
    """
    folder = RunFolder(config.run_dir)
    path = find_checkpoint(folder, checkpoint)
    configure_tensorflow(config)
    model = SharedModel(observation_spec, action_spec, config)
    Checkpointer(folder.checkpoints, model).restore(path)
    return model, path


def load_policy(
    env: Environment,
    config: Config,
    seed: int,
    *,
    greedy: bool = False,
    checkpoint: str = "latest",
) -> tuple[Policy, str]:
    """A run's checkpoint as a policy for an environment.

    Args:
        env: What the policy is to play; its specs decide the model.
        config: The run's configuration; run_dir says where the checkpoints are.
        seed: Seed of the sampling.
        greedy: Whether to take the most probable action instead of sampling.
        checkpoint: Which one, see checkpoint.find_checkpoint.

    Returns:
        The policy, and the path of the checkpoint.

    Raises:
        CheckpointError: There is no checkpoint, or it does not fit the environment.
    """
    model, path = load_model(env.observation_spec, env.action_spec, config, checkpoint)
    return model_policy(model, seed, greedy=greedy), path
