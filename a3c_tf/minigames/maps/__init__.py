"""The mini-games' map scripts, one module each."""
