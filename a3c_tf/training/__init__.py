"""A run: threads of workers, the session they share, its folder and its checkpoints."""
