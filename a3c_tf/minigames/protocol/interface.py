"""What the interface options of a client may be."""

from s2clientprotocol import sc2api_pb2

LARGEST_RESOLUTION = 512
"""Most pixels in a row or column of a feature layer that a client may ask for."""


def find_problem(options: sc2api_pb2.InterfaceOptions) -> str:
    """Look for what the server can't show.

    Args:
        options: The interface that a client asks for.

    Returns:
        What is wrong with it, or the empty string.
    """
    if options.HasField("render"):
        return (
            "The mini-game server draws feature layers, no RGB pictures; leave `render` out "
            "(in pysc2: rgb_dimensions)."
        )
    if not options.HasField("feature_layer"):
        return ""
    setup = options.feature_layer
    for name in ("resolution", "minimap_resolution"):
        size = getattr(setup, name)
        if not (0 < size.x <= LARGEST_RESOLUTION and 0 < size.y <= LARGEST_RESOLUTION):
            return (
                f"feature_layer.{name} is {size.x} x {size.y}; it must be from 1 x 1 to "
                f"{LARGEST_RESOLUTION} x {LARGEST_RESOLUTION} pixels."
            )
    if setup.HasField("width") and not 1 <= setup.width <= LARGEST_RESOLUTION:
        return f"feature_layer.width is {setup.width}; it must be at least 1."
    return ""
