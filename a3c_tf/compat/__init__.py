"""pysc2 4.0.0 on today's Python, NumPy and protobuf."""
