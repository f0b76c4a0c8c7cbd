import numpy as np
import pytest
from pysc2.env import environment
from pysc2.lib import actions, features, point, units
from pysc2_timesteps import MINIMAP_SHAPE, SCREEN_SHAPE, make_timestep

from a3c_tf.envs.starcraft2_maps import map_profile
from a3c_tf.envs.starcraft2_translator import Interface, Translator
from a3c_tf.errors import ConfigError
from a3c_tf.specs import Action

PROFILE = map_profile("CollectMineralsAndGas")


@pytest.fixture(scope="module")
def translator() -> Translator:
    # A set with targets on the screen and on the minimap.
    interface = Interface(action_set="harvester")
    return Translator(PROFILE, interface, screen_shape=SCREEN_SHAPE, minimap_shape=MINIMAP_SHAPE)


@pytest.fixture(scope="module")
def pysc2_features() -> features.Features:
    (screen_height, screen_width), (minimap_height, minimap_width) = SCREEN_SHAPE, MINIMAP_SHAPE
    return features.Features(
        features.AgentInterfaceFormat(
            feature_dimensions=features.Dimensions(
                screen=(screen_width, screen_height), minimap=(minimap_width, minimap_height)
            )
        ),
        map_size=point.Point(64, 64),
    )


def function_index(translator: Translator, name: str) -> int:
    return [f.name for f in translator.action_spec.functions].index(name)


def test_every_target_reaches_pysc2_as_its_own_pixel(
    translator: Translator, pysc2_features: features.Features
) -> None:
    move = function_index(translator, "Move_screen")
    scroll = function_index(translator, "move_camera")
    screen, minimap = translator.action_spec.arguments
    seen = set()
    for y in range(SCREEN_SHAPE[0]):
        for x in range(SCREEN_SHAPE[1]):
            call = translator.function_call(Action(move, (screen.to_index(x, y), 0)))
            proto = pysc2_features.transform_action(None, call, skip_available=True)
            target = proto.action_feature_layer.unit_command.target_screen_coord
            assert (target.x, target.y) == (x, y)
            seen.add((target.x, target.y))
    assert len(seen) == screen.size
    for y in range(MINIMAP_SHAPE[0]):
        for x in range(MINIMAP_SHAPE[1]):
            call = translator.function_call(Action(scroll, (0, minimap.to_index(x, y))))
            proto = pysc2_features.transform_action(None, call, skip_available=True)
            center = proto.action_feature_layer.camera_move.center_minimap
            assert (center.x, center.y) == (x, y)


def test_the_pixel_that_shows_a_unit_is_the_pixel_that_selects_it(translator: Translator) -> None:
    layer = np.zeros(SCREEN_SHAPE, np.int32)
    layer[1, 5] = units.Terran.SCV
    step = translator.timestep(make_timestep(screen={"unit_type": layer}))
    channel = 3 + [name for name, _ in PROFILE.unit_channels].index("scv")
    index = int(np.flatnonzero(step.observation["screen"][:, :, channel].ravel()).item())
    select = function_index(translator, "select_point")
    call = translator.function_call(Action(select, (index, 0)))
    assert call.arguments == [[int(actions.SelectPointAct.select)], [5, 1]]


@pytest.mark.parametrize("index", [-1, SCREEN_SHAPE[0] * SCREEN_SHAPE[1]])
def test_a_target_outside_the_screen_never_reaches_pysc2(
    translator: Translator, index: int
) -> None:
    with pytest.raises(ValueError, match="screen"):
        translator.function_call(Action(function_index(translator, "Move_screen"), (index, 0)))


def test_unused_arguments_may_hold_anything(translator: Translator) -> None:
    call = translator.function_call(Action(0, (10**6, -1)))
    assert (call.function, call.arguments) == (0, [])


def test_observations_fit_their_spec(translator: Translator) -> None:
    step = translator.timestep(make_timestep())
    assert set(step.observation) == set(translator.observation_spec)
    for name, spec in translator.observation_spec.items():
        array = step.observation[name]
        assert (array.shape, array.dtype) == (spec.shape, np.dtype(spec.dtype))


@pytest.mark.parametrize(
    ("map_name", "interface", "channels"),
    [
        ("CollectMineralsAndGas", Interface(), None),  # one screen shows all there is
        ("CollectMineralsAndGas", Interface(minimap_layers="camera"), 1),
        ("CollectMineralsAndGas", Interface(action_set="minigames"), 3),  # can point at it
        ("FindAndDefeatZerglings", Interface(), 6),
    ],
)
def test_the_minimap_is_shown_where_it_tells_something(
    map_name: str, interface: Interface, channels: int | None
) -> None:
    shapes = {"screen_shape": SCREEN_SHAPE, "minimap_shape": MINIMAP_SHAPE}
    spec = Translator(map_profile(map_name), interface, **shapes).observation_spec
    if channels is None:
        assert list(spec) == ["screen", "vector"]
    else:
        assert list(spec) == ["screen", "minimap", "vector"]
        assert spec["minimap"].shape == (*MINIMAP_SHAPE, channels)


