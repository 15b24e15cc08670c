"""Processes that think and measure, so that nobody waits at one table because of another."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def _start() -> None:
    """Import what work needs; a stop signal to the whole group is for the server to answer."""
    import signal

    import sightline.ai.player
    import sightline.server.desk
    import sightline.server.measuring  # noqa: F401 - the imports are the point

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _open_book(id: str) -> None:
    """Have a rulebook at hand."""
    from sightline.core.game import game

    game(id)


class Workers:
    """Some processes; they are started when the first one is needed, and started again if one dies or hangs."""

    def __init__(self, number: int, patience: float) -> None:
        self.patience = patience
        """Seconds a piece of work may take."""
        self._number = number
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self, game: str) -> None:
        """Start the processes, so that the first piece of work does not wait for them."""
        if self._pool is None:
            self._opened().submit(_open_book, game)

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """What comes of a piece of work; if it takes too long or its process dies, the processes start anew."""
        pool = self._opened()
        try:
            future = pool.submit(work, *arguments)
            return await asyncio.wait_for(asyncio.wrap_future(future), self.patience)
        except (TimeoutError, RuntimeError):  # a pool that lost a process raises a RuntimeError of its own
            if pool is self._pool:
                await self.close()
            raise

    def _opened(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._number, multiprocessing.get_context("spawn"), _start)
        return self._pool

    async def close(self) -> None:
        """End the processes, also those that hang."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            await asyncio.to_thread(lambda: [process.join(1.0) for process in processes])
