"""Requests that no sane client sends: random fields, random values, random bytes."""

import random

import pytest
from google.protobuf.descriptor import FieldDescriptor as Field
from s2clientprotocol import sc2api_pb2 as sc_pb
from tiny_map import Client

INTEGERS = [0, 1, 2, 3, 16, 23, 45, 295, 3666, 3794, -1, -(2**31), 2**31 - 1]
FLOATS = [0.0, 1.0, 30.0, 27.5, -5.0, 1e30, float("inf"), float("-inf"), float("nan")]
UNSIGNED = {Field.TYPE_UINT32: 2**32 - 1, Field.TYPE_UINT64: 2**64 - 1}


def random_value(field, rng: random.Random, tags: list[int]):
    if field.type == Field.TYPE_BOOL:
        return rng.random() < 0.5
    if field.type == Field.TYPE_FLOAT:
        return rng.choice(FLOATS)
    if field.type == Field.TYPE_STRING:
        return rng.choice(["", "Tiny", "mini_games/Tiny.SC2Map", "\0", "x" * 1000])
    if field.type == Field.TYPE_BYTES:
        return rng.randbytes(rng.choice([0, 1, 100]))
    if field.type == Field.TYPE_ENUM:
        return rng.choice(field.enum_type.values).number
    if "tag" in field.name and tags and rng.random() < 0.7:
        return rng.choice(tags)
    if field.type in UNSIGNED:
        return rng.choice([abs(value) for value in INTEGERS] + [UNSIGNED[field.type]])
    return rng.choice(INTEGERS)


def fill(message, rng: random.Random, tags: list[int], depth: int = 0) -> None:
    """Sets about half of the fields, and messages within up to a depth."""
    for field in message.DESCRIPTOR.fields:
        if rng.random() < 0.5:
            continue
        for _ in range(rng.choice([1, 3]) if field.is_repeated else 1):
            if field.message_type is None:
                value = random_value(field, rng, tags)
                if field.is_repeated:
                    getattr(message, field.name).append(value)
                else:
                    setattr(message, field.name, value)
            elif depth < 6:
                part = getattr(message, field.name)
                if field.is_repeated:
                    part = part.add()
                part.SetInParent()
                fill(part, rng, tags, depth + 1)


@pytest.mark.parametrize("seed", range(4))
def test_random_requests_are_answered_without_a_fault(seed):
    rng = random.Random(seed)
    client = Client().start()
    oneof = sc_pb.Request.DESCRIPTOR.oneofs_by_name["request"].fields
    kinds = [field.name for field in oneof if field.name != "quit"]
    likely = ["action", "action", "action", "debug", "observation", "step", "restart_game"]
    tags: list[int] = []
    for number in range(1000):
        if number % 50 == 0:
            client.session = Client().start().session
            world = client.session.game.world
            tags = list(world.units)
            world.selection = rng.sample(tags[1:], rng.randrange(len(tags)))
        request = sc_pb.Request()
        part = getattr(request, rng.choice(kinds + likely * 4))
        part.SetInParent()
        fill(part, rng, tags)
        response = sc_pb.Response.FromString(client.session.handle(request.SerializeToString()))
        assert response.HasField("status")
        assert not any("Internal error" in error for error in response.error), (request, response)


@pytest.mark.parametrize("seed", range(3))
def test_damaged_messages_are_answered(seed):
    rng = random.Random(seed)
    client = Client().start()
    whole = sc_pb.Request(id=9, action=sc_pb.RequestAction(actions=[sc_pb.Action()]))
    whole.action.actions[0].action_feature_layer.unit_command.ability_id = 3794
    whole.action.actions[0].action_feature_layer.unit_command.target_screen_coord.x = 40
    for _ in range(500):
        message = bytearray(whole.SerializeToString())
        for _ in range(rng.choice([1, 2, 5])):
            message[rng.randrange(len(message))] = rng.randrange(256)
        damaged = bytes(message[: rng.randrange(1, len(message) + 1)])
        response = sc_pb.Response.FromString(client.session.handle(damaged))
        assert not any("Internal error" in error for error in response.error), damaged
        if response.status == sc_pb.quit:
            client = Client().start()


def memory_in_use() -> int:
    """Bytes of this process's memory that are resident."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096


def test_observing_keeps_no_memory():
    client = Client().start()
    for _ in range(50):
        client.observe()
    before = memory_in_use()
    for _ in range(300):
        client.observe()
    assert memory_in_use() - before < 4 * 2**20  # 300 observations are 45 MiB
