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
