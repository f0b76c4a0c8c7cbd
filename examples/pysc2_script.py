"""The learner in a pysc2 script: pysc2 owns the game and the loop, A3CAgent learns in it.

    python examples/pysc2_script.py --steps 50000

Without StarCraft II on the machine the embedded mini-games take its place. Run it again to go on,
or with --play to watch what was learned.
"""

from absl import app, flags

from a3c_tf import A3CAgent  # before pysc2: it makes pysc2 run on today's Python

# isort: split
from pysc2.env import run_loop, sc2_env

FLAGS = flags.FLAGS
flags.DEFINE_string("map", "CollectMineralsAndGas", "Mini-game to play.")
flags.DEFINE_string("run_dir", "runs/pysc2_script", "Where to keep what is learned.")
flags.DEFINE_integer("steps", 50_000, "Agent steps to learn for.")
flags.DEFINE_integer("episodes", 10, "Episodes to play.")
flags.DEFINE_integer("loops", 0, "Game loops after which an episode is cut; 0: the map's own end.")
flags.DEFINE_bool("play", False, "Play the newest checkpoint instead of learning.")


def main(unused_argv: list[str]) -> None:
    """Play with one agent."""
    agent = A3CAgent(FLAGS.run_dir, training=not FLAGS.play, steps=FLAGS.steps)
    size = sc2_env.Dimensions(screen=32, minimap=32)
    with sc2_env.SC2Env(
        map_name=FLAGS.map,
        players=[sc2_env.Agent(sc2_env.Race.terran)],
        agent_interface_format=sc2_env.AgentInterfaceFormat(feature_dimensions=size),
        step_mul=8,
        game_steps_per_episode=FLAGS.loops,
    ) as env:
        run_loop.run_loop([agent], env, max_episodes=FLAGS.episodes)
    agent.close()  # saves what was learned
    print(f"{agent.episodes} episodes, {agent.reward / agent.episodes:.1f} a piece")


if __name__ == "__main__":
    app.run(main)
