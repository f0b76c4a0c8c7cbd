"""Feature layers as protobuf images, encoded again only when drawn again."""

from s2clientprotocol import spatial_pb2

from a3c_tf.minigames.drawing.layers import MINIMAP_LAYERS, SCREEN_LAYERS, Layers, encode


class FeatureLayerImages:
    """One client's images, kept between observations."""

    def __init__(
        self,
        screen_size: tuple[int, int],
        minimap_size: tuple[int, int],
        *,
        show_unit_types: bool = False,
    ) -> None:
        """Make images of zeros.

        Args:
            screen_size: (width, height) in pixels.
            minimap_size: (width, height) in pixels.
            show_unit_types: Whether the minimap has the unit_type layer, which the game leaves
                out unless the client asked for `allow_cheating_layers`.
        """
        minimap_layers = dict(MINIMAP_LAYERS)
        if not show_unit_types:
            del minimap_layers["unit_type"]
        self._screen = _ImageSet(spatial_pb2.FeatureLayers, SCREEN_LAYERS, screen_size)
        self._minimap = _ImageSet(spatial_pb2.FeatureLayersMinimap, minimap_layers, minimap_size)

    def update(self, screen: Layers, minimap: Layers) -> None:
        """Take over what was drawn.

        Args:
            screen: Layers of the screen; those left out stay as they are.
            minimap: Layers of the minimap, likewise.
        """
        self._screen.update(screen)
        self._minimap.update(minimap)

    def fill(self, message: spatial_pb2.ObservationFeatureLayer) -> None:
        """Put the images into an observation.

        Args:
            message: Filled in.
        """
        message.renders.ParseFromString(self._screen.serialize())
        message.minimap_renders.ParseFromString(self._minimap.serialize())


class _ImageSet:
    """The images of the screen or of the minimap, in serialized form.

    A message that lived from observation to observation would keep every image ever put into it,
    as protobuf frees memory a message at a time. So only the bytes are kept. An image's size
    never changes, and its data is the last field of ImageData: what precedes the data is
    constant.
    """

    def __init__(
        self,
        message: type[spatial_pb2.FeatureLayers] | type[spatial_pb2.FeatureLayersMinimap],
        layers: dict[str, int],
        size: tuple[int, int],
    ) -> None:
        width, height = size
        self._data: dict[str, bytes] = {}
        self._zeros: dict[str, bytes] = {}
        self._heads: dict[str, bytes] = {}
        for name, bits in layers.items():
            zeros = bytes((width * height * bits + 7) // 8)
            image = {"bits_per_pixel": bits, "size": {"x": width, "y": height}, "data": zeros}
            self._heads[name] = message(**{name: image}).SerializeToString()[: -len(zeros)]
            self._data[name] = self._zeros[name] = zeros

    def update(self, layers: Layers) -> None:
        for name, layer in layers.items():
            self._data[name] = self._zeros[name] if layer is None else encode(layer)

    def serialize(self) -> bytes:
        return b"".join(self._heads[name] + data for name, data in self._data.items())
