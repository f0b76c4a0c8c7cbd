"""Options of the learner on the toys that need them: learned with the option, not without."""

import pathlib
from typing import Any

import numpy as np
import pytest

from a3c_tf.envs.toys_options import Drift
from a3c_tf.planning import plan_run
from a3c_tf.records.episode_log_reader import read_episode_logs
from a3c_tf.training.trainer import train


def _late_mean(run_dir: pathlib.Path, env: str, **options: Any) -> float:
    """Mean return of the last 100 episodes of a run that its seed decides."""
    train(plan_run({"env": env, "run_dir": str(run_dir), "workers": 1, **options}))
    return float(np.mean([episode.reward for episode in read_episode_logs(run_dir)[-100:]]))


@pytest.mark.parametrize(("network", "recalls"), [("mlp_lstm", True), ("mlp", False)])
def test_what_was_shown_before_is_recalled_only_with_a_memory(
    network: str, recalls: bool, tmp_path: pathlib.Path
) -> None:
    mean = _late_mean(tmp_path, "toy_recall", network=network, steps=7_000)
    assert mean > 0.75 if recalls else mean < 0.45  # 1/4 by chance


@pytest.mark.parametrize(("step_size", "learns"), [(0.001, True), (0.0, False)])
def test_rewards_of_another_scale_are_learned_from_as_ever_only_with_popart(
    step_size: float, learns: bool, tmp_path: pathlib.Path
) -> None:
    options = {"reward_scale": 1_000.0, "popart_step_size": step_size, "steps": 2_400}
    mean = _late_mean(tmp_path, "toy_bandit", **options)
    assert mean > 15.5 if learns else mean < 15.0  # of 16


@pytest.mark.parametrize(("target", "least", "most"), [(0.4, 0.3, 0.5), (0.0, 0.8, 1.1)])
def test_a_policy_is_kept_at_its_target_entropy(
    target: float, least: float, most: float, tmp_path: pathlib.Path
) -> None:
    """From an entropy cost that keeps it near random play, ln 3 = 1.1 nats."""
    options = {"target_entropy": target, "entropy_cost": 2.0, "t_max": 2, "steps": 4_000}
    _late_mean(tmp_path, "toy_bandit", **options)
    entropies = [episode.entropy for episode in read_episode_logs(tmp_path)[-100:]]
    assert least < np.mean(entropies) < most


@pytest.mark.parametrize(("off_policy", "follows"), [("none", False), ("vtrace", True)])
def test_with_many_workers_only_vtrace_follows_a_target_that_moves(
    off_policy: str, follows: bool, tmp_path: pathlib.Path
) -> None:
    """Each worker's target moves once, and its last episodes come after that."""
    workers = 16
    steps = workers * (Drift.PERIOD + 128)
    options = {"off_policy": off_policy, "workers": workers, "mode": "deterministic"}
    train(plan_run({"env": "toy_drift", "run_dir": str(tmp_path), "steps": steps, **options}))
    episodes = sorted(read_episode_logs(tmp_path), key=lambda episode: episode.num_global)
    late = np.mean([episode.reward for episode in episodes[-4 * workers :]])
    assert late > 12.0 if follows else late < 1.0  # of 16


def test_one_worker_alone_follows_it_without_vtrace(tmp_path: pathlib.Path) -> None:
    where = {"env": "toy_drift", "run_dir": str(tmp_path), "workers": 1}
    train(plan_run({**where, "steps": 6 * Drift.PERIOD}))
    rewards = [episode.reward for episode in read_episode_logs(tmp_path)]
    # A policy stuck with its first answer gets 16 in the first period and 4, by chance, afterwards.
    assert np.mean(rewards) > 7.0


@pytest.mark.parametrize(("curiosity_reward", "arrives"), [(0.1, True), (0.0, False)])
def test_the_end_of_a_long_tunnel_is_found_only_with_curiosity(
    curiosity_reward: float, arrives: bool, tmp_path: pathlib.Path
) -> None:
    steps = 7_000 if arrives else 4_000
    options = {"curiosity_reward": curiosity_reward, "steps": steps}
    train(plan_run({"env": "toy_tunnel", "run_dir": str(tmp_path), "workers": 1, **options}))
    late = [episode.reward for episode in read_episode_logs(tmp_path)[-30:]]
    assert np.mean(late) > 0.8 if arrives else np.mean(late) < 0.1


def test_a_rectangle_is_drawn_with_both_its_corners(tmp_path: pathlib.Path) -> None:
    """Which no policy could without screen2: see test_toys_options.py."""
    assert _late_mean(tmp_path, "toy_rectangle", steps=3_200) > 0.9 * 16
