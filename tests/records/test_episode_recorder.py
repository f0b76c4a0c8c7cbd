import math

import numpy as np

from a3c_tf.envs.environment import TimeStep
from a3c_tf.records.episode_log_format import LoggedAction
from a3c_tf.records.episode_recorder import EpisodeRecorder
from a3c_tf.specs import Action, ActionSpec, ArgumentSpec, FunctionSpec

SPEC = ActionSpec(
    (FunctionSpec("no_op"), FunctionSpec("Move_screen", ("queued", "screen"))),
    (ArgumentSpec("screen", (6, 8)), ArgumentSpec("queued", (2,))),
)


def describe(action: Action) -> dict[str, object]:
    screen = SPEC.arguments[0]
    if action.function == 0:
        return {}
    return {"queued": action.arguments[1], "screen": screen.to_point(action.arguments[0])}


def timestep(reward: float, last: bool = False, **info: float) -> TimeStep:
    return TimeStep({}, np.ones(2, bool), reward, 1.0, last, info)


def recorder_with_clock(*times: float) -> EpisodeRecorder:
    return EpisodeRecorder(SPEC, describe, clock=iter(times).__next__)


def test_an_episode_becomes_a_record() -> None:
    recorder = recorder_with_clock(100.0, 112.5)
    recorder.add(timestep(0.0, score=0, collected_minerals=0), Action(0, (0, 0)))
    recorder.add_update({"policy_loss": 1.0, "value_loss": 4.0, "entropy": 0.5})
    recorder.add(
        timestep(5.0, score=5, collected_minerals=5, collected_gas=1),
        Action(1, (8 * 2 + 7, 1)),
        random_position=True,
    )
    recorder.add_update({"policy_loss": 2.0, "value_loss": 5.0, "entropy": 1.5})
    recorder.add(timestep(-1.0, last=True, score=9, collected_minerals=9, collected_gas=2), None)
    record = recorder.finish(num_global=12, num_agent=3)
    assert (record.num_global, record.num_agent) == (12, 3)
    assert (record.steps, record.reward, record.seconds) == (2, 4.0, 12.5)
    assert (record.loss_actor, record.loss_critic, record.entropy) == (1.5, 4.5, 1.0)
    assert record.totals == {"score": 9, "collected_minerals": 9, "collected_gas": 2}
    assert record.actions == [
        LoggedAction("no_op"),
        LoggedAction("Move_screen", 7, 2, False, True, 5, 1, {"queued": 1, "screen": (7, 2)}),
    ]


def test_episodes_do_not_mix() -> None:
    recorder = recorder_with_clock(1.0, 2.0, 5.0, 9.0)
    recorder.add(timestep(0.0), Action(0, (0, 0)))
    recorder.add_update({"policy_loss": 1.0, "value_loss": 4.0, "entropy": 0.5})
    recorder.add(timestep(7.0, last=True), None)
    recorder.finish(1, 1)
    recorder.add(timestep(0.0), Action(0, (0, 0)))
    recorder.add(timestep(2.0, last=True), None)
    second = recorder.finish(2, 2)
    assert (second.reward, second.steps, second.seconds) == (2.0, 1, 4.0)
    assert math.isnan(second.loss_actor)


def test_a_broken_off_episode_is_forgotten() -> None:
    recorder = recorder_with_clock(1.0, 5.0, 9.0)
    recorder.add(timestep(50.0), Action(0, (0, 0)))
    recorder.abandon_episode()
    recorder.add(timestep(0.0), Action(0, (0, 0)))
    recorder.add(timestep(2.0, last=True), None)
    record = recorder.finish(1, 1)
    assert (record.reward, record.steps, record.seconds) == (2.0, 1, 4.0)
