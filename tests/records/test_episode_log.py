import math
import pathlib
import random
from xml.etree import ElementTree

import pytest
from crash_recorder import CrashRecorder
from lxml import etree

from a3c_tf.errors import A3CError
from a3c_tf.records import episode_log_file
from a3c_tf.records.episode_log import EpisodeLog
from a3c_tf.records.episode_log_format import EpisodeRecord, LoggedAction
from a3c_tf.records.episode_log_reader import EpisodeLogError, read_episode_logs

ACTION = LoggedAction(
    "Harvest_Gather_screen", 3, 4, False, False, 5, 0, {"queued": 0, "screen": (3, 4)}
)

ACTION_LINE = (
    '    <action name="Harvest_Gather_screen" x="3" y="4" random_action="False"'
    ' random_position="False" collected_minerals="5" collected_gas="0"'
    ' arguments="queued=0 screen=3,4"/>\n'
)


def record(number: int, actions: int = 2, **totals: float) -> EpisodeRecord:
    return EpisodeRecord(
        num_global=10 * number,
        num_agent=number,
        steps=actions,
        seconds=1.5,
        reward=-0.25,
        totals=totals,
        actions=[ACTION] * actions,
    )


def with_actions(path: pathlib.Path) -> set[int]:
    return {episode.num_agent for episode in read_episode_logs(path) if episode.actions}


def best(values: list[float]) -> set[int]:
    """Numbers, from 1, of the 10 highest values above 0; the slow way."""
    ranked = sorted(range(len(values)), key=lambda i: -values[i])
    return {i + 1 for i in ranked[:10] if values[i] > 0}


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "agent00.xml"


def test_every_attribute_is_written_under_its_name(path: pathlib.Path) -> None:
    log = EpisodeLog.create(path, {"env": "sc2_collect", "steps": 100})
    log.add(
        EpisodeRecord(
            num_global=7,
            num_agent=1,
            steps=2,
            seconds=12.25,
            reward=345.0,
            loss_actor=0.125,
            loss_critic=2.0,
            entropy=1.5,
            totals={"score": 350.0, "collected_minerals": 340.0, "collected_gas": 10.0},
            actions=[ACTION, LoggedAction("no_op", random_action=True, collected_minerals=340)],
        )
    )
    log.close()
    assert path.read_text() == (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<action_logs env="sc2_collect" steps="100">\n'
        '  <episode num_global="7" num_agent="1" total_collected_minerals="340"'
        ' total_collected_gas="10" loss_actor="0.125" loss_critic="2" reward="345" steps="2"'
        ' score="350" seconds="12.25" entropy="1.5">\n'
        + ACTION_LINE
        + '    <action name="no_op" x="" y="" random_action="True" random_position="False"'
        ' collected_minerals="340" collected_gas="0" arguments=""/>\n'
        "  </episode>\n"
        "</action_logs>\n"
    )


def test_mario_episodes_carry_the_games_own_totals(path: pathlib.Path) -> None:
    log = EpisodeLog.create(path, {})
    log.add(record(1, score=3054.0, max_x=3161.0, flag=1.0, clock=320.0))
    attributes = etree.parse(path).getroot()[0].attrib
    assert (attributes["max_x"], attributes["flag"], attributes["clock"]) == ("3161", "1", "320")
    assert (attributes["score"], attributes["total_collected_minerals"]) == ("3054", "0")


def test_a_total_does_not_take_the_place_of_an_attribute(path: pathlib.Path) -> None:
    log = EpisodeLog.create(path, {})
    log.add(record(1, actions=2, score=1.0, steps=99.0, reward=99.0))
    (episode,) = read_episode_logs(path)
    assert (episode.steps, episode.reward) == (2, -0.25)


