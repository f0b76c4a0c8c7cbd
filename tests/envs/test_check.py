"""check_env: environments with one fault each, and environments without."""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pytest

from a3c_tf import Environment, TimeStep, check_env, make_env
from a3c_tf.envs.toys import Bandit, Click
from a3c_tf.errors import ContractError
from a3c_tf.specs import Action, ActionSpec, ArgumentSpec, ArraySpec, FunctionSpec, ObservationSpec


class Faulty(Bandit):
    """A sound environment in which a test may replace parts of what comes back."""

    def __init__(
        self,
        reset: Callable[[TimeStep], Any] = lambda timestep: timestep,
        step: Callable[[TimeStep], Any] = lambda timestep: timestep,
    ) -> None:
        super().__init__(seed=0)
        self._change_reset, self._change_step = reset, step

    def reset(self, seed: int | None = None) -> Any:
        return self._change_reset(super().reset(seed))

    def step(self, action: Action) -> Any:
        return self._change_step(super().step(action))


def both(**changes: Any) -> dict[str, Callable[[TimeStep], Any]]:
    def change(timestep: TimeStep) -> TimeStep:
        return timestep._replace(**changes)

    return {"reset": change, "step": change}


def with_observation(array: Any) -> dict[str, Callable[[TimeStep], Any]]:
    return both(observation={"vector": array})


@pytest.mark.parametrize("name", ["toy_bandit", "toy_corridor", "toy_click", "toy_time_limit"])
def test_toys_are_sound(name: str) -> None:
    check_env(make_env(name, seed=0), episodes=4)


def test_mario_is_sound() -> None:
    check_env(make_env("mario"), max_steps=60)


def test_sound_values_may_be_numpys() -> None:
    def as_numpy(timestep: TimeStep) -> TimeStep:
        return timestep._replace(
            reward=np.float32(timestep.reward), discount=1, last=np.bool_(timestep.last)
        )

    check_env(Faulty(reset=as_numpy, step=as_numpy))


