"""Sees every write to an episode log, so that a test can ask what a kill inside it would leave."""

import pathlib
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from lxml import etree

from a3c_tf.records import episode_log_file

# What a reader finds: the number of each episode and how many actions it shows.
View = list[tuple[str, int]]

PAGE = 4096


class Write(NamedTuple):
    """One call to write, and the file it was made to."""

    before: bytes
    data: bytes
    offset: int
    generation: int  # counts how often the file was replaced by another

    def cut(self, size: int) -> bytes:
        """The file, had only the first bytes of the data reached it."""
        end = self.offset + size
        return self.before[: self.offset] + self.data[:size] + self.before[end:]

    @property
    def extends(self) -> bool:
        return self.offset + len(self.data) > len(self.before)

    @property
    def adds_room(self) -> bool:
        return self.extends or self.before[self.offset :].startswith(b"?>")

    def page_cuts(self) -> Iterator[bytes]:
        """What Linux may leave of this write: it may stop where a page of the file ends."""
        for size in [0, *range(-self.offset % PAGE, len(self.data), PAGE), len(self.data)]:
            yield self.cut(size)

    def cuts(self) -> Iterator[bytes]:
        """Cut between any two bytes, except where the kernel cannot do that either.

        What is added to a file is seen by nobody until its size changes, once a page.
        """
        if self.extends and not self.data.isspace():
            yield from self.page_cuts()
        else:
            yield from map(self.cut, range(len(self.data) + 1))


class CrashRecorder:
    """Keeps the writes to the file that readers see; a file not yet in its place is not seen."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, path: pathlib.Path, keep: bool = True
    ) -> None:
        """With keep False only count."""
        self.writes: list[Write] = []
        self.calls = 0
        self.bytes_moved = 0
        self._generation = 0
        write_at, replace_file = episode_log_file._write_at, episode_log_file.replace_file

        def recording_write(file: int, data: bytes, offset: int) -> None:
            self.calls += 1
            self.bytes_moved += len(data)
            if keep:
                self.writes.append(Write(path.read_bytes(), data, offset, self._generation))
            write_at(file, data, offset)

        def recording_replace(path: pathlib.Path, data: bytes) -> None:
            self.bytes_moved += 2 * len(data)  # the old file was read for it
            self._generation += 1
            replace_file(path, data)

        monkeypatch.setattr(episode_log_file, "_write_at", recording_write)
        monkeypatch.setattr(episode_log_file, "replace_file", recording_replace)

    def take(self) -> list[Write]:
        taken, self.writes = self.writes, []
        return taken


def view(data: bytes) -> View:
    """Parse as an unsuspecting program would: with default settings, looking at all children."""
    return [(child.attrib["num_global"], len(child)) for child in list(etree.fromstring(data))]
