"""Actions through pysc2's own translation, and what comes back to it."""

import numpy as np
import pytest
from pysc2.lib import actions, features
from s2clientprotocol import common_pb2, error_pb2, raw_pb2, spatial_pb2
from s2clientprotocol import sc2api_pb2 as sc_pb
from tiny_map import Client

from a3c_tf.minigames.rules import unit_data

FUNCTIONS = actions.FUNCTIONS
SUCCESS = error_pb2.ActionResult.Value("Success")
SCV, COMMAND_CENTER, MINERAL_FIELD = 45, 18, 341
RALLY = common_pb2.Point2D(x=33.0, y=25.0)


class Player:
    """Plays through pysc2's Features, as SC2Env does, but without a socket."""

    def __init__(self, screen=(84, 84), minimap=(64, 64), hide_specific=True, **client):
        self.client = Client(screen, minimap, **client).start()
        info = self.client.ask(game_info=sc_pb.RequestGameInfo())
        self.features = features.features_from_game_info(
            info,
            features.AgentInterfaceFormat(
                feature_dimensions=features.Dimensions(screen, minimap),
                use_feature_units=True,
                hide_specific_actions=hide_specific,
            ),
        )
        self.observe()

    @property
    def world(self):
        return self.client.session.game.world

    def observe(self):
        self.proto = self.client.observe()
        self.obs = self.features.transform_obs(self.proto)
        return self.obs

    def act(self, function, *arguments, steps=1):
        call = actions.FunctionCall(int(function), [list(np.atleast_1d(a)) for a in arguments])
        action = self.features.transform_action(self.proto.observation, call)
        (self.result,) = self.client.act(action)
        self.client.step(steps)
        return self.observe()

    def pixel_of(self, unit_type, index=0):
        """A pixel that shows the unit."""
        shown = self.obs.feature_units[self.obs.feature_units[:, 0] == unit_type]
        unit = shown[index]
        return int(unit.x), int(unit.y)

    def select(self, unit_type, index=0, kind="select"):
        return self.act(
            FUNCTIONS.select_point.id, actions.SelectPointAct[kind], self.pixel_of(unit_type, index)
        )


@pytest.fixture
def player() -> Player:
    return Player()


@pytest.mark.parametrize("size", [(84, 84), (84, 87), (64, 67), (40, 96)])
def test_pysc2_finds_feature_units_where_the_layers_show_them(size):
    player = Player(screen=size)
    assert len(player.obs.feature_units) == 5
    for unit in player.obs.feature_units:
        assert player.obs.feature_screen.unit_type[unit.y, unit.x] == unit.unit_type


def test_selecting_by_point(player):
    obs = player.select(SCV, 1)
    assert obs.single_select[0].unit_type == SCV
    assert obs.feature_screen.selected.sum() == 9  # one disc of 3 x 3 pixels
    obs = player.select(SCV, 2, kind="toggle")
    assert list(obs.multi_select[:, 0]) == [SCV, SCV]
    obs = player.select(SCV, 0, kind="select_all_type")
    assert len(obs.multi_select) == 3
    obs = player.select(COMMAND_CENTER)
    assert obs.single_select[0].unit_type == COMMAND_CENTER


def test_selecting_what_a_pixel_shows_although_its_disc_is_smaller(player):
    """At 84 pixels an SCV shows as 3 x 3 pixels, whose corners its true disc doesn't reach."""
    column, row = player.pixel_of(SCV)
    for d_column in (-1, 0, 1):
        for d_row in (-1, 0, 1):
            player.select(COMMAND_CENTER)
            obs = player.act(FUNCTIONS.select_point.id, 0, (column + d_column, row + d_row))
            assert obs.single_select[0].unit_type == SCV


def test_selecting_by_rectangle(player):
    (left, top), (right, bottom) = player.pixel_of(SCV, 2), player.pixel_of(SCV, 0)
    obs = player.act(FUNCTIONS.select_rect.id, 0, (left, top), (right, bottom))
    assert len(obs.multi_select) == 3
    obs = player.act(FUNCTIONS.select_rect.id, 0, (right, bottom), (right, bottom))
    assert len(obs.single_select) == 1
    obs = player.act(FUNCTIONS.select_rect.id, 1, (left, top), (left, top))
    assert len(obs.multi_select) == 2


def offered(player) -> set[str]:
    return {FUNCTIONS[int(number)].name for number in player.obs.available_actions}


