"""A benchmark's numbers in words."""

from a3c_tf.benchmarking.benchmark import Report
from a3c_tf.benchmarking.phases import Measurement


def phase_line(name: str, measurement: Measurement) -> str:
    """One measurement on one line.

    Args:
        name: Name of the phase.
        measurement: What it came to.

    Returns:
        Rate, CPU time a step, and where the threads spent their time.
    """
    steps = max(measurement.steps, 1)
    total = max(sum(measurement.split.values()), 1e-9)
    split = ", ".join(
        f"{part} {100 * seconds / total:.0f} %" for part, seconds in measurement.split.items()
    )
    return (
        f"  {name:12} {measurement.rate:8.1f} agent steps/s, "
        f"{1000 * measurement.cpu_seconds / steps:6.2f} ms CPU a step ({split})"
    )


def summary(report: Report) -> str:
    """The medians and what matters of them.

    Args:
        report: All measurements.

    Returns:
        Several lines.
    """
    rates = [f"  {name:12} {report.rate(name):8.1f} agent steps/s" for name in report.rounds]
    ratios = [
        f"  training / {name}: {report.ratio('training', name):.2f}"
        for name in report.rounds
        if name in ("environment", "naive")
    ]
    lines = ["medians", *rates, "ratios, within each round", *ratios]
    if not all(measurement.split.get("learn") for measurement in report.rounds["training"]):
        lines.append(
            "  These flatter: in some round no rollout was full, so nothing was learned. Ask for "
            "more --seconds, or a shorter --t_max."
        )
    return "\n".join(lines)


def as_json(report: Report) -> dict[str, object]:
    """The medians for programs.

    Args:
        report: All measurements.

    Returns:
        Agent steps a second by phase, and the ratios of training to the others.
    """
    others = [name for name in ("environment", "naive") if name in report.rounds]
    return {
        **{name: report.rate(name) for name in report.rounds},
        "ratios": {f"training/{name}": report.ratio("training", name) for name in others},
    }
