"""Environments of Gymnasium and dm_env."""

import pathlib
from typing import Any

import dm_env
import gymnasium
import numpy as np
import pytest
from dm_env import specs
from gymnasium import spaces

from a3c_tf import (
    Action,
    ArraySpec,
    DmEnvEnvironment,
    GymnasiumEnvironment,
    check_env,
    preset_config,
    read_episode_logs,
    register_env,
    train,
)
from a3c_tf.envs import registry
from a3c_tf.errors import ConfigError


@pytest.fixture(autouse=True)
def _restore_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))


class Scripted(gymnasium.Env):
    """Any spaces; the observation is what the test puts there, in one and the same array."""

    metadata = {"render_modes": ["rgb_array"]}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, observation_space: Any, action_space: Any, length: int = 4) -> None:
        self.observation_space = observation_space
        self.action_space = action_space
        self.render_mode = None
        self.observation = observation_space.sample()
        self.length = length
        self.ends: tuple[bool, bool] = (True, False)  # terminated, truncated
        self.info: dict[str, Any] = {}
        self.actions: list[Any] = []
        self.seeds: list[Any] = []
        self.closed = 0
        self._steps = 0

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        self.seeds.append(seed)
        self._steps = 0
        return self.observation, self.info

    def step(self, action: Any) -> Any:
        self.actions.append(action)
        self._steps += 1
        over = self._steps == self.length
        terminated, truncated = self.ends if over else (False, False)
        return self.observation, np.float64(0.5), terminated, truncated, self.info

    def render(self) -> Any:
        return np.zeros((4, 6, 3), np.uint8)

    def close(self) -> None:
        self.closed += 1


VECTOR = spaces.Box(-1.0, 1.0, (3,))
TWO = spaces.Discrete(2)


def wrap(env: gymnasium.Env, **options: Any) -> GymnasiumEnvironment:
    return GymnasiumEnvironment(env, **options)