def test_a_mixed_selection_offers_what_its_first_type_can_do(player):
    player.select(COMMAND_CENTER)
    assert "Train_SCV_quick" in offered(player)
    player.select(SCV, 0, kind="toggle")
    assert {"Harvest_Gather_screen", "Move_screen"} <= offered(player)
    assert not {"Train_SCV_quick", "Rally_Workers_screen"} & offered(player)
    player.world.spawn(unit_data.MARINE, 1, 38.0, 26.0)
    player.observe()
    player.act(FUNCTIONS.select_army.id, 1)
    assert list(player.obs.multi_select[:, 0]) == [unit_data.MARINE.unit_id, SCV, COMMAND_CENTER]
    assert "Move_screen" in offered(player)
    assert "Harvest_Gather_screen" not in offered(player)


def test_a_command_that_types_share_reaches_all_of_them(player):
    player.world.spawn(unit_data.MARINE, 1, 38.0, 26.0)
    player.select(SCV)
    player.act(FUNCTIONS.select_army.id, 1)
    player.act(FUNCTIONS.Move_screen.id, 0, (30, 30))
    moving = [player.world.units[tag] for tag in player.world.selection]
    assert [unit.kind for unit in moving] == [unit_data.MARINE, unit_data.SCV]
    assert [len(unit.orders) for unit in moving] == [1, 1]


def test_a_raw_command_orders_the_selection_as_the_panel_does(player):
    units = raw_units(player.client)
    tags = [units[COMMAND_CENTER][0].tag, units[SCV][1].tag, units[SCV][0].tag]
    player.client.act(raw_command(tags, ability_id=1, target_world_space_pos=RALLY))
    assert player.world.selection == [units[SCV][0].tag, units[SCV][1].tag, tags[0]]


def test_idle_workers_and_control_groups(player):
    obs = player.act(FUNCTIONS.select_idle_worker.id, actions.SelectWorker.select_all)
    assert len(obs.multi_select) == 3
    obs = player.act(FUNCTIONS.select_control_group.id, actions.ControlGroupAct.set, 4)
    assert list(obs.control_groups[4]) == [SCV, 3]
    obs = player.act(FUNCTIONS.select_unit.id, actions.SelectUnitAct.select, 1)
    assert len(obs.single_select) == 1
    obs = player.act(FUNCTIONS.select_control_group.id, actions.ControlGroupAct.recall, 4)
    assert len(obs.multi_select) == 3


def test_a_command_on_a_unit_targets_that_unit(player):
    player.select(SCV)
    player.act(FUNCTIONS.Harvest_Gather_screen.id, 0, player.pixel_of(MINERAL_FIELD))
    assert player.result == SUCCESS
    worker = player.world.units[player.world.selection[0]]
    assert player.world.units[worker.orders[0].target].kind.unit_id == MINERAL_FIELD


def test_a_command_at_a_point_goes_to_the_centre_of_the_pixel(player):
    player.select(SCV)
    player.act(FUNCTIONS.Move_screen.id, 0, (70, 50))
    worker = player.world.units[player.world.selection[0]]
    x, y = worker.orders[0].point
    assert (x - 21) * 84 / 24 == pytest.approx(70.5)
    assert (37 - y) * 84 / 24 == pytest.approx(50.5)
    player.act(FUNCTIONS.Move_minimap.id, 0, (40, 30))
    assert worker.orders[0].point == pytest.approx((40.5, 33.5))


def test_structures_are_placed_at_points_even_where_a_unit_stands(player):
    player.world.players[1].minerals = 1000
    player.observe()
    player.select(SCV, 0)
    player.act(FUNCTIONS.Build_SupplyDepot_screen.id, 0, player.pixel_of(SCV, 1))
    assert player.result == SUCCESS


def test_production_shows_in_the_panel(player):
    player.select(COMMAND_CENTER)
    obs = player.act(FUNCTIONS.Train_SCV_quick.id, 0, steps=8)
    assert obs.single_select[0].unit_type == COMMAND_CENTER
    assert obs.build_queue[0].unit_type == SCV
    assert obs.production_queue[0].ability_id == 524
    assert obs.feature_screen.active.any()
    assert obs.feature_screen.build_progress.max() == int(255 * 8 / 272)
    obs = player.act(FUNCTIONS.build_queue.id, 0)
    assert len(obs.build_queue) == 0
    assert obs.player.minerals == 50


