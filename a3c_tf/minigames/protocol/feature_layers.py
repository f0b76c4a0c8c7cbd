"""Feature layers as protobuf images, kept between observations."""

from s2clientprotocol import common_pb2, spatial_pb2

from a3c_tf.minigames.drawing.layers import MINIMAP_LAYERS, SCREEN_LAYERS, Layers, encode


class FeatureLayerImages:
    """One client's images; only those drawn again are encoded again.

    Attributes:
        message: The present images, to be copied into an observation.
    """

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
        self.message = spatial_pb2.ObservationFeatureLayer()
        minimap_layers = dict(MINIMAP_LAYERS)
        if not show_unit_types:
            del minimap_layers["unit_type"]
        self._screen = _ImageSet(self.message.renders, SCREEN_LAYERS, screen_size)
        self._minimap = _ImageSet(self.message.minimap_renders, minimap_layers, minimap_size)

    def update(self, screen: Layers, minimap: Layers) -> None:
        """Take over what was drawn.

        Args:
            screen: Layers of the screen; those left out stay as they are.
            minimap: Layers of the minimap, likewise.
        """
        self._screen.update(screen)
        self._minimap.update(minimap)


class _ImageSet:
    """The images of the screen or of the minimap."""

    def __init__(
        self,
        message: spatial_pb2.FeatureLayers | spatial_pb2.FeatureLayersMinimap,
        layers: dict[str, int],
        size: tuple[int, int],
    ) -> None:
        width, height = size
        self._images: dict[str, common_pb2.ImageData] = {}
        self._zeros: dict[str, bytes] = {}
        for name, bits in layers.items():
            image = getattr(message, name)
            image.bits_per_pixel = bits
            image.size.x, image.size.y = size
            image.data = bytes((width * height * bits + 7) // 8)
            self._images[name] = image
            self._zeros[name] = image.data

    def update(self, layers: Layers) -> None:
        for name, layer in layers.items():
            self._images[name].data = self._zeros[name] if layer is None else encode(layer)
