"""Every function of every set reaches pysc2 as a valid call, whatever its arguments."""

import numpy as np
import pytest
from pysc2.lib import actions, features, point
from pysc2_timesteps import MINIMAP_SHAPE, SCREEN_SHAPE

from a3c_tf.envs.starcraft2_action_sets import ACTION_SETS, action_set
from a3c_tf.envs.starcraft2_actions import ActionTranslator
from a3c_tf.envs.starcraft2_maps import _PROFILES
from a3c_tf.errors import ConfigError
from a3c_tf.learning.policy import ActionDistribution
from a3c_tf.specs import Action
from a3c_tf.tensorflow_setup import tf

SETS = sorted(ACTION_SETS)


def translator_of(name: str) -> ActionTranslator:
    return ActionTranslator(name, screen_shape=SCREEN_SHAPE, minimap_shape=MINIMAP_SHAPE)


@pytest.fixture(scope="module")
def pysc2() -> features.Features:
    """Names every function as itself, so that a call can be read back."""
    return features.Features(
        features.AgentInterfaceFormat(
            feature_dimensions=features.Dimensions(
                screen=SCREEN_SHAPE[::-1], minimap=MINIMAP_SHAPE[::-1]
            ),
            hide_specific_actions=False,
        ),
        map_size=point.Point(64, 64),
    )


def random_actions(translator: ActionTranslator, function: int, count: int) -> list[Action]:
    """Actions of one function; the first have the lowest and the highest value of each argument."""
    rng = np.random.default_rng(function)
    sizes = [argument.size for argument in translator.spec.arguments]
    rows = [np.zeros(len(sizes), int), np.array(sizes, int) - 1]
    rows += [rng.integers(sizes) for _ in range(count)]
    return [Action(function, tuple(row.tolist())) for row in rows]


@pytest.mark.parametrize("name", SETS)
def test_every_function_round_trips(name: str, pysc2: features.Features) -> None:
    translator = translator_of(name)
    types = pysc2.action_spec().types
    for index, function in enumerate(translator.spec.functions):
        for action in random_actions(translator, index, 2):
            call = translator.function_call(action)
            known = actions.FUNCTIONS[call.function]
            assert known.name == function.name
            for kind, values in zip(known.args, call.arguments, strict=True):
                sizes = types[kind.id].sizes
                assert len(values) == len(sizes)
                assert all(0 <= v < s for v, s in zip(values, sizes, strict=True))
            message = pysc2.transform_action(None, call, skip_available=True)
            if known.function_type in (actions.no_op, actions.unload, actions.build_queue):
                continue  # pysc2 reads these back as something else, or not at all
            back = pysc2.reverse_action(message)
            assert actions.FUNCTIONS[back.function].function_type is known.function_type
            assert actions.FUNCTIONS[back.function].ability_id == known.ability_id
            if known.name != "select_rect":
                assert [list(map(int, a)) for a in back.arguments] == call.arguments


@pytest.mark.parametrize("name", SETS)
def test_the_arguments_are_those_that_its_functions_take_and_that_it_does_not_fix(
    name: str,
) -> None:
    chosen, spec = ACTION_SETS[name], translator_of(name).spec
    taken = {kind.name for f in chosen.functions for kind in actions.FUNCTIONS[f].args}
    heads = [argument.name for argument in spec.arguments]
    assert set(heads) == taken - set(chosen.fixed)
    assert heads == sorted(heads, key=actions.Arguments._fields.index)
    assert set(chosen.fixed) <= set(actions.Arguments._fields)
    assert set(chosen.limits) <= set(heads)
    assert spec.name == name
    assert all(spec.argument_mask.any(axis=0))


@pytest.mark.parametrize("name", SETS)
def test_no_op_is_the_first_function_and_none_is_there_twice(name: str) -> None:
    functions = ACTION_SETS[name].functions
    assert functions[0] == "no_op"
    assert len(set(functions)) == len(functions)


def test_all_offers_everything_with_the_sizes_of_pysc2(pysc2: features.Features) -> None:
    spec, known = translator_of("all").spec, pysc2.action_spec()
    assert [f.name for f in spec.functions] == [f.name for f in actions.FUNCTIONS]
    assert [f.arguments for f in spec.functions] == [
        tuple(kind.name for kind in f.args) for f in known.functions
    ]
    assert {a.name: a.size for a in spec.arguments} == {
        kind.name: int(np.prod(kind.sizes)) for kind in known.types
    }
    assert len(spec.functions) == 573
    assert len(spec.arguments) == 13


