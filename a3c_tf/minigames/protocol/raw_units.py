"""Raw data: every unit the client may see, in world coordinates."""

from s2clientprotocol import raw_pb2

from a3c_tf.minigames.drawing.scene import Scene
from a3c_tf.minigames.drawing.screen import carried_buff, is_active
from a3c_tf.minigames.protocol.game import Game
from a3c_tf.minigames.protocol.harvesters import count_harvesters
from a3c_tf.minigames.protocol.view import ClientView
from a3c_tf.minigames.rules.combat import weapon_cooldown
from a3c_tf.minigames.rules.unit import Alliance, Order, Unit


def fill_raw(raw: raw_pb2.ObservationRaw, game: Game, view: ClientView, scene: Scene) -> None:
    """Report the units in view, those on the client's screen marked, and who died.

    Coordinates are relative to the playable area where the client joined with
    raw_crop_to_playable_area.

    Args:
        raw: Filled in.
        game: The game; it remembers whom this observation reports.
        view: The client's interface.
        scene: What the client sees.
    """
    world = game.world
    origin_x, origin_y = view.raw_origin
    raw.player.camera.x = scene.camera[0] - origin_x
    raw.player.camera.y = scene.camera[1] - origin_y
    harvesters = count_harvesters(world)
    seen = {unit.tag for unit in scene.units}
    for unit in world.units.values():  # in order of creation, which stays from step to step
        if unit.tag not in seen:
            continue
        message = raw.units.add()
        _fill_unit(message, unit, view.raw_origin)
        message.is_on_screen = view.on_screen(scene, unit)
        if unit.alliance == Alliance.SELF:
            message.is_selected = unit.tag in scene.selected
            _fill_own(message, unit, view.raw_origin)
            message.weapon_cooldown = weapon_cooldown(world, unit)
            if unit.tag in harvesters:
                message.assigned_harvesters, message.ideal_harvesters = harvesters[unit.tag]
    raw.event.dead_units.extend(sorted(game.observed_tags - world.units.keys()))
    game.observed_tags = frozenset(seen)


def _fill_unit(message: raw_pb2.Unit, unit: Unit, origin: tuple[float, float]) -> None:
    """What is known of any visible unit."""
    kind = unit.kind
    message.display_type = raw_pb2.Visible
    message.alliance = unit.alliance
    message.tag = unit.tag
    message.unit_type = kind.unit_id
    message.owner = unit.owner
    message.pos.x = unit.x - origin[0]
    message.pos.y = unit.y - origin[1]
    message.pos.z = 0.0
    message.facing = unit.facing
    message.radius = kind.radius
    message.build_progress = unit.build_progress
    message.cloak = raw_pb2.NotCloaked
    message.is_active = is_active(unit)
    message.health = unit.health
    message.health_max = kind.health_max
    if unit.mineral_contents:
        message.mineral_contents = unit.mineral_contents
    if unit.vespene_contents:
        message.vespene_contents = unit.vespene_contents
    buff = carried_buff(unit)
    if buff:
        message.buff_ids.append(buff)


def _fill_own(message: raw_pb2.Unit, unit: Unit, origin: tuple[float, float]) -> None:
    """What the game tells of the client's own units only."""
    for order in unit.orders:
        _fill_order(message.orders.add(), order, origin)
    if unit.rally_point is not None:
        rally = message.rally_targets.add()
        rally.point.x = unit.rally_point[0] - origin[0]
        rally.point.y = unit.rally_point[1] - origin[1]
        if unit.rally_target is not None:
            rally.tag = unit.rally_target


def _fill_order(message: raw_pb2.UnitOrder, order: Order, origin: tuple[float, float]) -> None:
    message.ability_id = order.ability_id
    message.progress = order.progress
    if order.target is not None:
        message.target_unit_tag = order.target
    elif order.point is not None:
        message.target_world_space_pos.x = order.point[0] - origin[0]
        message.target_world_space_pos.y = order.point[1] - origin[1]
