"""Reading episode logs: ours, at any moment of a run, and those of SC2_HarvesterAgent (2018)."""

import contextlib
import dataclasses
import math
import os
import pathlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from lxml import etree

from a3c_tf.errors import A3CError
from a3c_tf.records.episode_log_format import Argument, LoggedAction

_CHUNK = 1 << 16


class EpisodeLogError(A3CError):
    """An episode log that cannot be read or written."""


@dataclasses.dataclass(frozen=True)
class Episode:
    """One episode of a log. What a log does not say is NaN, or None for steps.

    Attributes:
        agent: The worker, by the name of its file, for instance "agent00".
        num_global: Number of the episode among those of all workers, from 1.
        num_agent: Number of the episode among those of its worker, from 1.
        total_collected_minerals: StarCraft II: minerals collected in the episode, else 0.
        total_collected_gas: Gas likewise.
        loss_actor: Mean policy loss of the episode's updates.
        loss_critic: Mean value loss, likewise.
        reward: Sum of the rewards, undiscounted.
        steps: Agent steps.
        score: The number the game is judged by.
        seconds: Wall time.
        entropy: Mean entropy of the policy.
        totals: What else the environment counted, for instance max_x, flag and clock.
        actions: The decisions in order; empty where they were not kept.
    """

    agent: str
    num_global: int
    num_agent: int
    total_collected_minerals: int
    total_collected_gas: int
    loss_actor: float
    loss_critic: float
    reward: float
    steps: int | None = None
    score: float = math.nan
    seconds: float = math.nan
    entropy: float = math.nan
    totals: Mapping[str, float] = dataclasses.field(default_factory=dict)
    actions: list[LoggedAction] = dataclasses.field(default_factory=list)


_FIELDS = {field.name for field in dataclasses.fields(Episode)}


class RawEpisode(NamedTuple):
    """The attributes of an `episode` element and of each `action` in it, as text."""

    attributes: dict[str, str]
    actions: list[dict[str, str]]


def read_episode_logs(path: str | os.PathLike[str]) -> list[Episode]:
    """Read every episode of a run.

    A run in progress can be read too: its files are well-formed at any moment.

    Args:
        path: A run folder, its logs folder, or one file.

    Returns:
        The episodes of all workers, sorted by num_global.

    Raises:
        EpisodeLogError: There is no log, or one is damaged; the message names file and place.
    """
    episodes = [
        _episode(file, raw) for file in _log_files(pathlib.Path(path)) for raw in raw_episodes(file)
    ]
    return sorted(episodes, key=lambda episode: (episode.num_global, episode.agent))


def raw_episodes(path: str | os.PathLike[str]) -> Iterator[RawEpisode]:
    """Read one log as a stream, so that its size does not matter.

    A document type declaration is refused, and with it every kind of entity.

    Args:
        path: The file.

    Yields:
        Its episodes in the order of the file.

    Raises:
        EpisodeLogError: The file cannot be read, is not well-formed or is no episode log.
    """
    collector = _Collector()
    # "internal" is what gives a parser with a target &amp; and &lt;; there are no others.
    parser = etree.XMLParser(
        target=cast("Any", collector),
        resolve_entities="internal",
        no_network=True,
        huge_tree=True,
    )
    try:
        with open(path, "rb") as file:
            while chunk := file.read(_CHUNK):
                parser.feed(chunk)
                yield from collector.take()
        parser.close()
    except (etree.XMLSyntaxError, _NotALogError) as error:
        raise EpisodeLogError(f"{path} is not an episode log: {error}") from error
    except OSError as error:
        raise EpisodeLogError(f"cannot read {path}: {error.strerror}") from error
    yield from collector.take()


class _NotALogError(Exception):
    """Well-formed so far, but not what an episode log looks like."""


class _Collector:
    """Target of the parser: gathers episodes until somebody takes them."""

    def __init__(self) -> None:
        self._complete: list[RawEpisode] = []
        self._current: RawEpisode | None = None
        self._in_root = False

    def take(self) -> list[RawEpisode]:
        """Hand over the episodes that are complete."""
        taken, self._complete = self._complete, []
        return taken

    def doctype(self, *_: object) -> None:
        raise _NotALogError("it has a document type declaration")

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._in_root:
            if tag != "action_logs":
                raise _NotALogError(f"its root is <{tag}>, not <action_logs>")
            self._in_root = True
        elif tag == "episode":
            self._current = RawEpisode(dict(attributes), [])
        elif tag == "action" and self._current is not None:
            self._current.actions.append(dict(attributes))

    def end(self, tag: str) -> None:
        if tag == "episode" and self._current is not None:
            self._complete.append(self._current)
            self._current = None

    def close(self) -> None:
        """Nothing to hand back; the parser wants the method."""


def _log_files(path: pathlib.Path) -> list[pathlib.Path]:
    if path.is_file():
        return [path]
    folder = path / "logs" if (path / "logs").is_dir() else path
    files = sorted(folder.glob("*.xml"))
    if not files:
        raise EpisodeLogError(
            f"no episode logs in {folder}: give a run folder, its logs folder or an .xml file"
        )
    return files


def _episode(file: pathlib.Path, raw: RawEpisode) -> Episode:
    given = raw.attributes
    try:
        return Episode(
            agent=file.stem,
            num_global=int(given["num_global"]),
            num_agent=int(given["num_agent"]),
            total_collected_minerals=int(float(given["total_collected_minerals"])),
            total_collected_gas=int(float(given["total_collected_gas"])),
            loss_actor=float(given["loss_actor"]),
            loss_critic=float(given["loss_critic"]),
            reward=float(given["reward"]),
            steps=int(given["steps"]) if "steps" in given else None,
            score=float(given.get("score", "nan")),
            seconds=float(given.get("seconds", "nan")),
            entropy=float(given.get("entropy", "nan")),
            totals=_numbers({name: given[name] for name in given if name not in _FIELDS}),
            actions=[_action(action) for action in raw.actions],
        )
    except KeyError as error:
        problem = f"it has no {error.args[0]}"
    except ValueError as error:
        problem = str(error)
    raise EpisodeLogError(f"{file} is damaged, cannot use the episode {given}: {problem}")


def _numbers(values: Mapping[str, str]) -> dict[str, float]:
    """The values that are numbers; other programs may have added others."""
    numbers = {}
    for name, value in values.items():
        with contextlib.suppress(ValueError):
            numbers[name] = float(value)
    return numbers


def _action(values: Mapping[str, str]) -> LoggedAction:
    return LoggedAction(
        name=values["name"],
        x=_whole_number_or_none(values["x"]),
        y=_whole_number_or_none(values["y"]),
        random_action=values["random_action"] in ("True", "1"),
        random_position=values["random_position"] in ("True", "1"),
        collected_minerals=int(float(values["collected_minerals"])),
        collected_gas=int(float(values["collected_gas"])),
        arguments=_arguments(values.get("arguments", "")),
    )


def _whole_number_or_none(text: str) -> int | None:
    return int(text) if text else None


def _arguments(text: str) -> dict[str, Argument]:
    pairs = (pair.partition("=") for pair in text.split())
    return {name: _argument(value) for name, _, value in pairs}


def _argument(text: str) -> Argument:
    try:
        numbers = tuple(int(part) for part in text.split(","))
    except ValueError:
        return text
    return numbers if len(numbers) > 1 else numbers[0]