def test_what_goes_in_comes_out(path: pathlib.Path) -> None:
    actions = [
        ACTION,
        LoggedAction("no_op", random_action=True),
        LoggedAction("<&\"'>?>]]>--\n\u00e9\u6f22", random_position=True, arguments={"a": -3}),
        LoggedAction("select_rect", 0, 83, arguments={"screen": (0, 83), "screen2": (5, 6)}),
    ]
    log = EpisodeLog.create(path, {"<&\"'>?>]]>": "<&\"'>?>]]>\u00e9"})
    log.add(EpisodeRecord(3, 1, 4, 2.5, 1.0, totals={"score": 2.0, "a b": 7.0}, actions=actions))
    (episode,) = read_episode_logs(path)
    assert episode.actions == actions
    assert episode.totals == {"a_b": 7.0}
    assert math.isnan(episode.loss_actor)
    log.close()
    assert read_episode_logs(path)[0].actions == actions


def test_characters_that_xml_forbids_are_replaced(path: pathlib.Path) -> None:
    log = EpisodeLog.create(path, {"xmlns": "urn:x", "1": "a\0b"})
    log.add(EpisodeRecord(1, 1, 1, 0.0, 0.0, actions=[LoggedAction("a\x00\x1f\ud800\uffffb")]))
    assert read_episode_logs(path)[0].actions[0].name == "a\ufffd\ufffd\ufffd\ufffdb"
    assert ElementTree.parse(path).getroot().tag == "action_logs"


@pytest.mark.parametrize("seed", range(3))
def test_actions_are_kept_for_the_best_and_the_last(path: pathlib.Path, seed: int) -> None:
    chance = random.Random(seed)
    log = EpisodeLog.create(path, {})
    minerals: list[float] = []
    gas: list[float] = []
    for number in range(1, 201):
        minerals.append(float(chance.randrange(40)))
        gas.append(float(chance.choice([0, 0, 0, 0, chance.randrange(40)])))
        log.add(record(number, collected_minerals=minerals[-1], collected_gas=gas[-1], score=1.0))
        if number % 25 == 0:
            expected = best(minerals) | best(gas) | set(range(number - 9, number + 1))
            assert with_actions(path) == expected
    assert [episode.num_agent for episode in read_episode_logs(path)] == list(range(1, 201))
    log.close()
    assert with_actions(path) == expected


def test_other_games_are_ranked_by_score(path: pathlib.Path) -> None:
    log = EpisodeLog.create(path, {})
    scores = [float(500 - number if number % 2 else number) for number in range(1, 101)]
    for number, score in enumerate(scores, start=1):
        # A StarCraft II map without minerals names them all the same.
        log.add(record(number, score=score, collected_minerals=0.0, collected_gas=0.0))
    assert with_actions(path) == best(scores) | set(range(91, 101))


def test_pruned_actions_are_not_elements_for_any_reader(path: pathlib.Path) -> None:
    log = EpisodeLog.create(path, {})
    for number in range(1, 31):
        log.add(record(number, score=float(-number)))
    pruned = set(range(11, 21))
    for root in (etree.parse(path).getroot(), ElementTree.parse(path).getroot()):
        assert len(root) == 30
        for number, episode in enumerate(root, start=1):
            assert len(list(episode)) == (0 if number in pruned else 2)
        assert len(list(root.iter("action"))) == 40


