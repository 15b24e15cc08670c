"""A server in a process of its own, with the settings of a test: `python served.py STORE SETTINGS [PORT]`."""

import logging
import os
import sys
import time
from collections.abc import Sequence

import msgspec

from sightline.ai import player
from sightline.ai.thought import Stop, Thought, never
from sightline.core.decisions import Action
from sightline.core.match import Match
from sightline.server.running import listen, run, set_up_log
from sightline.server.settings import Settings

DAWDLE = "SIGHTLINE_DAWDLE"
"""The level whose programs think for seconds if nobody hurries them, where a test sets it."""
LONGEST = 5.0
"""Seconds that such a program thinks; after twice its own time and a little it would be ended."""


class Dawdler:
    """A program that takes its time before it thinks."""

    def __init__(self, thinker: player.Thinker) -> None:
        self.thinker = thinker

    def answer(self, match: Match) -> None:
        match.play(self.choose(match))

    def choose(self, match: Match, stop: Stop = never) -> Action:
        return self.think(match, stop).action

    def think(self, match: Match, stop: Stop = never, plan: Sequence[Action] = ()) -> Thought:
        until = time.monotonic() + LONGEST
        while not stop() and time.monotonic() < until:
            time.sleep(0.01)
        return self.thinker.think(match, stop, plan)


def dawdle(level: str) -> None:
    """Have programs of a level dawdle."""
    known = player.player

    def slow(written: str, seed: int | str) -> player.Thinker:
        return Dawdler(known(written, seed)) if written.startswith(level) else known(written, seed)

    player.player = slow  # type: ignore[assignment]  # one function in the place of another


if DAWDLE in os.environ:
    dawdle(os.environ[DAWDLE])  # Here and not below: the processes that think read this file too.


def serve(store: str, plain: str, port: str = "0") -> None:
    """Serve at a door, or at any that is free, and print it."""
    set_up_log(verbose=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    door = listen("127.0.0.1", int(port), search=False)
    settings = msgspec.json.decode(plain, type=Settings)
    run(door, store, settings, lambda: print(door.getsockname()[1], flush=True))  # noqa: T201 - the test reads it


if __name__ == "__main__":
    serve(*sys.argv[1:])
