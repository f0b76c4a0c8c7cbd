"""The shared model: what an update does, what many threads may do, what is saved."""

import threading

import numpy as np
import pytest

from a3c_tf.config import Config
from a3c_tf.errors import A3CError
from a3c_tf.learning.acting_graphs import ActingGraphs
from a3c_tf.learning.deciding import State
from a3c_tf.learning.exploration import noise_width
from a3c_tf.learning.learning_graphs import LearningGraphs
from a3c_tf.learning.policy import ActionDistribution
from a3c_tf.learning.rollout import Rollout
from a3c_tf.learning.shared_model import SharedModel
from a3c_tf.specs import ActionSpec, ArgumentSpec, ArraySpec, FunctionSpec
from a3c_tf.tensorflow_setup import tf

VECTOR = {"vector": ArraySpec((4,), "float32")}
BUTTONS = ActionSpec((FunctionSpec("left"), FunctionSpec("right"), FunctionSpec("jump")))
SCREEN = {"screen": ArraySpec((6, 9, 2), "uint8"), **VECTOR}
CLICKS = ActionSpec(
    (FunctionSpec("wait"), FunctionSpec("click", ("screen",)), FunctionSpec("q", ("queued",))),
    (ArgumentSpec("screen", (6, 9)), ArgumentSpec("queued", (2,))),
)
SPECS = [(VECTOR, BUTTONS), (SCREEN, CLICKS)]


def make_observation(spec, batch, seed=0):
    rng = np.random.default_rng(seed)
    return {
        name: (rng.random((batch, *s.shape)) * (255 if s.dtype == "uint8" else 1)).astype(s.dtype)
        for name, s in spec.items()
    }


def make_rollout(shared_model, steps, seed=0, discount=0.9):
    rng = np.random.default_rng(seed)
    spec = shared_model.action_spec
    mask = rng.random((steps, len(spec.functions))) < 0.7
    functions = rng.integers(len(spec.functions), size=steps)
    mask[np.arange(steps), functions] = True
    columns = [functions, *(rng.integers(a.size, size=steps) for a in spec.arguments)]
    return Rollout(
        make_observation(shared_model.observation_spec, steps + 1, seed),
        mask,
        np.stack(columns, axis=1).astype(np.int32),
        rng.normal(size=steps).astype(np.float32),
        np.full(steps, discount, np.float32),
        rng.normal(size=steps).astype(np.float32) - 2.0,
        shared_model.initial_memory(),
    )


def all_variables(shared_model):
    variables = [*shared_model.model.variables, *shared_model.optimizer.variables]
    return [np.array(variable) for variable in variables]


def assert_same(first, second):
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)


def noise_for(shared_model, batch, seed=1):
    """Uniform numbers for act."""
    width = 1 + len(shared_model.action_spec.arguments)
    return np.random.default_rng(seed).random((batch, width), np.float32)


def state_of(shared_model, mask, seed=1):
    """One state to decide in."""
    observation = make_observation(shared_model.observation_spec, 1, seed)
    return State(
        {name: array[0] for name, array in observation.items()},
        mask,
        shared_model.initial_memory(),
        noise_for(shared_model, 1, seed)[0],
    )


def mask_of_ones(shared_model, batch):
    return np.ones((batch, len(shared_model.action_spec.functions)), bool)


def test_construction_counts_no_update_and_leaves_the_optimizer_fresh():
    shared_model = SharedModel(*SPECS[1], Config())
    assert shared_model.version == 0
    slots = [v for v in shared_model.optimizer.variables if "velocity" in v.path]
    assert len(slots) == len(shared_model.model.trainable_variables)
    assert all(np.all(np.array(v) == 0.0) for v in slots)
    assert_same(shared_model.weights(), SharedModel(*SPECS[1], Config()).weights())


