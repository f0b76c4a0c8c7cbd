"""Hyper-parameters that change over a run: their formulas, and that the learner gets them."""

import math

import pytest

from a3c_tf.config import Config
from a3c_tf.errors import ConfigError
from a3c_tf.learning.entropy_control import EntropyControl
from a3c_tf.learning.schedules import Schedules, value_at
from a3c_tf.learning.step_counter import StepCounter


def schedules_at(step: int, **options: object) -> Schedules:
    config = Config().override({"steps": 1_000, **options})
    return Schedules(config, StepCounter(config.steps, step))


@pytest.mark.parametrize(
    ("shape", "at_half"), [("constant", 4.0), ("linear", 2.5), ("exponential", 2.0)]
)
def test_each_shape_goes_from_its_first_value_to_its_last(shape, at_half):
    ends = 4.0 if shape == "constant" else 1.0
    values = [value_at(shape, 4.0, 1.0, progress) for progress in (0.0, 0.5, 1.0, 1.5)]
    assert values == pytest.approx([4.0, at_half, ends, ends])


@pytest.mark.parametrize("step", [0, 1, 250, 999])
def test_an_exponential_schedule_changes_by_the_same_factor_each_step(step):
    def rate(step):
        options = {"learning_rate_schedule": "exponential", "learning_rate_final": 1e-5}
        return schedules_at(step, learning_rate=1e-2, **options).learning_rate

    assert rate(step + 1) / rate(step) == pytest.approx(1e-3 ** (1 / 1_000))


def test_learning_rate_and_entropy_cost_follow_their_own_schedules():
    now = schedules_at(
        500,
        learning_rate=1.0,
        learning_rate_final=0.1,
        entropy_cost=0.2,
        entropy_cost_schedule="linear",
        entropy_cost_final=0.1,
    )
    assert now.learning_rate == pytest.approx(0.55)
    assert now.entropy_cost == pytest.approx(0.15)


@pytest.mark.parametrize(("step", "rate"), [(0, 0.43), (200, 0.24), (400, 0.05), (900, 0.05)])
def test_exploration_decays_over_its_share_of_the_run(step, rate):
    now = schedules_at(
        step, exploration_rate=0.43, exploration_final=0.05, exploration_fraction=0.4
    )
    assert now.exploration_rate == pytest.approx(rate)


def test_a_target_entropy_moves_the_cost_against_the_error_and_is_resumed():
    now = schedules_at(0, target_entropy=0.5, entropy_cost=0.01)
    now.observe({"entropy": 0.2})
    assert now.entropy_cost == pytest.approx(0.01 * math.exp(0.01 * 0.3))
    now.observe({"entropy": 1.5})
    cost = now.entropy_cost
    assert cost == pytest.approx(0.01 * math.exp(0.01 * (0.3 - 1.0)))
    config = Config(target_entropy=0.5, entropy_cost=0.01)
    assert Schedules(config, StepCounter(10), cost).entropy_cost == pytest.approx(cost)


def test_without_a_target_entropies_change_nothing():
    now = schedules_at(0, entropy_cost=0.01)
    now.observe({"entropy": 0.0})
    assert now.entropy_cost == 0.01


def test_an_adapted_cost_stays_within_reason():
    control = EntropyControl(1.0, 1e6)
    for _ in range(10):
        control.observe(0.0)
    assert control.cost == pytest.approx(1e2)
    for _ in range(10):
        control.observe(1e7)
    assert control.cost == pytest.approx(1e-8)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"learning_rate_schedule": "exponential"}, "learning_rate_final above 0"),
        (
            {
                "entropy_cost": 0.0,
                "entropy_cost_schedule": "exponential",
                "entropy_cost_final": 1e-3,
            },
            "needs entropy_cost and",
        ),
        ({"target_entropy": 0.1, "entropy_cost": 0.0}, "must begin above 0"),
        ({"target_entropy": 0.1, "entropy_cost_schedule": "linear"}, "choose one"),
        ({"off_policy": "vtrace", "weights": "snapshot"}, "off_policy=vtrace has no effect"),
        ({"exploration_fraction": 0.0}, "exploration_fraction must be above 0"),
        ({"reward_clip": -1.0}, "reward_clip must be at least 0"),
    ],
)
def test_combinations_without_sense_are_refused(options, message):
    with pytest.raises(ConfigError, match=message):
        Config().override(options)
