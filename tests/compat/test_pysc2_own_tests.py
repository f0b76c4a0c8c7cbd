"""The unit tests that pysc2 ships and that need no game, run under the layer."""

import json
from collections.abc import Callable

import pytest

# How many tests each module of pysc2 4.0.0 holds: a test that vanished is as bad as one that fails.
TESTS_OF_MODULE = {
    "pysc2.env.mock_sc2_env_test": 11,
    "pysc2.lib.features_test": 62,
    "pysc2.lib.image_differencer_test": 2,
    "pysc2.lib.named_array_test": 27,
    "pysc2.lib.np_util_test": 4,
    "pysc2.lib.point_test": 25,
    "pysc2.lib.portspicker_test": 14,
    "pysc2.lib.proto_diff_test": 18,
    "pysc2.lib.run_parallel_test": 5,
    "pysc2.lib.stopwatch_test": 7,
    "pysc2.tests.dummy_observation_test": 30,
}

RUN_ONE_MODULE = """
import json, sys, unittest
import a3c_tf.compat
from absl import flags
flags.FLAGS(["test"])
result = unittest.TextTestRunner(stream=sys.stderr).run(
    unittest.defaultTestLoader.loadTestsFromName(sys.argv[1]))
bad = result.errors + result.failures + result.skipped + result.unexpectedSuccesses
print(json.dumps({"run": result.testsRun, "bad": [str(test) for test, _ in bad]}))
"""


def test_they_are_205() -> None:
    assert sum(TESTS_OF_MODULE.values()) == 205


@pytest.mark.parametrize("module", sorted(TESTS_OF_MODULE))
def test_module_passes(module: str, fresh_python: Callable[..., str]) -> None:
    printed = fresh_python(RUN_ONE_MODULE, module)
    result = json.loads(printed.splitlines()[-1])
    assert result == {"run": TESTS_OF_MODULE[module], "bad": []}
