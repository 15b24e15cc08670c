"""Programs that play, in processes of their own, so that no thought of theirs keeps anybody waiting."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from sightline.core.decisions import Action
from sightline.core.game import SetUp, game
from sightline.core.match import Match
from sightline.core.table import Terrain
from sightline.core.wire import codec, encode, lay_out

LOG = logging.getLogger("sightline.bots")

FALLBACK = "random"
"""The level that plays where another fails: it is quick, and finds something legal."""


class Job(Struct, frozen=True):
    """A decision for a program: the newest rest, the answers since, who is to answer, and a seed for its whims."""

    game: str
    setup: SetUp
    table: bytes
    answers: tuple[Any, ...]
    level: str
    seed: str


def job(match: Match, level: str, seed: str) -> Job:
    """The decision that is pending in a match."""
    answers = tuple(msgspec.json.decode(encode(answer)) for answer in match.answers)
    return Job(match.game.id, match.setup, encode(lay_out(match.rest)), answers, level, seed)


@lru_cache(maxsize=16)
def _terrain(width: float, height: float, pieces: bytes, id: str) -> Terrain:
    """Terrain that keeps what was compiled for it from one job to the next."""
    from sightline.core.table import Piece

    return Terrain(width, height, msgspec.json.decode(pieces, type=tuple[Piece, ...]), id)


def think(work: Job) -> bytes:
    """The program's answer as JSON."""
    from sightline.ai.player import player

    book = game(work.game)
    reader = codec(book)
    table = reader.table(work.table)
    ground = table.terrain
    table.terrain = _terrain(ground.width, ground.height, msgspec.json.encode(ground.pieces), ground.id)
    match = Match(book, work.setup, keep=True, rest=table)
    for answer in work.answers:
        match.play(tuple(answer) if isinstance(answer, list) else reader.action(msgspec.json.encode(answer)))
    assert match.steps is not None
    steps, given = len(match.steps), len(match.answers)
    player(work.level, work.seed).answer(match)
    played = [answer for step in match.steps[steps:] for answer in step.answers] + match.answers
    return encode(played[given])


def _warm() -> None:
    """Import what thinking needs."""
    import sightline.ai.player  # noqa: F401 - the import is the point
    from sightline.core import rulebook

    for id in rulebook.packages():
        game(id)


class Bots:
    """The workers that think for AI seats; they are started when the first one is needed."""

    def __init__(self, workers: int = 1, patience: float = 5.0) -> None:
        self.patience = patience
        """Seconds a program may think."""
        self._workers = workers
        self._pool: Executor | None = None

    def warm_up(self) -> None:
        """Start the workers, so that the first answer does not wait for them."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"), initializer=_warm)
            self._pool.submit(_warm)

    async def choose(self, match: Match, level: str, seed: str) -> Action:
        """An answer to the decision that is pending; if the program fails, something legal."""
        reader = codec(match.game)
        work = job(match, level, seed)
        try:
            text = await asyncio.wait_for(self._submit(work), self.patience)
        except Exception as error:  # noqa: BLE001 - a match never hangs because a program does
            LOG.warning("program failed level=%s error=%s", level, type(error).__name__)
            await self.close()
            text = await asyncio.to_thread(_resort, match.fork(), work)
        return reader.action(text)

    async def _submit(self, work: Job) -> bytes:
        self.warm_up()
        assert self._pool is not None
        return await asyncio.wrap_future(self._pool.submit(think, work))

    async def close(self) -> None:
        """End the workers, also those that hang."""
        pool, self._pool = self._pool, None
        if isinstance(pool, ProcessPoolExecutor):
            processes = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            await asyncio.to_thread(lambda: [process.join(1.0) for process in processes])


def _resort(match: Match, work: Job) -> bytes:
    """The default, or whatever is legal."""
    default = match.decision.default
    if default is not None and match.refusal(default) is None:
        return encode(default)
    return think(Job(work.game, work.setup, work.table, work.answers, FALLBACK, work.seed))
