"""Calls from many threads, put together: while one batch runs, the next one gathers.

A network answers eight states for about three times the cost of one, so threads that ask at the
same time are better answered together. A batch is run by one of those who ask: the one whose
request lets it begin, or the first of those who came while another batch ran. It begins when
waiting for more would leave a core without work: when those who neither wait nor are being
answered, and one for each batch that runs, are no more than the cores. Where there are not more
threads than cores, nobody ever waits for a batch to fill. Should the others stay away, for they may
be busy with something that takes no core, patience ends. The idea is that of GA3C's queue of
predictions (Babaeizadeh et al. 2017), without its threads and sizes to tune; in the literature on
locks it is called combining.
"""

import threading
import time
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
        askers: int = 1,
        cores: int = 1,
        patience: float = 0.01,
    ) -> None:
        """Take a function.

        Args:
            run: Answers requests, in their order. Called in one of the threads that ask.
            at_a_time: How many batches may run at once.
            askers: How many threads ask, each again and again.
            cores: How many of them can work at the same time.
            patience: Seconds without a further request after which a batch begins as it is.
        """
        self._run = run
        self._at_a_time = at_a_time
        self._askers = askers
        self._cores = cores
        self._patience = patience
        self._waiting: list[_Ticket[Request, Result]] = []
        self._batches = self._in_batches = 0
        self._newest = time.monotonic()
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
            self._newest = time.monotonic()
            if self._may_begin():
                self._begin(ticket)
        while not ticket.batch and not ticket.asleep.acquire(timeout=self._patience):
            with self._lock:
                if ticket in self._waiting and self._may_begin():
                    self._begin(ticket)
        if ticket.batch:
            self._lead(ticket)
        if ticket.error is not None:
            raise ticket.error
        return ticket.result  # type: ignore[return-value]  # answered, so it is a Result

    def _may_begin(self) -> bool:
        """Whether those who wait should wait no longer; under the lock."""
        if not self._waiting or self._batches >= self._at_a_time:
            return False
        elsewhere = self._askers - len(self._waiting) - self._in_batches
        return (
            elsewhere + self._batches <= self._cores
            or time.monotonic() - self._newest >= self._patience
        )

    def _begin(self, leader: _Ticket[Request, Result]) -> None:
        """Have one of those who wait run a batch of all of them; under the lock."""
        leader.batch, self._waiting = self._waiting, []
        self._batches += 1
        self._in_batches += len(leader.batch)

    def _lead(self, leader: _Ticket[Request, Result]) -> None:
        """Run a batch, then hand over to the first of those who came meanwhile, if it is time."""
        batch, following = leader.batch, None
        try:
            results = self._run([ticket.request for ticket in batch])
            for ticket, result in zip(batch, results, strict=True):
                ticket.result = result
        except BaseException as error:  # all who asked must hear of it
            for ticket in batch:
                ticket.error = error
        with self._lock:
            self._batches -= 1
            self._in_batches -= len(batch)
            if self._may_begin():
                following = self._waiting[0]
                self._begin(following)
        for ticket in batch:
            if ticket is not leader:
                ticket.asleep.release()
        if following is not None:
            following.asleep.release()
