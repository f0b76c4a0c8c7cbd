"""How many workers mine for each town hall and refinery, and how many could."""

import math

from a3c_tf.minigames.rules.unit import Alliance, Unit
from a3c_tf.minigames.rules.world import World

NEARBY = 10.0
"""World units from a town hall within which mineral fields count as its own (assumed)."""

WORKERS_PER_FIELD = 2
WORKERS_PER_REFINERY = 3


def count_harvesters(world: World) -> dict[int, tuple[int, int]]:
    """Assigned and ideal numbers of workers (raw.proto, Unit).

    Args:
        world: The game.

    Returns:
        (assigned, ideal) by tag of each of the client's finished town halls and refineries. A
        worker counts for the refinery it harvests, or for the town hall nearest to its field.
    """
    own = [unit for unit in world.units.values() if unit.alliance == Alliance.SELF]
    halls = [unit for unit in own if unit.kind.is_town_hall and unit.is_finished]
    refineries = [unit for unit in own if unit.kind.is_refinery and unit.is_finished]
    fields = [unit for unit in world.units.values() if unit.kind.is_mineral_field]
    ideal = {
        hall.tag: WORKERS_PER_FIELD * sum(_distance(hall, field) <= NEARBY for field in fields)
        for hall in halls
    }
    ideal |= {unit.tag: WORKERS_PER_REFINERY * bool(unit.vespene_contents) for unit in refineries}
    assigned = dict.fromkeys(ideal, 0)
    for worker in own:
        if not worker.kind.is_worker or not worker.orders or worker.resource is None:
            continue
        resource = world.units.get(worker.resource)
        if resource is None:
            continue
        if resource.kind.is_refinery:
            assigned[resource.tag] += 1
        elif halls:
            assigned[min(halls, key=lambda hall: _distance(hall, resource)).tag] += 1
    return {tag: (assigned[tag], ideal[tag]) for tag in ideal}


def _distance(one: Unit, other: Unit) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)
