"""A3CAgent in pysc2's own run_loop; the game is a stand-in where its rules do not matter."""

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pysc2.env import environment, run_loop
from pysc2_timesteps import make_timestep

import a3c_tf
from a3c_tf import Callback, RunView
from a3c_tf.errors import A3CError, CheckpointError, ConfigError
from a3c_tf.pysc2_agent import A3CAgent, sharing
from a3c_tf.records.episode_log_format import EpisodeRecord
from a3c_tf.training.checkpoint import read_state
from a3c_tf.training.run_folder import RunFolder

SIZE = 8


class StandInGame:
    """Episodes of a fixed length in which only the last action is rewarded."""

    def __init__(self, length: int = 6, last_reward: float = 7.0, **options: Any) -> None:
        self.length = length
        self.last_reward = last_reward
        self.options = {"screen_shape": (SIZE, SIZE), "minimap_shape": (SIZE, SIZE)} | options
        self.calls: list[Any] = []
        self._steps = 0

    def observation_spec(self) -> tuple[dict[str, Any], ...]:
        return ({},)

    def action_spec(self) -> tuple[dict[str, Any], ...]:
        return ({},)

    def reset(self) -> tuple[environment.TimeStep, ...]:
        self._steps = 0
        return (self._timestep(environment.StepType.FIRST),)

    def step(self, calls: list[Any]) -> tuple[environment.TimeStep, ...]:
        self.calls += calls
        self._steps += 1
        last = self._steps == self.length
        return (self._timestep(environment.StepType.LAST if last else environment.StepType.MID),)

    def _timestep(self, step_type: environment.StepType) -> environment.TimeStep:
        last = step_type is environment.StepType.LAST
        return make_timestep(
            step_type=step_type,
            reward=self.last_reward if last else 0.0,
            discount=0.0 if last else 1.0,
            game_loop=8 * self._steps,
            available=[0, 1, 2],
            score={"score": int(self.last_reward) if last else 0},
            **self.options,
        )


@pytest.fixture(autouse=True)
def run_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("A3C_RUN_DIR", str(tmp_path / "run"))
    yield tmp_path / "run"
    sharing._close_all()


@pytest.fixture(scope="module")
def trained_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two episodes."""
    folder = tmp_path_factory.mktemp("trained") / "run"
    agent = A3CAgent(str(folder), steps=1000)
    play(agent, episodes=2)
    agent.close()
    return folder


@pytest.fixture
def trained(trained_once: Path, run_dir: Path) -> Path:
    """A copy of that run, where an agent finds it by default."""
    shutil.copytree(trained_once, run_dir)
    return run_dir


def episodes_logged(run_dir: Path, agent: int = 0) -> list[ElementTree.Element]:
    return list(ElementTree.parse(RunFolder(run_dir).episode_log(agent)).getroot().iter("episode"))


def play(agent: A3CAgent, episodes: int, game: StandInGame | None = None) -> StandInGame:
    game = game or StandInGame()
    run_loop.run_loop([agent], game, max_episodes=episodes)
    return game


def test_it_is_a_public_name_and_loads_by_the_name_pysc2_takes() -> None:
    from agents.a3c_agent import A3CAgent as ByName

    assert a3c_tf.A3CAgent is A3CAgent is ByName
    assert "A3CAgent" in dir(a3c_tf)
    with pytest.raises(AttributeError, match="NoSuchAgent"):
        _ = a3c_tf.NoSuchAgent


def test_it_learns_in_pysc2s_run_loop_and_the_last_reward_counts(run_dir: Path) -> None:
    agent = A3CAgent(steps=1000, t_max=4)
    game = play(agent, episodes=3)
    agent.close()
    assert {call.function for call in game.calls} <= {0, 1, 2}
    assert (agent.episodes, agent.reward) == (3, 21.0)
    logged = episodes_logged(run_dir)
    assert [float(episode.get("reward", "nan")) for episode in logged] == [7.0, 7.0, 7.0]
    assert [int(episode.get("steps", "-1")) for episode in logged] == [6, 6, 6]
    state = read_state(RunFolder(run_dir).checkpoints)
    assert state["steps"] == 18


def test_every_transition_is_learned_from_the_last_included(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from a3c_tf.learning.shared_model import SharedModel

    rollouts = []
    update = SharedModel.update

    def remember(self: SharedModel, rollout: Any, *arguments: Any) -> Any:
        rollouts.append(rollout)
        return update(self, rollout, *arguments)

    monkeypatch.setattr(SharedModel, "update", remember)
    play(A3CAgent(steps=1000, t_max=4, reward_scale=1.0), episodes=1)
    assert [len(rollout.rewards) for rollout in rollouts] == [4, 2]
    assert rollouts[-1].rewards.tolist() == [0.0, 7.0]
    assert rollouts[-1].discounts[-1] == 0.0


def test_a_run_goes_on_where_it_was(trained: Path) -> None:
    agent = A3CAgent(steps=1000)
    play(agent, episodes=1)
    agent.close()
    assert len(episodes_logged(trained)) == 3
    assert read_state(RunFolder(trained).checkpoints)["steps"] == 18


def test_after_its_steps_a_run_plays_on_without_learning(run_dir: Path) -> None:
    agent = A3CAgent(steps=8)
    game = play(agent, episodes=3)
    agent.close()
    assert len(game.calls) == 18
    assert read_state(RunFolder(run_dir).checkpoints)["steps"] == 8
    assert len(episodes_logged(run_dir)) == 1


def test_parallel_agents_share_one_model_and_have_a_log_each(run_dir: Path) -> None:
    agents = [A3CAgent(steps=1000) for _ in range(3)]
    threads = [threading.Thread(target=play, args=(agent, 2)) for agent in agents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    models = {id(agent._seat._run.session.shared_model) for agent in agents}
    assert len(models) == 1
    for agent in agents:
        agent.close()
    assert [len(episodes_logged(run_dir, i)) for i in range(3)] == [2, 2, 2]
    assert read_state(RunFolder(run_dir).checkpoints)["steps"] == 36


def test_it_plays_from_a_checkpoint_and_leaves_it_alone(trained: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in trained.rglob("*")}
    player = A3CAgent(str(trained), training=False, greedy=True)
    game = play(player, episodes=2)
    player.close()
    assert len(game.calls) == 12
    assert len({(call.function, str(call.arguments)) for call in game.calls}) == 1
    assert {path: path.stat().st_mtime_ns for path in trained.rglob("*")} == before


def test_it_plays_a_checkpoint_that_is_named_instead_of_a_folder(
    trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("A3C_RUN_DIR")
    game = StandInGame()
    for checkpoint in (trained / "checkpoints" / "ckpt-12", trained):
        player = A3CAgent(checkpoint=str(checkpoint), training=False)
        play(player, episodes=1, game=game)
        player.close()
    assert len(game.calls) == 12
    with pytest.raises(CheckpointError, match="best; it is kept once"):
        play(A3CAgent(str(trained), checkpoint="best", training=False), episodes=1)


def test_an_agent_that_learns_names_no_checkpoint() -> None:
    with pytest.raises(ConfigError, match="is for training=False"):
        A3CAgent(checkpoint="best")


class Listening(Callback):
    """Ends the run after two episodes."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def on_training_start(self, run: RunView) -> None:
        self.heard.append("start")

    def on_episode_end(self, run: RunView, episode: EpisodeRecord) -> bool:
        self.heard.append(episode.reward)
        return run.episodes < 2

    def on_training_end(self, run: RunView) -> None:
        self.heard.append("end")