@pytest.mark.parametrize("hide_specific", [True, False])
@pytest.mark.parametrize("selected", [None, SCV, COMMAND_CENTER, "under construction", "all"])
def test_every_offered_function_is_echoed_or_answered_with_an_error(selected, hide_specific):
    """last_actions repeats what was executed; what failed has a code in action_result."""
    tried = set()
    while True:
        player = Player(hide_specific=hide_specific)
        player.world.players[1].minerals = player.world.players[1].vespene = 1000
        if selected == "under construction":
            player.select(SCV)
            player.act(FUNCTIONS.Build_SupplyDepot_screen.id, 0, (70, 60), steps=49)
            player.select(unit_data.SUPPLY_DEPOT.unit_id)
        elif selected == "all":
            player.act(FUNCTIONS.select_rect.id, 0, (0, 0), (83, 83))
        elif selected is not None:
            player.select(selected)
        else:
            player.observe()
        left = sorted(set(map(int, player.obs.available_actions)) - tried - {0})
        if not left:
            break
        function = FUNCTIONS[left[0]]
        tried.add(left[0])
        sizes = {"screen": (40, 70), "screen2": (60, 80), "minimap": (30, 30)}
        arguments = [sizes.get(argument.name, [0]) for argument in function.args]
        obs = player.act(function.id, *arguments)
        if player.result == SUCCESS:
            (echoed,) = (FUNCTIONS[int(i)] for i in obs.last_actions)
            assert echoed.function_type is function.function_type
            assert echoed.id == function.id or echoed.general_id == function.ability_id, function
            assert not len(obs.action_result)
        else:
            assert not len(obs.last_actions), function
            assert player.result in list(obs.action_result) + [2, 3], function
    assert {1, 2, 3, 4} <= tried


def test_echoes_name_specific_abilities_and_the_loop_of_execution(player):
    player.select(SCV)
    player.act(FUNCTIONS.Attack_screen.id, 0, (70, 60))
    (echo,) = player.proto.actions
    assert echo.action_feature_layer.unit_command.ability_id == 23
    assert echo.game_loop == player.proto.observation.game_loop == 2
    player.client.act(
        sc_pb.Action(
            action_feature_layer=spatial_pb2.ActionSpatial(
                unit_command=spatial_pb2.ActionSpatialUnitCommand(
                    ability_id=3794, target_minimap_coord=common_pb2.PointI(x=30, y=30)
                )
            )
        )
    )
    assert not player.client.observe().actions  # not executed before the next loop
    player.client.step()
    (echo,) = player.client.observe().actions
    assert echo.action_feature_layer.unit_command.ability_id == 16
    assert not player.client.observe().actions  # reported once


def test_no_op_is_a_success(player):
    assert player.client.act(sc_pb.Action()) == [SUCCESS]
    assert player.client.act() == []
    assert not player.client.observe().actions


# The camera.


def camera(player) -> tuple[float, float]:
    return player.world.camera


def test_the_camera_moves_within_the_playable_area(player):
    player.act(FUNCTIONS.move_camera.id, (30, 34))
    assert camera(player) == (30.5, 29.5)
    assert player.obs.feature_minimap.camera[34, 30] == 1
    shown = {int(u.unit_type) for u in player.obs.feature_units}
    assert MINERAL_FIELD in shown
    player.act(FUNCTIONS.move_camera.id, (0, 0))
    assert camera(player) == (22.0, 36.0)


# Coordinates and numbers that pysc2 lets pass, or that come from other clients.


def feature_action(**kind) -> sc_pb.Action:
    return sc_pb.Action(action_feature_layer=spatial_pb2.ActionSpatial(**kind))


FAR = [-(2**31), -1, 84, 500, 2**31 - 1]


@pytest.mark.parametrize("x", FAR)
@pytest.mark.parametrize("y", FAR)
def test_coordinates_beyond_the_picture_mean_its_edge(player, x, y):
    point = common_pb2.PointI(x=x, y=y)
    player.select(SCV)
    player.client.act(
        feature_action(camera_move=spatial_pb2.ActionSpatialCameraMove(center_minimap=point)),
        feature_action(
            unit_command=spatial_pb2.ActionSpatialUnitCommand(
                ability_id=3794, target_screen_coord=point
            )
        ),
        feature_action(
            unit_selection_point=spatial_pb2.ActionSpatialUnitSelectionPoint(
                selection_screen_coord=point
            )
        ),
        feature_action(
            unit_selection_rect=spatial_pb2.ActionSpatialUnitSelectionRect(
                selection_screen_coord=[common_pb2.RectangleI(p0=point, p1=point)]
            )
        ),
    )
    player.client.step()
    obs = player.client.observe()
    player.features.transform_obs(obs)  # pysc2 takes every echo
    command = next(
        a.action_feature_layer.unit_command
        for a in obs.actions
        if a.action_feature_layer.HasField("unit_command")
    )
    assert 0 <= command.target_screen_coord.x < 84
    assert 0 <= command.target_screen_coord.y < 84


