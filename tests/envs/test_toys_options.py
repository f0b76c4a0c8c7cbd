import numpy as np
import pytest
from environment_contract import check_contract, play, random_action

from a3c_tf.envs.registry import make_env
from a3c_tf.envs.toys_options import Drift, Recall
from a3c_tf.specs import Action

TOYS = ["toy_recall", "toy_drift"]


@pytest.mark.parametrize("name", TOYS)
def test_contract(name):
    check_contract(make_env(name, seed=1))


@pytest.mark.parametrize(("name", "mean", "tolerance"), [("toy_recall", 0.25, 0.07)])
def test_random_play_has_the_documented_score(name, mean, tolerance):
    env, rng = make_env(name, seed=0), np.random.default_rng(0)
    scores = [
        play(env, lambda t: random_action(env.action_spec, t.function_mask, rng))[-1].info["score"]
        for _ in range(400)
    ]
    assert np.mean(scores) == pytest.approx(mean, abs=tolerance)


@pytest.mark.parametrize("seed", range(5))
def test_recall_pays_for_the_cue_and_shows_it_only_at_the_start(seed):
    env = Recall()
    timestep = env.reset(seed)
    cue = int(timestep.observation["vector"].argmax())
    shown = [timestep.observation["vector"]]
    while not timestep.last:
        timestep = env.step(Action(cue if len(shown) == Recall.DELAY + 2 else 0))
        shown.append(timestep.observation["vector"])
    assert timestep.reward == timestep.info["score"] == 1.0
    assert [vector[:4].any() for vector in shown] == [True] + [False] * (Recall.DELAY + 2)
    assert [vector[4] for vector in shown].index(1.0) == Recall.DELAY + 1


def test_the_paying_function_of_drift_moves_on_after_its_period():
    env = Drift(seed=1)
    for function in range(Drift.FUNCTIONS):
        rewards = []
        while len(rewards) < Drift.PERIOD:
            timesteps = play(env, lambda _, f=function: Action(f))
            rewards += [timestep.reward for timestep in timesteps[1:]]
        assert set(rewards) == {1.0}
