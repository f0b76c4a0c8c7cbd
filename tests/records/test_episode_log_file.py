import errno
import os
import pathlib
import random

import pytest
from crash_recorder import CrashRecorder, View, view
from lxml import etree

from a3c_tf.records import episode_log_file
from a3c_tf.records.episode_log_file import Element, EpisodeLogFile

HEADER = b'<?xml version="1.0" encoding="utf-8"?>\n<action_logs>\n'


def episode(number: int, actions: int) -> Element:
    start = b'  <episode num_global="%d"' % number
    if not actions:
        return Element(start + b"/>")
    return Element(start + b">", b"\n    <action/>" * actions, b"\n  </episode>")


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "agent00.xml"


@pytest.fixture
def small_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms of a few elements, so that short tests see every way a file can grow."""
    monkeypatch.setattr(episode_log_file, "_MIN_ROOM", 800)
    monkeypatch.setattr(episode_log_file, "_MAX_ROOM", 1200)


def random_operations(seed: int, file: EpisodeLogFile, model: View, count: int) -> "list[str]":
    """Append and hide at random, the same in the file and in the model."""
    chance = random.Random(seed)
    done = []
    for _ in range(count):
        bodies = file.visible_bodies
        if bodies and chance.random() < 0.4:
            number = chance.choice(bodies)
            file.hide(number)
            model[number] = (model[number][0], 0)
            done.append("hide")
        else:
            number, actions = (
                len(model),
                chance.choice([0, 1, 2, 25, 90] if chance.random() < 0.1 else [0, 1, 2]),
            )
            assert file.append(episode(number, actions)) == number
            model.append((str(number), actions))
            done.append("append")
    return done


@pytest.mark.usefixtures("small_rooms")
@pytest.mark.parametrize("seed", range(4))
def test_a_kill_inside_any_write_leaves_the_state_before_or_after(
    path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    recorder = CrashRecorder(monkeypatch, path)
    file, model = EpisodeLogFile(path, HEADER), []
    for step in range(25):
        before = list(model)
        random_operations(100 * seed + step, file, model, 1)
        for write in recorder.take():
            for data in write.cuts():
                assert view(data) in (before, model)
        assert view(path.read_bytes()) == model


@pytest.mark.usefixtures("small_rooms")
@pytest.mark.parametrize("seed", range(4))
def test_a_reader_may_see_an_old_beginning_and_a_newer_rest(
    path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    recorder = CrashRecorder(monkeypatch, path)
    random_operations(seed, EpisodeLogFile(path, HEADER), [], 80)
    views = [[number for number, _ in view(write.before)] for write in recorder.writes]
    chance = random.Random(seed)
    torn = 0
    for _ in range(1000):
        earlier, later = sorted(chance.sample(range(len(recorder.writes)), 2))
        old, new = recorder.writes[earlier], recorder.writes[later]
        if old.generation != new.generation:
            continue  # the file was replaced in between: a reader keeps the one it opened
        if old.adds_room and later - earlier > 3:
            continue  # a reader at the end of the file slept until the room was in use
        cut = chance.randrange(len(old.before) + 1)
        mixture = old.before[:cut] + new.before[cut:]
        seen = [number for number, _ in view(mixture)]
        assert seen in views[earlier : later + 1]
        torn += mixture not in (old.before, new.before)
    assert torn > 100


@pytest.mark.usefixtures("small_rooms")
@pytest.mark.parametrize("seed", range(20))
def test_random_operations_agree_with_a_list(path: pathlib.Path, seed: int) -> None:
    file, model = EpisodeLogFile(path, HEADER), []
    random_operations(seed, file, model, 150)
    assert view(path.read_bytes()) == model
    assert file.visible_bodies == [i for i, (_, actions) in enumerate(model) if actions]
    file.close()
    assert view(path.read_bytes()) == model
    assert [p.name for p in path.parent.iterdir()] == [path.name]


@pytest.mark.usefixtures("small_rooms")
def test_a_closed_file_is_plain_xml(path: pathlib.Path) -> None:
    file = EpisodeLogFile(path, HEADER, [episode(0, 1), episode(1, 0)])
    file.hide(file.append(episode(2, 30)))
    file.append(episode(3, 1))
    file.close()
    file.close()
    assert path.read_bytes() == (
        HEADER
        + b'  <episode num_global="0">\n    <action/>\n  </episode>\n'
        + b'  <episode num_global="1"/>\n'
        + b'  <episode num_global="2">\n  </episode>\n'
        + b'  <episode num_global="3">\n    <action/>\n  </episode>\n'
        + b"</action_logs>\n"
    )


def test_only_switches_change_what_was_part_of_the_document(
    path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = EpisodeLogFile(path, HEADER)
    recorder = CrashRecorder(monkeypatch, path)
    file.append(episode(0, 3))
    file.hide(0)
    fill, reveal, hide = recorder.writes
    assert fill.offset > fill.before.index(b"</action_logs>")
    assert len(reveal.data) == len(hide.data) == 1


@pytest.mark.parametrize("body", [b"a ?> b", b"a ]]> b", "\u00e9".encode()])
def test_what_could_break_the_file_is_refused(path: pathlib.Path, body: bytes) -> None:
    file = EpisodeLogFile(path, HEADER)
    with pytest.raises(ValueError, match="ASCII"):
        file.append(Element(b"<episode>", body, b"</episode>"))
    assert view(path.read_bytes()) == []


@pytest.mark.usefixtures("small_rooms")
def test_a_failing_disk_loses_nothing(path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, model = EpisodeLogFile(path, HEADER), []
    write_at = episode_log_file._write_at
    chance, writes_left, failures = random.Random(5), 0, 0

    def failing_write(descriptor: int, data: bytes, offset: int) -> None:
        nonlocal writes_left
        if writes_left == 0:
            write_at(descriptor, data[: chance.randrange(len(data))], offset)
            raise OSError(errno.ENOSPC, "No space left on device")
        writes_left -= 1
        write_at(descriptor, data, offset)

    def failing_replace(path: pathlib.Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for number in range(100):
        element, writes_left = episode(number, number % 4), chance.randrange(7)
        try:
            with monkeypatch.context() as broken:
                broken.setattr(episode_log_file, "_write_at", failing_write)
                broken.setattr(episode_log_file, "replace_file", failing_replace)
                file.append(element)
        except OSError:
            failures += 1
            assert view(path.read_bytes()) == model
            file.append(element)
        model.append((str(number), number % 4))
        assert view(path.read_bytes()) == model
    assert 20 < failures < 100


def test_parts_stay_below_what_libxml2_takes_by_default(
    path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(episode_log_file, "_MIN_ROOM", 20_000_000)
    file, model = EpisodeLogFile(path, HEADER), []
    for number in range(16):
        file.append(episode(number, 200_000))  # 2.8 MB: most of a room is given up each time
        file.hide(number)
        model.append((str(number), 0))
    assert len(path.read_bytes()) > 20_000_000
    assert view(path.read_bytes()) == model
    assert len(list(etree.parse(path).getroot())) == 16


def test_descriptors_are_closed(path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(episode_log_file, "_MIN_ROOM", 100)
    before = len(os.listdir("/proc/self/fd"))
    file = EpisodeLogFile(path, HEADER)
    random_operations(1, file, [], 50)
    assert len(os.listdir("/proc/self/fd")) == before + 1
    file.close()
    assert len(os.listdir("/proc/self/fd")) == before
