import io
import os
import pty
import re
import subprocess
import sys
import threading

import pytest

from a3c_tf.training.progress import Progress, duration


class FakeClock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def row(steps: int, **values: float) -> dict[str, float]:
    return {"steps": steps, "episodes": 3, "steps_per_second": 50.0, **values}


def test_a_file_gets_plain_lines() -> None:
    stream, clock = io.StringIO(), FakeClock()
    progress = Progress(20_000, 1_000, stream=stream, clock=clock)
    progress.message("sc2_collect: goes on at [step] 1000")
    with progress:
        clock.now = 20.0
        progress.update(1_500)
        progress.report(row(2_000, return_mean_100=float("nan")))
        clock.now = 60.0
        progress.message("worker 1 lost its game")
        progress.report(
            row(4_000, return_mean_100=123.456, score_mean_100=123.456, steps_per_second=66.4)
        )
    assert stream.getvalue() == (
        "sc2_collect: goes on at [step] 1000\n"
        "step 2000 of 20000: 10 %, 50 steps/s, 3 episodes, 6 min 00 s left\n"
        "worker 1 lost its game\n"
        "step 4000 of 20000: 20 %, 66 steps/s, return 123.5, 3 episodes, 5 min 20 s left\n"
    )


def test_what_the_game_counts_is_shown_where_it_is_not_what_is_rewarded() -> None:
    progress = Progress(20_000, stream=io.StringIO())
    progress.report(row(4_000, return_mean_100=123.456, score_mean_100=98.0))
    assert ", return 123.5, score 98, " in progress.status()


def test_nothing_is_known_before_the_first_step() -> None:
    assert Progress(100, stream=io.StringIO()).status() == "0 %"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-1.0, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (3599.0, "59 min 59 s"),
        (3600.0, "1 h 00 min"),
        (90_000.0, "25 h 00 min"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_training_goes_on_when_nobody_reads() -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    progress = Progress(100, stream=Closed())
    with progress:
        progress.message("hello")
        progress.report(row(10))


SCRIPT = """
from a3c_tf.training.progress import Progress

with Progress(1000) as progress:
    for steps in range(0, 1001, 100):
        progress.update(steps)
        progress.report({"steps": steps, "episodes": 2, "steps_per_second": 50.0,
                         "return_mean_100": 7.5})
        if steps == 500:
            progress.message("half of it [bold]done[/bold]")
"""


def on_a_terminal(**environment: str) -> str:
    """What the script writes to a terminal of 100 columns."""
    parent, child = pty.openpty()
    received: list[bytes] = []

    def listen() -> None:
        try:
            while data := os.read(parent, 65536):
                received.append(data)
        except OSError:
            return  # a terminal without a writer

    environment = {"TERM": "xterm-256color", "COLUMNS": "100", **environment}
    inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdout=child, env={**inherited, **environment}
    )
    os.close(child)
    listener = threading.Thread(target=listen)
    listener.start()
    assert process.wait(timeout=120) == 0
    listener.join()
    os.close(parent)
    return b"".join(received).decode()


COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def test_a_terminal_gets_one_live_line() -> None:
    output = on_a_terminal()
    assert COLOUR.search(output)
    assert "100 %, 50 steps/s, return 7.5, 2 episodes, 0 s left" in output
    lines = [CONTROL.sub("", line) for line in output.replace("\r", "\n").split("\n")]
    assert "half of it [bold]done[/bold]" in [line.rstrip() for line in lines]


def test_no_color_is_honoured() -> None:
    output = on_a_terminal(NO_COLOR="1")
    colours = {code for code in COLOUR.findall(output) if code not in ("\x1b[0m", "\x1b[m")}
    assert not {code for code in colours if re.search(r"\[(?:.*;)?(?:3|4|9|10)\d", code)}
    assert "100 %" in output


def test_a_dumb_terminal_gets_plain_lines() -> None:
    output = on_a_terminal(TERM="dumb")
    assert "\x1b" not in output
    assert "step 1000 of 1000: 100 %, 50 steps/s" in output


def test_a_pipe_gets_plain_lines_even_if_colour_is_forced() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "FORCE_COLOR": "1", "PYTHONIOENCODING": "ascii"},
    )
    assert "\x1b" not in done.stdout and "\r" not in done.stdout
    assert len(done.stdout.splitlines()) == 12
