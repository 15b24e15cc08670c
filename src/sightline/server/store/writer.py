"""The one thread that writes to a SQLite database: what waits is committed together."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from sightline.server.store.contract import Unavailable

LARGEST_GROUP = 512
"""How many jobs share a commit at most, so that the first of them does not wait for ever."""

Work = Callable[[sqlite3.Connection], Any]
"""What a job does inside the transaction; what it returns is the answer."""


class Job(NamedTuple):
    """Some work, and where its answer is waited for."""

    work: Work
    answer: asyncio.Future[Any]


class Writer:
    """A thread with a connection of its own and a queue of jobs.

    Putting a commit on disk takes much longer than anything else, so all jobs that have come meanwhile share the next.
    Each job has a savepoint of its own: one that raises leaves no trace, and the others go on.
    """

    def __init__(self, connection: sqlite3.Connection, where: str) -> None:
        self._connection = connection
        self._where = where
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name=f"writer of {where}", daemon=True)
        self._thread.start()

    async def do(self, work: Work) -> Any:
        """The answer of some work, once it is committed."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put(Job(work, answer))
        return await answer

    async def stop(self) -> None:
        """Finish the jobs in the queue and end the thread; nothing may be handed in afterwards."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        going = True
        while going:
            group, going = self._next_group()
            if group:
                outcomes = self._commit(group)
                try:
                    self._loop.call_soon_threadsafe(_deliver, outcomes)
                except RuntimeError:
                    # The loop was closed: nobody waits any more, and what is committed is committed.
                    return

    def _next_group(self) -> tuple[list[Job], bool]:
        """All jobs that wait (at least one), and whether more may come."""
        group: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            group.append(job)
            if len(group) == LARGEST_GROUP:
                return group, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return group, True
        return group, False

    def _commit(self, group: list[Job]) -> list[tuple[asyncio.Future[Any], Any, BaseException | None]]:
        """The outcomes of a group; none of its work counts unless the commit came back."""
        connection = self._connection
        try:
            connection.execute("begin immediate")
            outcomes = [(job.answer, *self._one(job.work)) for job in group]
            connection.execute("commit")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("rollback")
            return [(job.answer, None, Unavailable(f"{self._where}: {error}")) for job in group]
        return outcomes

    def _one(self, work: Work) -> tuple[Any, BaseException | None]:
        connection = self._connection
        connection.execute("savepoint job")
        try:
            result = work(connection)
        except Exception as error:
            # Whatever it is, it belongs to whoever handed in the work. But a full disk may end the whole transaction,
            # savepoints included: then all jobs fail.
            if not connection.in_transaction:
                raise
            connection.execute("rollback to job")
            connection.execute("release job")
            return None, Unavailable(f"{self._where}: {error}") if isinstance(error, sqlite3.Error) else error
        connection.execute("release job")
        return result, None


def _deliver(outcomes: list[tuple[asyncio.Future[Any], Any, BaseException | None]]) -> None:
    for answer, result, error in outcomes:
        if answer.done():
            continue
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)
