"""The scripted baselines: what they see, and that they play their maps through pysc2."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from pysc2.env import sc2_env
from pysc2.lib import actions, features

import agents.scripted
from a3c_tf.envs.starcraft2_backend import choose_backend, start_game
from a3c_tf.errors import ConfigError
from agents.scripted.base import SELF, ScriptedAgent, SeenUnit, Situation, centre, nearest
from agents.scripted.economy import SITES

FUNCTIONS = actions.FUNCTIONS


def row(**values: int) -> list[int]:
    """A row of feature units."""
    return [values.get(column.name, 0) for column in features.FeatureUnit]


def observation(*rows: list[int], available: tuple[int, ...] = (0,)) -> dict[str, Any]:
    return {
        "feature_units": np.array(rows, np.int64),
        "available_actions": np.array(available),
        "player": np.arange(len(features.Player)),
    }


def test_feature_units_become_units_by_their_columns() -> None:
    seen = Situation(
        observation(
            row(unit_type=48, alliance=1, x=3, y=5, health=45, is_selected=1, build_progress=100),
            row(unit_type=21, alliance=1, x=9, y=7, build_progress=99, order_length=2),
            row(unit_type=317, alliance=3, x=1, y=2, build_progress=100),
            available=(0, int(FUNCTIONS.Move_screen.id)),
        )
    )
    marine, barracks = seen.of(SELF)
    assert marine == SeenUnit(48, 1, 3, 5, 45, True, True, 0, 0)
    assert (barracks.is_finished, barracks.orders) == (False, 2)
    assert seen.of(SELF, 48) == [marine]
    assert seen.can(FUNCTIONS.Move_screen)
    assert not seen.can(FUNCTIONS.Attack_screen)
    assert seen.player("minerals") == int(features.Player.minerals)
    assert centre([marine, barracks]) == (6, 6)
    assert nearest((9, 9), [marine, barracks]) is barracks
    assert nearest((9, 9), [marine, barracks], before=lambda unit: -unit.health) is marine


def test_a_screen_without_units_is_seen_as_empty() -> None:
    assert Situation(observation()).units == []


@pytest.mark.parametrize("name", agents.scripted.__all__)
def test_an_agent_says_what_it_needs_to_see(name: str) -> None:
    agent = getattr(agents.scripted, name)()
    with pytest.raises(ConfigError, match=rf"{name} needs .*feature_units.*--use_feature_units"):
        agent.setup({"feature_screen": ()}, ())


def test_sites_keep_clear_of_each_other() -> None:
    sizes = {18: 5, 19: 2, 21: 3}
    placed = [(kind, *site) for kind, sites in SITES.items() for site in sites if kind != 18]
    for i, (kind, x, y) in enumerate(placed):
        for other, other_x, other_y in placed[:i]:
            needed = (sizes[kind] + sizes[other]) / 2
            assert abs(x - other_x) >= needed or abs(y - other_y) >= needed


@pytest.fixture(scope="module")
def games() -> Iterator[dict[tuple[str, int], Any]]:
    """The games that tests have started, one a map and length."""
    started: dict[tuple[str, int], Any] = {}
    yield started
    for game in started.values():
        game.close()


def play(games: dict[tuple[str, int], Any], map_name: str, agent: ScriptedAgent, loops: int) -> int:
    """Plays one episode; returns the score."""
    key = (map_name, loops)
    if key not in games:
        games[key] = start_game(
            choose_backend("embedded"),
            map_name,
            players=[sc2_env.Agent(sc2_env.Race.terran)],
            agent_interface_format=features.AgentInterfaceFormat(
                feature_dimensions=features.Dimensions(screen=84, minimap=64),
                use_feature_units=True,
            ),
            step_mul=8,
            game_steps_per_episode=loops,
            random_seed=1,
        )
    game = games[key]
    agent.setup(game.observation_spec()[0], game.action_spec()[0])
    (timestep,) = game.reset()
    agent.reset()
    while not timestep.last():
        (timestep,) = game.step([agent.step(timestep)])
    return int(timestep.observation["score_cumulative"][0])


# A game of no_op scores 0 on the first two maps; a random policy rarely more than 6, 35 and 5.
@pytest.mark.parametrize(
    ("map_name", "name", "loops", "least"),
    [
        ("MoveToBeacon", "MoveToBeacon", 1920, 20),
        ("CollectMineralShards", "CollectShards", 1920, 90),
        ("FindAndDefeatZerglings", "AttackMove", 2880, 25),
        ("BuildMarines", "BuildMarines", 6000, 8),
    ],
)
def test_an_agent_plays_its_map(
    games: dict[tuple[str, int], Any], map_name: str, name: str, loops: int, least: int
) -> None:
    assert play(games, map_name, getattr(agents.scripted, name)(), loops) >= least


def test_focused_fire_beats_shooting_at_whatever_is_near(
    games: dict[tuple[str, int], Any],
) -> None:
    def mean(agent: ScriptedAgent) -> float:
        return float(np.mean([play(games, "DefeatRoaches", agent, 1920) for _ in range(4)]))

    focused, spread = mean(agents.scripted.FocusFire()), mean(agents.scripted.AttackMove())
    assert focused > spread


def test_more_workers_mine_more_than_the_twelve_of_the_start(
    games: dict[tuple[str, int], Any],
) -> None:
    score = play(games, "CollectMineralsAndGas", agents.scripted.MineAndTrain(), 6720)
    trips = 6720 / 100  # at most, whatever the field: it alone takes half of that
    assert score > 12 * 5 * trips * 0.9


def test_pysc2_loads_an_agent_by_name() -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "a3c_tf.pysc2", "agent", "--map", "MoveToBeacon"),
            *("--agent", "agents.scripted.MoveToBeacon", "--use_feature_units", "--norender"),
            *("--max_agent_steps", "30", "--nosave_replay"),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "for 30 steps" in done.stdout + done.stderr


def test_importing_the_agents_first_lets_pysc2_in(fresh_python: Callable[[str], str]) -> None:
    assert fresh_python("import agents.scripted; print(agents.scripted.__all__[0])").strip()
