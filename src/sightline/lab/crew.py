"""Much work of one kind, done in this process or in several; what is done does not depend on how many."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from sightline.ai.thought import Stop, never

AHEAD = 2
"""Chunks that wait for each process."""
YOUNG = 5_000_000
"""After so many new objects Python looks for circles of its own accord: hardly ever, for that stops a thought."""
OVERDUE = 300_000
"""After so many new objects circles are looked for between two games: games make many objects and hardly any circle."""

Item = TypeVar("Item")
Found = TypeVar("Found")
Item_contra = TypeVar("Item_contra", contravariant=True)
Found_co = TypeVar("Found_co", covariant=True)


class Stopped(Exception):
    """A game was left before its end, because nobody waits for it any more."""


class Worker(Protocol[Item_contra, Found_co]):
    """Somebody who does one piece of the work after the other."""

    def play(self, item: Item_contra, stop: Stop = never, /) -> Found_co:
        """One piece; raises Stopped where it is told to stop before its end."""


class Crew(Generic[Item, Found]):
    """Workers of one kind: the one of this process, or one in each of several that last until the crew is closed."""

    def __init__(self, worker: Callable[[], Worker[Item, Found]], jobs: int = 1) -> None:
        """`worker` makes a worker; it is sent to other processes, so it is a class or a `partial` of one."""
        self._worker = worker
        self._jobs = jobs
        self._own: Worker[Item, Found] | None = None
        self._pool: ProcessPoolExecutor | None = None
        self._stop: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Send everybody home; games under way are left."""
        if self._pool is not None:
            self._stop.set()
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def work(self, items: Sequence[Item], chunk: int = 1) -> Generator[Found, None, None]:
        """Do every item; what is found comes as soon as it is there, so with several processes in any order.

        `chunk` items at most are handed to a process at once.
        """
        if min(self._jobs, len(items)) <= 1 and self._pool is None:
            if self._own is None:
                self._own = self._worker()
            with rarely_swept():
                for item in items:
                    yield self._own.play(item)
                    sweep()
        else:
            yield from self._together(items, max(1, min(chunk, len(items) // (self._jobs * 4))))

    def _together(self, items: Sequence[Item], size: int) -> Generator[Found, None, None]:
        """Chunks of items in several processes, each yielded when it is done."""
        pool = self._opened()
        chunks = iter([items[first : first + size] for first in range(0, len(items), size)])
        waiting: set[Future[list[Found]]] = set()
        try:
            while True:
                for chunk in chunks:
                    waiting.add(pool.submit(_chunk, chunk))
                    if len(waiting) >= self._jobs * AHEAD:
                        break
                if not waiting:
                    break
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield from future.result()
        except KeyboardInterrupt:
            self._stop.set()  # Every process leaves its game and hands in what it has.
            for future in wait(waiting).done:
                yield from future.result()
            raise

    def _opened(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._stop = context.Event()
            self._pool = ProcessPoolExecutor(self._jobs, context, _begin, (self._worker, self._stop))
        return self._pool


def gathered(
    crew: Crew[Item, Found], items: Sequence[Item], told: Callable[[Found], None] | None = None, chunk: int = 1
) -> tuple[list[Found], bool]:
    """What a crew found, and whether Ctrl-C stopped it before its end; `told` hears of each piece."""
    found: list[Found] = []
    source = crew.work(items, chunk)
    try:
        for one in source:
            found.append(one)
            if told is not None:
                told(one)
    except KeyboardInterrupt:
        return found, True
    finally:
        source.close()
    return found, False


_own: Worker[Any, Any]
_stop: Any


def _begin(worker: Callable[[], Worker[Any, Any]], stop: Any) -> None:
    """Make a process ready; Ctrl-C is the business of the one that started it."""
    global _own, _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    _own, _stop = worker(), stop
    gc.freeze()  # What every game needs stays: nobody has to look through it for garbage.
    gc.set_threshold(YOUNG)


@contextmanager
def rarely_swept() -> Generator[None, None, None]:
    """Have the garbage of games collected rarely: to look for it takes a tenth of their time, and stops a thought."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def sweep() -> bool:
    """Collect the garbage of past games between two of them, if it is time: in the middle of one it stops a thought."""
    due = gc.get_count()[0] >= OVERDUE
    if due:
        gc.collect()
    return due


def _leave_with_parent() -> None:
    """End this process when the one that started it is gone, however it went: nobody would take what is found."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _chunk(items: Iterable[Any]) -> list[Any]:
    found = []
    try:
        for item in items:
            if _stop.is_set():
                break
            found.append(_own.play(item, _stop.is_set))
            if sweep():
                gc.freeze()  # What is left is what programs remember.
    except Stopped:
        pass
    return found
