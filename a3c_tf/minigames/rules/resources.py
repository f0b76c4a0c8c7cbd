"""Questions about resources: what is harvested where, by whom, and where it is delivered."""

import math
from collections import Counter
from typing import TYPE_CHECKING

from a3c_tf.minigames.rules.ability_ids import GATHER, RETURN
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit import Unit

if TYPE_CHECKING:
    from a3c_tf.minigames.rules.world import World

# Fields this near to a town hall are its own: two workers for each are ideal. Assumed.
TOWN_HALL_DISTANCE = 9.0


def nearest_town_hall(world: "World", unit: Unit) -> Unit | None:
    """Finds where a worker would deliver.

    Args:
        world: The game.
        unit: The worker.

    Returns:
        Its player's nearest finished town hall, or None.
    """
    halls = [
        other
        for other in world.active
        if other.kind.is_town_hall and other.owner == unit.owner and other.is_finished
    ]
    return min(halls, key=lambda hall: gap(hall, unit), default=None)


def harvested_resource(world: "World", target: Unit) -> Unit | ActionResult:
    """Finds what a worker harvests from when sent to a unit.

    Args:
        world: The game.
        target: The unit it is sent to.

    Returns:
        The mineral field or finished refinery, or why there is nothing to harvest.
    """
    if target.kind.is_mineral_field:
        return target
    if target.kind.is_geyser:
        refinery = next(
            (
                unit
                for unit in world.active
                if unit.kind.is_refinery and unit.resource == target.tag
            ),
            None,
        )
        if refinery is None:
            return ActionResult.MUST_BUILD_REFINERY_FIRST
        target = refinery
    if not target.kind.is_refinery:
        return ActionResult.MUST_TARGET_RESOURCES
    if not target.is_finished:
        return ActionResult.BUILDING_IS_UNDER_CONSTRUCTION
    return target


def assigned_harvesters(world: "World", structure: Unit) -> int:
    """Counts the workers that harvest for a town hall or from a refinery.

    Args:
        world: The game.
        structure: A town hall or refinery; anything else has none.

    Returns:
        Number of workers.
    """
    loads = workers_by_resource(world, structure.owner)
    if structure.kind.is_refinery:
        return loads[structure.tag]
    if structure.kind.is_town_hall:
        return sum(loads[field.tag] for field in fields_near(world, structure, TOWN_HALL_DISTANCE))
    return 0


def ideal_harvesters(world: "World", structure: Unit) -> int:
    """Counts the workers a town hall or refinery has use for.

    Args:
        world: The game.
        structure: A town hall or refinery; anything else has use for none.

    Returns:
        Two a mineral field near a town hall, three for a refinery.
    """
    if not structure.is_finished:
        return 0
    if structure.kind.is_refinery:
        return 3 if structure.vespene_contents else 0
    if structure.kind.is_town_hall:
        return 2 * len(fields_near(world, structure, TOWN_HALL_DISTANCE))
    return 0


def workers_by_resource(world: "World", owner: int) -> Counter[int]:
    """Counts a player's harvesting workers by the resource they were sent to.

    Args:
        world: The game.
        owner: Player id.

    Returns:
        Number of workers by the resource's tag.
    """
    return Counter(
        unit.resource
        for unit in world.active
        if unit.kind.is_worker
        and unit.owner == owner
        and unit.orders
        and unit.resource is not None
        and unit.orders[0].ability_id in (GATHER, RETURN)
    )


def fields_near(world: "World", centre: Unit, distance: float) -> list[Unit]:
    """Lists the mineral fields around a unit.

    Args:
        world: The game.
        centre: The unit; a field is near itself.
        distance: How near, centre to centre, in world units.

    Returns:
        The fields.
    """
    return [
        unit
        for unit in world.units.values()
        if unit.kind.is_mineral_field and gap(unit, centre) <= distance
    ]


def gap(unit: Unit, other: Unit) -> float:
    """Distance between the centres of two units.

    Args:
        unit: One unit.
        other: The other.

    Returns:
        World units.
    """
    return math.hypot(unit.x - other.x, unit.y - other.y)
