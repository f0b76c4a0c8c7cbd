"""A table that grows by a row at a time and never holds half a row."""

import csv
import io
import math
import os
import pathlib
from collections.abc import Mapping, Sequence

from a3c_tf.errors import A3CError
from a3c_tf.records.atomic_file import replace_file

# A write inside one page of a file is made as a whole or not at all, even if the process is
# killed. A row that would leave less than this of a page fills it up, with spaces in front of its
# last value, so that no row lies in two pages.
_PAGE = 4096
_LONGEST_ROW = 1024


class MetricsError(A3CError):
    """Metrics that cannot be read or written."""


class MetricsCsv:
    """The table of a run.

    Attributes:
        last_steps: Steps of the last row; -1 without one.
    """

    def __init__(self, path: pathlib.Path, columns: Sequence[str], keep_steps: int) -> None:
        """Begin a table, or go on with one.

        Args:
            path: The file.
            columns: Names of the columns; the first is "steps".
            keep_steps: Rows with more steps than that are dropped.

        Raises:
            MetricsError: The file cannot be read or written, or holds other columns.
        """
        self._path = path
        self._columns = tuple(columns)
        self._file = -1
        try:
            rows = self._rows(keep_steps) if path.exists() else []
            content = b""
            for row in [self._columns, *rows]:
                content += _line(row, len(content))
            replace_file(path, content)
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise MetricsError(f"cannot write {path}: {error.strerror}") from error
        self._size = len(content)
        self.last_steps = float(rows[-1][0]) if rows else -1.0

    def write(self, row: Mapping[str, float]) -> None:
        """Add a row.

        Args:
            row: A value for each column; NaN is left empty.

        Raises:
            MetricsError: The disk does not take it; the table is as it was before.
        """
        line = _line([_number(row[column]) for column in self._columns], self._size)
        try:
            if os.write(self._file, line) < len(line):
                raise OSError(None, "no space left for a whole row")
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise MetricsError(f"cannot write {self._path}: {error.strerror}") from error
        self._size += len(line)
        self.last_steps = row["steps"]

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _rows(self, keep_steps: int) -> list[list[str]]:
        """The rows that stay, of a file that is there."""
        with self._path.open(newline="", encoding="ascii", errors="replace") as file:
            header, *rows = list(csv.reader(file)) or [[]]
        if tuple(header) != self._columns:
            raise MetricsError(
                f"{self._path} has other columns than this version writes: {','.join(header)}; "
                "move it away to go on"
            )
        return [
            [value.strip() for value in row]
            for row in rows
            if len(row) == len(header) and _steps(row[0]) <= keep_steps
        ]


def _steps(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.inf  # a damaged row


def _line(values: Sequence[str], offset: int) -> bytes:
    """A row as text that, written at an offset, stays inside one page of the file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    line = text.getvalue().encode("ascii")
    left = _PAGE - offset % _PAGE - len(line)
    if left >= _LONGEST_ROW:
        return line
    head, _, last = line.rpartition(b",")
    return head + b"," + b" " * left + last


def _number(value: float) -> str:
    """Whole numbers without a point; others with seven digits."""
    value = float(value)
    if math.isnan(value):
        return ""
    return str(int(value)) if value.is_integer() else format(value, ".7g")
