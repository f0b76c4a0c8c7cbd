"""One player of a run with its environment: in a thread of its own, or in turns with the others."""

import traceback
from collections.abc import Callable, Generator, Iterator

from a3c_tf.envs.environment import Environment
from a3c_tf.errors import A3CError
from a3c_tf.learning.step_counter import StepCounter
from a3c_tf.training.player import Player
from a3c_tf.training.turnstile import Turnstile


class Worker:
    """Plays until the run is over; what goes wrong is kept for the trainer to see.

    Attributes:
        name: What messages call it.
        player: Acts, learns and logs.
        error: What ended it early, if anything did.
        done: Whether it will not play any more.
    """

    def __init__(
        self,
        player: Player,
        steps: StepCounter,
        make_environment: Callable[[], Environment],
        *,
        max_restarts: int,
        on_exit: Callable[[], None],
        notify: Callable[[str], None],
    ) -> None:
        """Get ready; nothing is opened yet.

        Args:
            player: Acts, learns and logs.
            steps: Counts the run's agent steps and ends it.
            make_environment: Opens this worker's game; called where it is played.
            max_restarts: How often a game that failed is opened again.
            on_exit: Called when the worker is done, whether well or not.
            notify: Shows the user a line.
        """
        self.name = f"worker {player.index}"
        self.player = player
        self.error: BaseException | None = None
        self.done = False
        self._steps = steps
        self._make_environment = make_environment
        self._restarts_left = max_restarts
        self._on_exit = on_exit
        self._notify = notify

    def run(self, turnstile: Turnstile | None = None) -> None:
        """Play to the end of the run; the body of a thread.

        Args:
            turnstile: Lets the workers make their steps one after the other; None lets them run
                freely.
        """
        turns = self.turns()
        if turnstile is None:
            for _ in turns:
                pass
            return
        try:
            while not self.done:
                with turnstile.turn(self.player.index):
                    next(turns, None)
        finally:
            turnstile.leave(self.player.index)

    def turns(self) -> Generator[None]:
        """Play step by step, and start over where a game failed and may be restarted.

        Yields:
            After each agent step.
        """
        try:
            while not self._steps.finished:
                try:
                    yield from self._play()
                except A3CError:
                    raise  # meant for the user: another game would not help
                except Exception as error:
                    if self._restarts_left == 0 or self._steps.finished:
                        raise
                    self._restarts_left -= 1
                    self.player.abandon_episode()
                    self._notify(
                        f"{self.name} lost its game ({type(error).__name__}: {error}); the episode "
                        f"is discarded, {self._restarts_left} restarts left"
                    )
        except GeneratorExit:
            raise  # whoever takes the turns wants no more of them
        except BaseException as error:
            self.error = error  # the trainer raises it: an error in a thread is seen nowhere else
            if not isinstance(error, A3CError):
                traceback.print_exc()
        finally:
            self.done = True
            self._on_exit()

    def _play(self) -> Iterator[None]:
        """Episodes with one game, until the run is over."""
        environment = self._make_environment()
        try:
            timestep = environment.reset(self.player.episode_seed())
            while True:
                if timestep.last:
                    self.player.step(timestep)
                    timestep = environment.reset(self.player.episode_seed())
                if not self._steps.claim():
                    return
                action = self.player.step(timestep)
                assert action is not None, "only the last step of an episode has no action"
                timestep = environment.step(action)
                yield
        finally:
            environment.close()
