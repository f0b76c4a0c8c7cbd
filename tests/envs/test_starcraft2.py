"""The environment on pysc2's SC2Env and the embedded server, processes and all."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from environment_contract import check_contract, play, random_action
from pysc2.env import sc2_env
from pysc2.lib import actions, features, protocol, units

from a3c_tf.config import Config
from a3c_tf.envs import starcraft2_backend
from a3c_tf.envs.environment import TimeStep
from a3c_tf.envs.registry import make_env
from a3c_tf.envs.starcraft2 import StarCraft2Environment
from a3c_tf.envs.starcraft2_backend import Game, choose_backend, start_game
from a3c_tf.envs.starcraft2_maps import map_profile
from a3c_tf.envs.starcraft2_translator import Interface
from a3c_tf.specs import Action

MAP = "CollectMineralsAndGas"
FUNCTIONS = actions.FUNCTIONS


def make(**options: object) -> StarCraft2Environment:
    return StarCraft2Environment(MAP, **{"backend": "embedded", "seed": 5, **options})


def game_process(env: StarCraft2Environment) -> "subprocess.Popen[bytes]":
    return env._game._sc2_procs[0]._proc


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_gone(pid: int, seconds: float = 20.0) -> bool:
    deadline = time.monotonic() + seconds
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not is_alive(pid)


@pytest.fixture
def env() -> Iterator[StarCraft2Environment]:
    env = make()
    yield env
    env.close()


@pytest.fixture
def game() -> Iterator[Game]:
    game = start_game(
        choose_backend("embedded"),
        MAP,
        players=[sc2_env.Agent(sc2_env.Race.terran)],
        agent_interface_format=features.AgentInterfaceFormat(
            feature_dimensions=features.Dimensions(screen=84, minimap=64)
        ),
        step_mul=8,
        random_seed=1,
    )
    yield game
    game.close()


def test_it_keeps_the_contract(env: StarCraft2Environment) -> None:
    check_contract(env)


def test_the_registered_name_opens_it() -> None:
    env = make_env("sc2_collect", seed=1)
    try:
        assert not env.reset().last
    finally:
        env.close()


def test_doing_nothing_collects_nothing_in_840_steps(env: StarCraft2Environment) -> None:
    no_op = Action(0, (0, 0))
    for _ in range(2):
        steps = play(env, lambda _: no_op)
        assert len(steps) == 1 + 840
        assert sum(step.reward for step in steps) == 0.0
        assert steps[-1].info["score"] == 0.0
        assert steps[-1].info["idle_workers"] == 12.0
        assert steps[-1].discount == 1.0  # the clock is no end of the task


def nearest_field(observation: dict[str, np.ndarray]) -> list[int]:
    """Pixel (x, y) of the mineral field nearest to the command centre."""
    unit_type = np.asarray(observation["feature_screen"])[features.SCREEN_FEATURES.unit_type.index]
    centre = np.argwhere(unit_type == units.Terran.CommandCenter).mean(axis=0)
    fields = np.argwhere(unit_type == units.Neutral.MineralField)
    y, x = fields[np.linalg.norm(fields - centre, axis=1).argmin()]
    return [int(x), int(y)]


def test_twelve_workers_sent_once_collect_about_3100_minerals(game: Game) -> None:
    (timestep,) = game.reset()
    field = nearest_field(timestep.observation)
    (timestep,) = game.step([FUNCTIONS.select_idle_worker("select_all")])
    (timestep,) = game.step([FUNCTIONS.Harvest_Gather_screen("now", field)])
    steps = 2
    while not timestep.last():
        (timestep,) = game.step([FUNCTIONS.no_op()])
        steps += 1
    assert steps == 840
    assert timestep.observation["game_loop"][0] == 6720
    collected = timestep.observation["score_cumulative"].collected_minerals
    assert 2900 <= collected <= 3400
    assert timestep.observation["score_cumulative"].score == collected


def sent_to_mine(env: StarCraft2Environment) -> tuple[TimeStep, list[TimeStep]]:
    """The first time step, and those that follow while all workers are sent to the minerals."""
    names = [function.name for function in env.action_spec.functions]
    screen = env.action_spec.arguments[0]
    first = env.reset()
    field_channel = 3 + [n for n, _ in map_profile(MAP).unit_channels].index("mineral_field")
    y, x = np.argwhere(first.observation["screen"][:, :, field_channel])[0]
    gather = Action(names.index("Harvest_Gather_screen"), (screen.to_index(int(x), int(y)), 0))
    select = Action(names.index("select_idle_worker"), (0, 0))
    return first, [env.step(action) for action in [select, gather] * 12]


def test_an_agent_step_is_three_requests_and_unpacks_only_what_is_shown(
    env: StarCraft2Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts that must not grow: each request is a round trip to the game's process."""
    requests: list[str] = []
    unpacked: list[str] = []
    send, unpack = protocol.StarcraftProtocol.send, features.Feature.unpack

    def counted_send(self: protocol.StarcraftProtocol, **request: object) -> object:
        requests.extend(request)
        return send(self, **request)

    def counted_unpack(self: features.Feature, observation: object) -> object:
        unpacked.append(self.name)
        return unpack(self, observation)

    monkeypatch.setattr(protocol.StarcraftProtocol, "send", counted_send)
    monkeypatch.setattr(features.Feature, "unpack", counted_unpack)
    timestep, rng = env.reset(), np.random.default_rng(1)
    requests.clear()
    unpacked.clear()
    for _ in range(5):
        timestep = env.step(random_action(env.action_spec, timestep.function_mask, rng))
    assert requests == ["action", "step", "observation"] * 5
    assert unpacked == [*map_profile(MAP).screen_layers] * 5