VECTOR = np.zeros(4, np.float32)
FAULTS = {
    "timestep": ({"reset": lambda t: t.observation}, "reset returned a dict, not a TimeStep"),
    "step's timestep": ({"step": tuple}, "step returned a tuple, not a TimeStep"),
    "first last": ({"reset": lambda t: t._replace(last=True)}, "reset returned last=True"),
    "first reward": ({"reset": lambda t: t._replace(reward=1.0)}, "the reward 1.0, not 0.0"),
    "first discount": ({"reset": lambda t: t._replace(discount=0.5)}, "discount 0.5, not 1.0"),
    "observation": (both(observation=VECTOR), "a ndarray as the observation, not a dict"),
    "names": (both(observation={"image": VECTOR}), r"observations \['image'\], but the spec has"),
    "list": (with_observation([0.0] * 4), "a list as the observation 'vector', not a NumPy array"),
    "shape": (with_observation(np.zeros(5, np.float32)), r"float32 \(5,\), but the spec says"),
    "dtype": (with_observation(np.zeros(4)), r"float64 \(4,\), but the spec says float32 \(4,\)"),
    "nan": (with_observation(np.full(4, np.nan, np.float32)), "'vector' with NaN or infinity"),
    "mask shape": (both(function_mask=np.ones(3, bool)), r"bool array of shape \(4,\)"),
    "mask dtype": (both(function_mask=np.ones(4)), r"bool array of shape \(4,\)"),
    "mask list": (both(function_mask=[True] * 4), r"bool array of shape \(4,\)"),
    "empty mask": (both(function_mask=np.zeros(4, bool)), "allows no function at all"),
    "reward": ({"step": lambda t: t._replace(reward=np.nan)}, "reward nan, which is not a finite"),
    "no reward": ({"step": lambda t: t._replace(reward=None)}, "reward None, which is not a fin"),
    "discount": ({"step": lambda t: t._replace(discount=1.1)}, "discount 1.1, which is not a num"),
    "bool": ({"step": lambda t: t._replace(discount=True)}, "discount True, which is not a num"),
    "last": ({"step": lambda t: t._replace(last=None)}, "last=None, which is neither True nor"),
    "early end": ({"step": lambda t: t._replace(discount=0.0, last=False)}, "but last=False"),
    "info": ({"step": lambda t: t._replace(info=None)}, "it must be a mapping that holds 'score'"),
    "score": ({"step": lambda t: t._replace(info={"x": 1.0})}, "that holds 'score'"),
    "totals": (
        {"step": lambda t: t._replace(info={"score": 1.0, "name": "x"})},
        r"info\['name'\] = 'x', which is not a finite number",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named(fault: str) -> None:
    changes, message = FAULTS[fault]
    with pytest.raises(ContractError, match=message):
        check_env(Faulty(**changes))


class OneArray(Bandit):
    """Writes every observation into the same array."""

    def _observe(self) -> Any:
        if not hasattr(self, "_array"):
            self._array = np.zeros(self.CUES, np.float32)
        self._array[:] = 0.0
        self._array[self._cue] = 1.0
        return {"vector": self._array}


class OneWindow(Bandit):
    """Returns overlapping views of one recording, which stays as it is."""

    recording = np.zeros(10_000, np.float32)
    _at = 0

    def _observe(self) -> Any:
        self._at += 1
        return {"vector": self.recording[self._at : self._at + self.CUES]}


class OneMask(Bandit):
    """Keeps its mask and hands it out."""

    def _timestep(self, outcome: Any) -> TimeStep:
        return super()._timestep(outcome)._replace(function_mask=self._mask)

    def _available(self) -> Any:
        mask = super()._available()
        self._mask[:] = mask
        return self._mask


class NoSeed(Bandit):
    def reset(self) -> TimeStep:  # type: ignore[override]
        return super().reset()


class ClosesOnce(Bandit):
    closed = False

    def close(self) -> None:
        if self.closed:
            raise RuntimeError("already closed")
        self.closed = True


class ChangingSpec(Bandit):
    _names = 0

    @property  # type: ignore[misc]
    def observation_spec(self) -> Any:
        self._names += 1
        return {"vector": ArraySpec((4,), "float32" if self._names < 9 else "float64")}


class SilentAboutArguments(Click):
    def describe_arguments(self, action: Action) -> dict[str, Any]:
        return {}


class GreyPicture(Bandit):
    def render(self) -> Any:
        return np.zeros((4, 4), np.uint8)


class TextPicture(Bandit):
    def render(self) -> Any:
        return "o-o"


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (OneArray, "'vector' of one time step is written again by the next step"),
        (OneWindow, "'vector' of one time step is written again by the next step"),
        (OneMask, "function_mask of one time step is written again"),
        (NoSeed, "reset must take a seed"),
        (ClosesOnce, "close must do nothing the second time"),
        (ChangingSpec, "the specs have changed"),
        (SilentAboutArguments, r"describe_arguments\(.*\) returned {}; it must name \['screen'\]"),
        (GreyPicture, r"or None, not uint8 \(4, 4\)"),
        (TextPicture, "or None, not a str"),
    ],
)
def test_each_broken_environment_is_found(broken: type[Bandit], message: str) -> None:
    with pytest.raises(ContractError, match=message):
        check_env(broken(seed=0), episodes=6)


def no_specs(observation_spec: Any = None, action_spec: Any = None) -> Environment:
    class Described(Bandit):
        pass

    Described.observation_spec = observation_spec or Bandit.observation_spec  # type: ignore[misc]
    Described.action_spec = action_spec or Bandit.action_spec
    return Described(seed=0)


DO = FunctionSpec("do", ("what",))


