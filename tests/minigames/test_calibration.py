"""The calibration command: its statistics, its choice of policies, its tables, and a short run."""

import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from a3c_tf.minigames.calibration import mining, report
from a3c_tf.minigames.calibration.playing import play
from a3c_tf.minigames.calibration.policies import MAPS, POLICIES
from a3c_tf.minigames.calibration.published import PUBLISHED
from a3c_tf.minigames.calibration.report import Result
from a3c_tf.minigames.calibration.statistics import student_quantile, summarize
from a3c_tf.minigames.protocol.catalogue import SCRIPTS

# Critical values of Student's t distribution, 95 % two-sided, from printed tables.
STUDENT_T = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 29: 2.045, 99: 1.984}


def policy(name: str):
    return next(policy for policy in POLICIES if policy.name == name)


@pytest.mark.parametrize(("degrees", "value"), STUDENT_T.items())
def test_student_t(degrees, value):
    assert student_quantile(degrees) == pytest.approx(value, abs=0.02)


def test_a_summary_agrees_with_numpy():
    scores = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    summary = summarize(scores)
    assert summary.mean == pytest.approx(np.mean(scores))
    assert summary.deviation == pytest.approx(np.std(scores, ddof=1))
    error = np.std(scores, ddof=1) / math.sqrt(10)
    assert summary.half_width == pytest.approx(2.262 * error, rel=1e-3)
    assert (summary.lowest, summary.highest, summary.episodes) == (1, 9, 10)


def test_one_episode_says_nothing_about_the_mean():
    summary = summarize([7])
    assert (summary.mean, summary.deviation, summary.half_width) == (7, 0.0, math.inf)


def test_an_interval_holds_the_mean_19_times_out_of_20():
    rng = np.random.default_rng(0)
    held = 0
    for _ in range(1000):
        summary = summarize(rng.normal(5.0, 2.0, 6).tolist())
        held += abs(summary.mean - 5.0) <= summary.half_width
    assert 930 <= held <= 970


def test_every_map_has_the_policies_and_published_figures():
    assert set(MAPS) == set(SCRIPTS) == set(PUBLISHED)
    for map_name in MAPS:
        groups = {policy.group for policy in POLICIES if map_name in policy.maps}
        assert {"random", "no_op", "own"} <= groups
    for policy in POLICIES:
        assert callable(policy.make_agent().step)


def test_published_figures_are_plausible():
    for figures in PUBLISHED.values():
        assert len({figure.who for figure in figures}) == len(figures)
        for figure in figures:
            assert figure.source
            assert figure.highest is None or figure.highest >= figure.mean


def test_tables_show_measured_scores_beside_published_ones():
    results = [
        Result("MoveToBeacon", policy("random"), [0, 2, 1, 1]),
        Result("BuildMarines", policy("own BuildMarines"), [100, 110]),
    ]
    text = report.score_tables(results)
    beacon, marines = text.split("\n\n### BuildMarines")
    assert "| **random** | **1.0** | -0.3 to 2.3 | 0.8 | 0 | 2 | 4 |" in beacon
    assert "| reaver A2C | 26.3 |" in beacon
    assert "**105.0**" in marines
    assert "| the rules of BuildMarines | 127 | | 5 |" in marines


def test_json_keeps_every_score():
    results = [Result("MoveToBeacon", policy("no_op"), [0, 1])]
    data = json.loads(report.to_json(results, [mining.Rate("a", 1.5)], seed=3))
    assert data["seed"] == 3
    assert data["results"][0]["scores"] == [0, 1]
    assert data["results"][0]["mean"] == 0.5
    assert data["mining"] == [{"what": "a", "amount": 1.5}]


def test_a_trip_and_its_rate_are_the_same_measurement():
    first, *others = mining.measure()
    assert 100 < first.amount < 150
    rates = {rate.what: rate.amount for rate in others}
    eight = rates["minerals a minute, 8 workers on 8 fields"]
    assert eight == pytest.approx(8 * 5 * 1344 / first.amount, rel=0.06)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_seed_repeats_the_scores(seed):
    def scores():
        return list(play(policy("random"), "CollectMineralShards", episodes=2, seed=seed))

    first = scores()
    assert scores() == first
    assert all(score > 0 for score in first)


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "a3c_tf.minigames.calibrate", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_command_plays_and_reports(tmp_path: Path):
    file = tmp_path / "scores.json"
    done = run(
        *("--maps=MoveToBeacon", "--policies=no_op,pysc2", "--episodes=1", "--nomining"),
        f"--json={file}",
    )
    assert done.returncode == 0, done.stderr
    assert "| **no_op** | **0.0** |" in done.stdout
    assert "MoveToBeacon, no_op: 1/1 episodes, mean 0.0" in done.stderr
    scores = {row["policy"]: row["scores"] for row in json.loads(file.read_text())["results"]}
    assert scores["no_op"] == [0]
    assert scores["pysc2 MoveToBeacon"][0] >= 20


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ("--maps=Nowhere", "unknown map Nowhere; known are MoveToBeacon"),
        ("--policies=best", "unknown policies best; known are random, no_op, pysc2, own"),
    ],
)
def test_unknown_names_are_refused_in_one_line(flag, message):
    done = run(flag)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
