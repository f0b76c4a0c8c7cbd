"""The ground units walk on, and what stands in the way on it."""

from a3c_tf.minigames.maps.script import Rectangle
from a3c_tf.minigames.rules.obstacles import Disc, Obstacles, discs_of
from a3c_tf.minigames.rules.pathfinding import Router
from a3c_tf.minigames.rules.unit import Unit


class Ground:
    """The obstacles of a game as they come and go.

    Attributes:
        layout: Changes whenever an obstacle appears or disappears.
    """

    def __init__(self, bounds: Rectangle) -> None:
        """Start with nothing in the way.

        Args:
            bounds: Where units can be.
        """
        self.layout = 0
        self._bounds = bounds
        self._discs: list[Disc] = []
        self._obstacles: dict[float, Obstacles] = {}
        self._routers: dict[float, Router] = {}

    def add(self, unit: Unit) -> None:
        """Puts a unit in the way, if it is of a kind that is.

        Args:
            unit: The unit.
        """
        discs = discs_of(unit)
        if discs:
            self._discs.extend(discs)
            self._changed()

    def remove(self, unit: Unit) -> None:
        """Clears the way where a unit stood.

        Args:
            unit: The unit, of the kind it was when it was added.
        """
        if unit.kind.blocks_path:
            self._discs = [disc for disc in self._discs if disc.tag != unit.tag]
            self._changed()

    def obstacles(self, clearance: float) -> Obstacles:
        """Gives the obstacles as they stand now.

        Args:
            clearance: Radius of the units that must walk around them, in world units.

        Returns:
            The same object until the layout changes.
        """
        obstacles = self._obstacles.get(clearance)
        if obstacles is None:
            obstacles = self._obstacles[clearance] = Obstacles(self._discs, clearance, self._bounds)
        return obstacles

    def router(self, clearance: float) -> Router:
        """Gives what finds routes around the obstacles as they stand now.

        Args:
            clearance: Radius of the units that go there, in world units.

        Returns:
            The same object until the layout changes.
        """
        router = self._routers.get(clearance)
        if router is None:
            router = self._routers[clearance] = Router(self.obstacles(clearance))
        return router

    def _changed(self) -> None:
        self._obstacles.clear()
        self._routers.clear()
        self.layout += 1
