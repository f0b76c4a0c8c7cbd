"""The command that measures the server; how fast it is, is no test's business."""

import re

import pytest

from a3c_tf.minigames import speed
from a3c_tf.minigames.protocol.catalogue import SCRIPTS


@pytest.mark.parametrize("map_name", sorted(SCRIPTS))
def test_the_measured_client_keeps_its_units_busy(map_name):
    driver = speed.Driver(map_name, 32, raw=True)
    world = driver._session.game.world
    for _ in range(3):
        driver.step()
    assert world.game_loop == 3 * speed.LOOPS_PER_STEP
    own = world.forces[1]
    assert sum(bool(unit.orders) for unit in own if unit.kind.speed) > len(own) / 2


def test_games_that_end_begin_again():
    driver = speed.Driver("MoveToBeacon", 16, raw=False)
    for _ in range(1920 // speed.LOOPS_PER_STEP + 2):
        driver.step()
    assert driver._session.game.world.game_loop == 2 * speed.LOOPS_PER_STEP


def test_the_command_prints_a_line_a_map(capsys):
    assert speed.main(["MoveToBeacon", "DefeatRoaches", "--steps=2", "--size=16"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["MoveToBeacon", "DefeatRoaches"]


def test_the_command_measures_pysc2s_environment_too(capsys):
    assert speed.main(["MoveToBeacon", "BuildMarines", "--client", "--steps=3", "--size=16"]) == 0
    for line, map_name in zip(
        capsys.readouterr().out.splitlines(), ["MoveToBeacon", "BuildMarines"], strict=True
    ):
        numbers = re.fullmatch(
            rf"{map_name} +(\d+) agent steps a second; processor time a step: "
            r"client (\d+\.\d+) ms, server (\d+\.\d+|nan) ms",
            line,
        )
        assert int(numbers[1]) > 0
        assert float(numbers[2]) > 0


@pytest.mark.parametrize(
    "arguments", [["Simple64"], ["--steps=0"], ["--size=1000"], ["--client", "--raw"]]
)
def test_what_cannot_be_measured_is_named(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        speed.main(arguments)
    assert stopped.value.code == 2
    assert "error:" in capsys.readouterr().err
