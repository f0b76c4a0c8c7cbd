"""The real thing: a process that writes, readers that do not wait, and kill -9."""

import pathlib
import random
import subprocess
import sys
import time
from xml.etree import ElementTree

from lxml import etree

from a3c_tf.records.episode_log import EpisodeLog
from a3c_tf.records.episode_log_reader import read_episode_logs

WRITER = """
import sys, time
from a3c_tf.records.episode_log import EpisodeLog
from a3c_tf.records.episode_log_format import EpisodeRecord, LoggedAction

path, done = sys.argv[1], int(sys.argv[2])
log = EpisodeLog.resume(path, {}, keep_episodes=done) if done else EpisodeLog.create(path, {})
number = done
while True:
    time.sleep(0.001)
    number += 1
    actions = [LoggedAction("Move_screen", i, i, arguments={"screen": (i, i)}) for i in range(90)]
    totals = {"score": number * 7919 % 1009}
    log.add(EpisodeRecord(number, number, 90, 0.1, 1.0, totals=totals, actions=actions))
"""


def numbers(path: pathlib.Path, reader: int) -> list[int]:
    """Episode numbers, as one of three readers sees them."""
    if reader == 0:
        return [episode.num_agent for episode in read_episode_logs(path)]
    parse = ElementTree.parse if reader == 1 else etree.parse
    return [int(episode.attrib["num_agent"]) for episode in parse(path).getroot()]


def test_kill_and_resume_over_and_over(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "agent00.xml"
    chance, done = random.Random(3), 0
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(done)])
        try:
            seen: list[int] = []
            reads = 0
            deadline = time.monotonic() + 120
            while len(seen) < done + 100 or reads < 15:
                assert time.monotonic() < deadline and writer.poll() is None
                if not path.exists():
                    time.sleep(0.01)
                    continue
                now = numbers(path, reads % 3)
                assert now == list(range(1, len(now) + 1))
                seen, reads = now, reads + 1
            time.sleep(chance.random() * 0.02)
        finally:
            writer.kill()
            writer.wait()
        after = [numbers(path, reader) for reader in range(3)]
        assert after[0] == after[1] == after[2] == list(range(1, len(after[0]) + 1))
        assert len(after[0]) >= len(seen)
        done = len(after[0]) - chance.randrange(20)
    log = EpisodeLog.resume(path, {}, keep_episodes=done)
    assert numbers(path, 0) == list(range(1, done + 1))
    log.close()
    assert numbers(path, 0) == list(range(1, done + 1))
    assert len([e for e in read_episode_logs(path) if e.actions]) <= 20