@pytest.mark.parametrize(("specs", "optimizer"), [(SPECS[0], "adam"), (SPECS[1], "rmsprop")])
def test_the_seed_decides_everything(specs, optimizer):
    def run(seed):
        shared_model = SharedModel(*specs, Config(seed=seed, optimizer=optimizer))
        for index in range(3):
            result = shared_model.update(make_rollout(shared_model, 4 + index, index), 1e-2, 0.01)
            assert result.applied
        observation, mask = make_observation(specs[0], 50), mask_of_ones(shared_model, 50)
        acts = [
            shared_model.act(observation, mask, noise_for(shared_model, 50, i)) for i in range(2)
        ]
        assert np.any(acts[0].actions != acts[1].actions)
        return [*all_variables(shared_model), *acts[0], *acts[1], *result.metrics.values()]

    first = run(3)
    assert_same(first, run(3))
    assert any(np.any(a != b) for a, b in zip(first, run(4), strict=True))


def test_act_answers_for_each_state_of_the_batch():
    shared_model = SharedModel(*SPECS[1], Config())
    observation = make_observation(SCREEN, 6)
    mask = np.array([[True, False, True], [False, True, False]] * 3)
    noise = noise_for(shared_model, 6)
    result = shared_model.act(observation, mask, noise)
    assert result.actions.shape == (6, 3) and result.actions.dtype == np.int32
    assert np.all(mask[np.arange(6), result.actions[:, 0]])
    outputs = shared_model.model(observation)
    policy = ActionDistribution(
        CLICKS, outputs["function_logits"], list(outputs["argument_logits"].values()), mask
    )
    expected = policy.log_prob(tf.constant(result.actions))
    np.testing.assert_allclose(result.log_prob, expected, rtol=1e-5)
    np.testing.assert_allclose(result.value, outputs["value"], rtol=1e-5, atol=1e-6)
    greedy = shared_model.act(observation, mask, noise, greedy=True)
    np.testing.assert_array_equal(greedy.actions, policy.mode())
    either = shared_model.act(observation, mask, noise, greedy=np.array([True, False] * 3))
    np.testing.assert_array_equal(either.actions[::2], greedy.actions[::2])
    np.testing.assert_array_equal(either.actions[1::2], result.actions[1::2])
    third = {k: v[2:3] for k, v in observation.items()}
    alone = shared_model.act(third, mask[2:3], noise[2:3])
    np.testing.assert_array_equal(alone.actions, result.actions[2:3])
    np.testing.assert_allclose(alone.value, result.value[2:3], rtol=1e-5, atol=1e-6)


def test_a_state_without_any_function_is_a_clear_error():
    shared_model = SharedModel(*SPECS[0], Config())
    mask = np.array([[True, False, False], [False, False, False]])
    with pytest.raises(A3CError, match=r"function_mask allows no function.*'left'"):
        shared_model.act(make_observation(VECTOR, 2), mask, noise_for(shared_model, 2))
    with pytest.raises(A3CError, match=r"function_mask allows no function.*'left'"):
        shared_model.decide(state_of(shared_model, mask[1]))


