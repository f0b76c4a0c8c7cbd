"""The Python in the documentation runs, on a run folder as training leaves it."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

from a3c_tf.episode_log import EpisodeLog
from a3c_tf.episode_log_format import EpisodeRecord, LoggedAction
from a3c_tf.metrics import COLUMNS, MetricsWriter, RunStatistics
from a3c_tf.metrics_tensorboard import TAGS

REPOSITORY = pathlib.Path(__file__).parents[2]
PAGES = ("episode_logs", "metrics")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder that holds runs/sc2_collect."""
    folder = tmp_path_factory.mktemp("docs")
    run = folder / "runs" / "sc2_collect"
    (run / "logs").mkdir(parents=True)
    log = EpisodeLog.create(run / "logs" / "agent00.xml", {"env": "sc2_collect"})
    writer = MetricsWriter(run / "metrics.csv", run / "tensorboard", keep_steps=0)
    statistics = RunStatistics()
    for number in range(1, 4):
        totals = {"score": 5.0 * number, "collected_minerals": 5.0 * number}
        actions = [LoggedAction("Move_screen", 3, 4, arguments={"screen": (3, 4)})]
        record = EpisodeRecord(number, number, 1, 1.0, 5.0, totals=totals, actions=actions)
        log.add(record)
        statistics.add_episode(record)
        writer.write(
            statistics.row(steps=number, seconds=number, updates=0, bad_updates=0, learning_rate=1)
        )
    writer.close()
    return folder


def blocks(page: str) -> list[str]:
    text = (REPOSITORY / "docs" / f"{page}.md").read_text()
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_code_runs(folder: pathlib.Path, page: str) -> None:
    assert len(blocks(page)) == 2
    for block in blocks(page):
        done = subprocess.run(
            [sys.executable, "-c", block],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip()


def test_every_column_and_tag_is_explained() -> None:
    page = (REPOSITORY / "docs" / "metrics.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (?:`(.*?)`|the x-axis) \|", page, re.MULTILINE)
    assert dict(rows) == {"steps": "", **{column: tag for tag, column in TAGS.items()}}
    assert [column for column, _ in rows] == list(COLUMNS)