def test_an_episode_costs_the_same_however_many_came_before(
    path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = CrashRecorder(monkeypatch, path, keep=False)
    log = EpisodeLog.create(path, {})
    chance = random.Random(1)

    def cost(episodes: range) -> tuple[float, float]:
        """Bytes written and read, and calls, an episode."""
        before = (recorder.bytes_moved, recorder.calls)
        for number in episodes:
            log.add(record(number + 100_000, actions=20, score=chance.random()))
        after = (recorder.bytes_moved, recorder.calls)
        return tuple((b - a) / len(episodes) for a, b in zip(before, after, strict=True))

    cost(range(50))
    early_bytes, early_calls = cost(range(50, 1050))
    cost(range(1050, 4000))
    late_bytes, late_calls = cost(range(4000, 5000))
    assert late_bytes < 1.05 * early_bytes
    assert late_calls < 1.05 * early_calls
    # Itself, its room, and the copy of the visible part when half of the file is hidden.
    assert late_bytes < 5 * (20 * len(ACTION_LINE) + 250)
    assert late_calls < 5


def test_a_kill_inside_any_write_of_a_log_leaves_every_episode(
    path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(episode_log_file, "_MIN_ROOM", 6000)
    monkeypatch.setattr(episode_log_file, "_MAX_ROOM", 10000)
    recorder = CrashRecorder(monkeypatch, path)
    log = EpisodeLog.create(path, {})
    checked = 0
    copy = path.with_name("killed.xml")
    for number in range(1, 61):
        log.add(record(number, actions=number % 20, score=float(number % 7)))
        for write in recorder.take():
            for data in write.page_cuts():
                copy.write_bytes(data)
                numbers = [episode.num_agent for episode in read_episode_logs(copy)]
                assert numbers in (list(range(1, number)), list(range(1, number + 1)))
                checked += 1
    assert checked > 400


def test_resume_drops_what_is_played_again(path: pathlib.Path) -> None:
    log = EpisodeLog.create(path, {"steps": 1})
    for number in range(1, 41):
        log.add(record(number, score=float(number % 13)))
    # No close: the process was killed. The checkpoint counts 35 episodes.
    log = EpisodeLog.resume(path, {"steps": 2}, keep_episodes=35)
    assert [episode.num_agent for episode in read_episode_logs(path)] == list(range(1, 36))
    assert etree.parse(path).getroot().attrib == {"steps": "2"}
    for number in range(36, 101):
        log.add(record(number, score=float(number % 13)))
    scores = [float(number % 13) for number in range(1, 101)]
    assert [episode.num_agent for episode in read_episode_logs(path)] == list(range(1, 101))
    assert with_actions(path) == best(scores) | set(range(91, 101))


@pytest.mark.parametrize("closed", [False, True])
def test_resume_changes_nothing_but_the_end(path: pathlib.Path, closed: bool) -> None:
    log = EpisodeLog.create(path, {})
    for number in range(1, 31):
        log.add(record(number, score=1.0, collected_minerals=float(number)))
    if closed:
        log.close()
    before = read_episode_logs(path)
    EpisodeLog.resume(path, {}, keep_episodes=30).close()
    after = read_episode_logs(path)
    assert [repr(episode) for episode in after] == [repr(episode) for episode in before]


def test_resume_from_before_the_first_episode(path: pathlib.Path) -> None:
    log = EpisodeLog.create(path, {})
    log.add(record(1))
    EpisodeLog.resume(path, {}, keep_episodes=0)
    assert read_episode_logs(path) == []


def test_resume_says_when_episodes_are_missing(
    path: pathlib.Path, caplog: pytest.LogCaptureFixture
) -> None:
    EpisodeLog.resume(path, {}, keep_episodes=3).add(record(4))
    assert [episode.num_agent for episode in read_episode_logs(path)] == [4]
    assert "agent00.xml holds 0 of the 3 episodes" in caplog.text


def test_an_existing_log_is_never_overwritten(path: pathlib.Path) -> None:
    EpisodeLog.create(path, {}).add(record(1))
    with pytest.raises(EpisodeLogError, match=r"agent00\.xml already; move it away"):
        EpisodeLog.create(path, {})
    assert len(read_episode_logs(path)) == 1


def test_a_damaged_log_is_not_replaced(path: pathlib.Path) -> None:
    log = EpisodeLog.create(path, {})
    log.add(record(1))
    log.close()
    damaged = path.read_bytes()[:-20]
    path.write_bytes(damaged)
    with pytest.raises(A3CError, match=r"agent00\.xml is not an episode log"):
        EpisodeLog.resume(path, {}, keep_episodes=1)
    assert path.read_bytes() == damaged


def test_a_folder_that_cannot_be_written_is_named(tmp_path: pathlib.Path) -> None:
    with pytest.raises(EpisodeLogError, match=r"cannot write .*none/agent00.xml: No such file"):
        EpisodeLog.create(tmp_path / "none" / "agent00.xml", {})


def test_a_very_long_episode_keeps_the_actions_that_fit(path: pathlib.Path) -> None:
    log = EpisodeLog.create(path, {})
    log.add(record(1, actions=60_000))
    log.add(record(2))
    root = etree.parse(path).getroot()  # with the limits of libxml2
    assert [episode.get("steps") for episode in root] == ["60000", "2"]
    assert 20_000 < len(root[0]) < 60_000
    assert len(root[1]) == 2
