"""The pages agree with the options, the presets and the commands that they describe."""

import dataclasses
import json
import pathlib
import re
import subprocess
import sys

import pytest

from a3c_tf.config import Config
from a3c_tf.planning import config_for
from a3c_tf.presets import preset_names
from a3c_tf.pysc2 import tool_names

REPOSITORY = pathlib.Path(__file__).parents[1]
PAGES = {
    str(path.relative_to(REPOSITORY)): path.read_text()
    for path in [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
}
SHELL_BLOCKS = [
    block
    for page in PAGES.values()
    for block in re.findall(r"^```sh\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
]
# A command in a block or between backticks, up to its comment or its end.
COMMANDS = [
    (module, rest.replace("\\\n", " ").strip())
    for page in PAGES.values()
    for module, rest in re.findall(r"python -m (a3c_tf(?:\.\w+)+)((?:\\\n|[^`\n#|])*)", page)
]
# What has flags of absl's; its flags are defined when it runs as the main module.
WITH_FLAGS = ["run", "evaluate", "benchmark", "minigames.calibrate"]

# Reads lines of arguments, and has a command's own parser and Config judge each.
JUDGE = """
import runpy, shlex, sys
from absl import app, flags
from a3c_tf import command_line
from a3c_tf.config import Config
from a3c_tf.envs.registry import env_entry

class Defined(BaseException): pass

def instead_of_running(*arguments):
    raise Defined

command_line.run_command = app.run = instead_of_running
try:
    runpy.run_module(sys.argv[1], run_name="__main__")
except Defined:
    pass
for line in sys.stdin.read().splitlines():
    for name in flags.FLAGS:
        flags.FLAGS[name].unparse()
    try:
        left = flags.FLAGS(["command", *shlex.split(line)])[1:]
        assert not left, f"no flags: {left}"
        env_entry(Config().override(command_line.config_flags_given()).env)
    except Exception as error:
        print(f"{line}: {error}")
"""


def test_every_option_is_explained_on_some_page() -> None:
    # The tables of presets use options, they explain none; but that page explains --preset.
    text = "\n".join(text.split("## StarCraft II")[0] for text in PAGES.values())
    fields = [field.name for field in dataclasses.fields(Config)]
    assert [name for name in fields if not re.search(rf"(`|`--){name}\b", text)] == []


@pytest.mark.parametrize("block", SHELL_BLOCKS)
def test_shell_blocks_parse(block: str) -> None:
    done = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", WITH_FLAGS)
def test_the_flags_of_every_command_on_the_pages_are_valid(command: str) -> None:
    module = f"a3c_tf.{command}"
    lines = [rest for name, rest in COMMANDS if name == module and rest != "--help"]
    assert lines, "a page shows how to use it"
    done = subprocess.run(
        [sys.executable, "-c", JUDGE, module],
        input="\n".join(lines),
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr[-2_000:]


def test_every_command_on_the_pages_exists() -> None:
    for module, rest in COMMANDS:
        assert (REPOSITORY / f"{module.replace('.', '/')}.py").is_file(), module
        if module == "a3c_tf.pysc2" and rest:
            assert rest.split()[0] in tool_names()
    targets = re.findall(r"^(\w+):", (REPOSITORY / "Makefile").read_text(), re.MULTILINE)
    for block in SHELL_BLOCKS:
        assert set(re.findall(r"^make (\w+)", block, re.MULTILINE)) <= set(targets)


def test_presets_are_shown_with_values_and_sources_as_they_are() -> None:
    page = PAGES["docs/presets.md"]
    shown = {}
    for name, section in re.findall(r"^### `(\w+)`\n((?:(?!#).*\n)*)", page, re.MULTILINE):
        rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \|$", section, re.MULTILINE)
        shown[name] = {
            option: {"value": _value(cell), "source": source} for option, cell, source in rows
        }
    presets = REPOSITORY / "a3c_tf" / "presets"
    files = {name: json.loads((presets / f"{name}.json").read_text()) for name in preset_names()}
    assert shown == files


def test_the_recipe_of_ones_own_is_one(tmp_path: pathlib.Path) -> None:
    (text,) = re.findall(r"^```json\n(.*?)^```", PAGES["docs/presets.md"], re.DOTALL | re.MULTILINE)
    file = tmp_path / "roaches.json"
    file.write_text(text)
    config = config_for({"preset": str(file)})
    assert (config.env, config.t_max) == ("sc2_roaches", 40)


def _value(cell: str) -> object:
    """A table's cell: a number, or a word between backticks, or several with commas."""
    words = re.findall(r"`(.*?)`", cell)
    return ",".join(words) if words else json.loads(cell)