@pytest.mark.parametrize(
    ("specs", "options"),
    [
        (SPECS[0], {"max_grad_norm": 0.0}),
        (SPECS[1], {"max_grad_norm": 0.5}),
        (SPECS[1], {"argument_entropy_weight": 0.0}),
        (SPECS[1], {"argument_entropy_weight": 5.0}),
        (SPECS[0], {"gae_lambda": 0.6}),
        (SPECS[0], {"value_cost": 0.125}),
        (SPECS[0], {"rmsprop_decay": 0.5, "optimizer_epsilon": 0.01}),
    ],
)
def test_an_update_is_one_clipped_rmsprop_step_along_the_gradient(specs, options):
    config = Config(max_grad_norm=1e6).override(options)
    shared_model = SharedModel(*specs, config)
    rollout = make_rollout(shared_model, 6)
    before = shared_model.weights()

    variables = shared_model.model.trainable_variables
    with tf.GradientTape() as tape:
        outputs = shared_model.model(rollout.observation)
        values = outputs["value"]
        advantages, following = [], 0.0
        for t in reversed(range(6)):
            discount = rollout.discounts[t]
            following = discount * config.gae_lambda * following
            following += rollout.rewards[t] + discount * values[t + 1] - values[t]
            advantages.insert(0, following)
        policy = ActionDistribution(
            specs[1],
            outputs["function_logits"][:6],
            [outputs["argument_logits"][a.name][:6] for a in specs[1].arguments],
            rollout.function_mask,
        )
        log_prob, entropy = policy.log_prob(rollout.actions), policy.entropy()
        function_entropy, argument_entropy = policy.entropy_parts()
        weight = config.argument_entropy_weight
        bonus = tf.reduce_sum(function_entropy + weight * argument_entropy)
        advantage = tf.stop_gradient(tf.stack(advantages))
        error = advantage + tf.stop_gradient(values[:6]) - values[:6]
        policy_loss = -tf.reduce_sum(log_prob * advantage)
        value_loss = tf.reduce_sum(error**2) / 2
        loss = policy_loss + config.value_cost * value_loss - 0.02 * bonus
    gradients = [g.numpy() for g in tape.gradient(loss, [v.value for v in variables])]
    norm = np.sqrt(sum(np.sum(g.astype(np.float64) ** 2) for g in gradients))

    result = shared_model.update(rollout, 1e-2, 0.02)
    assert result.applied and shared_model.version == 1
    scale = min(1.0, config.max_grad_norm / norm) if config.max_grad_norm else 1.0
    for old, new, gradient in zip(before, shared_model.weights(), gradients, strict=True):
        mean_square = (1.0 - config.rmsprop_decay) * (scale * gradient) ** 2
        step = 1e-2 * scale * gradient / np.sqrt(mean_square + config.optimizer_epsilon)
        np.testing.assert_allclose(new, old - step, rtol=1e-4, atol=1e-6)
    expected = {
        "policy_loss": policy_loss / 6,
        "value_loss": value_loss / 6,
        "entropy": tf.reduce_mean(entropy),
        "value": tf.reduce_mean(values[:6]),
        "policy_lag": tf.reduce_mean(rollout.behaviour_log_prob - log_prob),
        "gradient_norm": norm,
    }
    assert result.metrics.keys() == expected.keys()
    for name, value in expected.items():
        assert result.metrics[name] == pytest.approx(float(value), rel=1e-4, abs=1e-5), name


def test_the_learning_rate_is_that_of_the_call():
    shared_model = SharedModel(*SPECS[0], Config(learning_rate=1.0))
    before = shared_model.weights()
    assert shared_model.update(make_rollout(shared_model, 5), 0.0, 0.01).applied
    assert_same(shared_model.weights(), before)


@pytest.mark.parametrize(("discount", "matters"), [(0.0, False), (0.9, True)])
def test_the_state_after_the_last_transition_counts_unless_the_task_ended(discount, matters):
    def weights_after(bootstrap):
        shared_model = SharedModel(*SPECS[0], Config())
        rollout = make_rollout(shared_model, 5)
        rollout.discounts[-1] = discount
        rollout.observation["vector"][-1] = bootstrap
        shared_model.update(rollout, 1e-2, 0.02)
        return shared_model.weights()

    first, second = weights_after(-1.0), weights_after(3.0)
    assert matters == any(np.any(a != b) for a, b in zip(first, second, strict=True))


