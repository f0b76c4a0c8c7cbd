"""Calls from many threads, put together: while one batch runs, the next one gathers.

A network answers eight states for about three times the cost of one, so threads that ask at the
same time are better answered together. Nothing waits for a batch to fill: a thread that finds no
batch running runs its own at once, and whoever comes meanwhile waits and goes with the next. So
batches grow with the load, and a lone thread is never delayed. The idea is that of GA3C's queue of
predictions (Babaeizadeh et al. 2017), without its threads, sizes and timeouts to tune; in the
literature on locks it is called combining.
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
        self, run: Callable[[Sequence[Request]], Sequence[Result]], *, at_a_time: int = 1
    ) -> None:
        """Take a function.

        Args:
            run: Answers requests, in their order. Called in one of the threads that ask.
            at_a_time: How many batches may run at once.
        """
        self._run = run
        self._idle = at_a_time
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
            if self._idle > 0:
                self._idle -= 1
                ticket.batch = [ticket]
            else:
                self._waiting.append(ticket)
        if not ticket.batch:
            ticket.asleep.acquire()
        if ticket.batch:
            self._lead(ticket.batch)
        if ticket.error is not None:
            raise ticket.error
        return ticket.result  # type: ignore[return-value]  # answered, so it is a Result

    def _lead(self, batch: list[_Ticket[Request, Result]]) -> None:
        """Run a batch, then give all that waits to the first of those who came meanwhile."""
        try:
            results = self._run([ticket.request for ticket in batch])
            for ticket, result in zip(batch, results, strict=True):
                ticket.result = result
        except BaseException as error:  # all who asked must hear of it
            for ticket in batch:
                ticket.error = error
        with self._lock:
            following, self._waiting = self._waiting, []
            if following:
                following[0].batch = following
            else:
                self._idle += 1
        for ticket in [*batch[1:], *following[:1]]:
            ticket.asleep.release()
