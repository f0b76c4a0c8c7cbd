"""Images and vectors against NumPy that goes pixel by pixel and number by number."""

import math
from typing import Any

import numpy as np
import pytest
from pysc2.lib import actions, features, static_data, units
from pysc2_timesteps import MINIMAP_SHAPE, SCREEN_SHAPE, make_timestep

from a3c_tf.config import Config
from a3c_tf.envs.starcraft2_layers import make_layer_encoder
from a3c_tf.envs.starcraft2_maps import _PROFILES, map_profile
from a3c_tf.envs.starcraft2_translator import Interface, Translator
from a3c_tf.errors import ConfigError
from a3c_tf.presets import preset_for

CATEGORY = features.FeatureType.CATEGORICAL
SETS = {"screen": features.SCREEN_FEATURES, "minimap": features.MINIMAP_FEATURES}
SHAPES = {"screen": SCREEN_SHAPE, "minimap": MINIMAP_SHAPE}
GROUPS = [(48,), (341, 483)]
COLLECT = map_profile("CollectMineralsAndGas")


def random_layers(which: str, seed: int) -> np.ndarray:
    """Values over the whole range of each layer, and some that lie beyond what pysc2 knows."""
    rng = np.random.default_rng(seed)
    layers = [rng.integers(0, layer.scale, SHAPES[which]) for layer in SETS[which]]
    stacked = np.stack(layers).astype(np.int32)
    stacked[SETS[which].unit_type.index] = rng.choice(
        [0, 48, 341, 483, 105, 999_999], SHAPES[which]
    )
    return stacked


def encode(which: str, names: list[str], encoding: str, layers: np.ndarray) -> np.ndarray:
    encoder = make_layer_encoder(
        SETS[which], names, encoding, shape=SHAPES[which], unit_groups=GROUPS
    )
    image = encoder.encode(layers)
    assert (image.shape, str(image.dtype)) == (encoder.spec.shape, encoder.spec.dtype)
    return image


def logarithm(value: int, layer: Any) -> int:
    value = min(value, layer.scale - 1)
    return round(255 * math.log(1 + value) / math.log(layer.scale))


def slow_channels(layer: Any, value: int) -> list[int]:
    if layer.type != CATEGORY:
        return [logarithm(value, layer)]
    groups = {
        "unit_type": GROUPS,
        "player_relative": [(1,), (3,), (4,)],
        "visibility_map": [(1,), (2,)],
    }.get(layer.name)
    if groups is None:
        return [255 * (value > 0)]
    return [255 * (value in group) for group in groups]


def slow_category(layer: Any, value: int) -> int:
    if layer.type != CATEGORY:
        return logarithm(value, layer)
    known = {"unit_type": static_data.UNIT_TYPES, "buffs": static_data.BUFFS}.get(layer.name)
    if known is None or value == 0:
        return value
    return 1 + sorted(known).index(value) if value in known else 1 + len(known)


@pytest.mark.parametrize("which", SETS)
@pytest.mark.parametrize("seed", range(3))
def test_channels(which: str, seed: int) -> None:
    layers = random_layers(which, seed)
    image = encode(which, list(SETS[which]._fields), "channels", layers)
    for y, x in np.ndindex(SHAPES[which]):
        slow = [v for layer in SETS[which] for v in slow_channels(layer, layers[layer.index, y, x])]
        assert image[y, x].tolist() == slow


@pytest.mark.parametrize("which", SETS)
@pytest.mark.parametrize("seed", range(3))
def test_embedded_categories(which: str, seed: int) -> None:
    layers = random_layers(which, seed)
    image = encode(which, list(SETS[which]._fields), "embedded", layers)
    for y, x in np.ndindex(SHAPES[which]):
        slow = [slow_category(layer, layers[layer.index, y, x]) for layer in SETS[which]]
        assert image[y, x].tolist() == slow


@pytest.mark.parametrize("which", SETS)
def test_raw_is_what_pysc2_gives(which: str) -> None:
    layers = random_layers(which, 0)
    image = encode(which, ["selected", "unit_type"], "raw", layers)
    chosen = [getattr(SETS[which], name).index for name in ("selected", "unit_type")]
    np.testing.assert_array_equal(image, np.moveaxis(layers[chosen], 0, -1))


