"""The 11 layers of the minimap."""

import numpy as np
import numpy.typing as npt

from a3c_tf.minigames.drawing.camera import Viewport, minimap_viewport
from a3c_tf.minigames.drawing.layers import Layers
from a3c_tf.minigames.drawing.painter import minimap_painter
from a3c_tf.minigames.drawing.scene import Scene
from a3c_tf.minigames.drawing.terrain import Ground, GroundLayers


class Minimap:
    """Draws the minimap's layers for one client."""

    def __init__(
        self,
        resolution: tuple[int, int],
        area: tuple[float, float, float, float],
        camera_width: float,
        ground: Ground,
        *,
        show_unit_types: bool = False,
    ) -> None:
        """Prepare for one size.

        Args:
            resolution: (width, height) in pixels.
            area: (left, bottom, right, top) of the world shown.
            camera_width: World units across the screen.
            ground: The map's ground.
            show_unit_types: Whether the client asked for `allow_cheating_layers`.
        """
        self.viewport: Viewport = minimap_viewport(area, resolution)
        self._camera_width = camera_width
        self._camera: tuple[float, float] | None = None
        self._ground_layers = GroundLayers(ground)
        self._show_unit_types = show_unit_types
        self._painter = minimap_painter(self.viewport)

    def draw(self, scene: Scene) -> Layers:
        """Draw the layers that can have changed since the last call.

        Args:
            scene: The moment to draw.

        Returns:
            Arrays by layer name.
        """
        layers = self._ground_layers.changed(self.viewport, scene.visibility)
        if scene.camera != self._camera:
            self._camera = scene.camera
            layers["camera"] = self._camera_outline(scene.camera)

        painted = self._painter.paint(self.viewport, scene.units)
        layers["player_id"] = painted.look_up(scene.owners)
        layers["player_relative"] = painted.look_up(scene.alliances)
        layers["selected"] = painted.look_up(scene.are_selected)
        if self._show_unit_types:
            layers["unit_type"] = painted.look_up(scene.types)
        return layers

    def _camera_outline(self, camera: tuple[float, float]) -> npt.NDArray[np.bool_]:
        x, y = camera
        half = self._camera_width / 2
        left, top = self.viewport.to_pixel(x - half, y + half)
        right, bottom = self.viewport.to_pixel(x + half, y - half)
        outline = np.zeros((self.viewport.height, self.viewport.width), bool)
        outline[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = True
        return outline
