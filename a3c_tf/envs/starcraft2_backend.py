"""Which game runs: StarCraft II itself or the embedded mini-games; and starting it.

All handling of pysc2's absl flags is here.
"""

import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Any, NamedTuple

from absl import flags
from pysc2 import maps, run_configs
from pysc2.env import sc2_env
from pysc2.lib import sc_process

from a3c_tf.errors import A3CError, ConfigError
from a3c_tf.minigames.launcher import EmbeddedMinigames, find_starcraft

_EMBEDDED = EmbeddedMinigames.name()
# Held while a game starts, and by whoever reads the flag that is changed meanwhile.
_starting = threading.Lock()
_announced: set[str] = set()


class Backend(NamedTuple):
    """A chosen game.

    Attributes:
        run_config: Name of the pysc2 run config that starts it.
        reason: One line for the user: which game it is, and why.
    """

    run_config: str
    reason: str


class Game(sc2_env.SC2Env):
    """pysc2's environment; if it cannot be set up, no game process stays behind."""

    def __init__(self, **kwargs: Any) -> None:
        """Start the game and join it.

        Args:
            **kwargs: As for SC2Env.
        """
        try:
            super().__init__(**kwargs)
        except BaseException:
            self.close()
            raise


def choose_backend(backend: str = "auto") -> Backend:
    """Decide which game to run; the flag --sc2_run_config, where given, decides for "auto".

    Args:
        backend: "starcraft", "embedded", or "auto": StarCraft II where it is installed.

    Returns:
        The choice with its reason.

    Raises:
        ConfigError: StarCraft II is asked for but not found, the flag contradicts `backend`, or
            `backend` is none of the three.
    """
    if backend not in ("auto", "starcraft", "embedded"):
        raise ConfigError(f"backend must be auto, starcraft or embedded, not {backend!r}")
    _let_flags_be_read()
    with _starting:
        flag = flags.FLAGS.sc2_run_config
    if flag and backend not in ("auto", "embedded" if flag == _EMBEDDED else "starcraft"):
        raise ConfigError(f"backend={backend} contradicts --sc2_run_config={flag}; give one")
    if flag:
        return Backend(flag, f"StarCraft II: run config {flag}, as --sc2_run_config says")
    if backend == "embedded":
        return Backend(_EMBEDDED, "StarCraft II: embedded mini-games, as asked for")
    found = find_starcraft()
    if not found.problem:
        return Backend(found.run_config, f"StarCraft II: the real game, found at {found.path}")
    if backend == "starcraft":
        raise ConfigError(
            f"backend=starcraft, but StarCraft II was not found: {found.problem}. Install it "
            "(https://github.com/Blizzard/s2client-proto#downloads) and set the environment "
            "variable SC2PATH to its folder, or use backend=embedded."
        )
    return Backend(
        _EMBEDDED, f"StarCraft II: embedded mini-games; the game itself: {found.problem}"
    )


def start_game(backend: Backend, map_name: str, **kwargs: Any) -> Game:
    """Start one game; starts of several threads follow each other.

    Two reasons to queue: pysc2 reads its run config from a global flag, and several real games
    that load at the same time run out of memory and time out (oxwhirl/pymarl issue 29).

    Args:
        backend: The game to run; said on standard error, the first time it is started.
        map_name: The map's name in pysc2.
        **kwargs: As for SC2Env.

    Returns:
        The game, ready for its first reset.

    Raises:
        A3CError: The game has no such map, or did not start.
    """
    with _starting, _run_config_flag(backend.run_config):
        if backend.reason not in _announced:
            _announced.add(backend.reason)
            print(backend.reason, file=sys.stderr)
        try:
            _check_map(map_name)
            return Game(map_name=map_name, **kwargs)
        except sc_process.SC2LaunchError as error:
            raise A3CError(f"the game did not start: {error}") from error


def _check_map(map_name: str) -> None:
    """See to it that the game has the map, before it is started."""
    try:
        maps.get(map_name).data(run_configs.get())
    except ValueError as error:
        raise ConfigError(
            f"{error} Download the mini-games from "
            "https://github.com/google-deepmind/pysc2#get-the-maps into that folder, or use "
            "backend=embedded."
        ) from error


@contextlib.contextmanager
def _run_config_flag(name: str) -> Iterator[None]:
    """Have pysc2 choose this run config meanwhile."""
    _let_flags_be_read()
    flag = flags.FLAGS["sc2_run_config"]
    before, flag.value = flag.value, name
    try:
        yield
    finally:
        flag.value = before


def _let_flags_be_read() -> None:
    """In a notebook or test nobody parses a command line; pysc2's flags then keep defaults."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