@pytest.mark.parametrize("which", SETS)
def test_the_network_is_told_the_categories_by_pysc2s_own_types(which: str) -> None:
    names = list(SETS[which]._fields)
    spec = make_layer_encoder(
        SETS[which], names, "embedded", shape=SHAPES[which], unit_groups=GROUPS
    ).spec
    for layer, num_values in zip(SETS[which], spec.num_values, strict=True):
        assert (num_values > 0) == (layer.type == CATEGORY)
        if layer.name in ("unit_type", "buffs"):
            known = {"unit_type": static_data.UNIT_TYPES, "buffs": static_data.BUFFS}[layer.name]
            assert num_values == len(known) + 2  # nothing, and unknown
        elif layer.type == CATEGORY:
            assert num_values == layer.scale


def test_an_image_is_no_wider_than_its_categories_need() -> None:
    def dtype(names: list[str]) -> str:
        return make_layer_encoder(
            features.SCREEN_FEATURES, names, "embedded", shape=SCREEN_SHAPE, unit_groups=GROUPS
        ).spec.dtype

    assert dtype(["player_relative", "unit_hit_points", "buffs"]) == "uint8"
    assert dtype(["player_relative", "unit_type"]) == "uint16"


@pytest.mark.parametrize("encoding", ["channels", "embedded", "raw"])
def test_layers_are_in_the_order_of_their_names(encoding: str) -> None:
    layers = random_layers("screen", 4)
    both = encode("screen", ["selected", "unit_hit_points"], encoding, layers)
    swapped = encode("screen", ["unit_hit_points", "selected"], encoding, layers)
    np.testing.assert_array_equal(both, swapped[..., ::-1])


def translator(**options: str) -> Translator:
    return Translator(
        COLLECT, Interface(**options), screen_shape=SCREEN_SHAPE, minimap_shape=MINIMAP_SHAPE
    )


OBSERVED = {
    "score_by_category": np.arange(55).reshape(11, 5),
    "score_by_vital": np.arange(9).reshape(3, 3) * 100,
    "control_groups": np.arange(20).reshape(10, 2),
    "single_select": np.array([[45, 1, 40, 0, 0, 0, 100]]),
    "multi_select": np.arange(30 * 7).reshape(30, 7),
    "build_queue": np.array([[45, 1, 0, 0, 0, 0, 30]]),
    "production_queue": np.zeros((0, 2), int),
    "cargo": np.zeros((0, 7), int),
    "cargo_slots_available": np.array([3]),
    "last_actions": np.array([331, 12]),
}


def observe(names: str, **options: str) -> np.ndarray:
    timestep = make_timestep(
        player={"minerals": 500, "vespene": 20},
        score={"score": 9999, "spent_minerals": 3},
        available=[0, 331, 490, 12],
        game_loop=123,
    )
    timestep.observation.update(OBSERVED)
    shown = translator(vectors=names, **options)
    vector = shown.timestep(timestep).observation["vector"]
    assert (vector.shape, vector.dtype) == (shown.observation_spec["vector"].shape, np.float32)
    return vector


def slow_rows(table: np.ndarray, rows: int) -> list[float]:
    """The first rows, and zeros for those that are missing."""
    numbers = [
        math.log10(1 + value) for row in table[:rows] for value in np.atleast_1d(row).tolist()
    ]
    width = np.atleast_2d(table).shape[1]
    return numbers + [0.0] * (rows * width - len(numbers))


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("score_by_category", 11),
        ("score_by_vital", 3),
        ("control_groups", 10),
        ("single_select", 1),
        ("multi_select", 24),
        ("build_queue", 5),
        ("production_queue", 5),
        ("cargo", 8),
        ("cargo_slots_available", 1),
    ],
)
def test_tables_are_cut_or_filled_to_their_rows(name: str, rows: int) -> None:
    np.testing.assert_allclose(observe(name), slow_rows(OBSERVED[name], rows), atol=1e-6)


def test_whole_entries_and_single_numbers() -> None:
    player = [0.0] * 11
    player[1], player[2] = math.log10(501), math.log10(21)
    np.testing.assert_allclose(observe("player"), player, atol=1e-6)
    np.testing.assert_allclose(
        observe("player.vespene,score_cumulative.score,player.minerals"),
        [math.log10(21), 4.0, math.log10(501)],
        atol=1e-6,
    )
    assert observe("score_cumulative").shape == (13,)
    np.testing.assert_allclose(observe("game_loop"), [math.log10(124)], atol=1e-6)


