"""Debug commands, as pysc2's tests send them and beyond."""

import pytest
from s2clientprotocol import common_pb2, debug_pb2, raw_pb2
from s2clientprotocol import sc2api_pb2 as sc_pb
from tiny_map import Client

from a3c_tf.minigames.rules import ability_ids as ids
from a3c_tf.minigames.rules.commands import issue
from a3c_tf.minigames.rules.results import ActionResult
from a3c_tf.minigames.rules.unit_data import BARRACKS, COMMAND_CENTER, MARINE, SCV, ZERGLING

Command = debug_pb2.DebugCommand
Value = debug_pb2.DebugSetUnitValue


@pytest.fixture
def client() -> Client:
    return Client().start()


def debug(client: Client, *commands: Command) -> sc_pb.Response:
    return client.send(debug=sc_pb.RequestDebug(debug=commands))


def state(number: int) -> Command:
    return Command(game_state=number)


def create(kind, owner: int = 1, x: float = 33, y: float = 25, quantity: int = 1) -> Command:
    return Command(
        create_unit=debug_pb2.DebugCreateUnit(
            unit_type=kind.unit_id,
            owner=owner,
            pos=common_pb2.Point2D(x=x, y=y),
            quantity=quantity,
        )
    )


def of_kind(client: Client, kind) -> list:
    return [unit for unit in client.session.game.world.units.values() if unit.kind is kind]


def raw(client: Client) -> raw_pb2.ObservationRaw:
    return client.observe().observation.raw_data


def test_creating_killing_and_wounding(client):
    assert not debug(client, create(MARINE, quantity=2)).error
    marines = [unit for unit in raw(client).units if unit.unit_type == MARINE.unit_id]
    assert len(marines) == 2
    kill = Command(kill_unit=debug_pb2.DebugKillUnit(tag=[marines[0].tag, 12345]))
    wound = Command(unit_value=Value(unit_value=Value.Life, value=7, unit_tag=marines[1].tag))
    assert not debug(client, kill, wound).error
    seen = raw(client)
    left = [(u.tag, u.health) for u in seen.units if u.unit_type == MARINE.unit_id]
    assert left == [(marines[1].tag, 7)]
    assert list(seen.event.dead_units) == [marines[0].tag]


def test_no_life_above_what_the_unit_has(client):
    debug(client, create(MARINE))
    tag = of_kind(client, MARINE)[0].tag
    heal = Command(unit_value=Value(unit_value=Value.Life, value=1e9, unit_tag=tag))
    assert not debug(client, heal).error
    assert of_kind(client, MARINE)[0].health == MARINE.health_max


@pytest.mark.parametrize(
    ("end", "result"), [("Surrender", "Defeat"), ("DeclareVictory", "Victory")]
)
def test_ending_the_game(client, end, result):
    command = Command()
    command.end_game.end_result = debug_pb2.DebugEndGame.EndResult.Value(end)
    assert debug(client, command).status == sc_pb.ended
    assert client.observe().player_result[0].result == sc_pb.Result.Value(result)


def test_setting_the_score(client):
    debug(client, Command(score=debug_pb2.DebugSetScore(score=42)))
    assert client.observe().observation.score.score == 42


@pytest.mark.parametrize(
    ("gift", "expected"),
    [("minerals", (5050, 0)), ("gas", (50, 5000)), ("all_resources", (5050, 5000))],
)
def test_resources(client, gift, expected):
    debug(client, state(debug_pb2.DebugGameState.Value(gift)))
    common = client.observe().observation.player_common
    assert (common.minerals, common.vespene) == expected


def test_resources_stay_numbers_that_pysc2_can_hold(client):
    for _ in range(500):
        debug(client, state(debug_pb2.all_resources))
    assert client.observe().observation.player_common.minerals == 10**6


def test_god_keeps_the_clients_units_unhurt_and_the_enemys_mortal():
    client = Client(map_name="Foggy").start()
    debug(client, state(debug_pb2.god), create(MARINE, x=40, y=30, quantity=3))
    debug(client, create(ZERGLING, owner=2, x=41, y=30, quantity=4))
    client.step(60)
    assert [marine.health for marine in of_kind(client, MARINE)] == [MARINE.health_max] * 3
    assert len(of_kind(client, ZERGLING)) < 5