def test_rewards_add_up_to_the_score(env: StarCraft2Environment) -> None:
    first, steps = sent_to_mine(env)
    rewards = [step.reward for step in steps]
    while True:
        step = env.step(Action(0, (0, 0)))
        rewards.append(step.reward)
        if step.last:
            break
    assert step.info["collected_minerals"] > 2000
    assert sum(rewards) == step.info["score"] - first.info["score"]


def test_the_configuration_chooses_resolutions_and_game_loops_a_step() -> None:
    sizes = {"screen_size": 16, "minimap_size": 20, "minimap_layers": "camera"}
    config = Config(backend="embedded", step_mul=16).override(sizes)
    env = make_env("sc2_beacon", config, seed=1)
    no_op = Action(0, (0,) * len(env.action_spec.arguments))
    try:
        timesteps = play(env, lambda _: no_op)
    finally:
        env.close()
    assert len(timesteps) - 1 == 1920 // 16  # 120 seconds of 16 game loops
    assert timesteps[0].observation["screen"].shape[:2] == (16, 16)
    assert timesteps[0].observation["minimap"].shape[:2] == (20, 20)


def test_the_configuration_chooses_the_reward_of_2018() -> None:
    env = make_env("sc2_collect", Config(sc2_reward="harvester", action_set="harvester"), seed=1)
    assert isinstance(env, StarCraft2Environment)
    try:
        _, steps = sent_to_mine(env)
        steps += [env.step(Action(0, (0, 0))) for _ in range(60)]
    finally:
        env.close()
    info = steps[-1].info
    assert info["collected_minerals"] > 0.0 and info["collection_rate_minerals"] > 0.0
    expected = info["collected_minerals"] + 10.0 * info["collection_rate_minerals"]
    assert sum(step.reward for step in steps) == pytest.approx(expected)


def test_the_configuration_chooses_a_reward_for_the_economy() -> None:
    env = make_env("sc2_collect", Config(sc2_reward="economy"), seed=1)
    assert isinstance(env, StarCraft2Environment)
    try:
        before, steps = sent_to_mine(env)
        steps += [env.step(Action(0, (0, 0))) for _ in range(30)]
    finally:
        env.close()
    info = steps[-1].info
    assert info["score"] > 0.0 and before.info["idle_workers"] == 12.0
    assert info["idle_workers"] == 0.0 and info["food_used"] == before.info["food_used"]
    assert sum(step.reward for step in steps) == info["score"] + 12 * 30.0


def record(seed: int, steps: int = 150) -> list[np.ndarray]:
    """What a random policy of a fixed seed sees in two episodes' beginnings."""
    env, rng = make(seed=seed), np.random.default_rng(0)
    seen = []
    try:
        timestep = env.reset()
        for _ in range(steps):
            seen.append(np.concatenate([a.ravel() for a in timestep.observation.values()]))
            timestep = env.step(random_action(env.action_spec, timestep.function_mask, rng))
    finally:
        env.close()
    return seen


def test_a_seed_repeats_the_game() -> None:
    first, again = record(seed=7), record(seed=7)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))


def test_seeds_differ() -> None:
    starts = {record(seed=seed, steps=1)[0].tobytes() for seed in range(6)}
    assert len(starts) > 1


def test_any_integer_is_a_seed() -> None:
    env = make(seed=-(2**40) - 1)
    try:
        assert not env.reset().last
    finally:
        env.close()