class TestGymnasium:
    @pytest.mark.parametrize(
        ("space", "value", "form", "encoded"),
        [
            (spaces.Box(-1, 1, (2,)), [0.5, -0.5], ((2,), "float32"), [0.5, -0.5]),
            (spaces.Box(-1, 1, (2,), np.float64), [0.5, 1.0], ((2,), "float32"), [0.5, 1.0]),
            (spaces.Box(0, 255, (2,), np.uint8), [7, 255], ((2,), "uint8"), [7, 255]),
            (spaces.Box(0, 9, (), np.int64), 4, ((1,), "float32"), [4.0]),
            (spaces.Discrete(3), np.int64(2), ((3,), "float32"), [0, 0, 1]),
            (spaces.Discrete(3, start=-1), -1, ((3,), "float32"), [1, 0, 0]),
            (spaces.MultiDiscrete([2, 3]), [1, 0], ((5,), "float32"), [0, 1, 1, 0, 0]),
            (spaces.MultiDiscrete([[2], [2]]), [[1], [1]], ((4,), "float32"), [0, 1, 0, 1]),
            (
                spaces.MultiDiscrete([2, 3], start=[5, 6]),
                [5, 8],
                ((5,), "float32"),
                [1, 0, 0, 0, 1],
            ),
            (spaces.MultiBinary(3), [1, 0, 1], ((3,), "float32"), [1, 0, 1]),
        ],
    )
    def test_vectors(self, space: Any, value: Any, form: Any, encoded: Any) -> None:
        source = Scripted(space, TWO)
        source.observation = value
        env = wrap(source)
        assert env.observation_spec == {"observation": ArraySpec(*form)}
        array = env.reset().observation["observation"]
        assert array.tolist() == encoded
        assert (array.shape, array.dtype.name) == form

    @pytest.mark.parametrize(
        ("shape", "dtype", "form"),
        [
            ((5, 4, 3), np.uint8, (5, 4, 3)),
            ((5, 4), np.uint8, (5, 4, 1)),
            ((5, 4), np.float64, (5, 4, 1)),
            ((2, 5, 4, 3), np.float32, (120,)),
        ],
    )
    def test_images(self, shape: Any, dtype: Any, form: Any) -> None:
        source = Scripted(spaces.Box(0, 1, shape, dtype), TWO)
        source.observation = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
        timestep = wrap(source).reset()
        array = timestep.observation["observation"]
        assert array.shape == form
        assert array.dtype == (np.uint8 if dtype == np.uint8 else np.float32)
        assert array.reshape(-1).tolist() == list(range(int(np.prod(shape))))

    def test_nested_spaces_give_an_observation_for_each_part(self) -> None:
        space = spaces.Dict(
            {"screen": spaces.Box(0, 255, (4, 4, 1), np.uint8), "me": spaces.Tuple([VECTOR, TWO])}
        )
        env = wrap(Scripted(space, TWO))
        assert env.observation_spec == {
            "me_0": ArraySpec((3,), "float32"),
            "me_1": ArraySpec((2,), "float32"),
            "screen": ArraySpec((4, 4, 1), "uint8"),
        }
        assert set(env.reset().observation) == set(env.observation_spec)

    def test_parts_that_would_have_one_name_are_refused(self) -> None:
        space = spaces.Dict({"a": spaces.Dict({"b": VECTOR}), "a_b": VECTOR})
        with pytest.raises(ConfigError, match="named 'a_b'"):
            wrap(Scripted(space, TWO))

    def test_discrete_actions_are_functions_and_begin_at_the_spaces_start(self) -> None:
        source = Scripted(VECTOR, spaces.Discrete(3, start=5))
        env = wrap(source, action_names=["left", "stay", "right"])
        assert [function.name for function in env.action_spec.functions] == [
            "left",
            "stay",
            "right",
        ]
        env.reset()
        env.step(Action(0))
        env.step(Action(2))
        assert source.actions == [5, 7]
        assert all(source.action_space.contains(action) for action in source.actions)

    @pytest.mark.parametrize(
        ("space", "expected"),
        [
            (spaces.MultiDiscrete([3, 2]), [2, 1]),
            (spaces.MultiDiscrete([3, 2], start=[10, 20]), [12, 21]),
            (spaces.MultiDiscrete([[3], [2]]), [[2], [1]]),
        ],
    )
    def test_several_numbers_are_arguments_of_one_function(self, space: Any, expected: Any) -> None:
        source = Scripted(VECTOR, space)
        env = wrap(source)
        assert len(env.action_spec.functions) == 1
        assert [argument.shape for argument in env.action_spec.arguments] == [(3,), (2,)]
        env.reset()
        env.step(Action(0, (2, 1)))
        assert source.actions[0].tolist() == expected
        assert space.contains(source.actions[0])

    @pytest.mark.parametrize(
        ("ends", "discount"), [((True, False), 0.0), ((False, True), 1.0), ((True, True), 0.0)]
    )
    def test_a_time_limit_is_no_end_of_the_task(self, ends: Any, discount: float) -> None:
        source = Scripted(VECTOR, TWO, length=2)
        source.ends = ends
        env = wrap(source)
        first = env.reset()
        assert (first.reward, first.discount, first.last, first.info) == (
            0.0,
            1.0,
            False,
            {"score": 0.0},
        )
        middle, last = env.step(Action(0)), env.step(Action(0))
        assert (middle.discount, middle.last) == (1.0, False)
        assert (last.discount, last.last, last.reward) == (discount, True, 0.5)
        assert last.info == {"score": 1.0}
        assert type(last.reward) is float
        assert env.reset().info == {"score": 0.0}

    def test_arrays_are_the_callers_to_keep(self) -> None:
        source = Scripted(VECTOR, TWO)
        source.observation = np.zeros(3, np.float32)
        env = wrap(source)
        kept = env.reset().observation["observation"]
        source.observation[:] = 9.0
        assert kept.tolist() == [0.0, 0.0, 0.0]

    def test_the_seed_reaches_the_environment(self) -> None:
        source = Scripted(VECTOR, TWO)
        env = wrap(source)
        env.reset(7)
        env.reset()
        assert source.seeds == [7, None]
        cart = [wrap(gymnasium.make("CartPole-v1")).reset(3).observation for _ in range(2)]
        np.testing.assert_array_equal(cart[0]["observation"], cart[1]["observation"])

    def test_an_action_mask_says_what_is_available(self) -> None:
        source = Scripted(VECTOR, spaces.Discrete(3), length=2)
        source.info = {"action_mask": np.array([1, 0, 1], np.int8)}
        env = wrap(source)
        first, second, last = env.reset(), env.step(Action(0)), env.step(Action(0))
        assert first.function_mask.tolist() == second.function_mask.tolist() == [True, False, True]
        assert last.function_mask.all(), "nothing is chosen any more"
        source.info["action_mask"][:] = 0
        assert first.function_mask.tolist() == [True, False, True]

    def test_pictures_where_the_environment_draws_them(self) -> None:
        source = Scripted(VECTOR, TWO)
        env = wrap(source)
        assert env.render() is None
        source.render_mode = "rgb_array"
        picture = env.render()
        assert picture is not None and picture.shape == (4, 6, 3)

    def test_it_is_closed_once(self) -> None:
        source = Scripted(VECTOR, TWO)
        env = wrap(source)
        env.close()
        env.close()
        assert source.closed == 1

    @pytest.mark.parametrize(
        ("make", "named"),
        [
            (lambda: Scripted(VECTOR, spaces.Box(-1, 1, (2,))), "Discrete and MultiDiscrete"),
            (lambda: Scripted(spaces.Text(5), TWO), "Text space"),
            (lambda: gymnasium.make_vec("CartPole-v1", 2), "takes one gymnasium.Env"),
            (lambda: "CartPole-v1", "not str"),
        ],
    )
    def test_what_is_not_supported_is_named(self, make: Any, named: str) -> None:
        with pytest.raises(ConfigError, match=named):
            wrap(make())

    def test_names_must_fit(self) -> None:
        with pytest.raises(ConfigError, match="2 actions need as many names"):
            wrap(Scripted(VECTOR, TWO), action_names=["one"])
        with pytest.raises(ConfigError, match="names are for"):
            wrap(Scripted(VECTOR, spaces.MultiDiscrete([2, 2])), action_names=["one", "two"])

    @pytest.mark.parametrize("name", ["CartPole-v1", "FrozenLake-v1", "Blackjack-v1", "Acrobot-v1"])
    def test_gymnasiums_own_environments_keep_the_contract(self, name: str) -> None:
        check_env(wrap(gymnasium.make(name)))

    def test_pictures_of_a_real_environment_keep_the_contract(self) -> None:
        check_env(wrap(gymnasium.make("FrozenLake-v1", render_mode="rgb_array")), max_steps=20)


