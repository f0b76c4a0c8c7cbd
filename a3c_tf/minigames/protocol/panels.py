"""The panels of the user interface: the selection, what is in production, control groups."""

import math

from s2clientprotocol import ui_pb2

from a3c_tf.minigames.rules.abilities import ABILITIES
from a3c_tf.minigames.rules.unit import Alliance, Order, Unit
from a3c_tf.minigames.rules.world import World


def fill_panels(ui: ui_pb2.ObservationUI, world: World) -> None:
    """Fill in the one panel that the selection opens, and the control groups.

    Args:
        ui: Filled in.
        world: The game.
    """
    ui.SetInParent()
    for index, tags in enumerate(world.control_groups):
        members = [world.units[tag] for tag in tags if tag in world.units]
        if members:
            ui.groups.add(
                control_group_index=index,
                leader_unit_type=members[0].kind.unit_id,
                count=len(members),
            )
    selected = [world.units[tag] for tag in world.selection if tag in world.units]
    if len(selected) > 1:
        for unit in selected:
            fill_unit_info(ui.multi.units.add(), unit)
    elif selected:
        _fill_single(ui, selected[0])


def _fill_single(ui: ui_pb2.ObservationUI, unit: Unit) -> None:
    production = production_orders(unit)
    if not production:
        fill_unit_info(ui.single.unit, unit)
        return
    fill_unit_info(ui.production.unit, unit)
    for order in production:
        ui.production.production_queue.add(
            ability_id=order.ability_id, build_progress=order.progress
        )
        product = ABILITIES[order.ability_id].product
        if product is not None:
            ui.production.build_queue.add(
                unit_type=product.unit_id,
                player_relative=unit.alliance,
                build_progress=order.progress,
            )


def production_orders(unit: Unit) -> list[Order]:
    """What one of the client's finished buildings is making, the present item first.

    Args:
        unit: Any unit.

    Returns:
        Its orders, empty for units that produce nothing.
    """
    if unit.alliance != Alliance.SELF or not unit.kind.is_structure or unit.build_progress < 1:
        return []
    return list(unit.orders)


def fill_unit_info(info: ui_pb2.UnitInfo, unit: Unit) -> None:
    """Describe a unit as the panels show it.

    Args:
        info: Filled in; build_progress stays 0 for what is finished.
        unit: The unit.
    """
    info.unit_type = unit.kind.unit_id
    info.player_relative = unit.alliance
    info.health = math.ceil(unit.health)
    info.max_health = int(unit.kind.health_max)
    if unit.build_progress < 1:
        info.build_progress = unit.build_progress