def test_flags_are_one_for_each_function_of_the_set() -> None:
    names = [actions.FUNCTIONS[i].name for i in (0, 331, 490, 12)]
    for action_set in ("collect", "all"):
        spec = translator(action_set=action_set).action_spec
        vector = observe("player.minerals,available_actions", action_set=action_set)
        assert vector[1:].tolist() == [float(f.name in names) for f in spec.functions]
    last = observe("last_actions", action_set="all")
    assert np.flatnonzero(last).tolist() == [12, 331]


def test_raw_numbers_are_not_compressed() -> None:
    vector = observe("player.minerals,score_cumulative.score", encoding="raw")
    assert vector.tolist() == [500.0, 9999.0]


def test_negative_counts_are_no_error() -> None:
    timestep = make_timestep(score={"score": -7})
    shown = translator(vectors="score_cumulative.score")
    assert shown.timestep(timestep).observation["vector"].tolist() == [0.0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"screen_layers": "unit_kind"}, r"unknown feature layer 'unit_kind'; pysc2 has height"),
        ({"minimap_layers": "effects"}, r"unknown feature layer 'effects'; pysc2 has .*camera"),
        ({"vectors": "playr"}, r"unknown vector 'playr'; known are player, score_cumulative,"),
        ({"vectors": "player.gold"}, r"unknown number 'gold' of 'player'; pysc2 has player_id,"),
        ({"vectors": "player,player"}, r"vectors='player,player' must name each once"),
        ({"screen_layers": "selected,,creep"}, r"screen_layers='selected,,creep' must name each"),
        ({"encoding": "rgb"}, r"encoding must be channels, embedded or raw, not 'rgb'"),
        ({"action_set": "zerg"}, r"unknown action_set 'zerg'"),
    ],
)
def test_what_does_not_exist_is_named(options: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        translator(**options)


def test_spaces_between_names_do_not_matter() -> None:
    spec = translator(screen_layers=" selected , creep ").observation_spec
    assert spec["screen"] == translator(screen_layers="selected,creep").observation_spec["screen"]


@pytest.mark.parametrize("name", sorted(_PROFILES))
@pytest.mark.parametrize("encoding", ["channels", "embedded", "raw"])
def test_every_map_can_be_shown_in_every_encoding(name: str, encoding: str) -> None:
    shown = Translator(
        map_profile(name),
        Interface(encoding=encoding),
        screen_shape=SCREEN_SHAPE,
        minimap_shape=MINIMAP_SHAPE,
    )
    step = shown.timestep(make_timestep(map_name=name))
    for key, spec in shown.observation_spec.items():
        array = step.observation[key]
        assert (array.shape, str(array.dtype)) == (spec.shape, spec.dtype)


def test_the_preset_of_2018_shows_what_was_shown_then() -> None:
    config = Config().override(preset_for("harvester_2018"))
    assert (config.network, config.screen_size, config.minimap_size) == ("harvester", 32, 32)
    shown = Translator(
        COLLECT, Interface.of(config), screen_shape=SCREEN_SHAPE, minimap_shape=MINIMAP_SHAPE
    )
    unit_type = np.full(SCREEN_SHAPE, units.Neutral.MineralField)
    visibility = np.full(MINIMAP_SHAPE, 2)
    step = shown.timestep(
        make_timestep(
            screen={"unit_type": unit_type, "player_relative": np.full(SCREEN_SHAPE, 3)},
            minimap={"visibility_map": visibility},
            player={"minerals": 50, "food_cap": 15},
            score={"idle_worker_time": 3, "collected_vespene": 8},
            available=[0, 2, 344],
        )
    )
    assert np.unique(step.observation["screen"].reshape(-1, 3), axis=0).tolist() == [[3, 341, 0]]
    assert np.unique(step.observation["minimap"].reshape(-1, 2), axis=0).tolist() == [[2, 0]]
    expected = np.zeros(27)
    expected[[0, 3, 7, 9]] = 50, 15, 3, 8
    expected[12 + np.array([0, 2, 14])] = 1
    assert step.observation["vector"].tolist() == expected.tolist()
    assert len(shown.action_spec.functions) == 15
