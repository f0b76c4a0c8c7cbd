"""How a hyper-parameter changes over a run, as pure functions of the agent steps."""


def linear(initial: float, step: int, total_steps: int) -> float:
    """Anneal to zero, as the learning rate in A3C (Mnih et al. 2016, section 8).

    Args:
        initial: Value at step 0.
        step: Agent steps made so far by all workers.
        total_steps: Agent steps at which the value is 0.

    Returns:
        initial * (1 - step / total_steps), never below 0.
    """
    return initial * max(0.0, 1.0 - step / total_steps)


def constant(initial: float, step: int, total_steps: int) -> float:
    """Keep a value; takes what `linear` takes.

    Args:
        initial: The value.
        step: Ignored.
        total_steps: Ignored.

    Returns:
        initial.
    """
    del step, total_steps
    return initial


SCHEDULES = {"linear": linear, "constant": constant}
