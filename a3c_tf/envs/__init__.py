"""Environments: the two games, and toys in which learning can be proved in seconds."""
