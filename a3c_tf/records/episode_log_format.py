"""What an episode log says about an episode, and how it is written as XML.

The element and attribute names, and how their values are spelled, are those of the logs that
SC2_HarvesterAgent (2018) wrote, so that programs for them read these; further attributes stand
beside them. `a3c_tf.records.episode_log_reader` reads what is written here.
"""

import dataclasses
import functools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from a3c_tf.records.episode_log_file import Element

Argument = int | tuple[int, ...] | str

# The game totals that have a name of their own in the logs of 2018.
TOTAL_ATTRIBUTES = {
    "collected_minerals": "total_collected_minerals",
    "collected_gas": "total_collected_gas",
}

# 25,000 actions or more; the libraries that read XML stop at texts of 10 MB.
_MAX_ACTIONS_SIZE = 4_000_000
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]")
_NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class LoggedAction(NamedTuple):
    """One decision of an episode.

    Attributes:
        name: Name of the function.
        x: Column of the pixel that was chosen, None where the function takes none.
        y: Its row.
        random_action: Whether the function was drawn by exploration, not from the policy.
        random_position: Whether the arguments were.
        collected_minerals: Minerals collected in this episode when the decision was made.
        collected_gas: Gas likewise.
        arguments: The function's arguments by name; a pixel is (x, y).
    """

    name: str
    x: int | None = None
    y: int | None = None
    random_action: bool = False
    random_position: bool = False
    collected_minerals: int = 0
    collected_gas: int = 0
    arguments: Mapping[str, Argument] = {}


@dataclasses.dataclass(frozen=True)
class EpisodeRecord:
    """One episode, as it goes into a log.

    Attributes:
        num_global: Number of the episode among those of all workers, from 1.
        num_agent: Number of the episode among those of its worker, from 1.
        steps: Agent steps.
        seconds: Wall time.
        reward: Sum of the rewards, undiscounted.
        loss_actor: Mean policy loss of the episode's updates; NaN without one.
        loss_critic: Mean value loss, likewise.
        entropy: Mean entropy of the policy, likewise.
        totals: What the environment counted (TimeStep.info at the last step).
        actions: The decisions, in order.
    """

    num_global: int
    num_agent: int
    steps: int
    seconds: float
    reward: float
    loss_actor: float = math.nan
    loss_critic: float = math.nan
    entropy: float = math.nan
    totals: Mapping[str, float] = dataclasses.field(default_factory=dict)
    actions: Sequence[LoggedAction] = ()


def episode_attributes(record: EpisodeRecord) -> dict[str, str]:
    """The attributes of an `episode` element.

    Args:
        record: The episode.

    Returns:
        First the names of 2018, then ours, then the environment's further totals under their own
        names, unless one of those would take the place of an attribute before it.
    """
    totals = dict(record.totals)
    attributes: dict[str, float] = {
        "num_global": record.num_global,
        "num_agent": record.num_agent,
        # Readers take these two for whole numbers.
        **{name: int(totals.pop(total, 0)) for total, name in TOTAL_ATTRIBUTES.items()},
        "loss_actor": record.loss_actor,
        "loss_critic": record.loss_critic,
        "reward": record.reward,
        "steps": record.steps,
        "score": totals.pop("score", math.nan),
        "seconds": record.seconds,
        "entropy": record.entropy,
    }
    for name, value in totals.items():
        attributes.setdefault(_attribute_name(name), value)
    return {name: _number(value) for name, value in attributes.items()}


def action_attributes(action: LoggedAction) -> dict[str, str]:
    """The attributes of an `action` element.

    Args:
        action: The decision.

    Returns:
        Attribute names and values.
    """
    return {
        "name": action.name,
        "x": "" if action.x is None else str(action.x),
        "y": "" if action.y is None else str(action.y),
        "random_action": str(bool(action.random_action)),
        "random_position": str(bool(action.random_position)),
        "collected_minerals": str(int(action.collected_minerals)),
        "collected_gas": str(int(action.collected_gas)),
        "arguments": " ".join(
            f"{name}={_argument(value)}" for name, value in action.arguments.items()
        ),
    }


def episode_element(attributes: Mapping[str, str], actions: Iterable[Mapping[str, str]]) -> Element:
    """An `episode` element with its `action` elements as the body.

    Args:
        attributes: The episode's attributes.
        actions: Attributes of each action; those beyond 4 MB of text are left out.

    Returns:
        ASCII text for EpisodeLogFile.
    """
    start = b"  <episode" + _attributes(attributes)
    lines, size = [], 0
    for action in actions:
        lines.append(b"\n    <action" + _attributes(action) + b"/>")
        size += len(lines[-1])
        if size > _MAX_ACTIONS_SIZE:
            lines.pop()
            break
    if not lines:
        return Element(start + b"/>")
    return Element(start + b">", b"".join(lines), b"\n  </episode>")


def log_header(run: Mapping[str, object]) -> bytes:
    """Everything before the first episode.

    Args:
        run: What the run was told to do; its entries become attributes of the root.

    Returns:
        XML declaration and start tag of the root.
    """
    attributes = {_attribute_name(name): str(value) for name, value in run.items()}
    return (
        b'<?xml version="1.0" encoding="utf-8"?>\n<action_logs' + _attributes(attributes) + b">\n"
    )


def _attributes(attributes: Mapping[str, str]) -> bytes:
    return "".join(f" {name}={_quoted(value)}" for name, value in attributes.items()).encode()


@functools.lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    """A quoted attribute value, in ASCII, so that no cut can fall inside a character."""
    text = quoteattr(_NOT_IN_XML.sub("\ufffd", text))
    return text.encode("ascii", "xmlcharrefreplace").decode()


def _attribute_name(text: str) -> str:
    """The nearest name that XML allows."""
    name = _NOT_IN_NAMES.sub("_", text)
    reserved = name.lower().startswith("xml")
    return name if re.match("[A-Za-z_]", name) and not reserved else "_" + name


def _number(value: float) -> str:
    """Whole numbers without a point; others with the nine digits that a float32 needs."""
    value = float(value)
    return str(int(value)) if value.is_integer() else format(value, ".9g")


def _argument(value: object) -> str:
    if isinstance(value, tuple | list):
        return ",".join(str(part) for part in value)
    return re.sub(r"\s", "_", str(value))
