"""s2client-proto over a websocket: session states, observations, actions, server process."""
