"""docs/networks.md names every network, and its code runs."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

from a3c_tf.networks import network_names

REPOSITORY = pathlib.Path(__file__).parents[2]
PAGE = (REPOSITORY / "docs" / "networks.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_every_network_is_in_the_table():
    table = PAGE.split("Spatial arguments are read")[0]
    cells = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    assert {name for cell in cells for name in re.findall(r"`(\w+)`", cell)} == set(network_names())


def test_the_page_has_code():
    assert len(BLOCKS) == 2


@pytest.mark.parametrize("block", BLOCKS)
def test_code_runs(block, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", block],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
