"""A run's checkpoint as a policy that plays and does not learn."""

from a3c_tf.config import Config
from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.evaluation.simple_policies import Policy
from a3c_tf.learning.acting_model import ActingModel
from a3c_tf.learning.deciding import State
from a3c_tf.learning.noise import DecisionNoise
from a3c_tf.specs import Action, ActionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import configure_tensorflow
from a3c_tf.training.checkpoint import Checkpointer, find_checkpoint
from a3c_tf.training.run_folder import RunFolder


class ModelPolicy:
    """A model as a policy, with its memory of the episode if it has one."""

    def __init__(self, model: ActingModel, seed: int, *, greedy: bool = False) -> None:
        """Begin with an episode.

        Args:
            model: The model; learning that goes on meanwhile shows in the policy.
            seed: Seed of the sampling.
            greedy: Whether to take the most probable action instead of sampling.
        """
        self._model = model
        self._greedy = greedy
        self._noise = DecisionNoise(seed, width=1 + len(model.action_spec.arguments))
        self.start_episode()

    def start_episode(self) -> None:
        """Remember nothing; after the last step of an episode this happens by itself."""
        self._memory = self._model.initial_memory()

    def __call__(self, timestep: TimeStep) -> Action | None:
        """Choose an action.

        Args:
            timestep: What the environment returned last.

        Returns:
            The action, or None after the last step of an episode.
        """
        if timestep.last:
            self.start_episode()
            return None
        observation, mask = timestep.observation, timestep.function_mask
        state = State(observation, mask, self._memory, self._noise.draw())
        result = self._model.decide(state, greedy=self._greedy)
        self._memory = result.memory
        function, *arguments = result.actions[0].tolist()
        return Action(function, tuple(arguments))


def load_model(
    observation_spec: ObservationSpec,
    action_spec: ActionSpec,
    config: Config,
    checkpoint: str = "latest",
) -> tuple[ActingModel, str]:
    """Build what acts of a run's model, and restore a checkpoint.

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
    model = ActingModel(observation_spec, action_spec, config)
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
    return ModelPolicy(model, seed, greedy=greedy), path