class Counter(dm_env.Environment):
    """Counts to four; the action adds to it. All specs are the test's."""

    def __init__(self, actions: Any, observations: Any, discount: float = 0.0) -> None:
        self._actions, self._observations, self._discount = actions, observations, discount
        self.taken: list[Any] = []
        self.closed = 0
        self.steps = 0

    def action_spec(self) -> Any:
        return self._actions

    def observation_spec(self) -> Any:
        return self._observations

    def _observe(self) -> Any:
        return _zeros(self._observations)

    def reset(self) -> dm_env.TimeStep:
        self.steps = 0
        return dm_env.restart(self._observe())

    def step(self, action: Any) -> dm_env.TimeStep:
        self.taken.append(action)
        self.steps += 1
        if self.steps < 4:
            return dm_env.transition(1.5, self._observe(), 0.75)
        return dm_env.TimeStep(dm_env.StepType.LAST, 1.5, self._discount, self._observe())

    def close(self) -> None:
        self.closed += 1


def _zeros(spec: Any) -> Any:
    if isinstance(spec, dict):
        return {key: _zeros(part) for key, part in spec.items()}
    return np.zeros(spec.shape, spec.dtype)


ONE = specs.DiscreteArray(3)
NUMBERS = specs.Array((2,), np.float64)


