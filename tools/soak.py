"""Many random matches with drafted squads, drawn tables and drawn options: all must end, and some are replayed."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from sightline.ai.player import play_out, player
from sightline.core.dice import SeededDice
from sightline.core.game import Game, game
from sightline.core.match import Match
from sightline.core.record import record, record_from, verify, write_record
from sightline.core.rulebook import packages
from sightline.tables import new_match

CHUNK = 50


def drawn_options(book: Game, seed: str) -> dict[str, object]:
    """Half the games by the book, the others with every option drawn."""
    below = SeededDice(f"options {seed}").below
    if below(2):
        return {}
    return {o.name: o.values[below(len(o.values))] for o in book.rulebook.options.values()}


def one(name: str, number: int, *, replayed: bool) -> tuple[int, int]:
    """One match; how many decisions it took and whether somebody won."""
    book = game(name)
    seed = f"{name} {number}"
    options = drawn_options(book, seed)
    settled = book.rulebook.settle(options)
    squads = {side: book.draft(f"{seed} {side}", settled, side) for side in book.sides}
    match = new_match(name, seed=seed, options=options, keep=replayed, squads=squads)
    decisions = play_out(match, {side: player("random", f"{seed} {side}") for side in book.sides})
    if match.outcome is None:
        raise RuntimeError("the match did not end")
    if replayed:
        check_replay(match, seed)
    return decisions, int(match.outcome.winner is not None)


def check_replay(match: Match, seed: str) -> None:
    """Written down, read back and played again, a match is the same."""
    import json

    difference = verify(record_from(json.loads(write_record(record(match, seed))), "soak"), match.game)
    if difference is not None:
        raise RuntimeError(f"replay differs: {difference}")


def chunk(name: str, first: int, count: int, every: int) -> tuple[int, int, int, list[str]]:
    """Several matches: decisions, wins, replays and what went wrong."""
    decisions = wins = replays = 0
    wrong: list[str] = []
    for number in range(first, first + count):
        replayed = every > 0 and number % every == 0
        try:
            took, won = one(name, number, replayed=replayed)
        except Exception:  # noqa: BLE001 - every failure is collected, with its seed
            wrong.append(f"{name} {number}\n{traceback.format_exc()}")
            continue
        decisions, wins, replays = decisions + took, wins + won, replays + replayed
    return decisions, wins, replays, wrong


def main() -> int:
    """Play them all and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(packages()), action="append")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--replay-every", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    failed = 0
    for name in arguments.game or list(packages()):
        start = time.perf_counter()
        done = decisions = wins = replays = 0
        with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
            numbers = range(arguments.first, arguments.first + arguments.games, CHUNK)
            last = arguments.first + arguments.games
            work = [pool.submit(chunk, name, n, min(CHUNK, last - n), arguments.replay_every) for n in numbers]
            for future in as_completed(work):
                took, won, again, wrong = future.result()
                done, decisions, wins, replays = done + CHUNK, decisions + took, wins + won, replays + again
                failed += len(wrong)
                for text in wrong:
                    print(text, file=sys.stderr)
                if done % (CHUNK * 20) == 0:
                    speed = done / (time.perf_counter() - start)
                    print(f"{name}: {done} games, {speed:.1f}/s, {failed} failed", flush=True)
        seconds = time.perf_counter() - start
        print(
            f"{name}: {arguments.games} games in {seconds:.0f} s, {decisions} decisions, {wins} decided,"
            f" {replays} replayed, {failed} failed"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
