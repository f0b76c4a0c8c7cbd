import pytest

from a3c_tf.envs.mario_rewards import FrameFacts, classic_reward, shaped_reward


def facts(x=100, clock=400, points=0, dead=False):
    return FrameFacts(x, clock, points, dead)


@pytest.mark.parametrize(
    ("after", "reward"),
    [
        (facts(), 0.0),
        (facts(x=103), 3.0),
        (facts(x=97), -3.0),
        (facts(x=105), 5.0),
        (facts(x=106), 0.0),  # no move of Mario's: another area
        (facts(x=20), 0.0),
        (facts(clock=399), -1.0),
        (facts(clock=401), 0.0),  # a new clock is no gain
        (facts(x=102, clock=399), 1.0),
        (facts(dead=True), -15.0),  # -25 before the clip
        (facts(x=105, dead=True), -15.0),
        (facts(clock=370), -15.0),
        (facts(points=1000), 0.0),
    ],
)
def test_classic_reward(after, reward):
    assert classic_reward(facts(), after) == reward


@pytest.mark.parametrize(
    ("arguments", "reward"),
    [
        ({"classic": 12.0, "points": 0, "flag": False, "dead": False}, 1.2),
        ({"classic": 12.0, "points": 200, "flag": False, "dead": False}, 1.7),
        ({"classic": 4.0, "points": 0, "flag": True, "dead": False}, 5.4),
        ({"classic": -15.0, "points": 0, "flag": False, "dead": True}, -6.5),
    ],
)
def test_shaped_reward(arguments, reward):
    assert shaped_reward(**arguments) == pytest.approx(reward)


def test_facts_are_read_from_the_emulators_info():
    info = {"x_pos": 7, "time": 300, "score": 50, "is_dying": False, "is_dead": True, "coins": 1}
    assert FrameFacts.from_info(info) == FrameFacts(x=7, clock=300, points=50, dead=True)
    assert not FrameFacts.from_info({**info, "is_dead": False}).dead