def test_non_finite_gradients_change_nothing():
    shared_model = SharedModel(*SPECS[0], Config())
    assert shared_model.update(make_rollout(shared_model, 5), 1e-2, 0.01).applied
    before = all_variables(shared_model)
    for bad in (np.nan, np.inf, -np.inf, 3e38):  # the last is finite, its square is not
        rollout = make_rollout(shared_model, 5)
        rollout.rewards[2] = bad
        assert not shared_model.update(rollout, 1e-2, 0.02).applied
    rollout = make_rollout(shared_model, 5)
    rollout.observation["vector"][2] = np.nan
    assert not shared_model.update(rollout, 1e-2, 0.02).applied
    assert_same(all_variables(shared_model), before)
    assert shared_model.version == 1
    assert shared_model.update(make_rollout(shared_model, 5), 1e-2, 0.01).applied
    assert all(np.all(np.isfinite(x)) for x in all_variables(shared_model))


@pytest.mark.parametrize(
    ("specs", "options"),
    [
        (SPECS[0], {}),
        (SPECS[1], {}),
        (SPECS[0], {"network": "mlp_lstm", "weights": "snapshot"}),
        (SPECS[0], {"exploration_rate": 0.5, "off_policy": "vtrace"}),
        (SPECS[0], {"curiosity_reward": 0.1, "popart_step_size": 0.1}),
    ],
)
def test_many_threads_trace_nothing_and_lose_no_update(specs, options, monkeypatch):
    traced = []

    def counted(body):
        def wrapper(self, *args):
            traced.append(body.__name__)
            return body(self, *args)

        return wrapper

    bodies = [ActingGraphs._act, ActingGraphs._snapshot, ActingGraphs._explore]
    bodies += [LearningGraphs._gradients, LearningGraphs._apply]
    for body in bodies:
        owner = ActingGraphs if hasattr(ActingGraphs, body.__name__) else LearningGraphs
        monkeypatch.setattr(owner, body.__name__, counted(body))
    config = Config().override(options)
    shared_model = SharedModel(*specs, config)
    applied, failures = [], []

    def work(worker):
        try:
            for round_ in range(6):
                batch = 1 + (worker + round_) % 3
                observation = make_observation(specs[0], batch, seed=worker)
                mask = mask_of_ones(shared_model, batch)
                noise = noise_for(shared_model, batch, worker)
                memory, weights = shared_model.initial_memory(batch), shared_model.snapshot()
                result = shared_model.act(observation, mask, noise, False, memory, weights)
                if config.explores:
                    noise = np.resize(noise, (batch, noise_width(noise.shape[1])))
                    result = shared_model.explore(observation, mask, noise, 0.5, memory, weights)
                assert np.all(np.isfinite(result.log_prob))
                rollout = make_rollout(shared_model, 1 + (worker + round_) % 7, seed=worker)
                if round_ == 3:
                    rollout.rewards[0] = np.nan
                applied.append(shared_model.update(rollout, 1e-3, 0.01, weights).applied)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    expected = {body.__name__ for body in bodies} - (set() if config.explores else {"_explore"})
    assert sorted(traced) == sorted(expected)
    assert applied.count(True) == 8 * 5 and applied.count(False) == 8
    assert shared_model.version == 8 * 5
    assert all(np.all(np.isfinite(x)) for x in all_variables(shared_model))


@pytest.mark.parametrize("optimizer", ["rmsprop", "adam"])
def test_model_and_optimizer_are_all_there_is_to_save(optimizer, tmp_path):
    def checkpoint(shared_model):
        return tf.train.Checkpoint(model=shared_model.model, optimizer=shared_model.optimizer)

    original = SharedModel(*SPECS[1], Config(seed=1, optimizer=optimizer))
    for index in range(3):
        original.update(make_rollout(original, 5, index), 1e-2, 0.01)
    path = checkpoint(original).write(str(tmp_path / "checkpoint"))
    copy = SharedModel(*SPECS[1], Config(seed=2, optimizer=optimizer))
    checkpoint(copy).read(path).assert_consumed()
    assert copy.version == 3
    assert_same(all_variables(copy), all_variables(original))
    for shared_model in (original, copy):
        shared_model.update(make_rollout(original, 7, 10), 1e-2, 0.01)
    assert_same(all_variables(copy), all_variables(original))
