"""What a session does of itself, without the threads that usually call it."""

import csv
import pathlib

import pytest

from a3c_tf.envs.toys import Bandit
from a3c_tf.planning import plan_run
from a3c_tf.training.session import Session

UPDATE = {"policy_loss": 1.0, "value_loss": 2.0, "entropy": 3.0, "value": 4.0, "policy_lag": 5.0}


@pytest.fixture
def session(tmp_path: pathlib.Path) -> Session:
    plan = plan_run({"env": "toy_bandit", "run_dir": str(tmp_path)})
    return Session(plan, Bandit.observation_spec, Bandit.action_spec)


def test_what_was_learned_without_steps_is_told_in_the_next_row(session: Session) -> None:
    def claim(steps: int) -> None:
        for _ in range(steps):
            assert session.steps.claim()

    claim(10)
    session.write_metrics()
    session.statistics.add_update({**UPDATE, "gradient_norm": 6.0})
    session.write_metrics()  # no step since the last, so it is only shown
    claim(10)
    session.statistics.add_update({**UPDATE, "gradient_norm": 8.0})
    session.write_metrics()
    session.finish()
    with session.folder.metrics_file.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["steps"] for row in rows] == ["10", "20"]
    assert [row["grad_norm"] for row in rows] == ["", "7"]
