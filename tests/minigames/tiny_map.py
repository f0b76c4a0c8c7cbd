"""A small map for tests of the protocol, and a client's side of it."""

from typing import ClassVar

from s2clientprotocol import sc2api_pb2 as sc_pb

from a3c_tf.minigames.maps.script import MapScript, Rectangle
from a3c_tf.minigames.protocol.session import Session
from a3c_tf.minigames.rules import unit_data
from a3c_tf.minigames.rules.player import NEUTRAL_OWNER
from a3c_tf.minigames.rules.world import World

END_LOOP = 100


class TinyMap(MapScript):
    name = "Tiny"
    playable = Rectangle(22.0, 20.0, 44.0, 36.0)
    buildable = Rectangle(20.0, 19.0, 46.0, 37.0)
    camera_start = (33.0, 25.0)
    end_loop = END_LOOP

    def setup(self, world: World) -> None:
        world.players[1].minerals = 50
        world.spawn(unit_data.MINERAL_FIELD, NEUTRAL_OWNER, 24.0, 29.5).mineral_contents = 1500
        world.spawn(unit_data.COMMAND_CENTER, 1, 30.5, 27.5)
        for i in range(3):
            world.spawn(unit_data.SCV, 1, 36.0, 26.0 + 2 * i)

    def reset(self, world: World) -> None:
        for unit in list(world.units.values()):
            world.remove(unit)
        self.setup(world)


class FoggyMap(TinyMap):
    """An enemy that nobody sees at first, far from the command centre and the workers."""

    name = "Foggy"
    fog = True
    races: ClassVar = {1: 1, 2: 2}

    def setup(self, world: World) -> None:
        super().setup(world)
        world.spawn(unit_data.ZERGLING, 2, 43.0, 14.0)


SCRIPTS = {script.name: script for script in (TinyMap, FoggyMap)}


class Client:
    """Talks to a session without a socket, and checks what every response must have."""

    def __init__(self, screen=(84, 84), minimap=(64, 64), map_name="Tiny", **options):
        self.session = Session(SCRIPTS)
        self.map_name = map_name
        self.options = sc_pb.InterfaceOptions(raw=True, score=True, raw_affects_selection=True)
        layer = self.options.feature_layer
        layer.width = 24
        layer.resolution.x, layer.resolution.y = screen
        layer.minimap_resolution.x, layer.minimap_resolution.y = minimap
        self.options.MergeFrom(sc_pb.InterfaceOptions(**options))
        self.requests = 0

    def send(self, **request) -> sc_pb.Response:
        self.requests += 1
        message = sc_pb.Request(id=self.requests, **request)
        response = sc_pb.Response.FromString(self.session.handle(message.SerializeToString()))
        assert response.id == self.requests
        assert response.HasField("status")
        return response

    def ask(self, **request):
        """Send a request that must succeed; returns its part of the response."""
        response = self.send(**request)
        assert not response.error, response.error
        (kind,) = request
        return getattr(response, kind)

    def create(self, seed=0, **settings) -> sc_pb.ResponseCreateGame:
        request = sc_pb.RequestCreateGame(random_seed=seed, **settings)
        request.local_map.map_path = f"mini_games/{self.map_name}.SC2Map"
        request.player_setup.add(type=sc_pb.Participant)
        return self.ask(create_game=request)

    def join(self) -> sc_pb.ResponseJoinGame:
        request = sc_pb.RequestJoinGame(race=1, options=self.options)
        return self.ask(join_game=request)

    def start(self) -> "Client":
        assert not self.create().HasField("error")
        assert self.join().player_id == 1
        return self

    def step(self, count=1) -> sc_pb.Response:
        return self.send(step=sc_pb.RequestStep(count=count))

    def observe(self) -> sc_pb.ResponseObservation:
        return self.ask(observation=sc_pb.RequestObservation())

    def act(self, *actions) -> list[int]:
        return list(self.ask(action=sc_pb.RequestAction(actions=actions)).result)
