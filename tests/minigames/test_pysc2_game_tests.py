"""The tests that pysc2 ships and that need a game, run against the embedded server.

Those not listed below cannot run here, and would not on any set of mini-games:

- tests for two players: actions_test, obs_test, multi_player_test, multi_player_env_test,
  host_remote_agent_test, obs_spec_test.test_heterogeneous_observations; and observer_test, in which
  two computers play each other to the end. A mini-game has one player.
- tests that want rendered pictures: render_test, random_agent_test with "rgb" and "all", and
  env.mock_sc2_env_comparison_test. The server draws feature layers only.
- replay_obs_test: builds a base on the melee map Flat64 by coordinates and a timetable.
"""

import json
from collections.abc import Callable

import pytest

CASES = {
    "pysc2.tests.easy_scripted_test": 6,
    "pysc2.tests.step_mul_override_test": 2,
    "pysc2.tests.ping_test": 1,
    "pysc2.tests.protocol_error_test.TestProtocolError.test_error": 1,
}

# These ask for melee maps, which the server says it does not have. Nothing in them depends on the
# map, so that for them pysc2's own list of maps has a mini-game by those names.
CASES_ON_ANY_MAP = {
    "pysc2.tests.protocol_error_test.TestProtocolError.test_replay_a_replay": 1,
    "pysc2.tests.debug_test": 1,
    "pysc2.tests.general_actions_test": 1,
    "pysc2.tests.versions_test": 2,
    "pysc2.tests.obs_spec_test.TestObservationSpec.test_observation_matches_obs_spec": 1,
    "pysc2.tests.random_agent_test.TestRandomAgent.test_random_agent_features": 1,
}

RUN_TESTS = """
import json, sys, unittest
import a3c_tf.compat
from absl import flags
from pysc2 import maps, run_configs
flags.FLAGS(["test", "--sc2_run_config=EmbeddedMinigames"])
name, stand_in = sys.argv[1:]
if stand_in:
    known = maps.get
    melee = ("Simple64", "Simple96", "Flat64")
    maps.get = lambda name: known(stand_in if name in melee else name)
result = unittest.TextTestRunner(stream=sys.stderr).run(
    unittest.defaultTestLoader.loadTestsFromName(name))
bad = result.errors + result.failures + result.skipped + result.unexpectedSuccesses
print(json.dumps({"run": result.testsRun, "bad": [str(entry) for entry in bad]}))
"""


def run_tests(fresh_python: Callable[..., str], name: str, stand_in: str = "") -> dict:
    return json.loads(fresh_python(RUN_TESTS, name, stand_in).splitlines()[-1])


@pytest.mark.parametrize("name", CASES)
def test_passes(name: str, fresh_python: Callable[..., str]) -> None:
    assert run_tests(fresh_python, name) == {"run": CASES[name], "bad": []}


@pytest.mark.parametrize("name", CASES_ON_ANY_MAP)
def test_passes_on_a_minigame(name: str, fresh_python: Callable[..., str]) -> None:
    outcome = run_tests(fresh_python, name, "CollectMineralsAndGas")
    assert outcome == {"run": CASES_ON_ANY_MAP[name], "bad": []}
