"""One thread: an environment on one side, the run's shared model on the other."""

import threading
import traceback
from collections.abc import Callable

from a3c_tf.envs.environment import Environment, TimeStep
from a3c_tf.errors import A3CError
from a3c_tf.player import Player
from a3c_tf.step_counter import StepCounter


class Worker(threading.Thread):
    """Plays until the run is over; what goes wrong is kept for the trainer to see."""

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
        """Prepare the thread; `start` starts it.

        Args:
            player: Acts, learns and logs.
            steps: Counts the run's agent steps and ends it.
            make_environment: Opens this worker's game; called in the thread.
            max_restarts: How often a game that failed is opened again.
            on_exit: Called when the thread is done, whether well or not.
            notify: Shows the user a line.
        """
        super().__init__(name=f"worker {player.index}", daemon=True)
        self.player = player
        self.error: BaseException | None = None
        self._steps = steps
        self._make_environment = make_environment
        self._restarts_left = max_restarts
        self._on_exit = on_exit
        self._notify = notify

    def run(self) -> None:
        """Play, and start over where a game failed and may be restarted."""
        try:
            while not self._steps.finished:
                try:
                    self._play()
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
        except BaseException as error:
            self.error = error  # the trainer raises it: an error in a thread is seen nowhere else
            if not isinstance(error, A3CError):
                traceback.print_exc()
        finally:
            self._on_exit()

    def _play(self) -> None:
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
                timestep = self._advance(environment, timestep)
        finally:
            environment.close()

    def _advance(self, environment: Environment, timestep: TimeStep) -> TimeStep:
        action = self.player.step(timestep)
        assert action is not None, "only the last step of an episode has no action"
        return environment.step(action)
