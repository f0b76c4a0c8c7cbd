"""The layers against slow versions of the rules, pixel by pixel."""

import math

import fake_units
import numpy as np
import pytest
from fake_units import COMMAND_CENTER, MARINE, MINERAL_FIELD, SCV, crowd, make_scene, make_unit

from a3c_tf.minigames.drawing.camera import minimap_viewport, screen_viewport
from a3c_tf.minigames.drawing.canvas import LARGEST_DIAMETER
from a3c_tf.minigames.drawing.layers import DTYPES, MINIMAP_LAYERS, SCREEN_LAYERS, encode
from a3c_tf.minigames.drawing.minimap import Minimap
from a3c_tf.minigames.drawing.screen import Screen
from a3c_tf.minigames.drawing.terrain import Ground, sample_cells
from a3c_tf.minigames.rules import unit_data
from a3c_tf.minigames.rules.unit import Alliance

SIZES = [(64, 64), (84, 84), (84, 87), (64, 67), (32, 48), (17, 9)]
GROUND = Ground(np.ones((64, 64), bool), np.ones((64, 64), bool))


def slow_pixel_range(position: float, diameter: int) -> tuple[float, float]:
    """Centre of a disc of a whole number of pixels, and half its diameter."""
    if diameter % 2:
        return math.floor(position) + 0.5, diameter / 2
    return float(math.floor(position + 0.5)), diameter / 2


def slow_covers(unit, camera, size, column, row) -> bool:
    """The drawing rule for one pixel, in its own words."""
    width, height = size
    x = (unit.x - (camera[0] - 12)) * width / 24
    y = ((camera[1] + 12) - unit.y) * height / 24
    diameter_x = max(1, math.floor(2 * unit.kind.radius * width / 24 + 0.5))
    diameter_y = max(1, math.floor(2 * unit.kind.radius * height / 24 + 0.5))
    centre_x, half_x = slow_pixel_range(x, diameter_x)
    centre_y, half_y = slow_pixel_range(y, diameter_y)
    dx = (column + 0.5 - centre_x) / half_x
    dy = (row + 0.5 - centre_y) / half_y
    return dx * dx + dy * dy <= 1


def slow_screen(scene, size) -> dict[str, np.ndarray]:
    width, height = size
    names = ("unit_density", "player_relative", "unit_type", "selected", "unit_hit_points")
    layers = {name: np.zeros((height, width), int) for name in names}
    for unit in scene.units:  # in draw order
        for row in range(height):
            for column in range(width):
                if slow_covers(unit, scene.camera, size, column, row):
                    layers["unit_density"][row, column] += 1
                    layers["player_relative"][row, column] = unit.alliance
                    layers["unit_type"][row, column] = unit.kind.unit_id
                    layers["selected"][row, column] = unit.tag in scene.selected
                    layers["unit_hit_points"][row, column] = math.ceil(unit.health)
    return layers


