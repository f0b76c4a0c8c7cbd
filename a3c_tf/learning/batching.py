"""Calls from many threads, put together: while one batch runs, the next one gathers.

A network answers eight states for about three times the cost of one, so threads that ask at the
same time are better answered together. A batch is run by one of those who ask: the one that makes
it large enough, or the first of those who came while another batch ran. How many are enough is for
the caller to say. With one, nobody ever waits for a batch to fill. With more, a batch that does not
fill is run when patience ends. The idea is that of GA3C's queue of predictions (Babaeizadeh et al.
2017), without its threads; in the literature on locks it is called combining.
"""

import threading
from collections.abc import Callable, Sequence


class _Ticket[Request, Result]:
    """A request until it is answered.

    Attributes:
        request: What is asked.
        result: The answer.
        error: What went wrong instead.
        batch: What this thread is to run, its own request included; empty where another does.
        asleep: Held until this thread has a reason to wake up: an answer, or a batch to run.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.result: Result | None = None
        self.error: BaseException | None = None
        self.batch: list[_Ticket[Request, Result]] = []
        self.asleep = threading.Lock()
        self.asleep.acquire()


class Batcher[Request, Result]:
    """A function of many requests, to be called with one from many threads."""

    def __init__(
        self,
        run: Callable[[Sequence[Request]], Sequence[Result]],
        *,
        at_a_time: int = 1,
        enough: int = 1,
        patience: float = 0.1,
    ) -> None:
        """Take a function.

        Args:
            run: Answers requests, in their order. Called in one of the threads that ask.
            at_a_time: How many batches may run at once.
            enough: Requests that a batch begins with.
            patience: Seconds after which it begins with fewer.
        """
        self._run = run
        self._idle = at_a_time
        self._enough = enough
        self._patience = patience
        self._waiting: list[_Ticket[Request, Result]] = []
        self._lock = threading.Lock()

    def __call__(self, request: Request) -> Result:
        """Ask, and wait for the answer.

        Args:
            request: What to ask.

        Returns:
            The answer to it.

        Raises:
            BaseException: What the function raised for the batch this request was in.
        """
        ticket: _Ticket[Request, Result] = _Ticket(request)
        with self._lock:
            self._waiting.append(ticket)
            if self._idle > 0 and len(self._waiting) >= self._enough:
                self._begin(ticket)
        while not ticket.batch and not ticket.asleep.acquire(timeout=self._patience):
            with self._lock:
                if self._idle > 0 and ticket in self._waiting:
                    self._begin(ticket)
        if ticket.batch:
            self._lead(ticket)
        if ticket.error is not None:
            raise ticket.error
        return ticket.result  # type: ignore[return-value]  # answered, so it is a Result

    def _begin(self, leader: _Ticket[Request, Result]) -> None:
        """Have one of those who wait run a batch of all of them; under the lock."""
        self._idle -= 1
        leader.batch, self._waiting = self._waiting, []

    def _lead(self, leader: _Ticket[Request, Result]) -> None:
        """Run a batch, then hand over to the first of those who came meanwhile, if enough did."""
        batch, following = leader.batch, None
        try:
            results = self._run([ticket.request for ticket in batch])
            for ticket, result in zip(batch, results, strict=True):
                ticket.result = result
        except BaseException as error:  # all who asked must hear of it
            for ticket in batch:
                ticket.error = error
        with self._lock:
            self._idle += 1
            if len(self._waiting) >= self._enough:
                following = self._waiting[0]
                self._begin(following)
        for ticket in batch:
            if ticket is not leader:
                ticket.asleep.release()
        if following is not None:
            following.asleep.release()
