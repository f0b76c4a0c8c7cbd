"""The learner as a pysc2 agent.

pysc2 owns the loop: its run_loop, its `agent` tool, or a script of one's own that calls `reset`
at the start of an episode and `step` with every time step of it. The last one counts: it carries
the reward of the last action, and ends the episode in the log.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from pysc2.agents import base_agent
from pysc2.lib import actions

from a3c_tf.envs.starcraft2_maps import map_profile
from a3c_tf.envs.starcraft2_translator import Translator
from a3c_tf.errors import ConfigError
from a3c_tf.pysc2_agent.wish import Shown, Wish
from a3c_tf.training.run_folder import RunFolder

if TYPE_CHECKING:
    from a3c_tf.callbacks import Callback
    from a3c_tf.pysc2_agent.sharing import Seat

RUN_DIR_VARIABLE = "A3C_RUN_DIR"
DEFAULT_RUN_DIR = os.path.join("runs", "A3CAgent")


class A3CAgent(base_agent.BaseAgent):
    """Learns while it plays, or plays what a run has learned.

    All agents of a process that name the same folder share one model. Each is a worker of A3C
    with a log of its own.
    """

    def __init__(
        self,
        run_dir: str | None = None,
        *,
        training: bool = True,
        checkpoint: str | None = None,
        greedy: bool = False,
        callbacks: Sequence["Callback"] = (),
        **options: Any,
    ) -> None:
        """Remember what to do; the map and the resolution are known at the first step only.

        Args:
            run_dir: The run's folder, as of `python -m a3c_tf.run`; a run that is there goes on.
                By default the one that a checkpoint's path lies in, else what the environment
                variable A3C_RUN_DIR says, else runs/A3CAgent.
            training: Whether to learn, or only to play from a checkpoint.
            checkpoint: When playing, which one: "latest", the default, "best", or a path.
            greedy: When playing, take the most probable action instead of sampling.
            callbacks: Whom to call at what happens in a run that is trained; agents that share a
                folder share them.
            **options: Fields of Config for a run that is trained, for instance `steps` or
                `action_set` or `learning_rate`.

        Raises:
            ConfigError: A checkpoint is named, but the agent is to learn.
            CheckpointError: The checkpoint's path does not lie in the folder of a run.
        """
        super().__init__()
        if training and checkpoint is not None:
            raise ConfigError(
                f"checkpoint={checkpoint!r} is for training=False; an agent that learns goes on "
                "with the newest of run_dir, or starts from init_from"
            )
        checkpoint = checkpoint or "latest"
        if run_dir is None and checkpoint not in ("latest", "best"):
            run_dir = str(RunFolder.around(checkpoint).path)
        run_dir = run_dir or os.environ.get(RUN_DIR_VARIABLE) or DEFAULT_RUN_DIR
        self._wish = Wish(run_dir, training, checkpoint, greedy, tuple(callbacks), options)
        self._translator: Translator | None = None
        self._seat: Seat | None = None

    def reset(self) -> None:
        """Begin an episode; what is left of one that broke off is forgotten."""
        super().reset()
        if self._seat is not None:
            self._seat.abandon_episode()

    def step(self, obs: Any) -> actions.FunctionCall:
        """Learn from what the last action led to, and choose the next.

        Args:
            obs: The pysc2 time step, with feature layers.

        Returns:
            What to do; after the last step of an episode, which takes no action, no_op.

        Raises:
            A3CError: The run cannot start or go on.
        """
        no_op: actions.FunctionCall = super().step(obs)
        if self._translator is None or self._seat is None:
            # Not before: TensorFlow takes seconds, and listing agents or maps need not wait.
            from a3c_tf.pysc2_agent.sharing import take_seat

            self._seat, self._translator = take_seat(self._wish, _shown(obs.observation))
        action = self._seat.step(self._translator.timestep(obs))
        return no_op if action is None else self._translator.function_call(action)

    def close(self) -> None:
        """Leave the run, which the last agent to leave saves and closes.

        Without it, as in pysc2's own loops, the run is saved when the process ends.
        """
        if self._seat is not None:
            from a3c_tf.pysc2_agent.sharing import leave

            self._seat = None
            leave(self._wish)


def _shown(observation: Any) -> Shown:
    """Map and resolution, which pysc2 decides."""
    missing = {"feature_screen", "feature_minimap"} - set(observation)
    if missing:
        raise ConfigError(
            f"A3CAgent sees feature layers, but pysc2 shows no {' and no '.join(sorted(missing))}; "
            "give --feature_screen_size and --feature_minimap_size"
        )
    return Shown(
        map_profile(str(observation["map_name"])),
        np.asarray(observation["feature_screen"]).shape[1:],
        np.asarray(observation["feature_minimap"]).shape[1:],
    )
