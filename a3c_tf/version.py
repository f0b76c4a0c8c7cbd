"""The version of the package, in one place that both code and packaging read."""

__version__ = "0.1.0"
