"""What every environment must do, whatever the game; the tests of each game call it."""

import itertools

import numpy as np

from a3c_tf.specs import Action


def random_action(spec, mask, rng):
    function = int(rng.choice(np.flatnonzero(mask)))
    return Action(function, tuple(int(rng.integers(a.size)) for a in spec.arguments))


def play(env, choose, seed=None, max_steps=10_000):
    """All time steps of one episode, the first included."""
    timesteps = [env.reset(seed)]
    while not timesteps[-1].last and len(timesteps) <= max_steps:
        timesteps.append(env.step(choose(timesteps[-1])))
    return timesteps


def check_contract(env, seed=3, max_steps=200):
    rng = np.random.default_rng(seed)
    spec = env.action_spec
    timesteps = play(
        env, lambda t: random_action(spec, t.function_mask, rng), seed=seed, max_steps=max_steps
    )
    first = timesteps[0]
    assert (first.reward, first.discount, first.last) == (0.0, 1.0, False)
    for timestep in timesteps:
        assert set(timestep.observation) == set(env.observation_spec)
        for name, array_spec in env.observation_spec.items():
            array = timestep.observation[name]
            assert array.shape == array_spec.shape and array.dtype == array_spec.dtype
        assert timestep.function_mask.dtype == bool and timestep.function_mask.any()
        assert timestep.function_mask.shape == (len(spec.functions),)
        assert isinstance(timestep.reward, float) and np.isfinite(timestep.reward)
        assert timestep.discount in (0.0, 1.0)
        assert timestep.last or timestep.discount == 1.0
        assert "score" in timestep.info
        assert all(np.isfinite(value) for value in timestep.info.values())
    check_nothing_is_shared(timesteps)
    env.close()
    env.close()


def check_nothing_is_shared(timesteps):
    """No two time steps share memory, so that a stored one is never written again."""
    for before, after in itertools.pairwise(timesteps):
        for name, array in before.observation.items():
            assert not np.shares_memory(array, after.observation[name])
        assert not np.shares_memory(before.function_mask, after.function_mask)