def test_screens_need_not_be_square() -> None:
    env = make(interface=Interface("harvester"), screen_size=(40, 24), minimap_size=(16, 20))
    try:
        step = env.reset()
        assert step.observation["screen"].shape[:2] == (24, 40)
        assert step.observation["minimap"].shape[:2] == (20, 16)
        names = [function.name for function in env.action_spec.functions]
        camera = Action(names.index("move_camera"), (0, env.action_spec.arguments[1].size - 1))
        select = Action(names.index("select_point"), (env.action_spec.arguments[0].size - 1, 0))
        env.step(camera)
        env.step(select)
    finally:
        env.close()


def test_the_pixel_of_a_worker_selects_it(env: StarCraft2Environment) -> None:
    step = env.reset()
    scv = 3 + [name for name, _ in map_profile(MAP).unit_channels].index("scv")
    y, x = np.argwhere(step.observation["screen"][:, :, scv])[0]
    names = [function.name for function in env.action_spec.functions]
    gather = names.index("Harvest_Gather_screen")
    assert not step.function_mask[gather]
    index = env.action_spec.arguments[0].to_index(int(x), int(y))
    step = env.step(Action(names.index("select_point"), (index, 0)))
    assert step.function_mask[gather]
    assert step.observation["screen"][:, :, -1].any()


def test_a_picture_can_be_drawn(env: StarCraft2Environment) -> None:
    assert env.render() is None
    env.reset()
    picture = env.render()
    assert picture is not None
    assert (picture.shape, picture.dtype) == ((32, 32, 3), np.uint8)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 2


def test_threads_open_games_at_the_same_time_and_agree_on_the_choice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starcraft2_backend, "_announced", set())
    games: dict[int, float] = {}

    def run(worker: int) -> None:
        env = make_env("sc2_collect", seed=worker, worker=worker)
        try:
            env.reset()
            games[worker] = env.step(Action(0, (0, 0))).reward
        finally:
            env.close()

    threads = [threading.Thread(target=run, args=(worker,)) for worker in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert games == {0: 0.0, 1: 0.0, 2: 0.0}
    announced = [line for line in capsys.readouterr().err.splitlines() if "StarCraft II:" in line]
    assert announced == [choose_backend("auto").reason]


def test_closing_ends_the_process_and_may_be_repeated(env: StarCraft2Environment) -> None:
    process = game_process(env)
    env.close()
    assert process.poll() is not None
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.reset()


def test_a_game_that_dies_is_an_error_and_leaves_nothing_behind(
    env: StarCraft2Environment,
) -> None:
    env.reset()
    process = game_process(env)
    process.kill()
    with pytest.raises(Exception, match="onnection"):
        for _ in range(3):
            env.step(Action(0, (0, 0)))
    assert process.poll() is not None
    another = make()
    another.reset()
    another.close()


OWNER = """
import sys, time
from a3c_tf.envs.starcraft2 import StarCraft2Environment
env = StarCraft2Environment("CollectMineralsAndGas", backend="embedded")
env.reset()
print(env._game._sc2_procs[0].pid, flush=True)
time.sleep(60)
"""


def test_the_game_does_not_outlive_an_owner_that_was_killed() -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    with owner:
        pid = int(owner.stdout.readline())
        assert is_alive(pid)
        owner.send_signal(signal.SIGKILL)
    assert wait_until_gone(pid)


def test_a_game_whose_set_up_fails_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    launch = sc2_env.SC2Env._launch_game

    def remember(self: sc2_env.SC2Env) -> None:
        launch(self)
        started.append(self._sc2_procs[0].pid)

    monkeypatch.setattr(sc2_env.SC2Env, "_launch_game", remember)
    monkeypatch.setattr(sc2_env.SC2Env, "_create_join", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        make()
    assert len(started) == 1
    assert wait_until_gone(started[0])


def test_a_taken_port_is_named() -> None:
    from a3c_tf.minigames.launcher import EmbeddedMinigames

    with EmbeddedMinigames().start() as controller:
        port = controller._client._port
        with pytest.raises(Exception, match=f"{port}"):
            EmbeddedMinigames().start(port=port)


def test_rendered_pictures_are_refused_with_the_reason() -> None:
    from a3c_tf.minigames.launcher import EmbeddedMinigames

    with pytest.raises(Exception, match="feature layers"):
        EmbeddedMinigames().start(want_rgb=True)


def test_a_server_that_cannot_start_is_an_error_not_a_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from a3c_tf.minigames import launcher

    monkeypatch.setattr(launcher, "SERVER_MODULE", "a3c_tf.no_such_module")
    with pytest.raises(Exception, match="did not answer"):
        make()


def test_unparsed_flags_do_not_matter(fresh_python: Callable[..., str]) -> None:
    printed = fresh_python(
        "from a3c_tf.envs.registry import make_env\n"
        "env = make_env('sc2_collect')\n"
        "print(env.reset().info['food_used'])\n"
        "env.close()"
    )
    assert printed.strip() == "12.0"