def slow_coverage(units, camera, size) -> np.ndarray:
    """The anti-aliased density with 16 samples a pixel, centres rounded to 1/8 pixel."""
    width, height = size
    total = np.zeros((height, width), int)
    for unit in units:
        x = round((unit.x - (camera[0] - 12)) * width / 24 * 8) / 8
        y = round(((camera[1] + 12) - unit.y) * height / 24 * 8) / 8
        half_x, half_y = unit.kind.radius * width / 24, unit.kind.radius * height / 24
        for row in range(height):
            for column in range(width):
                for i in range(16):
                    dx = (column + (i % 4 + 0.5) / 4 - x) / half_x
                    dy = (row + (i // 4 + 0.5) / 4 - y) / half_y
                    total[row, column] += dx * dx + dy * dy <= 1
    return total


def make_screen(size, ground=GROUND) -> Screen:
    return Screen(size, 24.0, ground)


@pytest.mark.parametrize("size", SIZES)
def test_screen_follows_the_drawing_rule(size):
    scene = make_scene(crowd(seed=size[1]))
    drawn = make_screen(size).draw(scene)
    for name, expected in slow_screen(scene, size).items():
        np.testing.assert_array_equal(drawn[name], expected, err_msg=name)


@pytest.mark.parametrize("size", [(32, 32), (21, 32)])
def test_anti_aliased_density_counts_covered_samples(size):
    scene = make_scene(crowd(seed=5, count=12))
    drawn = make_screen(size).draw(scene)
    np.testing.assert_array_equal(
        drawn["unit_density_aa"], slow_coverage(scene.units, scene.camera, size)
    )


def test_disc_sizes_are_those_of_the_game_at_84_pixels():
    """Command centre 19, barracks 13, depot 9, mineral field 8, SCV and Marine 3 pixels."""
    expected = {
        fake_units.COMMAND_CENTER: 19,
        fake_units.BARRACKS: 13,
        fake_units.SUPPLY_DEPOT: 9,
        fake_units.MINERAL_FIELD: 8,
        fake_units.SCV: 3,
        fake_units.MARINE: 3,
    }
    for kind, diameter in expected.items():
        density = make_screen((84, 84)).draw(make_scene([make_unit(1, kind, 33, 25)]))[
            "unit_density"
        ]
        assert density.any(axis=0).sum() == diameter
        assert density.any(axis=1).sum() == diameter


def test_a_worker_is_drawn_over_what_it_stands_on_and_the_rest_by_y():
    field, worker = make_unit(1, MINERAL_FIELD, 30, 25), make_unit(2, SCV, 30, 25.5)
    upper, lower = make_unit(3, MARINE, 36, 25.2), make_unit(4, COMMAND_CENTER, 36, 24)
    scene = make_scene([worker, field, lower, upper])
    screen = make_screen((84, 84))
    unit_type = screen.draw(scene)["unit_type"]
    viewport = screen.viewport(scene.camera)
    assert unit_type[viewport.to_pixel(worker.x, worker.y)[::-1]] == SCV.unit_id
    assert unit_type[viewport.to_pixel(upper.x, upper.y)[::-1]] == COMMAND_CENTER.unit_id


def test_neutral_objects_lie_below_the_players_units():
    beacon = make_unit(1, unit_data.BEACON, 33, 25, owner=16, alliance=Alliance.NEUTRAL)
    behind = make_unit(2, MARINE, 33, 25.5)
    unit_type = make_screen((64, 64)).draw(make_scene([behind, beacon]))["unit_type"]
    assert set(np.unique(unit_type)) == {0, unit_data.BEACON.unit_id, MARINE.unit_id}


def test_no_unit_type_is_larger_than_the_canvas_allows():
    for kind in unit_data.UNIT_TYPES.values():
        assert 2 * kind.radius <= LARGEST_DIAMETER, kind.name


def test_units_inside_buildings_are_not_drawn():
    scene = make_scene([make_unit(1, SCV, 33, 25, is_inside=True)])
    drawn = make_screen((64, 64)).draw(scene)
    assert not drawn["unit_density"].any()
    assert drawn["unit_type"] is None


def test_values_of_the_topmost_unit():
    building = make_unit(1, COMMAND_CENTER, 30, 25, health=750.0, build_progress=0.5)
    carrier = make_unit(2, SCV, 36, 25, health=30.0, cargo_minerals=5)
    screen = make_screen((64, 64))
    scene = make_scene([building, carrier])
    drawn = screen.draw(scene)
    at_building = screen.viewport(scene.camera).to_pixel(30, 25)[::-1]
    at_carrier = screen.viewport(scene.camera).to_pixel(36, 25)[::-1]
    assert drawn["unit_hit_points_ratio"][at_building] == 127
    assert drawn["build_progress"][at_building] == 127
    assert drawn["unit_hit_points"][at_carrier] == 30
    assert drawn["buffs"][at_carrier] == 271
    assert drawn["buffs"][at_building] == 0
    assert drawn["active"] is None


def test_only_what_can_change_is_drawn_again():
    screen, scene = make_screen((64, 64)), make_scene(crowd(seed=1))
    first, second = screen.draw(scene), screen.draw(scene)
    assert set(first) - set(second) == {"visibility_map", "pathable", "buildable"}
    assert "visibility_map" in screen.draw(make_scene(scene.units, camera=(30.0, 25.0)))
    assert set(first) <= set(SCREEN_LAYERS)
    minimap = Minimap((64, 64), (0, 0, 64, 64), 24.0, GROUND)
    assert set(minimap.draw(scene)) <= set(MINIMAP_LAYERS)
    assert set(minimap.draw(scene)) == {"player_id", "player_relative", "selected"}


def test_layers_have_the_documented_types():
    units = crowd(seed=3)
    for table, layers in (
        (SCREEN_LAYERS, make_screen((40, 30)).draw(make_scene(units))),
        (
            MINIMAP_LAYERS,
            Minimap((40, 30), (0, 0, 64, 64), 24.0, GROUND, show_unit_types=True).draw(
                make_scene(units)
            ),
        ),
    ):
        for name, layer in layers.items():
            if layer is not None:
                assert layer.shape == (30, 40), name
                assert layer.dtype == DTYPES[table[name]], name


def test_visibility_as_the_game_showed_it_at_84_pixels():
    """Visible columns 4 to 80 and rows 3 to 58 for a world rectangle of [22, 44] x [20, 36]."""
    visibility = make_screen((84, 84)).draw(make_scene([]))["visibility_map"]
    rows, columns = np.nonzero(visibility == 2)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (3, 58, 4, 80)


def test_camera_layer_as_the_game_showed_it():
    """Rows 27 to 50 and columns 20 to 43 of a 64 x 64 minimap."""
    camera = Minimap((64, 64), (0, 0, 64, 64), 24.0, GROUND).draw(make_scene([]))["camera"]
    rows, columns = np.nonzero(camera)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (27, 50, 20, 43)
    assert camera.sum() == 24 * 24


@pytest.mark.parametrize(
    ("kind", "width"),
    [(COMMAND_CENTER, 5), (fake_units.BARRACKS, 4), (fake_units.SUPPLY_DEPOT, 3), (MARINE, 1)],
)
def test_minimap_blobs_are_squares(kind, width):
    minimap = Minimap((64, 64), (0, 0, 64, 64), 24.0, GROUND)
    relative = minimap.draw(make_scene([make_unit(1, kind, 30.5, 27.5)]))["player_relative"]
    rows, columns = np.nonzero(relative)
    assert relative.sum() == width**2
    assert rows.max() - rows.min() == columns.max() - columns.min() == width - 1
    assert relative[36, 30] == 1


@pytest.mark.parametrize("size", [(64, 64), (64, 67), (30, 20)])
def test_ground_is_the_cell_under_the_pixel_centre_and_zero_outside(size):
    cells = np.random.default_rng(0).integers(1, 5, (64, 64)).astype(np.uint8)
    for viewport in (
        screen_viewport((5.0, 60.0), 24.0, size),
        minimap_viewport((0, 0, 64, 64), size),
    ):
        sampled = sample_cells(viewport, cells)
        for row in range(size[1]):
            for column in range(size[0]):
                x, y = viewport.pixel_centre(column, row)
                inside = 0 <= x < 64 and 0 <= y < 64
                expected = cells[math.floor(y), math.floor(x)] if inside else 0
                assert sampled[row, column] == expected


@pytest.mark.parametrize("size", SIZES)
def test_pixels_and_world_points_agree(size):
    for viewport in (
        screen_viewport((32.936, 24.998), 24.0, size),
        minimap_viewport((0, 0, 64, 64), size),
        minimap_viewport((22, 20, 44, 36), size),
    ):
        for column, row in [(0, 0), (size[0] - 1, size[1] - 1), (size[0] // 2, 3)]:
            assert viewport.to_pixel(*viewport.pixel_centre(column, row)) == (column, row)
            assert viewport.contains(*viewport.pixel_centre(column, row))
        assert viewport.clamp(-5, 10**9) == (0, size[1] - 1)
        assert not viewport.contains(*viewport.pixel_centre(-1, 0))


def test_one_bit_layers_are_packed_without_row_padding():
    layer = np.zeros((3, 5), bool)
    layer[0, 0] = layer[1, 2] = layer[2, 4] = True
    assert encode(layer) == bytes([0b10000001, 0b00000010])
    assert encode(np.array([[1, 258]], np.int32)) == b"\x01\0\0\0\x02\x01\0\0"
