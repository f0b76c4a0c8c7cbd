"""Agents that pysc2 can load by name."""
