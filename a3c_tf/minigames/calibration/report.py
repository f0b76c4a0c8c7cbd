"""The results as tables in Markdown, and as JSON."""

import dataclasses
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from a3c_tf.minigames.calibration.mining import Rate
from a3c_tf.minigames.calibration.policies import Policy
from a3c_tf.minigames.calibration.published import PUBLISHED, Published
from a3c_tf.minigames.calibration.statistics import summarize


class Result(NamedTuple):
    """The scores of one policy on one map.

    Attributes:
        map_name: The map.
        policy: Who played.
        scores: The score of each episode.
    """

    map_name: str
    policy: Policy
    scores: list[int]


def score_tables(results: Sequence[Result]) -> str:
    """One table a map: what was measured, then what is published.

    Args:
        results: In the order of the maps.

    Returns:
        Markdown.
    """
    parts = []
    for map_name in dict.fromkeys(result.map_name for result in results):
        rows = [_measured(result) for result in results if result.map_name == map_name]
        rows += [_published(figure) for figure in PUBLISHED.get(map_name, ())]
        header = "| who | mean | 95 % of the mean | s.d. | min | max | episodes or source |"
        lines = [f"### {map_name}", "", header, "|---|---|---|---|---|---|---|", *rows]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def rate_table(rates: Sequence[Rate]) -> str:
    """What was measured of mining.

    Args:
        rates: The measurements.

    Returns:
        Markdown.
    """
    rows = [f"| {rate.what} | {rate.amount:.0f} |" for rate in rates]
    return "\n".join(["| mining (a minute is 1344 game loops) | |", "|---|---|", *rows])


def to_json(results: Sequence[Result], rates: Sequence[Rate], **about: Any) -> str:
    """All numbers, every episode's score included.

    Args:
        results: The scores.
        rates: The measurements of mining.
        **about: What else to record: the command, the seed.

    Returns:
        A JSON object.
    """
    return json.dumps(
        {
            **about,
            "results": [
                {
                    "map": result.map_name,
                    "policy": result.policy.name,
                    "agent": result.policy.agent,
                    **dataclasses.asdict(summarize(result.scores)),
                    "scores": result.scores,
                }
                for result in results
            ],
            "mining": [rate._asdict() for rate in rates],
        },
        indent=2,
    )


def _measured(result: Result) -> str:
    summary = summarize(result.scores)
    low, high = summary.mean - summary.half_width, summary.mean + summary.half_width
    return (
        f"| **{result.policy.name}** | **{summary.mean:.1f}** | {low:.1f} to {high:.1f} "
        f"| {summary.deviation:.1f} | {summary.lowest:g} | {summary.highest:g} "
        f"| {summary.episodes} |"
    )


def _published(figure: Published) -> str:
    deviation, highest = (
        "" if value is None else f"{value:g}" for value in (figure.deviation, figure.highest)
    )
    return f"| {figure.who} | {figure.mean:g} | | {deviation} | | {highest} | {figure.source} |"
