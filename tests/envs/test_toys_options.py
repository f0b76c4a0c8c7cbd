import numpy as np
import pytest
from environment_contract import check_contract, play, random_action

from a3c_tf.envs.registry import make_env
from a3c_tf.envs.toys_options import Drift, Recall, Rectangle, Tunnel
from a3c_tf.specs import Action

TOYS = ["toy_recall", "toy_drift", "toy_tunnel", "toy_rectangle"]


@pytest.mark.parametrize("name", TOYS)
def test_contract(name):
    check_contract(make_env(name, seed=1))


@pytest.mark.parametrize(
    ("name", "mean", "tolerance"),
    [("toy_recall", 0.25, 0.07), ("toy_drift", 4.0, 0.4), ("toy_rectangle", 2.03, 0.15)],
)
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


def corners_of(screen):
    """Pixels of the top left and the bottom right corner of what is lit, as (row, column)."""
    lit = np.argwhere(screen[..., 0])
    return lit.min(axis=0), lit.max(axis=0)


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("right", [False, True])
def test_a_rectangle_may_be_drawn_from_any_corner_to_the_opposite_one(down, right):
    to_index = Rectangle.action_spec.arguments[0].to_index

    def draw(timestep):
        (top, left), (bottom, end) = corners_of(timestep.observation["screen"])
        y1, y2 = (top, bottom) if down else (bottom, top)
        x1, x2 = (left, end) if right else (end, left)
        return Action(0, (to_index(int(x1), int(y1)), to_index(int(x2), int(y2))))

    timesteps = play(Rectangle(seed=3), draw)
    assert [t.reward for t in timesteps[1:]] == [1.0] * Rectangle.ROUNDS


def test_a_rectangle_pays_the_share_that_it_has_in_common_with_the_target():
    env = Rectangle(seed=0)
    top_left, bottom_right = corners_of(env.reset(seed=1).observation["screen"])
    height, width = (bottom_right - top_left + 1).tolist()
    to_index = env.action_spec.arguments[0].to_index
    whole = env.step(Action(0, (0, to_index(8, 5))))
    assert whole.reward == pytest.approx(height * width / 54)
    y, x = corners_of(whole.observation["screen"])[1].tolist()
    area = whole.observation["screen"].sum()
    assert env.step(Action(0, (to_index(x, y),) * 2)).reward == pytest.approx(1 / area)


def shares(targets):
    """What each choice of screen and screen2 pays for each target, [targets, 54, 54]."""
    y, x = np.divmod(np.arange(54), 9)
    low_y, low_x = (np.minimum(at[:, None], at[None]) for at in (y, x))
    high_y, high_x = (np.maximum(at[:, None], at[None]) + 1 for at in (y, x))
    result = []
    for top, left, height, width in targets:
        rows = np.minimum(high_y, top + height) - np.maximum(low_y, top)
        columns = np.minimum(high_x, left + width) - np.maximum(low_x, left)
        both = np.maximum(rows, 0) * np.maximum(columns, 0)
        drawn = (high_y - low_y) * (high_x - low_x)
        result.append(both / (drawn + height * width - both))
    return np.array(result)


def test_no_policy_gets_near_the_best_score_without_choosing_the_second_corner():
    """The best answer to each target, for every way in which screen2 may not depend on it."""
    sizes = [(h, w) for h in Rectangle.SIZES for w in Rectangle.SIZES]
    targets = [
        (top, left, h, w) for h, w in sizes for top in range(7 - h) for left in range(10 - w)
    ]
    chances = np.array([1 / (7 - h) / (10 - w) / len(sizes) for _, _, h, w in targets])
    paid = shares(targets)
    assert chances.sum() == pytest.approx(1.0)
    assert 16 * chances @ paid.max(axis=(1, 2)) == pytest.approx(16.0)
    assert 16 * chances @ paid.mean(axis=(1, 2)) == pytest.approx(2.03, abs=0.01)
    fixed = [16 * chances @ paid[:, :, pixel].max(axis=1) for pixel in range(54)]
    assert max(fixed) == pytest.approx(10.0, abs=0.05)
    assert 16 * chances @ paid.mean(axis=2).max(axis=1) == pytest.approx(5.5, abs=0.05)
    same = paid[:, np.arange(54), np.arange(54)]
    assert 16 * chances @ same.max(axis=1) == pytest.approx(2.1, abs=0.05)