def test_a_second_command_takes_the_first_one_back():
    client = Client(map_name="Foggy").start()
    debug(client, state(debug_pb2.god), create(MARINE, x=40, y=30), state(debug_pb2.god))
    debug(client, create(ZERGLING, owner=2, x=41, y=30, quantity=6))
    client.step(90)
    assert not of_kind(client, MARINE)


def test_showing_the_map_and_hiding_it_again():
    client = Client(map_name="Foggy").start()

    def sees_enemy() -> bool:
        return ZERGLING.unit_id in {unit.unit_type for unit in raw(client).units}

    assert not sees_enemy()
    debug(client, state(debug_pb2.show_map))
    assert sees_enemy()
    layers = client.observe().observation.feature_layer_data.minimap_renders
    assert set(layers.visibility_map.data) == {2}
    debug(client, state(debug_pb2.show_map))
    assert not sees_enemy()
    debug(client, state(debug_pb2.show_map))
    client.ask(restart_game=sc_pb.RequestRestartGame())
    assert not sees_enemy()


def test_building_without_cost_supply_or_time(client):
    world = client.session.game.world
    world.players[1].minerals = 0
    (hall,) = of_kind(client, COMMAND_CENTER)
    assert issue(world, ids.TRAIN_SCV, [hall.tag]) is ActionResult.NOT_ENOUGH_MINERALS
    debug(client, state(debug_pb2.free), create(SCV, quantity=12))
    assert issue(world, ids.TRAIN_SCV, [hall.tag]) is ActionResult.NOT_ENOUGH_FOOD
    debug(client, state(debug_pb2.food), state(debug_pb2.fast_build))
    assert issue(world, ids.TRAIN_SCV, [hall.tag]) is ActionResult.SUCCESS
    client.step(2)
    assert len(of_kind(client, SCV)) == 3 + 12 + 1
    assert world.players[1].minerals == 0
    assert world.score.spent_minerals == 0


def test_technology_without_requirements(client):
    world = client.session.game.world
    worker = of_kind(client, SCV)[0]
    point = (38.5, 30.5)

    def build() -> ActionResult:
        return issue(world, ids.BUILD_BARRACKS, [worker.tag], point=point)

    debug(client, state(debug_pb2.minerals))
    assert build() is ActionResult.BUILD_TECH_REQUIREMENTS_NOT_MET
    debug(client, state(debug_pb2.tech_tree), state(debug_pb2.fast_build))
    assert build() is ActionResult.SUCCESS
    client.step(60)
    assert [unit.is_finished for unit in of_kind(client, BARRACKS)] == [True]


def test_drawings_are_accepted(client):
    text = debug_pb2.DebugText(text="here", virtual_pos=common_pb2.Point(x=0.5, y=0.5))
    assert not debug(client, Command(draw=debug_pb2.DebugDraw(text=[text]))).error


@pytest.mark.parametrize(
    "command",
    [
        Command(),
        Command(test_process=debug_pb2.DebugTestProcess(test=debug_pb2.DebugTestProcess.crash)),
        state(debug_pb2.control_enemy),
        state(debug_pb2.upgrade),
        state(debug_pb2.cooldown),
        Command(create_unit=debug_pb2.DebugCreateUnit(unit_type=9999)),
        create(MARINE, owner=7),
        create(MARINE, x=float("nan")),
        create(MARINE, x=-1),
        create(MARINE, quantity=10**6),
        Command(unit_value=Value(unit_tag=1)),
        Command(score=debug_pb2.DebugSetScore(score=float("inf"))),
    ],
)
def test_what_cannot_be_done_is_refused(command, client):
    (error,) = debug(client, command).error
    assert "Internal error" not in error


@pytest.mark.parametrize(
    ("value", "amount"),
    [("Energy", 50), ("Shields", 50), ("Life", 0), ("Life", -3), ("Life", float("nan"))],
)
def test_values_that_a_unit_cannot_have_are_refused(client, value, amount):
    tag = of_kind(client, SCV)[0].tag
    command = Command(
        unit_value=Value(unit_value=Value.UnitValue.Value(value), value=amount, unit_tag=tag)
    )
    (error,) = debug(client, command).error
    assert value in error
