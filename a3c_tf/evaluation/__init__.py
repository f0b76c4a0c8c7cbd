"""How well something plays: checkpoints, simple policies, and episodes without learning."""
