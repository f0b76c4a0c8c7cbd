"""The mini-games without StarCraft II: rules, maps, drawing and protocol of an embedded server.

Nothing here imports the learning side; the package could be lifted out as one of its own.
"""
