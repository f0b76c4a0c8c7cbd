"""The page about metrics names each of them; tests/test_docs.py runs its code."""

import pathlib
import re

from a3c_tf.records.metrics import COLUMNS
from a3c_tf.records.metrics_tensorboard import TAGS

REPOSITORY = pathlib.Path(__file__).parents[2]


def test_every_column_and_tag_is_explained() -> None:
    page = (REPOSITORY / "docs" / "metrics.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (?:`(.*?)`|the x-axis) \|", page, re.MULTILINE)
    assert dict(rows) == {"steps": "", **{column: tag for tag, column in TAGS.items()}}
    assert [column for column, _ in rows] == list(COLUMNS)
