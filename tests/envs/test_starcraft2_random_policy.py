"""The random policy that results are compared with is SC2LE's: among all that pysc2 offers."""

import numpy as np

from a3c_tf.config import Config
from a3c_tf.envs.registry import make_env
from a3c_tf.evaluation.evaluation import evaluate
from a3c_tf.evaluation.simple_policies import random_policy

EMBEDDED = {"backend": "embedded", "screen_size": 16, "minimap_size": 16}


def test_it_chooses_among_all_functions_unless_a_set_is_named() -> None:
    result = evaluate("sc2_beacon", policy="random", episodes=1, options=EMBEDDED)
    assert result.action_set == result.to_dict()["action_set"] == "all"
    named = {**EMBEDDED, "action_set": "beacon"}
    result = evaluate("sc2_beacon", policy="random", episodes=1, options=named)
    assert result.action_set == "beacon"


def test_doing_nothing_and_other_games_have_no_need_of_it() -> None:
    result = evaluate("sc2_beacon", policy="noop", episodes=1, options=EMBEDDED)
    assert result.action_set == "beacon"
    assert "action_set" not in evaluate("toy_bandit", policy="random", episodes=1).to_dict()


def test_the_same_seed_gives_the_same_values() -> None:
    def values() -> list[float]:
        return evaluate("sc2_shards", policy="random", episodes=2, options=EMBEDDED).episodes

    assert values() == values()


def test_choices_are_uniform_over_what_pysc2_offers_and_over_arguments() -> None:
    env = make_env("sc2_beacon", Config(action_set="all", **EMBEDDED), seed=1)
    try:
        timestep = env.reset()
        policy = random_policy(env.action_spec, seed=0)
        draws = [policy(timestep) for _ in range(4000)]
    finally:
        env.close()
    offered = np.flatnonzero(timestep.function_mask)
    counts = np.bincount([draw.function for draw in draws], minlength=573)
    assert np.flatnonzero(counts).tolist() == offered.tolist()
    np.testing.assert_allclose(counts[offered] * len(offered) / 4000, 1.0, atol=0.2)
    names = [argument.name for argument in env.action_spec.arguments]
    drawn = np.array([draw.arguments[names.index("control_group_id")] for draw in draws])
    np.testing.assert_allclose(np.bincount(drawn) / 400, 1.0, atol=0.25)
