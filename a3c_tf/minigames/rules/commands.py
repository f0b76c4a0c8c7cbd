"""Commands to units: checked, then turned into orders."""

from collections.abc import Sequence

from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.world import World


def issue(
    world: World,
    ability_id: int,
    tags: Sequence[int],
    *,
    target_unit: int | None = None,
    point: tuple[float, float] | None = None,
    queued: bool = False,
) -> ActionResult:
    """Commands units, as a client's unit_command does.

    Whatever is passed, nothing is raised: a command that cannot be carried out is answered with
    its code, which is also added to `world.errors`.

    Args:
        world: The game.
        ability_id: A specific or general ability id.
        tags: Units commanded; those of other players and those unable are left out.
        target_unit: Tag of the unit aimed at.
        point: Point aimed at, in world units; ignored where `target_unit` is given.
        queued: Whether the order follows those the unit has instead of replacing them.

    Returns:
        SUCCESS when at least one unit took the command, else the reason of the first refusal.
    """
    raise NotImplementedError


def cancel_production(world: World, slot: int) -> ActionResult:
    """Cancels one item of the selected building's queue (the production panel).

    Args:
        world: The game.
        slot: Index in the queue, 0 the one in progress.

    Returns:
        SUCCESS, or CANT_FIND_CANCEL_ORDER when there is no such item.
    """
    raise NotImplementedError


def toggle_autocast(world: World, ability_id: int, tags: Sequence[int]) -> ActionResult:
    """Toggles whether units use an ability on their own.

    Args:
        world: The game.
        ability_id: A specific or general ability id.
        tags: Units to toggle.

    Returns:
        SUCCESS, or NOT_SUPPORTED when no unit has such an ability.
    """
    raise NotImplementedError
