import math
import pathlib

import pytest

from a3c_tf.records.episode_log import EpisodeLog
from a3c_tf.records.episode_log_format import EpisodeRecord, LoggedAction
from a3c_tf.records.episode_log_reader import EpisodeLogError, read_episode_logs

# As SC2_HarvesterAgent wrote it, with minidom.
LOG_OF_2018 = """<?xml version="1.0" ?>
<action_logs>
  <episode loss_actor="-12.5" loss_critic="-3.25" num_agent="1" num_global="2"\
 reward="4460.64" total_collected_gas="4" total_collected_minerals="2345">
    <action collected_gas="0" collected_minerals="5" name="select_point" random_action="True"\
 random_position="False" x="12" y="30"/>
  </episode>
  <episode loss_actor="0.5" loss_critic="0.25" num_agent="2" num_global="9"\
 reward="1.0" total_collected_gas="0" total_collected_minerals="0"/>
</action_logs>
"""


def write_log(path: pathlib.Path, numbers: list[int]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    log = EpisodeLog.create(path, {})
    for index, number in enumerate(numbers, start=1):
        log.add(EpisodeRecord(number, index, 3, 1.0, 1.0, totals={"score": 1.0}))


def test_logs_of_2018_are_read(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "agent03.xml"
    path.write_text(LOG_OF_2018)
    first, second = read_episode_logs(path)
    assert first.agent == "agent03"
    assert (first.num_global, first.num_agent, first.reward) == (2, 1, 4460.64)
    assert (first.total_collected_minerals, first.total_collected_gas) == (2345, 4)
    assert (first.loss_actor, first.loss_critic) == (-12.5, -3.25)
    assert first.steps is None
    assert math.isnan(first.score)
    assert first.actions == [LoggedAction("select_point", 12, 30, True, False, 5, 0)]
    assert second.actions == []


def test_programs_of_2018_can_read_ours(tmp_path: pathlib.Path) -> None:
    # What its analysis takes from a file: child elements of the root, these attributes as these
    # types, and "True" for what exploration drew.
    from xml.etree import ElementTree

    path = tmp_path / "agent00.xml"
    log = EpisodeLog.create(path, {"env": "sc2_collect"})
    totals = {"score": 12.0, "collected_minerals": 10.0, "collected_gas": 2.0}
    actions = [LoggedAction("select_point", 1, 2, True, False, 5, 0), LoggedAction("no_op")]
    log.add(EpisodeRecord(1, 1, 2, 1.0, 12.5, totals=totals, actions=actions))
    for episode in list(ElementTree.parse(path).getroot()):
        assert int(episode.attrib["num_global"]) == 1
        assert float(episode.attrib["reward"]) == 12.5
        assert int(episode.attrib["total_collected_minerals"]) == 10
        assert int(episode.attrib["total_collected_gas"]) == 2
        assert [a.attrib["random_action"] == "True" for a in episode] == [True, False]
        assert [a.attrib["name"] for a in episode] == ["select_point", "no_op"]


def test_a_run_its_logs_and_one_file_are_found(tmp_path: pathlib.Path) -> None:
    write_log(tmp_path / "logs" / "agent00.xml", [2, 3, 6])
    write_log(tmp_path / "logs" / "agent01.xml", [1, 4, 5])
    (tmp_path / "logs" / "agent00.xml.tmp").write_text("<half")
    for path in (tmp_path, tmp_path / "logs", str(tmp_path)):
        episodes = read_episode_logs(path)
        assert [episode.num_global for episode in episodes] == [1, 2, 3, 4, 5, 6]
        assert [episode.agent[-1] for episode in episodes] == list("100110")
    assert len(read_episode_logs(tmp_path / "logs" / "agent01.xml")) == 3


@pytest.mark.parametrize("name", [".", "missing", "missing.xml"])
def test_nothing_to_read_is_an_error(tmp_path: pathlib.Path, name: str) -> None:
    with pytest.raises(EpisodeLogError, match="no episode logs in"):
        read_episode_logs(tmp_path / name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not an episode log"),
        ("<action_logs><episode></action_logs>", "line 1"),
        ("<action_logs>", "is not an episode log"),
        ("<other/>", "its root is <other>"),
        ("<!DOCTYPE a [<!ENTITY x 'y'>]><action_logs/>", "document type declaration"),
        ('<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><action_logs/>', "document type"),
        ("<action_logs><episode num_global='1'/></action_logs>", "it has no num_agent"),
        (LOG_OF_2018.replace('"4460.64"', '"much"'), "could not convert string to float: 'much'"),
        (LOG_OF_2018.replace(' name="select_point"', ""), "it has no name"),
        (LOG_OF_2018.replace('x="12"', 'x="left"'), "'left'"),
    ],
)
def test_damage_is_named(tmp_path: pathlib.Path, text: str, message: str) -> None:
    path = tmp_path / "agent00.xml"
    path.write_text(text)
    with pytest.raises(EpisodeLogError) as error:
        read_episode_logs(path)
    assert str(path) in str(error.value)
    assert message in str(error.value)


def test_entities_cannot_blow_up_the_reader(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "agent00.xml"
    entities = "".join(f"<!ENTITY e{i + 1} '{f'&e{i};' * 10}'>" for i in range(9))
    path.write_text(f"<!DOCTYPE a [<!ENTITY e0 'ha'>{entities}]><action_logs a='&e9;'/>")
    with pytest.raises(EpisodeLogError, match="document type declaration"):
        read_episode_logs(path)


def test_what_it_does_not_know_is_left_alone(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "agent00.xml"
    path.write_text(
        LOG_OF_2018.replace("<action_logs>", "<action_logs><note>hi</note><!-- c --><?pi x?>")
        .replace('num_agent="1"', 'num_agent="1" comment="none" flag="1"')
        .replace("<action ", "<remark/><action ")
    )
    first, _ = read_episode_logs(path)
    assert first.totals == {"flag": 1.0}
    assert len(first.actions) == 1
