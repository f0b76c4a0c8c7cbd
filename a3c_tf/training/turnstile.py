"""Lets threads go one after the other in a fixed order, so that what they do is repeatable."""

import contextlib
import threading
from collections.abc import Iterable, Iterator


class Turnstile:
    """Gives each participant its turn, in order, again and again."""

    def __init__(self, participants: Iterable[int]) -> None:
        """Begin with the first.

        Args:
            participants: Numbers of all who take part, in the order of their turns.
        """
        self._waiting = list(participants)
        self._changed = threading.Condition()

    @contextlib.contextmanager
    def turn(self, participant: int) -> Iterator[None]:
        """Wait for the participant's turn, and pass it on at the end.

        Args:
            participant: Who waits; it has not left.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._waiting[0] == participant)
        try:
            yield
        finally:
            with self._changed:
                self._waiting.append(self._waiting.pop(0))
                self._changed.notify_all()

    def leave(self, participant: int) -> None:
        """Let the others go on without a participant.

        Args:
            participant: Who takes no further turn.
        """
        with self._changed:
            self._waiting.remove(participant)
            self._changed.notify_all()