def test_unknown_abilities_are_refused(player):
    player.select(SCV)
    for ability_id in (0, -1, 1520, 2**31 - 1):
        (result,) = player.client.act(
            feature_action(unit_command=spatial_pb2.ActionSpatialUnitCommand(ability_id=ability_id))
        )
        assert result != SUCCESS
    assert [e.result for e in player.client.observe().action_errors] == [2] * 4


def test_empty_and_foreign_actions_are_answered(player):
    empty = [sc_pb.Action(), sc_pb.Action(), sc_pb.Action(), sc_pb.Action()]
    empty[0].action_raw.SetInParent()
    empty[1].action_feature_layer.SetInParent()
    empty[2].action_ui.SetInParent()
    empty[3].action_render.SetInParent()
    assert player.client.act(*empty) == [3, 3, 3, 2]
    foreign = sc_pb.Action()
    foreign.action_ui.select_larva.SetInParent()
    assert player.client.act(foreign) == [2]


def test_chat_comes_back(player):
    action = sc_pb.Action()
    action.action_chat.message = "glhf"
    player.client.act(action)
    (chat,) = player.client.observe().chat
    assert (chat.player_id, chat.message) == (1, "glhf")


# Raw actions.


def raw_command(tags, **command) -> sc_pb.Action:
    command = raw_pb2.ActionRawUnitCommand(unit_tags=tags, **command)
    return sc_pb.Action(action_raw=raw_pb2.ActionRaw(unit_command=command))


def raw_units(client) -> dict[int, list[raw_pb2.Unit]]:
    units: dict[int, list[raw_pb2.Unit]] = {}
    for unit in client.observe().observation.raw_data.units:
        units.setdefault(unit.unit_type, []).append(unit)
    return units


@pytest.mark.parametrize("crop", [False, True])
def test_raw_commands(crop):
    client = Client(raw_crop_to_playable_area=crop).start()
    origin = (20, 19) if crop else (0, 0)
    units = raw_units(client)
    worker, field = units[SCV][0], units[MINERAL_FIELD][0]
    assert (field.pos.x, field.pos.y) == (24 - origin[0], 29.5 - origin[1])
    target = common_pb2.Point2D(x=30 - origin[0], y=22 - origin[1])
    assert client.act(
        raw_command([worker.tag], ability_id=3794, target_world_space_pos=target)
    ) == [SUCCESS]
    client.step()
    observation = client.observe()
    (echo,) = observation.actions
    assert echo.action_raw.unit_command.ability_id == 16
    moving = next(u for u in observation.observation.raw_data.units if u.tag == worker.tag)
    assert moving.is_selected
    assert (
        moving.orders[0].target_world_space_pos.x,
        moving.orders[0].target_world_space_pos.y,
    ) == (target.x, target.y)
    client.act(raw_command([worker.tag], ability_id=3666, target_unit_tag=field.tag))
    client.step()
    (order,) = next(u for u in raw_units(client)[SCV] if u.tag == worker.tag).orders
    assert (order.ability_id, order.target_unit_tag) == (295, field.tag)


def test_raw_nonsense_is_refused():
    client = Client().start()
    worker = raw_units(client)[SCV][0]
    nowhere = common_pb2.Point2D(x=float("nan"), y=float("inf"))
    results = client.act(
        raw_command([], ability_id=3794, target_world_space_pos=nowhere),
        raw_command([1, 2**63], ability_id=3794, target_unit_tag=worker.tag),
        raw_command([worker.tag], ability_id=3794, target_world_space_pos=nowhere),
        raw_command([worker.tag], ability_id=3794, target_unit_tag=5),
        raw_command([worker.tag], ability_id=-7),
    )
    assert SUCCESS not in results
    client.step()


