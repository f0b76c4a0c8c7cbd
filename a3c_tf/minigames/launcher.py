"""Starts the embedded mini-game server for pysc2, as pysc2 would start StarCraft II.

pysc2 finds the run config below among the subclasses of its own RunConfig; `import a3c_tf` lets
that happen whenever pysc2.run_configs is imported. Where StarCraft II is not installed it is
pysc2's default, else `--sc2_run_config=EmbeddedMinigames` asks for it.
"""

import dataclasses
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from absl import flags, logging
from pysc2.lib import remote_controller, sc_process
from pysc2.run_configs import lib, platforms

import a3c_tf
from a3c_tf.minigames.protocol.version import BASE_BUILD, DATA_VERSION, GAME_VERSION

LOOPBACK = "127.0.0.1"
SERVER_MODULE = "a3c_tf.minigames.protocol.server"


@dataclasses.dataclass(frozen=True)
class Installation:
    """What the search for StarCraft II on this machine came to.

    Attributes:
        run_config: Name of the pysc2 run config that would start it; empty if there is none.
        path: Where it was found, or the first thing that was missing.
        problem: Why it cannot be started; empty if it can.
    """

    run_config: str
    path: str
    problem: str = ""

    def __str__(self) -> str:
        """The finding in a few words."""
        return self.problem or f"found at {self.path}"


def find_starcraft() -> Installation:
    """Look for StarCraft II where pysc2 does: at SC2PATH, else at the platform's default.

    Returns:
        The installation, or what was missing.
    """
    configs = [c for c in lib.RunConfig.all_subclasses() if not issubclass(c, EmbeddedMinigames)]
    usable = [c for c in configs if c.priority()]
    if not usable:
        return Installation("", "", "pysc2 cannot start it on this platform")
    chosen = max(usable, key=lambda c: c.priority())
    try:
        config = chosen()
    except OSError as error:
        return Installation(chosen.name(), str(error.filename), f"no folder {error.filename}")
    except (ValueError, sc_process.SC2LaunchError) as error:
        return Installation(chosen.name(), "", str(error))
    if not isinstance(config, platforms.LocalBase):
        return Installation(chosen.name(), config.data_dir)
    build = f"Base{config.version.build_version:05d}"
    binary = os.path.join(config.data_dir, "Versions", build, config._exec_name)
    if not (os.path.isfile(binary) and os.access(binary, os.X_OK)):
        return Installation(chosen.name(), binary, f"no executable {binary}")
    return Installation(chosen.name(), binary)


class EmbeddedMinigames(lib.RunConfig):
    """Runs the mini-games without StarCraft II."""

    def __init__(self, version: str | lib.Version | None = None) -> None:
        """Check the version; there is only one.

        Args:
            version: None for "latest", or the same version by its number, as replays name it.
        """
        here = os.getcwd()
        super().__init__(
            replay_dir=os.path.join(here, "replays"),
            data_dir=here,
            tmp_dir=None,
            version=version or "latest",
        )

    @classmethod
    def priority(cls) -> float:
        """Above the real game's 1 where that is not installed, else below it."""
        return 2.0 if find_starcraft().problem else 0.5

    def get_versions(self, containing: str | None = None) -> dict[str, lib.Version]:
        """The one version there is, under its number and under pysc2's name for the newest.

        Args:
            containing: A version that must be among them.

        Returns:
            Version by name.

        Raises:
            SC2LaunchError: `containing` is not among them.
        """
        versions = {
            name: lib.Version(name, BASE_BUILD, DATA_VERSION, None)
            for name in ("latest", GAME_VERSION)
        }
        if containing is not None and containing not in versions:
            raise sc_process.SC2LaunchError(
                f"the embedded mini-games are {GAME_VERSION} only (or 'latest'), not {containing!r}"
            )
        return versions

    def map_data(self, map_name: str, players: int | None = None) -> bytes:
        """Nothing: the server knows its maps by name."""
        del map_name, players
        return b""

    def start(
        self,
        version: lib.Version | None = None,
        want_rgb: bool = False,
        host: str | None = None,
        port: int | None = None,
        **kwargs: Any,
    ) -> "EmbeddedProcess":
        """Start a server and connect to it.

        Args:
            version: Ignored; there is only one.
            want_rgb: Whether rendered pictures are wanted, which the server does not draw.
            host: Address to listen on; this machine only.
            port: Port to listen on; any free one by default.
            **kwargs: As for StarcraftProcess.

        Returns:
            The running server with a connected controller.

        Raises:
            SC2LaunchError: The port is taken, rendered pictures or another machine's access are
                wanted, or the server ended.
        """
        if want_rgb:
            raise sc_process.SC2LaunchError(
                "the embedded mini-games draw feature layers, no rgb pictures; "
                "leave rgb_screen and rgb_minimap out (for pysc2's play: --rgb_screen_size=0 "
                "--rgb_minimap_size=0), or use the real game"
            )
        if host not in (None, "localhost", LOOPBACK):
            raise sc_process.SC2LaunchError(
                f"the embedded mini-games listen on {LOOPBACK} only, not on {host}"
            )
        logging.info("Starting the embedded mini-games; StarCraft II: %s", find_starcraft())
        with _listen(port) as listener:
            try:
                return EmbeddedProcess(
                    self,
                    exec_path=sys.executable,
                    version=self.version,
                    host=LOOPBACK,
                    port=listener.getsockname()[1],
                    listener=listener,
                    **kwargs,
                )
            except remote_controller.ConnectError as error:
                raise sc_process.SC2LaunchError(
                    f"the embedded mini-game server did not answer: {error}"
                ) from error


class EmbeddedProcess(sc_process.StarcraftProcess):
    """A server process that ends with its owner, however that one ends."""

    def _launch(
        self, run_config: lib.RunConfig, args: list[str], *, listener: socket.socket, **kwargs: Any
    ) -> "subprocess.Popen[bytes]":
        """Start the server on a socket that already listens.

        So pysc2's first attempt to connect succeeds, which saves the second it waits before the
        next, and no other program can take the port meanwhile. The server watches the pipe at its
        standard input: that closes with our last breath, even after kill -9.
        """
        del run_config, kwargs
        shutil.rmtree(self._tmp_dir)  # the server writes no files
        command = [sys.executable, "-m", SERVER_MODULE, *args[1:]]
        command += ["-listenFd", str(listener.fileno()), "-quitOnEof"]
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[listener.fileno()],
                env=_environment(),
                start_new_session=True,  # Ctrl-C is ours to handle, not the server's
            )
        except OSError as error:
            raise sc_process.SC2LaunchError(f"cannot start {command}: {error}") from error
        finally:
            listener.close()

    def _shutdown(self) -> None:
        process = self._proc
        super()._shutdown()
        if process is not None and process.stdin is not None:
            process.stdin.close()


def _listen(port: int | None) -> socket.socket:
    """A listening socket on the port, or on any free one."""
    if flags.FLAGS.sc2_port:  # pysc2 connects to a server that is running already
        return socket.socket()
    try:
        return socket.create_server((LOOPBACK, port or 0))
    except OSError as error:
        raise sc_process.SC2LaunchError(
            f"cannot listen on port {port} of {LOOPBACK}: {error.strerror}; "
            "give another port, or none"
        ) from error


def _environment() -> dict[str, str]:
    """Environment in which the server finds this package, whatever its working folder."""
    environment = dict(os.environ)
    root = Path(a3c_tf.__file__).parent.parent
    if not root.name.endswith("-packages"):  # there, packages could shadow the standard library
        paths = [str(root), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    return environment
