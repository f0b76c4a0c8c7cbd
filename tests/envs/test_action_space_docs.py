"""docs/action_space.md agrees with the data, and its code runs."""

import os
import pathlib
import re
import subprocess
import sys

import pytest
from pysc2.lib import actions

from a3c_tf.envs.starcraft2_action_sets import ACTION_SETS
from a3c_tf.envs.starcraft2_actions import ActionTranslator
from a3c_tf.envs.starcraft2_vectors import _FUNCTIONS, _NAMED, _TABLES
from a3c_tf.specs import ActionSpec

REPOSITORY = pathlib.Path(__file__).parents[2]
PAGE = (REPOSITORY / "docs" / "action_space.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_page_has_code() -> None:
    assert len(BLOCKS) == 3


@pytest.mark.parametrize("block", BLOCKS)
def test_code_runs(block: str, tmp_path: pathlib.Path) -> None:
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


def test_every_set_is_in_the_table_with_what_it_chooses_and_fixes() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (.*?) \| (.*?)\|$", PAGE, re.MULTILINE)
    assert [name for name, *_ in rows] == list(ACTION_SETS)
    all_kinds = [a.name for a in _spec("all").arguments]
    for name, functions, chosen, fixed in rows:
        spec = _spec(name)
        assert int(functions) == len(spec.functions)
        heads = [argument.name for argument in spec.arguments]
        if chosen == "all 13 kinds":
            assert heads == all_kinds
        elif chosen.startswith("all but "):
            assert heads == [k for k in all_kinds if k != chosen.removeprefix("all but ")]
        else:
            assert heads == chosen.split(", ")
        written = dict(pair.split(": ") for pair in fixed.strip().split(", ") if pair)
        assert written == _effective(name)


def _spec(name: str) -> ActionSpec:
    return ActionTranslator(name, screen_shape=(8, 8), minimap_shape=(8, 8)).spec


def _effective(name: str) -> dict[str, str]:
    """What a set fixes among the arguments that its functions take."""
    chosen = ACTION_SETS[name]
    taken = {kind.name for f in chosen.functions for kind in actions.FUNCTIONS[f].args}
    return {kind: value for kind, value in chosen.fixed.items() if kind in taken}


def test_every_vector_is_in_the_table() -> None:
    table = PAGE.split("## Numbers")[1].split("```")[0]
    rows = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    written = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert written == {*_NAMED, *_TABLES, *_FUNCTIONS}
