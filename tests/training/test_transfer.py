"""--init_from: weights of another run."""

import pathlib
import shutil
from typing import Any

import numpy as np
import pytest

from a3c_tf import pretrained, train
from a3c_tf.config import Config
from a3c_tf.envs.toys import Bandit, Click
from a3c_tf.errors import CheckpointError
from a3c_tf.learning.popart import with_popart
from a3c_tf.networks import build_network
from a3c_tf.specs import ActionSpec, ArraySpec, FunctionSpec, ObservationSpec
from a3c_tf.tensorflow_setup import keras
from a3c_tf.training.model_file import KERAS_FILE, write_model_file
from a3c_tf.training.run_folder import RunFolder
from a3c_tf.training.transfer import transfer_weights


@pytest.fixture(scope="module")
def bandit_run(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A run of the bandit that has learned something."""
    path = tmp_path_factory.mktemp("source") / "bandit"
    train(env="toy_bandit", run_dir=str(path), steps=160, seed=5)
    return path


def build(
    action_spec: ActionSpec = Bandit.action_spec,
    network: str = "mlp",
    observation_spec: ObservationSpec = Bandit.observation_spec,
) -> Any:
    return build_network(network, observation_spec, action_spec, 9)


def choice_of(*functions: str) -> ActionSpec:
    return ActionSpec(tuple(FunctionSpec(name) for name in functions))


def weights_by_layer(model: Any) -> dict[str, list[np.ndarray]]:
    return {layer.name: layer.get_weights() for layer in model.layers if layer.weights}


def source_weights(run_dir: pathlib.Path) -> dict[str, list[np.ndarray]]:
    path = run_dir / "checkpoints" / "model.keras"
    return weights_by_layer(keras.models.load_model(path, compile=False))


@pytest.mark.parametrize("kind", ["run", "checkpoints", "file"])
def test_the_same_network_takes_every_layer(bandit_run: pathlib.Path, kind: str) -> None:
    checkpoints = bandit_run / "checkpoints"
    source = {"run": bandit_run, "checkpoints": checkpoints, "file": checkpoints / "model.keras"}
    model = build()
    transfer = transfer_weights(model, Bandit.action_spec, str(source[kind]), "toy_bandit")
    assert (transfer.partly, transfer.left, transfer.unused) == ({}, {}, ())
    expected = source_weights(bandit_run)
    assert set(transfer.kept) == set(expected)
    for name, weights in weights_by_layer(model).items():
        for ours, theirs in zip(weights, expected[name], strict=True):
            np.testing.assert_array_equal(ours, theirs)


def test_layers_that_do_not_fit_are_named_with_the_reason_and_stay(
    bandit_run: pathlib.Path,
) -> None:
    wider = {"vector": ArraySpec((9,), "float32")}
    model = build(observation_spec=wider)
    before = weights_by_layer(model)
    transfer = transfer_weights(model, Bandit.action_spec, str(bandit_run), "toy_bandit")
    assert transfer.left == {"dense1": "4x64 + 64 there, 9x64 + 64 here"}
    assert transfer.unused == ("dense1",)
    after, expected = weights_by_layer(model), source_weights(bandit_run)
    np.testing.assert_array_equal(after["dense1"][0], before["dense1"][0])
    np.testing.assert_array_equal(after["state"][0], expected["state"][0])
    text = str(transfer)
    assert "kept state" in text and "new dense1 (4x64 + 64 there" in text


@pytest.mark.parametrize("popart", [False, True])
@pytest.mark.parametrize(
    ("functions", "taken", "told"),
    [
        # As many as the source has, and one more; others, and at other places.
        (
            ("cue_2", "wait", "cue_0", "jump"),
            {0: 2, 2: 0},
            "2 of 4 functions by name, new wait jump",
        ),
        (
            ("wait", "cue_3", "cue_2", "cue_1", "cue_0"),
            {1: 3, 2: 2, 3: 1, 4: 0},
            "4 of 5 functions",
        ),
        (
            ("cue_3", "cue_2", "cue_1", "cue_0"),
            {0: 3, 1: 2, 2: 1, 3: 0},
            "4 of 4 functions by name)",
        ),
    ],
)
def test_functions_take_the_weights_of_their_names(
    bandit_run: pathlib.Path,
    functions: tuple[str, ...],
    taken: dict[int, int],
    told: str,
    popart: bool,
) -> None:
    spec = choice_of(*functions)
    model = with_popart(build(spec)) if popart else build(spec)
    before = weights_by_layer(model)["function_logits"]
    transfer = transfer_weights(model, spec, str(bandit_run), "toy_bandit")
    assert f"in part function_logits ({told}" in str(transfer)
    assert "function_logits" not in {*transfer.kept, *transfer.left, *transfer.unused}
    theirs = source_weights(bandit_run)["function_logits"]
    for ours, there, own in zip(
        weights_by_layer(model)["function_logits"], theirs, before, strict=True
    ):
        for here in range(len(functions)):
            expected = there[..., taken[here]] if here in taken else own[..., here]
            np.testing.assert_array_equal(ours[..., here], expected)


def test_a_head_of_other_functions_begins_anew(bandit_run: pathlib.Path) -> None:
    spec = choice_of("left", "right", "jump", "wait")
    model = build(spec)
    before = weights_by_layer(model)["function_logits"]
    transfer = transfer_weights(model, spec, str(bandit_run), "toy_bandit")
    assert transfer.left == {"function_logits": "no function of the same name there"}
    np.testing.assert_array_equal(weights_by_layer(model)["function_logits"][0], before[0])


def test_a_head_of_functions_without_names_begins_anew(tmp_path: pathlib.Path) -> None:
    build().save(tmp_path / "weights.keras")
    transfer = transfer_weights(
        build(), Bandit.action_spec, str(tmp_path / "weights.keras"), "toy_bandit"
    )
    assert transfer.left == {"function_logits": "the source does not name its functions"}
    assert "state" in transfer.kept


def test_layers_of_a_length_of_functions_begin_anew_where_the_head_cannot_be_told(
    bandit_run: pathlib.Path,
) -> None:
    spec = choice_of("left", "right", "jump", "wait")
    plain = build(spec)
    outputs = dict(plain.output)
    outputs["function_logits"] = keras.layers.ReLU()(outputs["function_logits"])
    model = keras.Model(plain.input, outputs)
    transfer = transfer_weights(model, spec, str(bandit_run), "toy_bandit")
    assert set(transfer.left) == {"function_logits"}
    assert "it may choose the functions" in str(transfer)


def test_another_network_is_named(tmp_path: pathlib.Path) -> None:
    train(env="toy_click", network="atari", steps=20, run_dir=str(tmp_path))
    specs = Click.observation_spec, Click.action_spec
    model = build_network("harvester", *specs, seed=0)
    transfer = transfer_weights(model, Click.action_spec, str(tmp_path), "toy_click")
    assert f"{KERAS_FILE}, of the network atari, not harvester: kept " in str(transfer)


def test_another_network_is_refused_where_nothing_fits(bandit_run: pathlib.Path) -> None:
    screen = {"screen": ArraySpec((84, 84, 4), "uint8")}
    spec = choice_of("cue_0", "left", "right")
    model = build(spec, "pixels", screen)
    with pytest.raises(CheckpointError, match="no layer fits"):
        transfer_weights(model, spec, str(bandit_run), "toy_bandit")


def test_a_network_that_remembers_passes_its_memory_on(tmp_path: pathlib.Path) -> None:
    donor = build(network="mlp_lstm")
    names = [function.name for function in Bandit.action_spec.functions]
    write_model_file(tmp_path, donor, names)
    model = build(network="mlp_lstm")
    for layer in model.layers:
        layer.set_weights([np.zeros_like(weight) for weight in layer.get_weights()])
    transfer = transfer_weights(model, Bandit.action_spec, str(tmp_path), "toy_bandit")
    assert "lstm" in transfer.kept and not transfer.left
    expected = weights_by_layer(donor)
    for name, weights in weights_by_layer(model).items():
        np.testing.assert_array_equal(weights[0], expected[name][0])


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 broken"])
def test_what_cannot_be_read_is_named(tmp_path: pathlib.Path, content: bytes | None) -> None:
    path = tmp_path / "weights.keras"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CheckpointError, match=r"weights\.keras"):
        transfer_weights(build(), Bandit.action_spec, str(path), "toy_bandit")


def test_a_run_starts_from_the_weights_says_so_and_records_it(
    tmp_path: pathlib.Path, bandit_run: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"env": "toy_bandit", "run_dir": str(tmp_path), "init_from": str(bandit_run)}
    # The first step's update comes after this many, so the weights are still those of the start.
    train(**options, steps=2, workers=1)
    assert f"weights from {bandit_run}" in capsys.readouterr().out
    assert RunFolder(tmp_path).read_config().init_from == str(bandit_run)
    expected, ours = source_weights(bandit_run), source_weights(tmp_path)
    for name, weights in expected.items():
        np.testing.assert_array_equal(ours[name][0], weights[0])


def test_a_resumed_run_keeps_what_it_has_learned(
    tmp_path: pathlib.Path, bandit_run: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options: dict[str, Any] = {"env": "toy_bandit", "run_dir": str(tmp_path), "workers": 1}
    train(**options, init_from=str(bandit_run), steps=320)
    learned = source_weights(tmp_path)
    capsys.readouterr()
    train(**options, steps=321)
    assert "weights from" not in capsys.readouterr().out
    for name, weights in source_weights(tmp_path).items():
        assert np.abs(weights[0] - learned[name][0]).max() < 0.1
    assert np.abs(learned["state"][0] - source_weights(bandit_run)["state"][0]).max() > 0.0
    with pytest.raises(CheckpointError, match="cannot change init_from"):
        train(**options, init_from="elsewhere", steps=400)


def test_a_source_that_is_missing_stops_the_run_before_it_begins(tmp_path: pathlib.Path) -> None:
    with pytest.raises(CheckpointError, match="--init_from=nowhere: neither"):
        train(env="toy_bandit", run_dir=str(tmp_path), init_from="nowhere")
    assert not (tmp_path / "config.json").exists()


def test_pretrained_weights_are_those_of_the_longest_name_that_fits(
    tmp_path: pathlib.Path, bandit_run: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path)
    for name in ("toy", "toy_click"):
        shutil.copy(bandit_run / "checkpoints" / "model.keras", tmp_path / f"{name}.keras")
    assert pretrained.pretrained_names() == ["toy", "toy_click"]
    model = build()
    transfer = transfer_weights(model, Bandit.action_spec, "pretrained", "toy_bandit")
    assert transfer.source == tmp_path / "toy.keras"
    np.testing.assert_array_equal(
        weights_by_layer(model)["state"][0], source_weights(bandit_run)["state"][0]
    )
    assert pretrained.pretrained_weights("toy_click").name == "toy_click.keras"
    with pytest.raises(CheckpointError, match=r"no weights for mario .* only for toy, toy_click;"):
        pretrained.pretrained_weights("mario")


def test_a_run_starts_from_pretrained_weights_and_records_that(
    tmp_path: pathlib.Path,
    bandit_run: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path)
    run = tmp_path / "run"
    options: dict[str, Any] = {"env": "toy_bandit", "run_dir": str(run), "workers": 1, "steps": 2}
    with pytest.raises(CheckpointError, match=r"no weights for toy_bandit .* for no environment"):
        train(**options, init_from="pretrained")
    assert not (run / "config.json").exists()
    shutil.copy(bandit_run / "checkpoints" / "model.keras", tmp_path / "toy_bandit.keras")
    train(**options, init_from="pretrained")
    assert f"weights from {tmp_path / 'toy_bandit.keras'}" in capsys.readouterr().out
    assert RunFolder(run).read_config().init_from == "pretrained"


def test_what_is_shipped_is_in_the_package_data() -> None:
    assert "pretrained/*.keras" in (pathlib.Path(__file__).parents[2] / "setup.cfg").read_text()


def test_nothing_is_the_default() -> None:
    assert Config().init_from == ""
