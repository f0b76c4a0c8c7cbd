"""TensorFlow starts without noise, with the threads asked for, and with Keras on TensorFlow."""

import os
import subprocess
import sys


def run(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_start_up_is_silent_and_the_settings_hold():
    done = run(
        "from a3c_tf.config import Config\n"
        "from a3c_tf.tensorflow_setup import configure_tensorflow, tf\n"
        "configure_tensorflow(Config(intra_op_threads=3))\n"
        "configure_tensorflow(Config(intra_op_threads=3))\n"
        "print(float(tf.constant(2.0) + 1.0))\n"
        "print(tf.config.threading.get_intra_op_parallelism_threads())\n"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["3.0", "3"]
    assert done.stderr == ""


def test_building_the_default_network_and_learning_with_it_is_silent():
    done = run(
        "import a3c_tf, numpy as np\n"
        "from a3c_tf.learning.rollout import Rollout\n"
        "from a3c_tf.learning.shared_model import SharedModel\n"
        "from a3c_tf.tensorflow_setup import configure_tensorflow\n"
        "configure_tensorflow(a3c_tf.Config())\n"
        "env = a3c_tf.make_env('toy_click', a3c_tf.Config())\n"
        "model = SharedModel(env.observation_spec, env.action_spec, a3c_tf.Config())\n"
        "start = env.reset(1)\n"
        "seen = {name: np.stack([x, x]) for name, x in start.observation.items()}\n"
        "action = np.zeros((1, 1 + len(env.action_spec.arguments)), np.int32)\n"
        "number = np.ones(1, np.float32)\n"
        "rollout = Rollout(\n"
        "    seen, start.function_mask[None], action, number, number, -number, {}\n"
        ")\n"
        "print(model.model.name, model.update(rollout, 1e-3, 0.01).applied)\n"
    )
    assert (done.stdout, done.stderr) == ("pyramid True\n", "")


def test_what_comes_too_late_is_said():
    done = run(
        "from a3c_tf.config import Config\n"
        "from a3c_tf.tensorflow_setup import configure_tensorflow, tf\n"
        "configure_tensorflow(Config(intra_op_threads=1))\n"
        "configure_tensorflow(Config(intra_op_threads=4))\n"
    )
    assert done.returncode == 0, done.stderr
    assert "already runs with 1 intra-op threads" in done.stderr
    assert "intra_op_threads=4 has no effect" in done.stderr


def test_errors_during_start_up_are_shown():
    done = run(
        "import os\n"
        "from a3c_tf import tensorflow_setup\n"
        "with tensorflow_setup._without_start_up_noise():\n"
        "    os.write(2, b'I0000 00:00 noise\\nE0000 00:00 the disk is on fire\\n')\n"
        "    raise ValueError('and so is this')\n"
    )
    assert done.returncode != 0
    assert "noise" not in done.stderr
    assert "the disk is on fire" in done.stderr and "and so is this" in done.stderr


def test_a_foreign_keras_backend_in_the_environment_is_overruled():
    done = run("from a3c_tf.tensorflow_setup import keras", KERAS_BACKEND="jax")
    assert done.returncode == 0, done.stderr