class TestDmEnv:
    def test_time_steps_keep_the_environments_discounts(self) -> None:
        for discount in (0.0, 1.0):
            env = DmEnvEnvironment(Counter(ONE, NUMBERS, discount))
            timesteps = [env.reset(), *(env.step(Action(0)) for _ in range(4))]
            assert [t.reward for t in timesteps] == [0.0, 1.5, 1.5, 1.5, 1.5]
            assert [t.discount for t in timesteps] == [1.0, 0.75, 0.75, 0.75, discount]
            assert [t.last for t in timesteps] == [False] * 4 + [True]
            assert timesteps[-1].info == {"score": 6.0}

    @pytest.mark.parametrize(
        ("spec", "action", "expected"),
        [
            (specs.DiscreteArray(3), Action(2), 2),
            (specs.BoundedArray((), np.int32, 4, 6), Action(1), 5),
            (specs.BoundedArray((2,), np.int32, 0, [2, 1]), Action(0, (2, 1)), [2, 1]),
            (specs.BoundedArray((2, 1), np.int64, -1, 1), Action(0, (0, 2)), [[-1], [1]]),
            ({"b": ONE, "a": specs.DiscreteArray(2)}, Action(0, (2, 1)), {"b": 2, "a": 1}),
            ([ONE, specs.DiscreteArray(2)], Action(0, (2, 1)), [2, 1]),
            ((ONE, ONE), Action(0, (2, 1)), (2, 1)),
        ],
    )
    def test_whole_numbers_in_any_arrangement(
        self, spec: Any, action: Action, expected: Any
    ) -> None:
        source = Counter(spec, NUMBERS)
        env = DmEnvEnvironment(source)
        assert len(env.action_spec.arguments) == len(action.arguments)
        env.reset()
        env.step(action)
        taken = source.taken[0]
        assert (taken.tolist() if isinstance(taken, np.ndarray) else taken) == expected
        assert type(taken) is type(expected) or isinstance(taken, np.ndarray)

    def test_observations_by_their_keys(self) -> None:
        nested = {
            "board": specs.Array((4, 5), np.float32),
            "unit": {"type": specs.DiscreteArray(3), "on": specs.BoundedArray((), bool, 0, 1)},
        }
        env = DmEnvEnvironment(Counter(ONE, nested))
        assert env.observation_spec == {
            "board": ArraySpec((4, 5, 1), "float32"),
            "unit_type": ArraySpec((3,), "float32"),
            "unit_on": ArraySpec((1,), "float32"),
        }
        assert env.reset().observation["unit_type"].tolist() == [1.0, 0.0, 0.0]

    @pytest.mark.parametrize(
        ("actions", "observations", "named"),
        [
            (specs.BoundedArray((2,), np.float32, 0, 1), NUMBERS, "whole numbers"),
            ({"a": {"b": ONE}}, NUMBERS, "whole numbers"),
            (ONE, specs.StringArray(()), "arrays of numbers"),
        ],
    )
    def test_what_is_not_supported_is_named(
        self, actions: Any, observations: Any, named: str
    ) -> None:
        with pytest.raises(ConfigError, match=named):
            DmEnvEnvironment(Counter(actions, observations))

    def test_only_dm_env_is_wrapped(self) -> None:
        with pytest.raises(ConfigError, match=r"takes a dm_env\.Environment, not CartPole"):
            DmEnvEnvironment(gymnasium.make("CartPole-v1").unwrapped)  # type: ignore[arg-type]

    def test_it_keeps_the_contract_and_draws_what_it_is_given(self) -> None:
        source = Counter(ONE, {"a": NUMBERS})
        picture = np.full((2, 2, 3), 7, np.uint8)
        env = DmEnvEnvironment(source, render=lambda: picture)
        drawn = env.render()
        assert drawn is not None and (drawn == 7).all() and drawn is not picture
        assert DmEnvEnvironment(source).render() is None
        check_env(env)
        assert source.closed == 1


def test_cartpole_is_learned_by_the_real_trainer(tmp_path: pathlib.Path) -> None:
    """One worker, so that it is the same run every time."""
    register_env(
        "cartpole",
        lambda config, seed, worker: GymnasiumEnvironment(gymnasium.make("CartPole-v1")),
    )
    config = preset_config(
        "cartpole",
        steps=10_000,
        workers=1,
        optimizer="adam",
        optimizer_epsilon=1e-7,
        learning_rate=3e-3,
        t_max=16,
        entropy_cost=0.0,
        reward_scale=0.1,
        run_dir=str(tmp_path),
    )
    train(config)
    returns = [episode.reward for episode in read_episode_logs(tmp_path)]
    assert np.mean(returns[:20]) < 40.0, "at first it is near chance"
    assert np.mean(returns[-10:]) > 150.0