def test_raw_units_tell_what_the_game_tells():
    client = Client().start()
    client.step(1)
    units = raw_units(client)
    hall, field, worker = units[COMMAND_CENTER][0], units[MINERAL_FIELD][0], units[SCV][0]
    assert (hall.assigned_harvesters, hall.ideal_harvesters) == (0, 2)
    assert (field.owner, field.alliance, field.mineral_contents) == (16, raw_pb2.Neutral, 1500)
    assert hall.is_on_screen and worker.is_on_screen and not worker.orders
    client.act(raw_command([worker.tag], ability_id=3666, target_unit_tag=field.tag))
    client.step(1)
    assert raw_units(client)[COMMAND_CENTER][0].assigned_harvesters == 1


# Each interface reports what was done, whichever way it came.


def test_a_raw_command_is_reported_in_pixels_too(player):
    worker = raw_units(player.client)[SCV][0]
    target = common_pb2.Point2D(x=33.0, y=25.0)
    player.client.act(raw_command([worker.tag], ability_id=3794, target_world_space_pos=target))
    player.client.step()
    assert list(player.observe().last_actions) == [FUNCTIONS.Move_screen.id]
    (echo,) = player.proto.actions
    pixel = echo.action_feature_layer.unit_command.target_screen_coord
    assert (pixel.x, pixel.y) == (42, 42)


def test_a_raw_command_beyond_the_screen_is_reported_on_the_minimap(player):
    player.act(FUNCTIONS.move_camera.id, (44, 44))
    worker = raw_units(player.client)[SCV][0]
    target = common_pb2.Point2D(x=24.0, y=34.0)
    player.client.act(raw_command([worker.tag], ability_id=3794, target_world_space_pos=target))
    player.client.step()
    assert list(player.observe().last_actions) == [FUNCTIONS.Move_minimap.id]
    (echo,) = player.proto.actions
    pixel = echo.action_feature_layer.unit_command.target_minimap_coord
    assert (pixel.x, pixel.y) == (24, 30)


def test_a_command_in_pixels_is_reported_in_world_units_too(player):
    player.select(SCV)
    tag = player.world.selection[0]
    player.act(FUNCTIONS.Move_screen.id, 0, (42, 42))
    (echo,) = player.proto.actions
    command = echo.action_raw.unit_command
    assert (command.ability_id, list(command.unit_tags)) == (16, [tag])
    assert command.target_world_space_pos.x == pytest.approx(21 + 42.5 * 24 / 84)
    player.act(FUNCTIONS.Harvest_Gather_screen.id, 0, player.pixel_of(MINERAL_FIELD))
    (echo,) = player.proto.actions
    field = player.world.units[echo.action_raw.unit_command.target_unit_tag]
    assert field.kind.unit_id == MINERAL_FIELD


def test_moves_of_the_camera_and_autocast_are_reported_in_both(player):
    move = raw_pb2.ActionRawCameraMove(center_world_space=common_pb2.Point(x=30, y=30))
    player.client.act(sc_pb.Action(action_raw=raw_pb2.ActionRaw(camera_move=move)))
    player.client.step()
    assert list(player.observe().last_actions) == [FUNCTIONS.move_camera.id]
    worker = raw_units(player.client)[SCV][0]
    toggle = raw_pb2.ActionRawToggleAutocast(ability_id=3685, unit_tags=[worker.tag])
    player.client.act(sc_pb.Action(action_raw=raw_pb2.ActionRaw(toggle_autocast=toggle)))
    player.client.step()
    assert list(player.observe().last_actions) == [FUNCTIONS.Effect_Repair_autocast.id]
    player.act(FUNCTIONS.move_camera.id, (30, 34))
    centre = player.proto.actions[0].action_raw.camera_move.center_world_space
    assert (centre.x, centre.y) == (30.5, 29.5)


@pytest.mark.parametrize("target", ["point", "unit"])
def test_targets_that_an_ability_does_not_take_are_not_reported(player, target):
    """pysc2 would take the report for an error."""
    (hall,) = raw_units(player.client)[COMMAND_CENTER]
    if target == "point":
        aim = {"target_world_space_pos": common_pb2.Point2D(x=33.0, y=25.0)}
    else:
        aim = {"target_unit_tag": raw_units(player.client)[SCV][0].tag}
    player.client.act(raw_command([hall.tag], ability_id=524, **aim))
    player.client.step()
    assert list(player.observe().last_actions) == [FUNCTIONS.Train_SCV_quick.id]
    (echo,) = player.proto.actions
    assert echo.action_raw.unit_command.WhichOneof("target") is None
