import json
import pathlib
import threading

import numpy as np
import pytest
from environment_contract import check_contract, check_nothing_is_shared, play
from gym_super_mario_bros.actions import SIMPLE_MOVEMENT

from a3c_tf.config import Config
from a3c_tf.envs.mario import BUTTON_SETS, HUD_ROWS, SCREEN_SIZE, Mario
from a3c_tf.envs.registry import make_env
from a3c_tf.specs import Action

CLEAR_1_1 = pathlib.Path(__file__).parents[1] / "data" / "mario_1-1_clear.json"

# Addresses in the NES' memory, by the game's disassembly.
FRAME_COUNTER = 0x0009
STAGE = 0x075C
CLOCK_DIGITS = slice(0x07F8, 0x07FB)


@pytest.fixture
def make_mario():
    made = []

    def make(world=1, stage=1, **options):
        env = Mario(Config(env="mario", **options), world=world, stage=stage)
        made.append(env)
        return env

    yield make
    for env in made:
        env.close()


def function(env, name):
    return Action([f.name for f in env.action_spec.functions].index(name))


def hold(env, name):
    return play(env, lambda _: function(env, name))


def emulator_of(env):
    """The emulator behind an environment, for tests that read or write the NES' memory."""
    return env._emulator


def play_clear(env):
    names = ["+".join(SIMPLE_MOVEMENT[i]) for i in json.loads(CLEAR_1_1.read_text())]
    timesteps = [env.reset()]
    for name in names:
        assert not timesteps[-1].last
        timesteps.append(env.step(function(env, name)))
    return timesteps


@pytest.mark.parametrize(
    ("kind", "expected"), [("classic", 3054.0), ("native", 3077.0), ("shaped", 312.15)]
)
def test_known_clear_of_1_1(make_mario, monkeypatch, kind, expected):
    env = make_mario(mario_reward=kind)
    frames = []
    emulator_step = emulator_of(env).step
    monkeypatch.setattr(
        emulator_of(env), "step", lambda byte: frames.append(byte) or emulator_step(byte)
    )
    timesteps = play_clear(env)
    last = timesteps[-1]
    assert last.last and last.discount == 0.0
    assert sum(t.reward for t in timesteps) == pytest.approx(expected)
    assert last.info["score"] == 3054.0
    assert last.info["native_return"] == 3077.0
    assert last.info["flag"] == 1.0
    assert last.info["points"] == 700.0
    assert all(t.info["flag"] == 0.0 for t in timesteps[:-1])
    # The flag is reached in the second of the last step's frames, and that is where it stops.
    assert len(frames) == 336 * 4 + 2