def test_harvester_holds_the_numbers_of_2018() -> None:
    numbers = [int(actions.FUNCTIONS[name].id) for name in ACTION_SETS["harvester"].functions]
    assert numbers == [0, 1, 2, 6, 44, 79, 91, 264, 269, 318, 319, 331, 332, 343, 344]
    heads = {argument.name for argument in translator_of("harvester").spec.arguments}
    assert heads == {"screen", "minimap"}


def test_each_map_has_a_set_of_its_own_that_the_common_set_covers() -> None:
    common = set(ACTION_SETS["minigames"].functions)
    named = [profile.action_set for profile in _PROFILES.values()]
    assert len(set(named)) == len(named) == 7
    for name in named:
        assert set(ACTION_SETS[name].functions) <= common


def test_what_a_set_fixes_is_sent_with_every_function() -> None:
    translator = translator_of("harvester")
    names = [function.name for function in translator.spec.functions]
    move = translator.function_call(Action(names.index("Move_screen"), (3, 0)))
    assert move.arguments == [[int(actions.Queued.now)], [3, 0]]
    select = translator.function_call(Action(names.index("select_idle_worker"), (0, 0)))
    assert select.arguments == [[int(actions.SelectWorker.select)]]


def test_a_rectangle_goes_from_screen_to_screen2(pysc2: features.Features) -> None:
    translator = translator_of("roaches")
    names = [function.name for function in translator.spec.functions]
    screen, screen2 = translator.spec.arguments
    assert (screen.name, screen2.name) == ("screen", "screen2")
    assert screen.shape == screen2.shape == SCREEN_SHAPE
    for (x, y), (x2, y2) in [((1, 3), (6, 0)), ((6, 4), (0, 0)), ((2, 2), (2, 2))]:
        action = Action(
            names.index("select_rect"), (screen.to_index(x, y), screen2.to_index(x2, y2))
        )
        call = translator.function_call(action)
        assert call.arguments == [[int(actions.SelectAdd.select)], [x, y], [x2, y2]]
        message = pysc2.transform_action(None, call, skip_available=True)
        (drawn,) = message.action_feature_layer.unit_selection_rect.selection_screen_coord
        assert (drawn.p0.x, drawn.p0.y) == (min(x, x2), min(y, y2))
        assert (drawn.p1.x, drawn.p1.y) == (max(x, x2), max(y, y2))


@pytest.mark.parametrize("name", SETS)
def test_an_argument_out_of_range_never_reaches_pysc2(name: str) -> None:
    translator = translator_of(name)
    for index, function in enumerate(translator.spec.functions):
        for position, argument in enumerate(translator.spec.arguments):
            if argument.name not in function.arguments:
                continue
            for value in (-1, argument.size):
                values = [0] * len(translator.spec.arguments)
                values[position] = value
                with pytest.raises(ValueError, match=f"{argument.name}={value} is outside"):
                    translator.function_call(Action(index, tuple(values)))


@pytest.mark.parametrize("name", SETS)
def test_flags_are_those_of_a_search_function_by_function(name: str) -> None:
    translator, rng = translator_of(name), np.random.default_rng(1)
    for _ in range(5):
        available = rng.choice(len(actions.FUNCTIONS), 40, replace=False)
        slow = [actions.FUNCTIONS[f.name].id in available for f in translator.spec.functions]
        assert translator.flags(available).tolist() == slow
    assert not translator.flags(np.array([], np.int32)).any()


def test_functions_that_are_not_available_are_never_drawn() -> None:
    spec, rng = translator_of("all").spec, np.random.default_rng(2)
    available = np.zeros((1, 573), bool)
    available[0, rng.choice(573, 9, replace=False)] = True
    logits = rng.normal(size=(1, 573)) + 20 * ~available  # the others are far more attractive
    policy = ActionDistribution(
        spec,
        tf.constant(logits, tf.float32),
        [tf.zeros((1, argument.size)) for argument in spec.arguments],
        tf.constant(available),
    )
    noise = rng.random((200, 1, 1 + len(spec.arguments)), np.float32)
    drawn = {int(policy.sample(tf.constant(row))[0, 0]) for row in noise}
    assert drawn == set(np.flatnonzero(available[0]).tolist())


def test_an_unknown_set_is_named_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"unknown action_set 'zerg'; known are all, banelings"):
        action_set("zerg")
