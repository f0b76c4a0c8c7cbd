"""What one client asked to see, and how it is drawn."""

from collections.abc import Callable

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.drawing.camera import Viewport
from a3c_tf.minigames.drawing.minimap import Minimap
from a3c_tf.minigames.drawing.scene import Scene, take_scene
from a3c_tf.minigames.drawing.screen import Screen
from a3c_tf.minigames.drawing.terrain import ground_of
from a3c_tf.minigames.drawing.visibility import VisibilityMap
from a3c_tf.minigames.maps.script import MapScript
from a3c_tf.minigames.protocol.feature_layers import FeatureLayerImages
from a3c_tf.minigames.rules.unit import Unit
from a3c_tf.minigames.rules.world import World

CAMERA_WIDTH = 24.0
"""World units across the screen where the client does not say."""

type Camera = Callable[[World], tuple[float, float]]
"""Finds the world point that a screen is centred on."""


def players_camera(world: World) -> tuple[float, float]:
    """Where the player looks."""
    return world.camera


class Pictures:
    """The screen and the minimap of a client that asked for feature layers.

    Attributes:
        screen: Draws the screen.
        minimap: Draws the minimap.
        images: The latest drawn.
    """

    def __init__(self, script: MapScript, setup: sc2api_pb2.SpatialCameraSetup) -> None:
        """Prepare the pictures.

        Args:
            script: The map.
            setup: Checked: both resolutions and the width are set.
        """
        width, height = script.map_size
        playable = setup.crop_to_playable_area
        screen_size = (setup.resolution.x, setup.resolution.y)
        minimap_size = (setup.minimap_resolution.x, setup.minimap_resolution.y)
        cheating = setup.allow_cheating_layers
        ground = ground_of(script)
        self.screen = Screen(screen_size, setup.width, ground)
        self.minimap = Minimap(
            minimap_size,
            script.buildable if playable else (0.0, 0.0, float(width), float(height)),
            setup.width,
            ground,
            show_unit_types=cheating,
        )
        self.images = FeatureLayerImages(screen_size, minimap_size, show_unit_types=cheating)


class ClientView:
    """The interface that a client joined with (sc2api.proto, InterfaceOptions).

    Attributes:
        options: As asked, with the camera width filled in; game info repeats them.
        camera_width: World units across the screen.
        pictures: The feature layers, or None where not asked for.
        raw_origin: World (x, y) of the origin of raw coordinates.
        camera: What the screen is centred on; the player's own camera unless set otherwise.
    """

    def __init__(
        self, script: MapScript, options: sc2api_pb2.InterfaceOptions, *, disable_fog: bool
    ) -> None:
        """Prepare what the client will see.

        Args:
            script: The map.
            options: Checked by the caller (see game_setup.join_game).
            disable_fog: Whether the game was created without fog of war.
        """
        self.options = options
        self.camera_width = CAMERA_WIDTH
        self.pictures: Pictures | None = None
        if options.HasField("feature_layer"):
            if not options.feature_layer.HasField("width"):
                options.feature_layer.width = CAMERA_WIDTH
            self.camera_width = options.feature_layer.width
            self.pictures = Pictures(script, options.feature_layer)
        left, bottom = script.buildable.left, script.buildable.bottom
        self.raw_origin = (left, bottom) if options.raw_crop_to_playable_area else (0.0, 0.0)
        self.camera: Camera = players_camera
        self._visibility = VisibilityMap(script, disable_fog=disable_fog)
        self._no_fog = VisibilityMap(script, disable_fog=True)

    def forget(self) -> None:
        """Start the fog of war anew, for a restarted game."""
        self._visibility.forget()

    def explore(self, world: World) -> None:
        """Remember what the fog of war lets see at a game loop, whether it is observed or not.

        Args:
            world: The game.
        """
        self._visibility.explore(world)

    def scene(self, world: World, *, disable_fog: bool = False) -> Scene:
        """The game as the client may see it now.

        Args:
            world: The game.
            disable_fog: Whether this observation was asked for without fog.

        Returns:
            The scene.
        """
        sees_all = disable_fog or not world.fog
        visibility = self._no_fog if sees_all else self._visibility
        return take_scene(world, visibility, self.camera(world))

    def draw(self, scene: Scene, observation: sc2api_pb2.Observation) -> None:
        """Draw the feature layers, if the client wants them.

        Args:
            scene: What is seen.
            observation: Its feature_layer_data is filled in.
        """
        pictures = self.pictures
        if pictures is not None:
            pictures.images.update(pictures.screen.draw(scene), pictures.minimap.draw(scene))
            pictures.images.fill(observation.feature_layer_data)

    def on_screen(self, scene: Scene, unit: Unit) -> bool:
        """Whether a unit's centre is on the screen."""
        x, y = scene.camera
        half = self.camera_width / 2
        return -half <= unit.x - x < half and -half < unit.y - y <= half

    def unit_at(self, world: World, pixel: tuple[int, int]) -> Unit | None:
        """The unit that a pixel of the screen shows.

        Args:
            world: The game.
            pixel: (column, row) on the screen.

        Returns:
            The topmost unit drawn there, or None.
        """
        if self.pictures is None:
            return None
        scene = self.scene(world)
        column, row = pixel
        index = self.pictures.screen.paint(scene).shown[row, column]
        return scene.units[index - 1] if index else None

    def screen_viewport(self, world: World) -> Viewport:
        """What the screen shows now; the client must have asked for feature layers."""
        assert self.pictures is not None
        return self.pictures.screen.viewport(self.camera(world))

    @property
    def minimap_viewport(self) -> Viewport:
        """What the minimap shows; the client must have asked for feature layers."""
        assert self.pictures is not None
        return self.pictures.minimap.viewport
