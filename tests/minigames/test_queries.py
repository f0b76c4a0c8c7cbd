"""Questions about the game, and that asking them changes nothing."""

import math

import pytest
from s2clientprotocol import common_pb2, error_pb2, query_pb2
from s2clientprotocol import sc2api_pb2 as sc_pb
from tiny_map import Client

from a3c_tf.minigames.protocol.recording import checksum
from a3c_tf.minigames.rules import ability_ids as ids

HALL = (30.5, 27.5)


@pytest.fixture
def client() -> Client:
    return Client().start()


def units(client: Client, unit_type: int) -> list:
    raw = client.observe().observation.raw_data
    return [unit for unit in raw.units if unit.unit_type == unit_type]


def point(x: float, y: float) -> common_pb2.Point2D:
    return common_pb2.Point2D(x=x, y=y)


def distance(client: Client, end: tuple[float, float], **start) -> float:
    asked = query_pb2.RequestQueryPathing(end_pos=point(*end), **start)
    answer = client.ask(query=query_pb2.RequestQuery(pathing=[asked]))
    return answer.pathing[0].distance


def placement(client: Client, ability_id: int, x: float, y: float, ignore: bool = False) -> str:
    asked = query_pb2.RequestQueryBuildingPlacement(ability_id=ability_id, target_pos=point(x, y))
    request = query_pb2.RequestQuery(placements=[asked], ignore_resource_requirements=ignore)
    (answer,) = client.ask(query=request).placements
    return error_pb2.ActionResult.Name(answer.result)


def abilities(client: Client, tag: int, ignore: bool = False) -> dict[int, bool]:
    asked = query_pb2.RequestQueryAvailableAbilities(unit_tag=tag)
    request = query_pb2.RequestQuery(abilities=[asked], ignore_resource_requirements=ignore)
    (answer,) = client.ask(query=request).abilities
    assert answer.unit_tag == tag
    return {ability.ability_id: ability.requires_point for ability in answer.abilities}


def test_ways_are_as_long_as_what_is_in_between_makes_them(client):
    assert distance(client, (40, 30), start_pos=point(36, 27)) == pytest.approx(5.0)
    around = distance(client, (26.5, 27.5), start_pos=point(36, 27.5))
    assert math.dist((26.5, 27.5), (36, 27.5)) + 0.5 < around < 16  # around the command centre
    (worker, *_) = units(client, 45)
    assert distance(client, (worker.pos.x + 2, worker.pos.y), unit_tag=worker.tag) == pytest.approx(
        2
    )


def test_there_is_no_way_where_nobody_can_be(client):
    (hall,) = units(client, 18)
    assert distance(client, HALL, start_pos=point(36, 27)) == 0
    assert distance(client, (10, 10), start_pos=point(36, 27)) == 0
    assert distance(client, (36, 27), unit_tag=hall.tag) == 0
    assert distance(client, (36, 27), unit_tag=12345) == 0
    assert distance(client, (float("nan"), 1), start_pos=point(36, 27)) == 0


def test_abilities_of_units(client):
    (hall,), (worker, *_) = units(client, 18), units(client, 45)
    assert abilities(client, worker.tag)[ids.MOVE]
    assert not abilities(client, worker.tag)[ids.STOP]
    assert ids.BUILD_SUPPLY_DEPOT not in abilities(client, worker.tag)
    assert abilities(client, worker.tag, ignore=True)[ids.BUILD_SUPPLY_DEPOT]
    assert ids.BUILD_BARRACKS not in abilities(client, worker.tag, ignore=True)  # needs a depot
    assert ids.TRAIN_SCV in abilities(client, hall.tag)
    (field,) = units(client, 341)
    assert abilities(client, field.tag) == abilities(client, 12345) == {}


def test_places_to_build(client):
    assert placement(client, ids.BUILD_SUPPLY_DEPOT, 36, 26) == "NotEnoughMinerals"
    assert placement(client, ids.BUILD_SUPPLY_DEPOT, 36, 22, ignore=True) == "Success"
    assert placement(client, ids.BUILD_SUPPLY_DEPOT, *HALL, ignore=True) != "Success"
    assert placement(client, ids.BUILD_SUPPLY_DEPOT, 5, 5, ignore=True) != "Success"
    assert placement(client, ids.BUILD_REFINERY, 36, 22, ignore=True) != "Success"
    assert placement(client, ids.BUILD_COMMAND_CENTER, 27.5, 32.5, ignore=True) != "Success"
    assert placement(client, ids.TRAIN_SCV, 36, 22, ignore=True) == "NotSupported"
    assert placement(client, 99999, 36, 22, ignore=True) == "NotSupported"
    assert placement(client, ids.BUILD_SUPPLY_DEPOT, float("inf"), 0, ignore=True) == "Error"


def test_coordinates_are_the_clients():
    client = Client(raw_crop_to_playable_area=True).start()
    assert placement(client, ids.BUILD_SUPPLY_DEPOT, 16, 3, ignore=True) == "Success"
    x, y = HALL[0] - 20, HALL[1] - 19
    assert placement(client, ids.BUILD_SUPPLY_DEPOT, x, y, ignore=True) != "Success"
    assert distance(client, (x, y), start_pos=point(16, 3)) == 0


def test_asking_changes_nothing():
    """Ways that were asked for must not become ways that units share."""

    def play(asks: bool) -> int:
        client = Client().start()
        world = client.session.game.world
        action = sc_pb.Action()
        command = action.action_raw.unit_command
        command.ability_id = ids.MOVE
        command.unit_tags.extend(unit.tag for unit in world.units.values() if unit.kind.is_worker)
        command.target_world_space_pos.x, command.target_world_space_pos.y = 25.5, 27.5
        for step in range(20):
            if asks:
                for tag in command.unit_tags:
                    distance(client, (25.5, 27.5), unit_tag=tag)
                    abilities(client, tag)
                placement(client, ids.BUILD_SUPPLY_DEPOT, 36, 22)
            if step == 2:
                client.act(action)
            client.step(4)
        return checksum(world)

    assert play(asks=True) == play(asks=False)
