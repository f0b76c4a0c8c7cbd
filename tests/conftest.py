import a3c_tf  # noqa: F401 - lets test modules import pysc2 first, as import sorting puts it
