"""Modules that protoc generated before protobuf 3.19, on today's runtime.

Such a module creates its descriptors one by one in Python, which the runtime refuses since
protobuf 4 ("Descriptors cannot be created directly"). It also holds the whole file once more as
a serialized FileDescriptorProto. That is all that newer generated code holds, and the runtime's
own builder makes the same module from it, on the fast upb implementation.
"""

import importlib
import re
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader

# Where the descriptors of the first enum or message begin. What stands before holds all we need,
# and parsing no more than that saves most of the time an import takes.
_FIRST_DESCRIPTOR = re.compile(r"^_\w+ = _descriptor\.(?:Enum)?Descriptor\(", re.MULTILINE)


def execute(module: ModuleType, original: "Loader") -> None:
    """Execute a generated module; if today's protobuf would refuse it, rebuild it instead.

    Args:
        module: The new, empty module.
        original: Its loader.
    """
    get_source = getattr(original, "get_source", None)
    source = get_source(module.__name__) if get_source else None
    serialized = serialized_file(source) if source else None
    if serialized is None:
        original.exec_module(module)
    else:
        rebuild(module, serialized)


def serialized_file(source: str) -> bytes | None:
    """The serialized FileDescriptorProto inside a module of the old kind.

    The source is parsed, never executed.

    Args:
        source: Text of a *_pb2.py.

    Returns:
        The serialized file, or None where the module was generated for protobuf 3.19 or later.
    """
    if "serialized_pb=" not in source:
        return None
    import ast  # here, because it costs milliseconds that only stale modules need

    first = _FIRST_DESCRIPTOR.search(source)
    for node in ast.walk(ast.parse(source[: first.start()] if first else source)):
        if isinstance(node, ast.Call) and _name(node.func) == "FileDescriptor":
            for keyword in node.keywords:
                if keyword.arg == "serialized_pb":
                    return _bytes(keyword.value)
    return None


def rebuild(module: ModuleType, serialized: bytes) -> None:
    """Fill a module with the messages, enums and extensions of a serialized file.

    Args:
        module: The new, empty module.
        serialized: A FileDescriptorProto.
    """
    from google.protobuf import descriptor_pb2, descriptor_pool
    from google.protobuf.internal import builder

    for dependency in descriptor_pb2.FileDescriptorProto.FromString(serialized).dependency:
        importlib.import_module(dependency.removesuffix(".proto").replace("/", ".") + "_pb2")
    content = vars(module)
    content["DESCRIPTOR"] = descriptor_pool.Default().AddSerializedFile(serialized)
    builder.BuildMessageAndEnumDescriptors(content["DESCRIPTOR"], content)
    builder.BuildTopDescriptorsAndMessages(content["DESCRIPTOR"], module.__name__, content)


def _name(node: object) -> str:
    """Last part of a dotted name in parsed source."""
    return getattr(node, "attr", getattr(node, "id", ""))


def _bytes(node: object) -> bytes:
    """A bytes literal, either b'...' or _b('...') in the manner of protoc for both Pythons."""
    if literal := getattr(node, "args", None):
        (node,) = literal
    value = getattr(node, "value", None)
    if isinstance(value, str):
        return value.encode("latin1")
    if isinstance(value, bytes):
        return value
    raise ImportError("serialized_pb is neither a string nor bytes")
