"""A run's checkpoint, which plays and does not learn."""

from a3c_tf.envs.environment import TimeStep
from a3c_tf.evaluation.checkpoint_policy import ModelPolicy, load_model
from a3c_tf.pysc2_agent.wish import Shown, Wish, check_fit
from a3c_tf.specs import Action
from a3c_tf.training.run_folder import RunFolder


class PlayingRun:
    """What all agents of the checkpoint share.

    Attributes:
        translator: Shows the model what it was trained on.
    """

    def __init__(self, wish: Wish, shown: Shown) -> None:
        """Load the checkpoint.

        Args:
            wish: Folder, which checkpoint, and whether to play greedily.
            shown: Map and resolution.

        Raises:
            CheckpointError: There is none, or it does not fit.
        """
        config = RunFolder(wish.run_dir).read_config()
        check_fit(config, wish.run_dir, shown)
        config = config.override({"run_dir": wish.run_dir})
        self.translator = shown.translator(config)
        specs = self.translator.observation_spec, self.translator.action_spec
        self._model, _ = load_model(*specs, config, wish.checkpoint)
        self._greedy = wish.greedy

    def join(self, index: int) -> "PlayingSeat":
        """A place for one more agent.

        Args:
            index: Number of the agent, from 0; each samples differently.

        Returns:
            The place.
        """
        return PlayingSeat(ModelPolicy(self._model, index, greedy=self._greedy))

    def close(self, *, at_exit: bool = False) -> None:
        """Nothing is held.

        Args:
            at_exit: Makes no difference.
        """


class PlayingSeat:
    """An agent that plays and does not learn."""

    def __init__(self, policy: ModelPolicy) -> None:
        """Take part.

        Args:
            policy: Chooses the actions.
        """
        self._policy = policy

    def step(self, timestep: TimeStep) -> Action | None:
        """Choose the next action.

        Args:
            timestep: What the game shows.

        Returns:
            The action, or None after the last step of an episode.
        """
        return self._policy(timestep)

    def abandon_episode(self) -> None:
        """Remember nothing of the episode."""
        self._policy.start_episode()
