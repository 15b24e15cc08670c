"""Processes that think and measure, so that nobody waits at one table because of another."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

WAKING = 60.0
"""Seconds a process may take to start: on a busy machine that is long, and no fault of the work that waits for it."""


_FLAG: Any = None
"""In a process that works: the byte it shares with the server, set when whoever waits is in a hurry."""


def hurried() -> bool:
    """Whether the piece of work that is being done is to come to an end with what there is."""
    return _FLAG is not None and bool(_FLAG.value)


class Hurry:
    """A hand on the shoulder of a piece of work, wherever it is being done."""

    def __init__(self) -> None:
        self.asked = False
        self._flag: Any = None

    def ask(self) -> None:
        """Have it come to an end; before it has begun, that is as soon as it begins."""
        self.asked = True
        if self._flag is not None:
            self._flag.value = 1

    def hold(self, flag: Any) -> None:
        """Its work begins in the process of this flag."""
        self._flag = flag
        flag.value = int(self.asked)

    def release(self) -> None:
        """Its work is done: the flag is for others now."""
        self._flag = None


def _start(flag: Any) -> None:
    """Import what work needs; a stop signal to the whole group is for the server to answer."""
    import signal

    import sightline.ai.player
    import sightline.server.bots
    import sightline.server.desk
    import sightline.server.measuring  # noqa: F401 - the imports are the point

    global _FLAG  # noqa: PLW0603 - a process has one, from its start to its end
    _FLAG = flag
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """A server that was killed cannot end its processes: each of them watches for that itself."""
    import os

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _wake(book: str) -> None:
    """What a process does first: once it has the rulebook at hand that will be needed, it is awake."""
    from sightline.core.game import game

    if book:
        game(book)
    # What is at hand now stays: looking through all of it for garbage would take longer than many a thought.
    gc.collect()
    gc.freeze()


class Worker:
    """One process; it is started when it is needed, and started again after it died or hung."""

    def __init__(self) -> None:
        self.book = ""
        """The rulebook that was asked for last: a process has it open before its time begins to count."""
        self._pool: ProcessPoolExecutor | None = None
        self._awake: Future[None] | None = None
        # Without a lock: a process that is killed while it looks must not leave one behind that the server waits for.
        self._flag: Any = None

    def warm_up(self) -> None:
        """Start the process, so that the first piece of work does not wait for it."""
        self._opened()

    async def do(self, patience: float, hurry: Hurry, work: Callable[..., T], *arguments: Any) -> T:
        """What comes of a piece of work; a process that died is replaced once, one that takes too long is ended."""
        try:
            return await self._attempt(patience, hurry, work, *arguments)
        except BrokenExecutor:
            await self.close()
        try:
            return await self._attempt(patience, hurry, work, *arguments)
        except BrokenExecutor:
            await self.close()
            raise

    async def _attempt(self, patience: float, hurry: Hurry, work: Callable[..., T], *arguments: Any) -> T:
        pool, awake = self._opened()
        try:
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(awake)), WAKING)
            hurry.hold(self._flag)
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(work, *arguments)), patience)
        except TimeoutError:
            await self.close()
            raise
        finally:
            hurry.release()

    def _opened(self) -> tuple[ProcessPoolExecutor, Future[None]]:
        if self._pool is None or self._awake is None:
            spawning = multiprocessing.get_context("spawn")
            if self._flag is None:
                self._flag = spawning.RawValue("b", 0)
            self._pool = ProcessPoolExecutor(1, spawning, _start, (self._flag,))
            self._awake = self._pool.submit(_wake, self.book)
        return self._pool, self._awake

    async def close(self) -> None:
        """End the process, also if it hangs."""
        pool, self._pool, self._awake = self._pool, None, None
        if pool is not None:
            processes = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            await asyncio.to_thread(lambda: [process.join(1.0) for process in processes])


class Workers:
    """Some processes, each with one piece of work at a time: what happens to one is nothing to the others."""

    def __init__(self, number: int, patience: float) -> None:
        self.patience = patience
        """Seconds a piece of work may take where nothing else is said, not counting those it waits for its turn."""
        self._all = [Worker() for _ in range(number)]
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in reversed(self._all):
            self._free.put_nowait(worker)
        self._going: set[asyncio.Task[Any]] = set()

    def warm_up(self, game: str) -> None:
        """Start a process with a rulebook at hand, so that the first piece of work does not wait for it."""
        for worker in self._all:
            worker.book = game
        self._all[0].warm_up()

    async def do(
        self, work: Callable[..., T], *arguments: Any, patience: float | None = None, hurry: Hurry | None = None
    ) -> T:
        """What comes of a piece of work; raises TimeoutError or BrokenExecutor if nothing does."""
        worker = await self._free.get()
        wait = self.patience if patience is None else patience
        task: asyncio.Task[T] = asyncio.create_task(worker.do(wait, hurry or Hurry(), work, *arguments))
        self._going.add(task)
        task.add_done_callback(lambda done: self._done(worker, done))
        # Whoever waits may leave; the process is free when its work is done, not before.
        return await asyncio.shield(task)

    def _done(self, worker: Worker, task: asyncio.Task[Any]) -> None:
        self._going.discard(task)
        self._free.put_nowait(worker)
        if not task.cancelled():
            task.exception()  # Seen, even if nobody waits for it any more.

    async def close(self) -> None:
        """End the processes, also those that hang."""
        for task in self._going:
            task.cancel()
        await asyncio.gather(*(worker.close() for worker in self._all))
