"""What the client did since it last observed, to be reported back to it."""

from s2clientprotocol import sc2api_pb2

from a3c_tf.minigames.rules.world import World

ACTION_DELAY = 1
"""Game loops from an action to its execution in a game for one player."""


class ActionLog:
    """Executed actions and chat, kept until an observation takes them."""

    def __init__(self) -> None:
        """Start empty."""
        self._executed: list[sc2api_pb2.Action] = []
        self._chat: list[str] = []

    def record(self, world: World, action: sc2api_pb2.Action) -> None:
        """Note an action that was carried out.

        Args:
            world: The game.
            action: The action in the form in which the game reports it; it is kept.
        """
        action.game_loop = world.game_loop + ACTION_DELAY
        self._executed.append(action)

    def record_chat(self, message: str) -> None:
        """Note a chat message."""
        self._chat.append(message)

    def take_executed(self, world: World) -> list[sc2api_pb2.Action]:
        """The actions that have been executed by now, each reported once.

        Args:
            world: The game.

        Returns:
            The actions in order.
        """
        taken = [action for action in self._executed if action.game_loop <= world.game_loop]
        self._executed = self._executed[len(taken) :]
        return taken

    def take_chat(self) -> list[str]:
        """The messages since the last call."""
        taken, self._chat = self._chat, []
        return taken
