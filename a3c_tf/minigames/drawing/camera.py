"""World coordinates to pixels and back, for the screen and the minimap.

Both pictures are orthographic windows on the map: x to the right, and rows counted downwards
while world y points up. The screen follows the camera, the minimap shows the whole map (or its
playable part).
"""

import dataclasses
import math


@dataclasses.dataclass(frozen=True)
class Viewport:
    """A rectangle of the world seen through a grid of pixels.

    Attributes:
        left: World x of the left edge.
        top: World y of the upper edge.
        world_width: Width of the rectangle in world units.
        world_height: Height of the rectangle in world units.
        width: Pixels in a row.
        height: Rows of pixels.
    """

    left: float
    top: float
    world_width: float
    world_height: float
    width: int
    height: int

    def to_pixel(self, x: float, y: float) -> tuple[int, int]:
        """The pixel that contains a world point; outside the grid for points out of view.

        Args:
            x: World x.
            y: World y.

        Returns:
            (column, row), the row counted from the top.
        """
        column = (x - self.left) * self.width / self.world_width
        row = (self.top - y) * self.height / self.world_height
        return math.floor(column), math.floor(row)

    def to_world(self, column: float, row: float) -> tuple[float, float]:
        """The world point at a position in the grid; a pixel's centre is at its index + 0.5.

        Args:
            column: Pixels from the left edge.
            row: Pixels from the upper edge.

        Returns:
            (x, y) in world units.
        """
        x = self.left + column * self.world_width / self.width
        y = self.top - row * self.world_height / self.height
        return x, y

    def pixel_centre(self, column: int, row: int) -> tuple[float, float]:
        """The world point in the middle of a pixel."""
        return self.to_world(column + 0.5, row + 0.5)

    def contains(self, x: float, y: float) -> bool:
        """Whether a world point falls on a pixel of the grid."""
        column, row = self.to_pixel(x, y)
        return 0 <= column < self.width and 0 <= row < self.height

    def clamp(self, column: int, row: int) -> tuple[int, int]:
        """The pixel of the grid nearest to a pixel position that may lie outside."""
        return min(max(column, 0), self.width - 1), min(max(row, 0), self.height - 1)


def screen_viewport(
    camera: tuple[float, float], camera_width: float, resolution: tuple[int, int]
) -> Viewport:
    """The screen: a square of the world around the camera, whatever the shape of the grid.

    pysc2 places feature units by this rule (pysc2/lib/features.py, Features.init_camera): on a
    screen that is not square a world unit is `width / camera_width` pixels wide and
    `height / camera_width` pixels high.

    Args:
        camera: (x, y) that the camera looks at, world units.
        camera_width: World units across the screen; 24 unless the client asks otherwise.
        resolution: (width, height) in pixels.

    Returns:
        The viewport.
    """
    x, y = camera
    half = camera_width / 2
    return Viewport(x - half, y + half, camera_width, camera_width, *resolution)


def minimap_viewport(
    area: tuple[float, float, float, float], resolution: tuple[int, int]
) -> Viewport:
    """The minimap: all of an area of the map.

    Args:
        area: (left, bottom, right, top) in world units: the map, or its playable part where the
            client asked for `crop_to_playable_area`.
        resolution: (width, height) in pixels.

    Returns:
        The viewport.
    """
    left, bottom, right, top = area
    return Viewport(left, top, right - left, top - bottom, *resolution)
