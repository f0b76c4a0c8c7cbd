import csv
import errno
import math
import os
import pathlib
import random

import pytest

from a3c_tf.records.metrics_csv import MetricsCsv, MetricsError

COLUMNS = ("steps", "seconds", "loss")
PAGE = 4096


def row(steps: int, loss: float = 0.5) -> dict[str, float]:
    return {"steps": steps, "seconds": steps / 7, "loss": loss}


def read(path: pathlib.Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "metrics.csv"


def test_rows_are_plain_csv(path: pathlib.Path) -> None:
    table = MetricsCsv(path, COLUMNS, 0)
    table.write({"steps": 1_000_000, "seconds": 0.1, "loss": math.nan})
    table.write({"steps": 1_000_001, "seconds": 2.0, "loss": -1 / 3})
    assert path.read_text() == ("steps,seconds,loss\n1000000,0.1,\n1000001,2,-0.3333333\n")


def test_a_kill_at_any_page_leaves_whole_rows(path: pathlib.Path) -> None:
    table = MetricsCsv(path, COLUMNS, 0)
    chance = random.Random(2)
    expected = []
    for steps in range(1, 1500):
        loss = chance.random() * 10.0 ** chance.randrange(-9, 9)
        table.write(row(steps, loss))
        expected.append((steps, loss))
    data = path.read_bytes()
    ends = [offset for offset in range(PAGE, len(data), PAGE)]
    assert len(ends) > 5
    assert all(data[end - 1 : end] == b"\n" for end in ends)
    rows = read(path)
    assert [(int(r["steps"]), pytest.approx(float(r["loss"]), 1e-6)) for r in rows] == expected


def test_resuming_keeps_pages_whole(path: pathlib.Path) -> None:
    for resumed_at in range(0, 3000, 300):
        table = MetricsCsv(path, COLUMNS, resumed_at)
        for steps in range(resumed_at + 1, resumed_at + 501):
            table.write(row(steps))
        table.close()
    data = path.read_bytes()
    assert all(data[end - 1 : end] == b"\n" for end in range(PAGE, len(data), PAGE))
    assert [int(r["steps"]) for r in read(path)] == list(range(1, 3201))


def test_damaged_rows_are_dropped(path: pathlib.Path) -> None:
    path.write_text("steps,seconds,loss\n1,1,1\n2,2\nx,3,3\n\n4,4,4\n5,5,5\n6,6")
    MetricsCsv(path, COLUMNS, 4).close()
    assert path.read_text() == "steps,seconds,loss\n1,1,1\n4,4,4\n"


@pytest.mark.parametrize("text", ["a,b\n1,2\n", ""])
def test_another_table_is_not_touched(path: pathlib.Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(MetricsError, match=r"has other columns .*move it away"):
        MetricsCsv(path, COLUMNS, 0)
    assert path.read_text() == text


def test_a_full_disk_leaves_whole_rows(path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = MetricsCsv(path, COLUMNS, 0)
    table.write(row(1))
    write = os.write

    def half(file: int, data: bytes) -> int:
        return write(file, data[: len(data) // 2])

    def none(file: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    for failing in (half, none):
        with monkeypatch.context() as broken, pytest.raises(MetricsError, match="space left"):
            broken.setattr(os, "write", failing)
            table.write(row(2))
        assert [r["steps"] for r in read(path)] == ["1"]
    table.write(row(3))
    assert [r["steps"] for r in read(path)] == ["1", "3"]
