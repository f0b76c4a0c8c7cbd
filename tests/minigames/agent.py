"""An agent's side of pysc2's own SC2Env on the embedded server."""

from absl import flags
from pysc2.env import sc2_env
from pysc2.lib import actions
from s2clientprotocol import error_pb2

FUNCTIONS = actions.FUNCTIONS
RAW = actions.RAW_FUNCTIONS

if not flags.FLAGS.is_parsed():  # pysc2 reads them wherever it starts a game
    flags.FLAGS.mark_as_parsed()


def make_env(map_name: str, screen=64, minimap=64, interface=None, **options) -> sc2_env.SC2Env:
    """SC2Env as a user makes it; `interface` holds options of the AgentInterfaceFormat."""
    before, flags.FLAGS.sc2_run_config = flags.FLAGS.sc2_run_config, "EmbeddedMinigames"
    try:
        settings = {
            "players": [sc2_env.Agent(sc2_env.Race.terran)],
            "agent_interface_format": sc2_env.parse_agent_interface_format(
                feature_screen=screen, feature_minimap=minimap, **(interface or {})
            ),
            "random_seed": 1,
            "step_mul": 1,
        }
        return sc2_env.SC2Env(map_name=map_name, **{**settings, **options})
    finally:
        flags.FLAGS.sc2_run_config = before


class Agent:
    """Steps an environment and keeps what it sees."""

    def __init__(self, env: sc2_env.SC2Env) -> None:
        self.env = env
        self.reset()

    def reset(self) -> None:
        (timestep,) = self.env.reset()
        self.obs = timestep.observation

    def act(self, *calls: actions.FunctionCall, steps: int = 1):
        """Do something, or several things on one game loop."""
        (timestep,) = self.env.step([list(calls)], step_mul=steps)
        self.obs = timestep.observation
        return self.obs

    def wait(self, steps: int):
        return self.act(steps=steps)

    def does(self, *calls: actions.FunctionCall, steps: int = 1) -> bool:
        """Do it, and say whether it is reported as done, in order, and nothing as failed."""
        before = self.obs
        self.act(*calls, steps=steps)
        wanted = [int(call.function) for call in calls]
        return self.done(before) == wanted and not self.failures

    def done(self, before) -> list[int]:
        """Ids of the functions reported as done; `before` is the observation they were based on."""
        if "last_actions" in self.obs and "feature_screen" in self.obs:
            return [int(function) for function in self.obs.last_actions]
        (interpreter,), (observed,) = self.env._features, self.env._obs
        return [
            int(interpreter.reverse_raw_action(action, before).function)
            for action in observed.actions
        ]

    def pixel(self, unit_type: int, index: int = 0) -> tuple[int, int]:
        """Where on the screen a unit is."""
        unit = [u for u in self.obs.feature_units if u.unit_type == unit_type][index]
        return int(unit.x), int(unit.y)

    def raw(self, unit_type: int) -> list:
        return [unit for unit in self.obs.raw_units if unit.unit_type == unit_type]

    def orders(self, unit_type: int) -> list[str]:
        """What the units of a type do now: names of pysc2's raw functions, the idle left out."""
        ids = [int(unit.order_id_0) for unit in self.raw(unit_type) if unit.order_length]
        return [RAW[number].name for number in ids]

    @property
    def selected(self) -> list[int]:
        """Unit types in the panel of selected units."""
        for panel in (self.obs.multi_select, self.obs.single_select):
            if len(panel):
                return [int(unit.unit_type) for unit in panel]
        return []

    @property
    def failures(self) -> list[str]:
        return [error_pb2.ActionResult.Name(int(code)) for code in self.obs.action_result]
