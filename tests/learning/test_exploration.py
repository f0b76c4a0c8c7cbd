"""Random choices beside the policy's: how often, among what, with which probability, on record."""

import itertools

import numpy as np
import pytest

from a3c_tf.config import Config
from a3c_tf.learning.exploration import explore, noise_width
from a3c_tf.learning.policy import ActionDistribution
from a3c_tf.planning import plan_run
from a3c_tf.records.episode_log_reader import read_episode_logs
from a3c_tf.specs import ActionSpec, ArgumentSpec, FunctionSpec
from a3c_tf.tensorflow_setup import tf
from a3c_tf.training.trainer import train

SPEC = ActionSpec(
    (
        FunctionSpec("wait"),
        FunctionSpec("click", ("screen",)),
        FunctionSpec("drag", ("screen", "queued")),
        FunctionSpec("never"),
    ),
    (ArgumentSpec("screen", (2, 3)), ArgumentSpec("queued", (2,))),
)
MASK = np.array([True, True, True, False])
EVERY_ACTION = np.array(list(itertools.product(range(4), range(6), range(2))), np.int32)


def make_policy(batch):
    rng = np.random.default_rng(1)
    logits = [np.tile(rng.normal(size=size), (batch, 1)) for size in (4, 6, 2)]
    function, *arguments = [tf.constant(x, tf.float32) for x in logits]
    return ActionDistribution(SPEC, function, arguments, tf.constant(np.tile(MASK, (batch, 1))))


def probabilities(policy):
    """Of each function, and of each value of each argument; the same in all rows."""
    columns = [policy.log_prob_parts(EVERY_ACTION)[0].numpy()]
    functions = np.array([np.exp(columns[0][EVERY_ACTION[:, 0] == f][0]) for f in range(4)])
    arguments = [np.exp(p[0].numpy()) for p in policy._argument_log_probs]
    return functions, arguments


def noise_for(batch):
    """What explore takes for a batch."""
    width = noise_width(1 + len(SPEC.arguments))
    return tf.constant(np.random.default_rng(5).random((batch, width), np.float32))


def slow_mixture(functions, arguments, action, rate):
    """mu(action) as the module's docstring writes it."""
    takes = SPEC.argument_mask[action[0]]
    own = np.prod([p[v] for p, v, t in zip(arguments, action[1:], takes, strict=True) if t])
    random = np.prod([1 / a.size for a, t in zip(SPEC.arguments, takes, strict=True) if t])
    function = (1 - rate) * functions[action[0]] + rate * MASK[action[0]] / MASK.sum()
    return function * ((1 - rate) * own + rate * random)


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("rate", [0.0, 0.3, 1.0])
def test_log_prob_is_that_of_what_acted(greedy, rate):
    batch = 20_000
    policy = make_policy(batch)
    acting = policy.greedy() if greedy else policy
    chosen = explore(acting, noise_for(batch), tf.fill([batch], rate))
    actions = chosen.actions.numpy()
    assert MASK[actions[:, 0]].all()
    functions, arguments = probabilities(
        make_policy(len(EVERY_ACTION)).greedy() if greedy else make_policy(len(EVERY_ACTION))
    )
    expected = [slow_mixture(functions, arguments, action, rate) for action in actions[:200]]
    np.testing.assert_allclose(np.exp(chosen.log_prob[:200]), expected, rtol=1e-4)
    # It is also how often each action came up, arguments that are not taken aside.
    takes = np.concatenate([np.ones((4, 1), bool), SPEC.argument_mask], axis=1)
    seen, counts = np.unique(actions * takes[actions[:, 0]], axis=0, return_counts=True)
    for action, count in zip(seen, counts, strict=True):
        share = slow_mixture(functions, arguments, action, rate)
        assert count / batch == pytest.approx(share, abs=4 * np.sqrt(share / batch))


def test_functions_and_arguments_are_random_independently_of_each_other():
    chosen = explore(make_policy(20_000), noise_for(20_000), tf.fill([20_000], 0.25))
    function, arguments = chosen.random_function.numpy(), chosen.random_arguments.numpy()
    assert function.mean() == pytest.approx(0.25, abs=0.01)
    assert arguments.mean() == pytest.approx(0.25, abs=0.01)
    assert (function & arguments).mean() == pytest.approx(0.0625, abs=0.01)


def test_each_state_has_a_rate_of_its_own():
    rates = np.repeat([0.0, 0.5, 1.0], 10_000).astype(np.float32)
    chosen = explore(make_policy(30_000), noise_for(30_000), tf.constant(rates))
    for random in (chosen.random_function, chosen.random_arguments):
        shares = random.numpy().reshape(3, -1).mean(axis=1)
        assert shares[0] == 0.0 and shares[2] == 1.0
        assert shares[1] == pytest.approx(0.5, abs=0.02)


def test_greedy_without_random_choices_is_the_mode():
    policy = make_policy(5)
    chosen = explore(policy.greedy(), noise_for(5), tf.zeros(5))
    np.testing.assert_array_equal(chosen.actions, policy.mode())
    np.testing.assert_array_equal(chosen.log_prob, np.zeros(5))
    assert not np.any(chosen.random_function) and not np.any(chosen.random_arguments)


@pytest.mark.parametrize("acting", ["sample", "greedy"])
def test_a_run_explores_as_scheduled_and_its_log_says_where(acting, tmp_path):
    config = Config(acting=acting)
    assert config.explores == (acting == "greedy")
    options = {"acting": acting, "exploration_rate": 0.9, "exploration_final": 0.1}
    where = {"env": "toy_click", "run_dir": str(tmp_path), "workers": 2, "steps": 1_600}
    train(plan_run({**where, **options, "exploration_fraction": 0.5}))
    episodes = sorted(read_episode_logs(tmp_path), key=lambda episode: episode.num_global)
    late = [a for e in episodes[-10:] for a in e.actions]

    def share(actions, field):
        clicks = [a for a in actions if a.name == "click"]
        of = clicks if field == "random_position" else actions
        return np.mean([getattr(a, field) for a in of])

    for field in ("random_action", "random_position"):
        assert share(late, field) == pytest.approx(0.1, abs=0.1)
    assert not any(a.random_position for a in late if a.name == "no_op")


def test_a_run_without_exploration_records_none(tmp_path):
    where = {"env": "toy_click", "run_dir": str(tmp_path), "workers": 1, "steps": 100}
    train(plan_run(where))
    actions = [a for e in read_episode_logs(tmp_path) for a in e.actions]
    assert actions and not any(a.random_action or a.random_position for a in actions)