@pytest.mark.parametrize(
    ("name", "steps", "x"), [("right", 160 // 4, 296.0), ("right+A+B", 120 // 4, 314.0)]
)
def test_known_deaths_in_1_1(make_mario, name, steps, x):
    timesteps = hold(make_mario(), name)
    last = timesteps[-1]
    assert len(timesteps) - 1 == steps
    assert last.discount == 0.0
    assert (last.info["x"], last.info["max_x"], last.info["flag"]) == (x, x, 0.0)
    assert last.reward < -5.0


def test_an_agent_step_is_four_frames(make_mario):
    env = make_mario()
    env.reset()
    before = int(emulator_of(env).ram[FRAME_COUNTER])
    env.step(function(env, "right"))
    assert (int(emulator_of(env).ram[FRAME_COUNTER]) - before) % 256 == 4


def test_an_expired_clock_is_a_death(make_mario):
    env = make_mario(mario_actions="simple")
    env.reset()
    emulator_of(env).ram[CLOCK_DIGITS] = (0, 0, 2)
    timestep = env.step(function(env, "NOOP"))
    steps = 1
    while not timestep.last and steps < 100:
        timestep = env.step(function(env, "NOOP"))
        steps += 1
    assert timestep.last and timestep.discount == 0.0
    assert timestep.info["clock"] == 0.0 and timestep.info["flag"] == 0.0


def test_standing_still_is_cut_and_not_ended(make_mario):
    env = make_mario(mario_actions="simple", mario_stall_steps=12)
    last = hold(env, "NOOP")
    assert len(last) - 1 == 12
    assert last[-1].last and last[-1].discount == 1.0
    assert last[-1].info["max_x"] == 40.0
    # The next episode counts afresh.
    assert len(hold(env, "NOOP")) - 1 == 12


def test_progress_and_a_zero_limit_keep_an_episode_from_being_cut(make_mario):
    assert len(hold(make_mario(mario_stall_steps=5), "right")) - 1 == 40
    env = make_mario(mario_actions="simple", mario_stall_steps=0)
    env.reset()
    assert not any(env.step(function(env, "NOOP")).last for _ in range(20))


def test_going_back_is_no_progress(make_mario):
    env = make_mario(mario_actions="simple", mario_stall_steps=10)
    env.reset()
    for _ in range(20):
        before = env.step(function(env, "right"))
    steps, timestep = 0, before
    while not timestep.last:
        timestep = env.step(function(env, "left" if steps > 1 else "NOOP"))
        steps += 1
    assert timestep.info["x"] < before.info["x"] <= timestep.info["max_x"]
    assert timestep.discount == 1.0


def test_another_stage_counts_as_cleared(make_mario):
    env = make_mario()
    env.reset()
    emulator_of(env).ram[STAGE] += 1
    timestep = env.step(function(env, "right"))
    assert timestep.last and timestep.discount == 0.0 and timestep.info["flag"] == 1.0


@pytest.mark.parametrize(
    ("world", "stage", "clock"),
    [(1, 2, 400), (1, 4, 300), (2, 2, 400), (3, 3, 300), (4, 4, 400), (7, 2, 400), (8, 3, 300)],
)
def test_stages_start_uncleared_with_their_own_clock(world, stage, clock):
    env = make_env(f"mario_{world}_{stage}")
    assert env.reset().info["clock"] == clock
    timestep = env.step(Action(0))
    assert not timestep.last and timestep.info["flag"] == 0.0
    env.close()


def test_contract():
    check_contract(make_env("mario"), max_steps=50)


def test_screens_are_stacked_over_decisions_and_kept(make_mario):
    env = make_mario()
    timesteps = [env.reset(), *(env.step(function(env, "right+B")) for _ in range(12))]
    check_nothing_is_shared(timesteps)
    stacks = [t.observation["screen"] for t in timesteps]
    newest = [stack[..., -1] for stack in stacks]
    assert all((stacks[0][..., channel] == newest[0]).all() for channel in range(4))
    for i in range(4, len(stacks)):
        for age in range(4):
            np.testing.assert_array_equal(stacks[i][..., 3 - age], newest[i - age])
    assert len({screen.tobytes() for screen in newest[2:]}) > 8


def test_the_status_rows_are_black_and_the_level_is_not(make_mario):
    screen = make_mario().reset().observation["screen"][..., -1]
    rows = HUD_ROWS * SCREEN_SIZE // 240
    assert not screen[:rows].any()
    assert screen[rows + 1 :].any(axis=1).all()


def test_picture_is_a_copy_in_colour(make_mario):
    env = make_mario()
    env.reset()
    picture = env.render()
    kept = picture.copy()
    assert picture.shape == (240, 256, 3) and picture.dtype == np.uint8
    assert (picture[..., 0] != picture[..., 2]).any()
    for _ in range(10):
        env.step(function(env, "right+B"))
    np.testing.assert_array_equal(picture, kept)
    assert (env.render() != kept).any()


def test_seeds_have_no_effect():
    def trajectory(seed):
        env = make_env("mario", seed=seed)
        rng = np.random.default_rng(0)
        timesteps = [env.reset(seed)]
        for _ in range(60):
            timesteps.append(env.step(Action(int(rng.integers(4)))))
        env.close()
        return [(t.reward, t.observation["screen"].tobytes()) for t in timesteps]

    assert trajectory(1) == trajectory(999)


def test_emulators_in_threads_do_not_disturb_each_other(make_mario):
    envs = [make_mario() for _ in range(3)]
    returns = {}

    def run(index, name):
        returns[index] = hold(envs[index], name)[-1].info["score"]

    names = ["right", "right+A+B", "right"]
    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(names)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert returns == {0: 231.0, 1: 250.0, 2: 231.0}


def test_button_sets():
    assert BUTTON_SETS["right"] == (
        ("right",),
        ("right", "A"),
        ("right", "B"),
        ("right", "A", "B"),
    )
    assert [len(BUTTON_SETS[name]) for name in ("simple", "complex")] == [7, 12]


def test_buttons_reach_the_controller_as_the_package_maps_them(make_mario):
    from nes_py.wrappers import JoypadSpace

    for name in ("simple", "complex"):
        env = make_mario(mario_actions=name)
        wrapped = JoypadSpace(emulator_of(env), [list(buttons) for buttons in BUTTON_SETS[name]])
        meanings = [meaning.replace(" ", "+") for meaning in wrapped.get_action_meanings()]
        assert [f.name for f in env.action_spec.functions] == meanings
        assert env._pressed == [wrapped._action_map[i] for i in range(len(meanings))]


def test_numpy_integers_are_actions(make_mario):
    env = make_mario()
    env.reset()
    assert env.step(Action(np.int64(1))).info["clock"] > 0


def test_close_twice_and_use_after_close(make_mario):
    env = make_mario()
    env.reset()
    env.close()
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.step(Action(0))