def test_each_unit_and_owner_lights_its_own_channel(translator: Translator) -> None:
    shown = {
        (0, 0): (units.Terran.CommandCenter, features.PlayerRelative.SELF, {0, 3}),
        (0, 1): (units.Terran.SupplyDepot, features.PlayerRelative.SELF, {0, 4}),
        (0, 2): (units.Terran.SupplyDepotLowered, features.PlayerRelative.SELF, {0, 4}),
        (0, 3): (units.Terran.Refinery, features.PlayerRelative.SELF, {0, 5}),
        (1, 0): (units.Terran.SCV, features.PlayerRelative.SELF, {0, 6}),
        (1, 1): (units.Neutral.MineralField, features.PlayerRelative.NEUTRAL, {1, 7}),
        (1, 2): (units.Neutral.VespeneGeyser, features.PlayerRelative.NEUTRAL, {1, 8}),
        (2, 0): (units.Zerg.Zergling, features.PlayerRelative.ENEMY, {2}),
        (2, 1): (99999, features.PlayerRelative.ALLY, set()),
        (4, 6): (0, features.PlayerRelative.NONE, set()),
    }
    unit_type, relative = np.zeros(SCREEN_SHAPE, np.int32), np.zeros(SCREEN_SHAPE, np.int32)
    for pixel, (unit, owner, _) in shown.items():
        unit_type[pixel], relative[pixel] = unit, owner
    step = translator.timestep(
        make_timestep(screen={"unit_type": unit_type, "player_relative": relative})
    )
    for (row, column), (_, _, lit) in shown.items():
        values = step.observation["screen"][row, column]
        assert set(np.flatnonzero(values).tolist()) == lit
        assert set(values.tolist()) <= {0, 255}


def test_selection_visibility_and_camera_have_their_channels(translator: Translator) -> None:
    selected, visibility = np.zeros(SCREEN_SHAPE, np.int32), np.zeros(MINIMAP_SHAPE, np.int32)
    camera = np.zeros(MINIMAP_SHAPE, np.int32)
    selected[4, 6] = 1
    visibility[0, 1], visibility[0, 2] = features.Visibility.SEEN, features.Visibility.VISIBLE
    camera[3, 5] = 1
    step = translator.timestep(
        make_timestep(
            screen={"selected": selected},
            minimap={"visibility_map": visibility, "camera": camera},
        )
    )
    assert np.argwhere(step.observation["screen"]).tolist() == [[4, 6, 9]]
    assert np.argwhere(step.observation["minimap"]).tolist() == [[0, 1, 0], [0, 2, 1], [3, 5, 2]]


def test_the_vector_holds_numbers_by_name_and_then_the_flags(translator: Translator) -> None:
    step = translator.timestep(
        make_timestep(
            player={"minerals": 99, "food_cap": 9, "army_count": 7, "idle_worker_count": 999},
            score={"collected_vespene": 9999, "spent_minerals": 5},
            available=[0, 344, 12],
        )
    )
    vector = step.observation["vector"]
    assert vector.shape == (27,)
    expected = np.zeros(27)
    expected[0], expected[3], expected[5] = 2.0, 1.0, 3.0  # log10(1 + number)
    expected[9] = 4.0
    expected[12], expected[26] = 1.0, 1.0
    np.testing.assert_allclose(vector, expected, atol=1e-6)


def test_the_mask_offers_what_is_available_and_always_no_op(translator: Translator) -> None:
    offered = translator.timestep(make_timestep(available=[264, 4, 451])).function_mask
    names = [f.name for f, on in zip(translator.action_spec.functions, offered, strict=True) if on]
    assert names == ["no_op", "Harvest_Gather_screen"]


def test_totals_are_in_the_games_own_units(translator: Translator) -> None:
    step = translator.timestep(
        make_timestep(
            player={"idle_worker_count": 3, "food_used": 12},
            score={
                "score": 30,
                "collected_minerals": 25,
                "collected_vespene": 5,
                "collection_rate_minerals": 700,
                "collection_rate_vespene": 90,
            },
            reward=5,
        )
    )
    assert step.reward == 5.0
    assert step.info == {
        "score": 30.0,
        "collected_minerals": 25.0,
        "collected_gas": 5.0,
        "collection_rate_minerals": 700.0,
        "collection_rate_gas": 90.0,
        "idle_workers": 3.0,
        "food_used": 12.0,
    }


@pytest.mark.parametrize(
    ("step_type", "game_loop", "pysc2_discount", "expected"),
    [
        (environment.StepType.FIRST, 0, 0.0, 1.0),
        (environment.StepType.MID, 8, 1.0, 1.0),
        (environment.StepType.LAST, 6720, 0.0, 1.0),  # the map's clock
        (environment.StepType.LAST, 800, 1.0, 1.0),  # pysc2's game_steps_per_episode
        (environment.StepType.LAST, 800, 0.0, 0.0),  # the task itself ended
    ],
)
def test_only_an_end_of_the_task_stops_the_bootstrap(
    translator: Translator,
    step_type: environment.StepType,
    game_loop: int,
    pysc2_discount: float,
    expected: float,
) -> None:
    step = translator.timestep(
        make_timestep(step_type=step_type, game_loop=game_loop, discount=pysc2_discount)
    )
    assert step.discount == expected
    assert step.last is (step_type is environment.StepType.LAST)


def test_an_unknown_map_is_named_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"'Simple64'.*CollectMineralsAndGas"):
        map_profile("Simple64")
