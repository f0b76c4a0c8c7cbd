import numpy as np
import pytest
from environment_contract import check_contract, play, random_action

from a3c_tf.envs.registry import make_env
from a3c_tf.envs.toys import Bandit, Click, Corridor, TimeLimit
from a3c_tf.specs import Action

TOYS = ["toy_bandit", "toy_corridor", "toy_click", "toy_time_limit"]


def final_score(env, choose, seed=None):
    return play(env, choose, seed)[-1].info["score"]


def best_bandit(timestep):
    return Action(int(timestep.observation["vector"].argmax()))


def best_click(timestep):
    screen = timestep.observation["screen"][..., 0]
    if not screen.any():
        return Action(Click.NO_OP, (0,))
    y, x = np.argwhere(screen)[0]
    return Action(Click.CLICK, (Click.screen.to_index(int(x), int(y)),))


@pytest.mark.parametrize("name", TOYS)
def test_contract(name):
    check_contract(make_env(name, seed=1))


@pytest.mark.parametrize("name", TOYS)
def test_a_seed_repeats_the_episode_and_none_goes_on(name):
    def observations(env, seed):
        rng = np.random.default_rng(0)
        return [
            np.concatenate([array.ravel() for array in timestep.observation.values()])
            for timestep in play(
                env, lambda t: random_action(env.action_spec, t.function_mask, rng), seed
            )
        ]

    env, other = make_env(name, seed=1), make_env(name, seed=2)
    first = observations(env, 7)
    np.testing.assert_array_equal(first, observations(other, 7))
    np.testing.assert_array_equal(first, observations(env, 7))
    np.testing.assert_array_equal(
        observations(make_env(name, seed=4), None), observations(make_env(name, seed=4), None)
    )


def test_chance_differs_between_episodes_and_seeds():
    env = make_env("toy_click", seed=1)
    screens = [env.reset().observation["screen"] for _ in range(8)]
    assert len({screen.tobytes() for screen in screens}) > 4


@pytest.mark.parametrize(
    ("name", "choose", "score"),
    [
        ("toy_bandit", best_bandit, 16.0),
        ("toy_click", best_click, 16.0),
        ("toy_corridor", lambda _: Action(1), 1.0),
        ("toy_corridor", lambda _: Action(0), 0.1),
        ("toy_time_limit", lambda _: Action(TimeLimit.TEND), 4.0),
        ("toy_time_limit", lambda _: Action(TimeLimit.SELL), 0.0),
    ],
)
def test_known_policies_get_their_score(name, choose, score):
    assert final_score(make_env(name), choose, seed=5) == score


@pytest.mark.parametrize(
    ("name", "mean", "tolerance"),
    [("toy_bandit", 16 / 3, 0.4), ("toy_corridor", 0.2, 0.06), ("toy_click", 2.11, 0.3)],
)
def test_random_play_has_the_documented_score(name, mean, tolerance):
    env, rng = make_env(name, seed=0), np.random.default_rng(0)
    scores = [
        final_score(env, lambda t: random_action(env.action_spec, t.function_mask, rng))
        for _ in range(400)
    ]
    assert np.mean(scores) == pytest.approx(mean, abs=tolerance)


def test_an_unavailable_function_is_refused():
    env = Bandit(seed=1)
    blocked = int(np.flatnonzero(~env.reset(seed=1).function_mask)[0])
    with pytest.raises(ValueError, match=f"cue_{blocked}"):
        env.step(Action(blocked))


def test_the_right_answer_of_the_bandit_is_always_available():
    env = Bandit(seed=1)
    for timestep in play(env, best_bandit)[:-1]:
        assert timestep.function_mask[best_bandit(timestep).function]
        assert timestep.function_mask.sum() == Bandit.CUES - 1


def test_click_is_read_row_major_on_the_wide_screen():
    env = Click(seed=1)
    timestep = env.reset(seed=1)
    while not timestep.observation["screen"].any():
        timestep = env.step(Action(Click.NO_OP, (0,)))
    y, x = np.argwhere(timestep.observation["screen"][..., 0])[0]
    hit = Action(Click.CLICK, (int(y) * 9 + int(x),))
    assert env.describe_arguments(hit) == {"screen": (x, y)}
    assert env.describe_arguments(Action(Click.NO_OP, (5,))) == {}
    assert env.step(hit).reward == 1.0


@pytest.mark.parametrize(
    ("dx", "dy", "reward"), [(0, 0, 1.0), (1, 0, 2 / 3), (-1, 1, 2 / 3), (1, 2, 1 / 3), (3, 0, 0.0)]
)
def test_a_click_pays_by_its_distance_and_idling_beside_a_lit_pixel_nothing(dx, dy, reward):
    def lit_at(wanted):
        env, timestep = Click(seed=0), None
        for seed in range(1000):
            timestep = env.reset(seed)
            if timestep.observation["screen"][wanted[1], wanted[0], 0]:
                return env
        raise AssertionError("no such round")

    target = Click.screen.to_index(4 + dx, 2 + dy)
    assert lit_at((4, 2)).step(Action(Click.CLICK, (target,))).reward == pytest.approx(reward)
    assert lit_at((4, 2)).step(Action(Click.NO_OP, (target,))).reward == 0.0


def test_clicking_a_dark_screen_pays_nothing():
    env = Click(seed=0)
    timestep = env.reset(0)
    while timestep.observation["screen"].any():
        timestep = env.reset()
    assert env.step(Action(Click.CLICK, (0,))).reward == 0.0


def test_corridor_ends_for_good_at_both_ends():
    for function in (0, 1):
        last = play(Corridor(), lambda _, f=function: Action(f))[-1]
        assert last.discount == 0.0


def test_corridor_is_cut_where_a_policy_walks_to_and_fro():
    timesteps = play(Corridor(), lambda t: Action(int(t.observation["vector"][1])))
    assert len(timesteps) - 1 == Corridor.TIME_LIMIT
    assert timesteps[-1].discount == 1.0 and timesteps[-1].info["score"] == 0.0


def test_time_limit_is_cut_in_its_first_state_and_a_sale_ends_it():
    timesteps = play(TimeLimit(), lambda _: Action(TimeLimit.TEND))
    assert [t.reward for t in timesteps] == [0.0, 2.0, 0.0, 0.0, 0.0]
    assert timesteps[-1].last and timesteps[-1].discount == 1.0
    np.testing.assert_array_equal(
        timesteps[-1].observation["vector"], timesteps[0].observation["vector"]
    )
    assert play(TimeLimit(), lambda _: Action(TimeLimit.SELL))[-1].discount == 0.0


@pytest.mark.parametrize("discount", [0.72, 0.9, 0.99])
def test_only_a_bootstrap_at_the_cut_makes_tending_best(discount):
    """Value iteration over the seasons, with and without a value behind the cut."""

    def best_policy(bootstrap):
        values = np.zeros(5)
        for _ in range(10_000):
            values[4] = values[0] if bootstrap else 0.0
            tend = np.array([2.0, 0.0, 0.0, 0.0]) + discount * values[1:]
            values[:4] = np.maximum(tend, 1.0)
        return ["tend" if value > 1.0 else "sell" for value in tend]

    assert best_policy(bootstrap=True) == ["tend"] * 4
    assert best_policy(bootstrap=False) == ["tend", "sell", "sell", "sell"]
