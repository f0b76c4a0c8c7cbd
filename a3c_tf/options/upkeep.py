"""What a run does beside learning: evaluations, checkpoints, restarts, threads."""

import dataclasses
from typing import Literal

from a3c_tf.options.option import option


@dataclasses.dataclass(frozen=True)
class UpkeepOptions:
    """What is measured and saved meanwhile, and what the machine is asked for."""

    evaluate_every: int = option(
        0, "Agent steps between evaluations, which run beside training; 0: never.", least=0
    )
    evaluate_episodes: int = option(10, "Episodes of each of these evaluations.", least=1)
    keep_best: Literal["auto", "never"] = option(
        "auto",
        "auto: keep the best model so far in checkpoints/best, judged by these evaluations or, "
        "without any, by the mean return of the last 100 episodes; never: keep only the newest.",
    )
    checkpoint_seconds: float = option(60.0, "Seconds between checkpoints.", above=0.0)
    log_seconds: float = option(10.0, "Seconds between progress lines and metric rows.", above=0.0)
    max_restarts: int = option(
        0,
        "How often each worker may open its environment anew after that failed, without the "
        "episode it was in; one failure more ends the run, with a checkpoint.",
        least=0,
    )
    intra_op_threads: int = option(
        1, "Threads inside one TensorFlow operation; with many workers 1 is fastest.", least=0
    )
