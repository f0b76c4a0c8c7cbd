"""The documentation's Python runs, and so do the examples."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

from a3c_tf.records.episode_log import EpisodeLog
from a3c_tf.records.episode_log_format import EpisodeRecord, LoggedAction
from a3c_tf.records.metrics import MetricsWriter, RunStatistics

REPOSITORY = pathlib.Path(__file__).parents[1]
PAGES = {
    str(path.relative_to(REPOSITORY)): re.findall(
        r"^```python\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE
    )
    for path in [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
}
WITH_CODE = [page for page, blocks in PAGES.items() if blocks]

SETTINGS = {"learning_rate": 7e-4, "entropy_cost": 0.01, "exploration_rate": 0.0}

# Every example, with arguments that make it short. "RUN" is a run's folder.
EXAMPLES = {
    "custom_environment.py": ["--steps=300"],
    "own_callback.py": ["--steps=300"],
    "pysc2_script.py": ["--steps=100", "--episodes=2", "--loops=160"],
    "read_logs.py": ["RUN"],
}


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder that holds runs/sc2_collect, with logs and metrics as training leaves them."""
    run = tmp_path / "runs" / "sc2_collect"
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
            statistics.row(
                steps=number, seconds=number, updates=0, bad_updates=0, settings=SETTINGS
            )
        )
    writer.close()
    log.close()
    return tmp_path


def run_python(folder: pathlib.Path, *arguments: str) -> str:
    """Standard output of a Python that starts in a folder and finds our packages."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-4_000:]
    return done.stdout


@pytest.mark.parametrize("page", WITH_CODE)
def test_the_code_of_a_page_runs_from_top_to_bottom(folder: pathlib.Path, page: str) -> None:
    """One program of all its blocks, with an empty line for each line of text in between."""
    (folder / "page.py").write_text("\n".join(PAGES[page]))
    assert run_python(folder, "page.py").strip(), "a page shows something"


def test_pages_with_code_are_found() -> None:
    assert {"docs/python_api.md", "docs/callbacks.md", "docs/custom_environments.md"} <= {
        *WITH_CODE
    }


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(folder: pathlib.Path, example: str) -> None:
    run = str(folder / "runs" / "sc2_collect")
    arguments = [run if argument == "RUN" else argument for argument in EXAMPLES[example]]
    assert run_python(folder, str(REPOSITORY / "examples" / example), *arguments).strip()


def test_no_example_is_forgotten() -> None:
    assert {path.name for path in (REPOSITORY / "examples").glob("*.py")} == set(EXAMPLES)


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page: str) -> None:
    path = REPOSITORY / page
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text()):
        if "://" not in target:
            assert (path.parent / target).exists(), target