def test_callbacks_hear_of_a_run_in_pysc2s_loop_and_may_end_it(run_dir: Path) -> None:
    listening = Listening()
    agent = A3CAgent(steps=1000, callbacks=[listening])
    game = play(agent, episodes=3)
    agent.close()
    assert listening.heard == ["start", 7.0, 7.0, "end"]
    assert len(game.calls) == 18, "the game itself goes on, played without learning"
    assert read_state(RunFolder(run_dir).checkpoints)["steps"] == 12


def test_an_episode_that_breaks_off_is_forgotten(run_dir: Path) -> None:
    agent = A3CAgent(steps=1000)
    game = StandInGame()
    run_loop.run_loop([agent], game, max_frames=4)
    play(agent, episodes=1, game=game)
    agent.close()
    assert [int(e.get("steps", "-1")) for e in episodes_logged(run_dir)] == [6]


def test_without_a_checkpoint_there_is_nothing_to_play(run_dir: Path) -> None:
    with pytest.raises(CheckpointError, match=str(run_dir)):
        play(A3CAgent(training=False), episodes=1)


@pytest.mark.parametrize("training", [True, False])
def test_another_resolution_than_the_runs_says_which_to_give(trained: Path, training: bool) -> None:
    with pytest.raises(CheckpointError, match=f"--feature_screen_size={SIZE}"):
        play(
            A3CAgent(str(trained), training=training),
            episodes=1,
            game=StandInGame(screen_shape=(16, 16)),
        )


def test_agents_that_share_a_folder_must_agree() -> None:
    play(A3CAgent(steps=1000), episodes=1)
    with pytest.raises(ConfigError, match="same options"):
        play(A3CAgent(steps=2000), episodes=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"map_name": "Simple64"}, "Simple64"),
        ({"screen_shape": (SIZE, 9)}, "square"),
    ],
)
def test_a_game_it_cannot_learn_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(A3CError, match=message):
        play(A3CAgent(steps=1000), episodes=1, game=StandInGame(**options))


def test_a_game_without_feature_layers_is_named() -> None:
    game = StandInGame()
    timestep = game.reset()[0]
    del timestep.observation["feature_screen"]
    with pytest.raises(ConfigError, match="--feature_screen_size"):
        A3CAgent().step(timestep)


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(ConfigError, match="learning_rat"):
        play(A3CAgent(learning_rat=1.0), episodes=1)


AGENT_TOOL = """
import sys
from absl import flags
import a3c_tf.pysc2
sys.exit(a3c_tf.pysc2.main(["a3c_tf.pysc2", "agent", *sys.argv[1:]]))
"""


def test_pysc2s_agent_tool_trains_and_plays_it_on_the_embedded_game(
    fresh_python: Callable[..., str], run_dir: Path
) -> None:
    flags = [
        "--map=CollectMineralsAndGas",
        "--norender",
        "--feature_screen_size=16",
        "--feature_minimap_size=16",
        "--sc2_run_config=EmbeddedMinigames",
        "--game_steps_per_episode=160",
        "--max_episodes=2",
    ]
    fresh_python(AGENT_TOOL, *flags, "--agent=agents.a3c_agent.A3CAgent", "--parallel=2")
    assert read_state(RunFolder(run_dir).checkpoints)["steps"] == 2 * 2 * 20
    assert [len(episodes_logged(run_dir, agent)) for agent in (0, 1)] == [2, 2]
    fresh_python(AGENT_TOOL, *flags, "--agent=agents.a3c_agent.A3CPlayer")
    assert read_state(RunFolder(run_dir).checkpoints)["steps"] == 2 * 2 * 20
