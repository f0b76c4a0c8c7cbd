"""The 27 layers of the screen."""

import math
from collections.abc import Callable

import numpy as np

from a3c_tf.minigames.drawing.camera import Viewport, screen_viewport
from a3c_tf.minigames.drawing.layers import Layers
from a3c_tf.minigames.drawing.painter import Painted, screen_painter
from a3c_tf.minigames.drawing.scene import Scene
from a3c_tf.minigames.drawing.soft_painter import SoftPainter
from a3c_tf.minigames.drawing.terrain import Ground, GroundLayers
from a3c_tf.minigames.rules.unit import Unit

CARRIES_MINERALS = 271  # pysc2/lib/buffs.py, CarryMineralFieldMinerals
CARRIES_VESPENE = 273  # CarryHarvestableVespeneGeyserGas


def health_ratio(unit: Unit) -> int:
    """Share of the hit points left, 0 to 255."""
    return int(unit.health * 255 / unit.kind.health_max) if unit.kind.health_max else 0


def carried_buff(unit: Unit) -> int:
    """The buff that marks a worker on its way back, or 0."""
    if unit.cargo_minerals:
        return CARRIES_MINERALS
    return CARRIES_VESPENE if unit.cargo_vespene else 0


def is_active(unit: Unit) -> bool:
    """Whether a finished building is at work on something (raw.proto, Unit.is_active)."""
    return unit.kind.is_structure and unit.build_progress >= 1 and bool(unit.orders)


def work_progress(unit: Unit) -> int:
    """How far along a building is under construction, or its product is; 0 to 255."""
    if unit.build_progress < 1:
        return int(unit.build_progress * 255)
    return int(unit.orders[0].progress * 255) if is_active(unit) else 0


# Layers that show a value of the topmost unit. Layers not drawn at all are zero in these games:
# the ground is flat and without creep, and nobody has shields, energy, cloaks or spells.
_UNIT_VALUES: dict[str, tuple[Callable[[Unit], float], type]] = {
    "unit_hit_points": (lambda unit: math.ceil(unit.health), np.int32),
    "unit_hit_points_ratio": (health_ratio, np.uint8),
    "buffs": (carried_buff, np.int32),
    "active": (is_active, np.bool_),
    "build_progress": (work_progress, np.uint8),
}


class Screen:
    """Draws the screen's layers for one client."""

    def __init__(
        self,
        resolution: tuple[int, int],
        camera_width: float,
        ground: Ground,
    ) -> None:
        """Prepare for one size.

        Args:
            resolution: (width, height) in pixels.
            camera_width: World units across the screen.
            ground: The map's ground.
        """
        self._resolution = resolution
        self._camera_width = camera_width
        self._ground_layers = GroundLayers(ground)
        anywhere = screen_viewport((0.0, 0.0), camera_width, resolution)
        self._painter = screen_painter(anywhere)
        self._soft_painter = SoftPainter(anywhere)

    def viewport(self, camera: tuple[float, float]) -> Viewport:
        """What the screen shows when the camera looks at a point.

        Args:
            camera: (x, y) in world units.

        Returns:
            The view.
        """
        return screen_viewport(camera, self._camera_width, self._resolution)

    def paint(self, scene: Scene) -> Painted:
        """Find the unit that each pixel shows.

        Args:
            scene: The moment to draw.

        Returns:
            The painted grids; `shown` indexes `scene.units` from 1.
        """
        return self._painter.paint(self.viewport(scene.camera), scene.units)

    def draw(self, scene: Scene) -> Layers:
        """Draw the layers that can have changed since the last call.

        Args:
            scene: The moment to draw.

        Returns:
            Arrays by layer name.
        """
        viewport = self.viewport(scene.camera)
        layers = self._ground_layers.changed(viewport, scene.visibility)
        painted = self.paint(scene)
        layers["unit_density"] = painted.density
        layers["unit_density_aa"] = self._soft_painter.paint(viewport, scene.units)
        layers["player_id"] = painted.look_up(scene.owners)
        layers["player_relative"] = painted.look_up(scene.alliances)
        layers["unit_type"] = painted.look_up(scene.types)
        layers["selected"] = painted.look_up(scene.are_selected)
        for name, (value, dtype) in _UNIT_VALUES.items():
            layers[name] = painted.look_up(scene.column(map(value, scene.units), dtype))
        return layers
