"""Many matches with drafted squads, drawn tables and drawn options: all must end, and some are replayed.

Random players get nearly everywhere, but not to what comes of playing well: `--ai` has programs play.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from sightline.ai.player import play_out, player
from sightline.core.dice import SeededDice
from sightline.core.effects import Bearing, Clause, Effects
from sightline.core.game import Game, game
from sightline.core.match import Match
from sightline.core.record import record, record_from, verify, write_record
from sightline.core.rulebook import packages
from sightline.core.table import Table
from sightline.tables import new_match

CHUNK = 50
YOUNG = 100_000
"""How many new objects are looked through for circles at a time: a match makes many and hardly any circle."""
SPOKE: set[str] = set()
"""The rules of all effects that answered anything in the match that is being played."""


def start_work() -> None:
    """Get a process ready for many matches."""
    gc.set_threshold(YOUNG)
    overhear()


def overhear() -> None:
    """Note in this process which effects speak."""
    hear = Effects._listen  # noqa: SLF001 - there is no other place where all of them pass

    def listen(self: Effects, table: Table, verb: str, subject: Any) -> Iterator[tuple[Clause, Bearing]]:
        for clause, bearing in hear(self, table, verb, subject):
            SPOKE.add(bearing.effect)
            yield clause, bearing

    Effects._listen = listen  # type: ignore[method-assign]  # noqa: SLF001 - as above


def drawn_options(book: Game, seed: str) -> dict[str, object]:
    """Half the games by the book, the others with every option drawn."""
    below = SeededDice(f"options {seed}").below
    if below(2):
        return {}
    return {o.name: o.values[below(len(o.values))] for o in book.rulebook.options.values()}


def one(name: str, number: int, level: str = "random", *, replayed: bool) -> tuple[int, int, set[str]]:
    """One match; how many decisions it took, whether somebody won, and the rules that had a say."""
    SPOKE.clear()
    book = game(name)
    seed = f"{name} {number}"
    options = drawn_options(book, seed)
    settled = book.rulebook.settle(options)
    squads = {side: book.draft(f"{seed} {side}", settled, side) for side in book.sides}
    match = new_match(name, seed=seed, options=options, keep=True, squads=squads)
    decisions = play_out(match, {side: player(level, f"{seed} {side}") for side in book.sides})
    if match.outcome is None:
        raise RuntimeError("the match did not end")
    if replayed:
        check_replay(match, seed)
    said = {event.rule for event in match.events} | SPOKE
    said |= {f"{name}={value}" for name, value in settled.items() if name in book.rulebook.options}
    return decisions, int(match.outcome.winner is not None), said


def check_replay(match: Match, seed: str) -> None:
    """Written down, read back and played again, a match is the same."""
    difference = verify(record_from(json.loads(write_record(record(match, seed))), "soak"), match.game)
    if difference is not None:
        raise RuntimeError(f"replay differs: {difference}")


def chunk(name: str, level: str, first: int, count: int, every: int) -> tuple[int, int, int, Counter[str], list[str]]:
    """Several matches: decisions, wins, replays, in how many each rule had a say, and what went wrong."""
    decisions = wins = replays = 0
    heard: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(first, first + count):
        replayed = every > 0 and number % every == 0
        try:
            took, won, said = one(name, number, level, replayed=replayed)
        except Exception:  # noqa: BLE001 - every failure is collected, with its seed
            wrong.append(f"{name} {number}\n{traceback.format_exc()}")
            continue
        decisions, wins, replays = decisions + took, wins + won, replays + replayed
        heard.update(said)
    return decisions, wins, replays, heard, wrong


def main() -> int:
    """Play them all and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(packages()), action="append")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--replay-every", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ai", default="random", help="the level of all players")
    parser.add_argument("--heard", type=Path, help="a file for how many matches each rule had a say in")
    arguments = parser.parse_args()
    failed, told = 0, dict[str, dict[str, int]]()
    for name in arguments.game or list(packages()):
        start = time.perf_counter()
        done = decisions = wins = replays = 0
        heard: Counter[str] = Counter()
        with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn"), initializer=start_work) as pool:
            numbers = range(arguments.first, arguments.first + arguments.games, CHUNK)
            last = arguments.first + arguments.games
            work = [
                pool.submit(chunk, name, arguments.ai, n, min(CHUNK, last - n), arguments.replay_every) for n in numbers
            ]
            for future in as_completed(work):
                took, won, again, said, wrong = future.result()
                heard.update(said)
                done, decisions, wins, replays = done + CHUNK, decisions + took, wins + won, replays + again
                failed += len(wrong)
                for text in wrong:
                    print(text, file=sys.stderr)
                told[name] = dict(sorted(heard.items()))
                if arguments.heard:  # Whoever stops it has what was heard by then.
                    arguments.heard.write_text(json.dumps(told, indent=1) + "\n")
                if done % (CHUNK * 20) == 0 or wrong:
                    speed = done / (time.perf_counter() - start)
                    print(f"{name}: {done} games, {speed:.1f}/s, {failed} failed", flush=True)
        seconds = time.perf_counter() - start
        print(
            f"{name}: {arguments.games} games in {seconds:.0f} s, {decisions} decisions, {wins} decided,"
            f" {replays} replayed, {failed} failed"
        )
        silent = sorted(set(game(name).effects.by_rule) - set(heard))
        print(f"{name}: effects without a say: {', '.join(silent) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
