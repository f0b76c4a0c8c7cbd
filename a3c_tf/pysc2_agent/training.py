"""A run that learns from games which pysc2 plays."""

import contextlib

from a3c_tf.envs.environment import TimeStep
from a3c_tf.envs.starcraft2_rewards import Rewarder
from a3c_tf.errors import A3CError
from a3c_tf.evaluation.checkpoint_policy import ModelPolicy
from a3c_tf.planning import plan_run
from a3c_tf.pysc2_agent.wish import Shown, Wish, options_of
from a3c_tf.specs import Action
from a3c_tf.tensorflow_setup import configure_tensorflow
from a3c_tf.training.player import Player
from a3c_tf.training.session import Session


class TrainingRun:
    """What all agents of the run share.

    Attributes:
        session: The run.
        translator: Shows the model what the run is configured to show.
    """

    def __init__(self, wish: Wish, shown: Shown) -> None:
        """Start the run, or go on with it.

        Args:
            wish: Folder and options.
            shown: Map and resolution.

        Raises:
            A3CError: The folder is not usable, or holds a run that does not fit.
        """
        self._process_ends = False
        plan = plan_run(options_of(wish, shown))
        self.translator = shown.translator(plan.config)
        specs = self.translator.observation_spec, self.translator.action_spec
        plan.folder.acquire()
        try:
            configure_tensorflow(plan.config)
            self.session = Session(
                plan, *specs, wish.callbacks, interrupted=lambda: self._process_ends
            )
        except BaseException:
            plan.folder.release()
            raise
        self._describe_arguments = self.translator.action_spec.describe_arguments
        try:
            self.session.start()
        except BaseException:
            with contextlib.suppress(A3CError):  # the first error is raised
                self.close()
            raise

    def join(self, index: int) -> "TrainingSeat":
        """A place for one more agent.

        Args:
            index: Number of the agent, from 0; one that took part before a resume goes on.

        Returns:
            The place.
        """
        player = self.session.join(index, self._describe_arguments)
        return TrainingSeat(self, player, Rewarder(self.session.config.sc2_reward))

    def close(self, *, at_exit: bool = False) -> None:
        """Save what was learned and let other processes use the folder.

        Args:
            at_exit: Whether the process ends, where no game can be started any more.
        """
        self._process_ends = at_exit
        try:
            self.session.finish()
        finally:
            self.session.folder.release()


class TrainingSeat:
    """An agent that learns until the run has made its steps, and plays on after that."""

    def __init__(self, run: TrainingRun, player: Player, rewarder: Rewarder) -> None:
        """Take part.

        Args:
            run: The run.
            player: Acts and learns.
            rewarder: Rewards the steps of its game.
        """
        self._run = run
        self._player = player
        self._rewarder = rewarder
        self._play: ModelPolicy | None = None

    def step(self, timestep: TimeStep) -> Action | None:
        """Learn from the last action and choose the next.

        Args:
            timestep: What the game shows.

        Returns:
            The next action, or None after the last step of an episode.
        """
        session = self._run.session
        if self._play is None and not timestep.last and not session.steps.claim():
            self._player.abandon_episode()
            self._play = ModelPolicy(session.shared_model, self._player.index)
        if self._play is not None:
            return self._play(timestep)
        action = self._player.step(self._rewarder(timestep))
        session.save_if_due()
        return action

    def abandon_episode(self) -> None:
        """Forget an episode that broke off."""
        self._player.abandon_episode()
        self._rewarder.abandon_episode()
        if self._play is not None:
            self._play.start_episode()
