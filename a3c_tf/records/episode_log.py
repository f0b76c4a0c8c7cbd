"""One worker's episode log: every episode for ever, the actions of the best and the last ones.

`a3c_tf.records.episode_log_file` says how the file stays well-formed while it grows,
`a3c_tf.records.episode_log_retention` whose actions are kept.
"""

import contextlib
import os
import pathlib
from collections.abc import Iterator, Mapping

from absl import logging

from a3c_tf.records.episode_log_file import EpisodeLogFile
from a3c_tf.records.episode_log_format import (
    TOTAL_ATTRIBUTES,
    EpisodeRecord,
    action_attributes,
    episode_attributes,
    episode_element,
    log_header,
)
from a3c_tf.records.episode_log_reader import EpisodeLogError, RawEpisode, raw_episodes
from a3c_tf.records.episode_log_retention import Retention


class EpisodeLog:
    """Writes logs/agentNN.xml; one thread uses it at a time."""

    def __init__(self, path: pathlib.Path, file: EpisodeLogFile, retention: Retention) -> None:
        """Take over a file; use create or resume.

        Args:
            path: Where the file is, for messages.
            file: The file.
            retention: Knows the episodes in it.
        """
        self._path = path
        self._file = file
        self._retention = retention

    @classmethod
    def create(cls, path: str | os.PathLike[str], run: Mapping[str, object]) -> "EpisodeLog":
        """Begin a log.

        Args:
            path: Where it goes; the folder exists.
            run: What the run was told to do; becomes attributes of the root.

        Returns:
            The log, without episodes.

        Raises:
            EpisodeLogError: There is a file already, or it cannot be written.
        """
        path = pathlib.Path(path)
        if path.exists():
            raise EpisodeLogError(
                f"there is an episode log in {path} already; move it away, or write into another "
                "folder"
            )
        with _naming(path):
            return cls(path, EpisodeLogFile(path, log_header(run)), Retention())

    @classmethod
    def resume(
        cls, path: str | os.PathLike[str], run: Mapping[str, object], keep_episodes: int
    ) -> "EpisodeLog":
        """Go on with a log where a checkpoint was made.

        Episodes after the checkpoint are dropped, since they are played again. A log that has
        fewer episodes than the checkpoint counts is gone on with, after a warning: the run itself
        does not depend on it.

        Args:
            path: Where the log is.
            run: What the run is told to do from now on; becomes attributes of the root.
            keep_episodes: How many of this worker's episodes the checkpoint counts.

        Returns:
            The log with at most keep_episodes episodes.

        Raises:
            EpisodeLogError: The file is damaged, or it cannot be written.
        """
        path = pathlib.Path(path)
        episodes: list[RawEpisode] = []
        if path.exists():
            # Read to the end: a log that is damaged anywhere is not replaced.
            episodes = list(raw_episodes(path))[:keep_episodes]
        if len(episodes) < keep_episodes:
            logging.warning(
                "%s holds %d of the %d episodes that the checkpoint counts; it goes on without "
                "the others",
                path,
                len(episodes),
                keep_episodes,
            )
        retention = Retention()
        for episode in episodes:
            retention.add(_totals(episode))
        kept = retention.kept
        elements = (
            episode_element(episode.attributes, episode.actions if number in kept else ())
            for number, episode in enumerate(episodes)
        )
        with _naming(path):
            return cls(path, EpisodeLogFile(path, log_header(run), elements), retention)

    def add(self, record: EpisodeRecord) -> None:
        """Write one episode, and drop actions that are kept no longer.

        Args:
            record: The episode; of this log's worker, and the one after the last.

        Raises:
            EpisodeLogError: The file cannot be written.
        """
        element = episode_element(
            episode_attributes(record), map(action_attributes, record.actions)
        )
        with _naming(self._path):
            self._file.append(element)
            self._retention.add(record.totals)
            kept = self._retention.kept
            for number in self._file.visible_bodies:
                if number not in kept:
                    self._file.hide(number)

    def close(self) -> None:
        """Leave a plain XML file; a second call does nothing.

        Raises:
            EpisodeLogError: The file cannot be written; it stays as it was, which is well-formed.
        """
        with _naming(self._path):
            self._file.close()


@contextlib.contextmanager
def _naming(path: pathlib.Path) -> Iterator[None]:
    """Turns an error of the operating system into a message that names the file."""
    try:
        yield
    except OSError as error:
        raise EpisodeLogError(
            f"cannot write the episode log {path}: {error.strerror}; make room or give access, "
            "then start the same command again to go on"
        ) from error


def _totals(episode: RawEpisode) -> dict[str, float]:
    """What episodes are ranked by, read back from a log."""
    names = {"score": "score", **TOTAL_ATTRIBUTES}
    try:
        return {
            total: float(episode.attributes[attribute])
            for total, attribute in names.items()
            if attribute in episode.attributes
        }
    except ValueError as error:
        raise EpisodeLogError(f"an episode log holds a total that is no number: {error}") from error
