"""Errors whose message is meant for the user; commands print them without a traceback."""


class A3CError(Exception):
    """What was wrong, the value, and what to do about it, in one message."""


class ConfigError(A3CError):
    """A configuration value, flag or preset that does not fit."""


class CheckpointError(A3CError):
    """A run folder or checkpoint that cannot be used as asked."""


class WorkerError(A3CError):
    """A worker thread failed, so the run cannot go on."""


class CallbackError(A3CError):
    """A callback failed, so the run cannot go on."""


class ContractError(A3CError):
    """An environment that does not do what a3c_tf.envs.environment asks of it."""
