"""How far a run is: a live line on a terminal, plain lines of text anywhere else."""

import math
import os
import sys
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TextIO

import rich.progress
from rich.console import Console
from rich.text import Text

from a3c_tf.saying import say


class Progress:
    """Shows steps, rate, return, score and time left, and messages in between.

    On a terminal one line is redrawn. Where the output is a file or a pipe, or the terminal cannot
    move its cursor (TERM=dumb), each report is a line of its own, without control characters.
    NO_COLOR is honoured. Messages may come from any thread.
    """

    def __init__(
        self,
        total_steps: int,
        start_steps: int = 0,
        *,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Get ready; entering the context starts the display.

        Args:
            total_steps: Agent steps of the whole run.
            start_steps: Agent steps made before.
            stream: Where to write; standard output if None, nowhere if that is closed.
            clock: Seconds.
        """
        # Standard output is None after `>&-`, and in programs without a console.
        self._stream = stream or sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for good
        self._total = total_steps
        self._steps = self._start_steps = start_steps
        self._clock = clock
        self._start_time = clock()
        self._row: Mapping[str, float] = {}
        console = Console(file=self._stream)
        self._live = self._stream.isatty() and not console.is_dumb_terminal
        # Redrawn when there is news, instead of by a thread of its own.
        self._display = rich.progress.Progress(
            rich.progress.BarColumn(bar_width=20),
            _StatusColumn(),
            console=console,
            auto_refresh=False,
            disable=not self._live,
        )
        self._task = self._display.add_task("", total=total_steps, completed=start_steps)

    def __enter__(self) -> "Progress":
        """Start the display, and the clock for the time left."""
        self._start_time = self._clock()
        self._display.start()
        self.update(self._steps)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Leave the line as it is and go on below it."""
        self._display.stop()

    def update(self, steps: int) -> None:
        """Redraw the live line; elsewhere only remember.

        Args:
            steps: Agent steps made so far.
        """
        self._steps = steps
        if self._live:
            self._display.update(
                self._task, completed=steps, description=self.status(), refresh=True
            )

    def report(self, row: Mapping[str, float]) -> None:
        """Show new metrics.

        Args:
            row: As from RunStatistics.row.
        """
        self._row = row
        self.update(int(row["steps"]))
        if not self._live:
            say(f"step {self._steps} of {self._total}: {self.status()}", self._stream)

    def message(self, text: str) -> None:
        """Show a line of text, above the live line.

        Args:
            text: What to tell the user.
        """
        if self._live:
            self._display.console.print(Text(text), soft_wrap=True)
        else:
            say(text, self._stream)

    def status(self) -> str:
        """Share done, rate, mean return and score, and time left, as far as they are known."""
        parts = [f"{100 * self._steps // max(self._total, 1)} %"]
        rate = self._row.get("steps_per_second", math.nan)
        if not math.isnan(rate):
            parts.append(f"{rate:.0f} steps/s")
        mean_return = self._row.get("return_mean_100", math.nan)
        if not math.isnan(mean_return):
            parts.append(f"return {mean_return:.4g}")
        score = self._row.get("score_mean_100", math.nan)
        if not math.isnan(score) and not math.isclose(score, mean_return):
            parts.append(f"score {score:.4g}")  # what the game counts, where that is not rewarded
        if self._row:
            parts.append(f"{self._row['episodes']:.0f} episodes")
        seconds_left = self._seconds_left()
        if not math.isnan(seconds_left):
            parts.append(f"{duration(seconds_left)} left")
        return ", ".join(parts)

    def _seconds_left(self) -> float:
        """At the mean rate since the start, which jumps less than that of the last seconds."""
        made = self._steps - self._start_steps
        if made <= 0:
            return math.nan
        return (self._clock() - self._start_time) / made * (self._total - self._steps)


class _StatusColumn(rich.progress.ProgressColumn):
    """The status, cut off where the terminal ends."""

    def render(self, task: rich.progress.Task) -> Text:
        return Text(task.description, no_wrap=True, overflow="ellipsis")


def duration(seconds: float) -> str:
    """A time span in the two units that matter.

    Args:
        seconds: Its length.

    Returns:
        For instance "42 s", "3 min 05 s" or "2 h 30 min".
    """
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
