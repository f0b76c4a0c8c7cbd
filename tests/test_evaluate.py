import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys

import numpy as np
import pytest

from a3c_tf.config import Config
from a3c_tf.envs.registry import make_env
from a3c_tf.envs.toys import Bandit
from a3c_tf.errors import CheckpointError, ConfigError
from a3c_tf.evaluation.evaluation import evaluate, play_episodes
from a3c_tf.evaluation.simple_policies import noop_policy, random_policy
from a3c_tf.planning import config_for
from a3c_tf.specs import Action
from a3c_tf.training.run_folder import RunFolder

ROOT = str(pathlib.Path(__file__).parents[1])


def run_command(*arguments, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "a3c_tf.evaluate", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": ROOT},
        check=False,
    )


@pytest.fixture(scope="module")
def untrained_run(tmp_path_factory):
    """A run folder with a checkpoint of freshly initialised weights."""
    from a3c_tf.learning.shared_model import SharedModel
    from a3c_tf.training.checkpoint import Checkpointer

    path = tmp_path_factory.mktemp("runs") / "toy_bandit"
    config = config_for({"env": "toy_bandit", "run_dir": str(path)})
    folder = RunFolder(path)
    folder.acquire()
    folder.write_config(config)
    model = SharedModel(Bandit.observation_spec, Bandit.action_spec, config)
    Checkpointer(folder.checkpoints, model).save(7, {"steps": 7})
    folder.release()
    return path


def test_play_episodes_reports_the_environments_score_and_length():
    heard = []
    played = play_episodes(
        Bandit(seed=0),
        lambda timestep: Action(int(timestep.observation["vector"].argmax())),
        episodes=3,
        on_episode=lambda number, episode: heard.append((number, episode.value)),
    )
    assert [(episode.value, episode.steps) for episode in played] == [(16.0, 16)] * 3
    assert heard == [(1, 16.0), (2, 16.0), (3, 16.0)]


def test_the_same_seed_gives_the_same_values_and_another_does_not():
    def values(seed):
        return evaluate("toy_click", policy="random", episodes=8, seed=seed).episodes

    assert values(3) == values(3) != values(4)


def test_episodes_of_one_evaluation_differ():
    assert len(set(evaluate("toy_bandit", policy="random", episodes=20).episodes)) > 1


def test_statistics_agree_with_the_standard_library():
    result = evaluate("toy_bandit", policy="random", episodes=11)
    assert result.mean == pytest.approx(statistics.fmean(result.episodes))
    assert result.std == pytest.approx(statistics.pstdev(result.episodes))
    assert (result.min, result.max) == (min(result.episodes), max(result.episodes))
    assert result.flag_rate is None and result.max_x is None


def test_random_policy_is_uniform_over_what_is_available_and_over_arguments():
    env = make_env("toy_click", seed=0)
    timestep = env.reset(0)
    policy = random_policy(env.action_spec, seed=0)
    draws = [policy(timestep) for _ in range(5400)]
    functions = np.bincount([action.function for action in draws], minlength=2)
    np.testing.assert_allclose(functions, 2700, atol=150)
    pixels = np.bincount([action.arguments[0] for action in draws], minlength=54)
    assert pixels.min() > 50 and pixels.max() < 150
    masked = timestep._replace(function_mask=np.array([False, True]))
    assert {policy(masked).function for _ in range(50)} == {1}


def test_noop_policy_finds_the_function_or_says_what_there_is():
    env = make_env("toy_click", seed=0)
    assert noop_policy(env.action_spec)(env.reset()) == Action(0, (0,))
    with pytest.raises(ConfigError, match="cue_0, cue_1"):
        evaluate("toy_bandit", policy="noop", episodes=1)


def test_doing_nothing_in_mario_scores_the_clock_and_reports_no_flag():
    result = evaluate(
        "mario", policy="noop", episodes=2, options={"mario_stall_steps": 30}, greedy=False
    )
    assert result.episodes[0] == result.episodes[1] < 0.0
    assert (result.flag_rate, result.max_x) == (0.0, 40.0)
    assert result.to_dict()["flag_rate"] == 0.0


def test_noop_with_a_set_of_buttons_that_lacks_it_is_refused():
    with pytest.raises(ConfigError, match=r"right\+A\+B"):
        evaluate("mario", policy="noop", episodes=1, options={"mario_actions": "right"})


def test_a_checkpoint_plays_the_same_values_for_a_seed(untrained_run):
    first = evaluate(run_dir=str(untrained_run), episodes=5, seed=2)
    assert first.env == "toy_bandit"
    assert first.policy.endswith("ckpt-7")
    assert first.episodes == evaluate(run_dir=str(untrained_run), episodes=5, seed=2).episodes
    assert first.episodes != evaluate(run_dir=str(untrained_run), episodes=5, seed=3).episodes