@pytest.mark.parametrize(
    ("specs", "message"),
    [
        ({"observation_spec": [1]}, "must be a mapping of at least one name"),
        ({"observation_spec": {1: ArraySpec((4,), "float32")}}, "must map a name to an ArraySpec"),
        ({"observation_spec": {"a": (4,)}}, "must map a name to an ArraySpec"),
        ({"observation_spec": {"a": ArraySpec((0,), "uint8")}}, "whole numbers above 0"),
        ({"observation_spec": {"a": ArraySpec((4,), "number")}}, "dtype 'number', which NumPy"),
        (
            {"observation_spec": {"a": ArraySpec((2, 2, 1), "uint8", (-1,))}},
            "whole numbers of categories",
        ),
        ({"action_spec": ActionSpec(())}, "action_spec has no function"),
        (
            {"action_spec": ActionSpec((FunctionSpec("do"),), (ArgumentSpec("what", (3,)),))},
            "no function takes the argument 'what'",
        ),
        ({"action_spec": ActionSpec((DO,), (ArgumentSpec("what", (2, 3, 4)),))}, "has the shape"),
    ],
)
def test_each_unusable_spec_is_named(specs: dict[str, Any], message: str) -> None:
    with pytest.raises(ContractError, match=message):
        check_env(no_specs(**specs))


class Categories(Bandit):
    """An image with a quantity, a flag and one of five categories."""

    observation_spec: ClassVar[ObservationSpec] = {
        "map": ArraySpec((2, 3, 3), "float32", (0, 2, 5))
    }
    values: tuple[float, float, float]

    def _observe(self) -> Any:
        image = np.zeros((2, 3, 3), np.float32)
        image[1, 2] = self.values
        return {"map": image}


@pytest.mark.parametrize("values", [(0.5, 1, 4), (-7.5, 0, 0), (60, 1, 3)])
def test_categories_within_their_number_and_any_quantity_are_sound(values: Any) -> None:
    env = Categories(seed=0)
    env.values = values
    check_env(env)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((0, 0, 5), r"'map' with \[5.0\] in channel 2, whose categories are 0\.\.4"),
        ((0, 0, -1), r"with \[-1.0\] in channel 2"),
        ((0, 0, 2.5), r"with \[2.5\] in channel 2"),
        ((0, 2, 0), r"with \[2.0\] in channel 1, whose categories are 0\.\.1"),
    ],
)
def test_a_category_that_the_spec_does_not_have_is_named(values: Any, message: str) -> None:
    env = Categories(seed=0)
    env.values = values
    with pytest.raises(ContractError, match=message):
        check_env(env)


def test_what_is_no_environment_is_refused() -> None:
    with pytest.raises(ContractError, match=r"an int is not an a3c_tf\.Environment"):
        check_env(3)  # type: ignore[arg-type]


def test_an_action_spec_of_another_kind_is_refused() -> None:
    class Numbers(Bandit):
        action_spec = 4  # type: ignore[assignment]

        def _all_functions(self) -> Any:
            return np.ones(4, bool)

    with pytest.raises(ContractError, match="action_spec is an int, not an ActionSpec"):
        check_env(Numbers(seed=0))


def test_large_numbers_are_a_warning() -> None:
    with pytest.warns(UserWarning, match="'vector' has values as large as 5000") as warned:
        check_env(Faulty(**large(5_000.0)))
    assert len(warned) == 1, "once is enough"


def large(value: float) -> dict[str, Callable[[TimeStep], Any]]:
    def change(timestep: TimeStep) -> TimeStep:
        return timestep._replace(observation={"vector": np.full(4, value, np.float32)})

    return {"reset": change, "step": change}


def test_the_environment_is_closed_whatever_was_found() -> None:
    closed = []

    class Closing(Faulty):
        def close(self) -> None:
            closed.append(self)

    with pytest.raises(ContractError):
        check_env(Closing(**both(function_mask=None)))
    assert len(closed) == 1
    check_env(Closing())
    assert len(closed) == 3
