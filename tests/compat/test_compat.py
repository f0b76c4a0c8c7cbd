import ast
import importlib.util
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import a3c_tf.compat
from a3c_tf.compat import stale_protobuf
from a3c_tf.compat.legacy_shuffle import LegacyRandom

MODULES = ["common", "data", "debug", "error", "query", "raw", "sc2api", "score", "spatial", "ui"]


def source_of(module: str) -> str:
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text()


def test_importing_the_package_imports_nothing_heavy(fresh_python: Callable[..., str]) -> None:
    printed = fresh_python(
        "import sys, a3c_tf\n"
        "heavy = {'tensorflow', 'keras', 'numpy', 'pysc2', 'gymnasium', 'google.protobuf'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert printed.strip() == "[]"


def test_pysc2_imports_on_the_fast_protobuf_runtime(fresh_python: Callable[..., str]) -> None:
    printed = fresh_python(
        "import a3c_tf\n"
        "from pysc2.lib import features\n"
        "from pysc2.env.converter.proto import converter_pb2\n"
        "from google.protobuf.internal import api_implementation\n"
        "print(api_implementation.Type())"
    )
    assert printed.split()[-1] == "upb"


def test_the_layer_helps_after_an_import_failed_without_it(
    fresh_python: Callable[..., str],
) -> None:
    printed = fresh_python(
        "try:\n"
        "    from pysc2.lib import features\n"
        "except TypeError as error:\n"
        "    print('Descriptors cannot be created directly' in str(error))\n"
        "import a3c_tf.compat\n"
        "from pysc2.lib import features\n"
        "print(len(features.SCREEN_FEATURES))"
    )
    assert printed.split()[-1] == "27"


def test_installing_twice_keeps_one_hook_for_each_repair(fresh_python: Callable[..., str]) -> None:
    printed = fresh_python(
        "import importlib, sys, a3c_tf.compat as compat\n"
        "before = len(sys.meta_path)\n"
        "importlib.reload(compat)\n"
        "print(len(sys.meta_path) - before)"
    )
    assert printed.strip() == "0"


@pytest.mark.parametrize("name", MODULES)
def test_a_rebuilt_module_has_every_public_name_of_its_source(name: str) -> None:
    module = importlib.import_module(f"s2clientprotocol.{name}_pb2")
    names = {
        target.id
        for node in ast.parse(source_of(module.__name__)).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    public = {name for name in names if not name.startswith("_")}
    assert public
    assert public <= set(vars(module))


def test_rebuilt_messages_survive_the_wire() -> None:
    from s2clientprotocol import common_pb2, sc2api_pb2

    request = sc2api_pb2.Request(id=7)
    request.join_game.race = common_pb2.Terran
    request.join_game.options.feature_layer.width = 24.0
    copy = sc2api_pb2.Request.FromString(request.SerializeToString())
    assert copy == request
    assert copy.WhichOneof("request") == "join_game"
    assert sc2api_pb2.Status.Name(sc2api_pb2.in_game) == "in_game"
    assert type(copy.join_game).__module__ == "s2clientprotocol.sc2api_pb2"


def test_tracebacks_and_inspect_still_find_the_source() -> None:
    from s2clientprotocol import common_pb2

    loader = common_pb2.__loader__
    assert loader is not None
    assert loader.get_source("s2clientprotocol.common_pb2") == source_of(common_pb2.__name__)


@pytest.mark.parametrize(
    "module", ["google.protobuf.any_pb2", "pysc2.env.converter.proto.converter_pb2"]
)
def test_modules_for_todays_protobuf_need_no_repair(module: str) -> None:
    assert stale_protobuf.serialized_file(source_of(module)) is None


def test_a_newer_s2clientprotocol_is_executed_as_it_is(
    fresh_python: Callable[..., str], tmp_path: Path
) -> None:
    package = tmp_path / "s2clientprotocol"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "newer_pb2.py").write_text("executed = __file__\n")
    printed = fresh_python(
        "import sys\nsys.path.insert(0, sys.argv[1])\nimport a3c_tf\n"
        "from s2clientprotocol import newer_pb2\nprint(newer_pb2.executed)",
        str(tmp_path),
    )
    assert printed.strip() == str(package / "newer_pb2.py")


@pytest.mark.parametrize("literal", [r"b'\n\x02'", r"_b('\n\x02')", r"'\n\x02'"])
def test_the_descriptor_is_read_however_protoc_spelled_it(literal: str) -> None:
    source = (
        f"DESCRIPTOR = _descriptor.FileDescriptor(\n  name='x',\n  serialized_pb={literal}\n)\n"
    )
    assert stale_protobuf.serialized_file(source) == b"\n\x02"


def test_a_descriptor_that_is_no_literal_is_refused_not_evaluated() -> None:
    source = "DESCRIPTOR = _descriptor.FileDescriptor(serialized_pb=make())\n"
    with pytest.raises(ImportError, match="serialized_pb"):
        stale_protobuf.serialized_file(source)


def test_shuffle_with_a_source_is_that_of_python_3_10() -> None:
    numbers = list(range(5))
    LegacyRandom("random").shuffle(numbers, lambda: 0.5)
    assert numbers == [0, 3, 1, 4, 2]  # worked out by hand from Fisher-Yates


def test_shuffle_without_a_source_and_all_else_are_pythons() -> None:
    legacy = LegacyRandom("random")
    mine, pythons = list(range(20)), list(range(20))
    random.seed(3)
    legacy.shuffle(mine)
    random.seed(3)
    random.shuffle(pythons)
    assert mine == pythons
    assert legacy.randint is random.randint


def test_pythons_own_random_module_stays_as_it_is() -> None:
    from pysc2.lib import colors

    assert a3c_tf.compat is not None
    assert len(colors.unit_type()) > 0
    with pytest.raises(TypeError):
        random.shuffle([1, 2, 3], lambda: 0.5)  # type: ignore[call-arg]


def test_s2protocol_loads_its_decoders_and_imp_stays_gone(fresh_python: Callable[..., str]) -> None:
    printed = fresh_python(
        "import sys, a3c_tf\n"
        "from s2protocol import versions\n"
        "print(versions.build(15405) is versions.build(15405))\n"
        "print(hasattr(versions.latest(), 'decode_replay_header'))\n"
        "print('imp' in sys.modules)\n"
        "try:\n"
        "    versions.build(1)\n"
        "except ImportError as error:\n"
        "    print(error.name)\n"
    )
    assert printed.split() == ["True", "True", "False", "protocol00001"]


def test_the_replay_package_has_the_function_of_the_module_it_hides() -> None:
    from pysc2.bin import replay_info
    from pysc2.lib import replay
    from pysc2.lib.replay import sc2_replay_utils

    assert replay_info.replay is replay
    assert replay.get_replay_version.__module__ != replay.__name__
    assert sc2_replay_utils.__name__ == "pysc2.lib.replay.sc2_replay_utils"
    with pytest.raises(ValueError, match="header"):
        replay.get_replay_version(b"no replay")
