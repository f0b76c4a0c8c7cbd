import numpy as np
import pytest
from environment_contract import check_contract, play, random_action

from a3c_tf.envs.registry import make_env
from a3c_tf.envs.toys_options import Drift, Recall, Tunnel
from a3c_tf.specs import Action

TOYS = ["toy_recall", "toy_drift", "toy_tunnel"]


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


def test_the_tunnel_pays_at_its_end_alone_and_is_cut_before_a_walk_that_turns_back():
    timesteps = play(Tunnel(), lambda _: Action(1))
    assert [t.reward for t in timesteps] == [0.0] * 23 + [1.0]
    assert timesteps[-1].discount == 0.0 and timesteps[-1].info["score"] == 1.0
    timesteps = play(Tunnel(), lambda _: Action(0))
    assert len(timesteps) - 1 == Tunnel.TIME_LIMIT
    assert timesteps[-1].discount == 1.0 and timesteps[-1].info["score"] == 0.0
    assert all(t.observation["vector"][0] == 1.0 for t in timesteps)


def test_a_random_walk_reaches_the_end_of_the_tunnel_in_one_of_a_thousand_episodes():
    chances, reached = np.eye(1, Tunnel.CELLS)[0], 0.0
    for _ in range(Tunnel.TIME_LIMIT):
        moved = np.zeros(Tunnel.CELLS)
        for cell, chance in enumerate(chances):
            moved[max(0, cell - 1)] += chance / 2
            moved[min(cell + 1, Tunnel.CELLS - 1)] += chance / 2
        reached += moved[-1]
        moved[-1] = 0.0
        chances = moved
    assert 0.0005 < reached < 0.0015