def test_playing_builds_no_optimizer_and_warns_of_none_left_in_the_checkpoint(
    untrained_run, monkeypatch
):
    from a3c_tf.evaluation.checkpoint_policy import load_model
    from a3c_tf.tensorflow_setup import keras

    def build(optimizer, variables):
        raise AssertionError(f"{optimizer} for {len(variables)} variables")

    monkeypatch.setattr(keras.optimizers.Optimizer, "build", build)
    config = RunFolder(untrained_run).read_config()
    model, _ = load_model(Bandit.observation_spec, Bandit.action_spec, config)
    assert set(model.trackables) == {"model"}
    done = run_command(f"--run_dir={untrained_run}", "--episodes=1")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_checkpoint_plays_greedily_what_its_weights_prefer(untrained_run):
    """Against the model called by hand, so that it is the restored weights that play."""
    from a3c_tf.learning.shared_model import SharedModel
    from a3c_tf.training.checkpoint import Checkpointer

    model = SharedModel(
        Bandit.observation_spec, Bandit.action_spec, config_for({"env": "toy_bandit", "seed": 99})
    )
    Checkpointer(untrained_run / "checkpoints", model).restore()

    def choose(timestep):
        observation = {"vector": timestep.observation["vector"][np.newaxis]}
        logits = model.model(observation)["function_logits"]
        return Action(int(np.where(timestep.function_mask, logits[0], -np.inf).argmax()))

    expected = play_episodes(Bandit(), choose, episodes=6, seed=4)
    greedy = evaluate(run_dir=str(untrained_run), episodes=6, seed=4, greedy=True)
    assert greedy.episodes == [episode.value for episode in expected]


def test_a_checkpoint_that_does_not_fit_is_refused(untrained_run):
    done = run_command("--env=toy_corridor", f"--run_dir={untrained_run}", "--episodes=1")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1 and "does not fit" in done.stderr
    with pytest.raises(CheckpointError, match="does not fit"):
        evaluate("toy_corridor", run_dir=str(untrained_run), episodes=1)
    with pytest.raises(CheckpointError, match="--network"):
        evaluate(run_dir=str(untrained_run), options={"network": "pixels"})


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"env": "no_such"}, ConfigError, "no_such"),
        ({"env": "toy_bandit", "policy": "best"}, ConfigError, "'best'"),
        ({"env": "toy_bandit", "policy": "random", "greedy": True}, ConfigError, "greedy"),
        ({"env": "toy_bandit", "policy": "random", "episodes": 0}, ConfigError, "episodes"),
        ({"env": "toy_bandit", "run_dir": "nowhere"}, CheckpointError, "nowhere"),
    ],
)
def test_mistakes_are_named(tmp_path, monkeypatch, arguments, error, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=message):
        evaluate(**{"policy": "random", **arguments} if "run_dir" not in arguments else arguments)


def test_the_environment_is_closed_when_the_policy_fails(monkeypatch):
    closed = []
    monkeypatch.setattr(Bandit, "close", lambda self: closed.append(self))
    with pytest.raises(ConfigError):
        evaluate("toy_bandit", policy="noop", episodes=1)
    assert len(closed) == 1


def test_command_prints_each_episode_and_writes_json(tmp_path):
    target = tmp_path / "result.json"
    done = run_command(
        "--env=toy_bandit", "--policy=random", "--episodes=4", "--seed=5", f"--json={target}"
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(target.read_text())
    assert {"mean", "std", "min", "max", "episodes"} <= set(result)
    assert result["episodes"] == evaluate("toy_bandit", None, "random", 4, seed=5).episodes
    lines = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:4]] == [f"episode {i}/4" for i in range(1, 5)]
    assert f"mean {result['mean']:.2f}" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--env=mari0", "--policy=random"], "unknown environment 'mari0'"),
        (["--env=toy_bandit"], "no run in runs/toy_bandit"),
        (["--env=toy_bandit", "--policy=random", "--json=no/such/file"], "no/such/file"),
        (["--env=toy_bandit", "--policy=best"], "--policy=best"),
        (["--no_such_flag"], "no_such_flag"),
    ],
)
def test_command_answers_a_mistake_with_one_message_and_no_traceback(tmp_path, arguments, message):
    done = run_command(*arguments, cwd=tmp_path)
    assert done.returncode != 0
    assert message in done.stderr
    assert "Traceback" not in done.stderr and done.stdout == ""
    assert not list(tmp_path.iterdir())


def test_a_run_of_another_environment_is_named(untrained_run):
    with pytest.raises(CheckpointError, match=r"is of toy_bandit, .* does not fit toy_click"):
        evaluate("toy_click", str(untrained_run), episodes=1)


def test_ctrl_c_ends_the_command_with_one_line_and_what_was_played_counts():
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "a3c_tf.evaluate"),
            *("--env=toy_bandit", "--policy=random", "--episodes=1000000"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline().startswith("episode 1/")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert err == "interrupted\n"
    assert "of 1000000 episodes played: mean" in out.splitlines()[-1]
    assert process.returncode == 128 + signal.SIGINT


def test_config_flags_are_fields_of_config():
    from a3c_tf.evaluate import _CONFIG_FLAGS

    assert set(_CONFIG_FLAGS) <= set(Config.__dataclass_fields__)
