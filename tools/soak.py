"""Many matches with drafted squads, drawn tables and drawn options: all must end, and some are replayed.

Random players get nearly everywhere, but not to what comes of playing well: `--ai` has programs play. What comes of a
rare position is met where `--bold` takes every so many matches up in the middle of a fight, with players who look for
trouble. `--entries` counts what became of everything a book lists under some headings of its catalog:

    python tools/soak.py --game GAME --bold 2 --entries ability item spell

A heading may name the kind of event that counts, such as `mission:Achieved`; then nothing else does. What is in
nobody's profile is met where `--gifts` gives everybody in the thick of it an entry of some headings, or of those named
after a colon. What a side is set to do is met more often where `--tasks TOKEN:HEADING` gives it that token of every
entry, and what has to be learned where `--knacks TOKEN` gives everybody there that token.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from sightline.ai.player import Player, play_out, player
from sightline.core.catalog import figures
from sightline.core.dice import SeededDice
from sightline.core.effects import Bearing, Clause, Effects
from sightline.core.events import Laid, Placed, Spawned
from sightline.core.game import Game, game
from sightline.core.match import Match
from sightline.core.record import record, record_from, verify, write_record
from sightline.core.rulebook import packages
from sightline.core.table import Model, Side, Table
from sightline.lab.crew import YOUNG
from sightline.tables import new_match

CHUNK = 50
SPOKE: set[str] = set()
"""The rules of all effects that answered anything in the match that is being played."""
SAID, BORNE = "said", "borne"
"""An event or an effect of an entry's own rule; somebody who took part has it."""


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


def one(
    name: str,
    number: int,
    level: str = "random",
    *,
    replayed: bool,
    bold: bool = False,
    entries: bool = False,
    gifts: Sequence[str] = (),
    tasks: Sequence[str] = (),
    knacks: Sequence[str] = (),
    table: str | None = None,
) -> tuple[int, int, set[str]]:
    """One match; how many decisions it took, whether somebody won, the rules that had a say and what became of entries.

    A bold one is no match from its beginning to its end, and is never replayed.
    """
    SPOKE.clear()
    book = game(name)
    seed = f"{name} {number}"
    options = drawn_options(book, seed)
    settled = book.rulebook.settle(options)
    squads = {side: book.draft(f"{seed} {side}", settled, side) for side in book.sides}
    match = new_match(name, seed=seed, options=options, keep=True, squads=squads, table=table)
    if bold:
        match, players = into_a_fray(match, number, gifts, tasks, knacks)
    else:
        players = {side: player(level, f"{seed} {side}") for side in book.sides}
    decisions = play_out(match, players)
    if match.outcome is None:
        raise RuntimeError("the match did not end")
    if replayed and not bold:
        check_replay(match, seed)
    said = {event.rule for event in match.events} | SPOKE
    said |= what_became(match) if entries else set()
    said |= {f"{name}={value}" for name, value in settled.items() if name in book.rulebook.options}
    said.add(f"table={match.table.terrain.id}")
    return decisions, int(match.outcome.winner is not None), said


def into_a_fray(
    match: Match, number: int, gifts: Sequence[str], tasks: Sequence[str], knacks: Sequence[str]
) -> tuple[Match, dict[Side, Player]]:
    """The same match once everybody is set up, moved close together, with players who look for trouble.

    Everybody is given an entry of some headings of the catalog that may be had and all knacks, and each side all tasks.
    """
    from tests.conformance.bold import BoldPlayer
    from tests.conformance.fray import Gift, fray, set_up

    players: dict[Side, Player] = {side: BoldPlayer(f"{number} {side}") for side in match.game.sides}
    if set_up(match, players):
        before = match.events
        effects, book = match.game.effects.by_rule, listed(match.game.id)
        some = [
            # What is of the kind of another heading comes through one of its entries, and only by an effect.
            Gift(id, row["rule"] if row["rule"] in effects else None, through)
            for heading, _, only in (text.partition(":") for text in gifts)
            for id, row in book[heading].items()
            if not only or id in only.split(",")
            for through in [frozenset(book[row["kind"]]) if row.get("kind") in book else None]
            if row["rule"] in effects or through is None
        ]
        named = [f"{token}:{id}" for token, _, heading in (t.partition(":") for t in tasks) for id in book[heading]]
        match = fray(match, Random(number), some, named, knacks)  # noqa: S311 - a place to stand, not a lock
        match.events = [*before, *match.events]
    return match, players


# ------------------------------------------------------------------ what a book lists


Entries = Mapping[str, Mapping[str, Mapping[str, Any]]]


@cache
def listed(name: str) -> Entries:
    """What a book lists under each heading of its catalog, by id."""
    package = packages()[name]
    headings = {heading: rows for heading, rows in figures(package).items() if isinstance(rows, list)}
    return {heading: {row["id"]: row for row in rows if "id" in row} for heading, rows in headings.items()}


@cache
def having(name: str) -> Mapping[str, frozenset[str]]:
    """What each entry has of what the book lists elsewhere: a weapon its traits, a fighter its abilities."""
    rows = [row for group in listed(name).values() for row in group.values()]
    known = {row["id"] for row in rows}
    return {row["id"]: frozenset(known & set(words({k: v for k, v in row.items() if k != "id"}))) for row in rows}


def words(thing: object) -> Iterator[str]:
    """Everything that is named in something: texts, parts of tokens, figures that are not nothing."""
    match thing:
        case str():
            yield from thing.split(":")
        case Mapping():
            for key, value in thing.items():
                if isinstance(value, int | float) and value:
                    yield str(key)
                yield from words(value)
        case list() | tuple():
            for part in thing:
                yield from words(part)
        case Model():
            yield thing.profile
        case Struct():
            for field in thing.__struct_fields__:
                yield from words(getattr(thing, field))


def what_became(match: Match) -> set[str]:
    """What became of all entries in a match, each as `heading.id: kind`.

    That are the kinds of event that named it or something that has it, whether its own rule had a say, and whether it
    was borne by somebody who took part.
    """
    name, took_part, found = match.game.id, set[str](), set[str]()
    has, named, rules = having(name), dict[str, set[str]](), set(SPOKE)
    for event in match.events:
        if isinstance(event, Placed | Spawned | Laid):
            continue  # To be there is not to be used.
        kind, said = type(event).__name__, set(words(event))
        named.setdefault(kind, set()).update(said)
        took_part |= said & match.table.models.keys()
        rules.add(event.rule)
    everybody = [match.table.models[id] for id in took_part]
    borne = {item for model in everybody for item in (model.profile, *model.kit)}
    borne |= {part for item in borne for part in has.get(item, ())}
    for kind, said in named.items():
        named[kind] = said | {part for word in said & has.keys() for part in has[word]}
    for heading, rows in listed(name).items():
        for id, row in rows.items():
            found |= {f"{heading}.{id}: {kind}" for kind, said in named.items() if id in said}
            found |= {f"{heading}.{id}: {SAID}"} if row.get("rule") in rules else set()
            found |= {f"{heading}.{id}: {BORNE}"} if id in borne else set()
    return found


def tell_entries(name: str, wanted: Sequence[str], heard: Mapping[str, int]) -> None:
    """In how many matches each entry of some headings was met and how, then those that never were."""
    effects, never = game(name).effects.by_rule, list[str]()
    for heading, _, only in (text.partition(":") for text in wanted):
        for id, row in listed(name)[heading].items():
            start = f"{heading}.{id}: "
            counts = {key.removeprefix(start): n for key, n in heard.items() if key.startswith(start)}
            own = counts.pop(SAID, 0)
            bearers = counts.pop(BORNE, 0)
            if only:
                met = counts.get(only, 0)
            else:
                met = own if row.get("rule") in effects else max((own, bearers, *counts.values()))
            how = ", ".join(f"{kind} {n}" for kind, n in sorted(counts.items(), key=lambda pair: -pair[1]))
            print(f"{heading}.{id}: {met} (own rule {own}, borne {bearers}{', ' * bool(how)}{how})")
            never += [] if met else [f"{heading}.{id}"]
    print(f"{name}: entries never met: {', '.join(never) or 'none'}")


def check_replay(match: Match, seed: str) -> None:
    """Written down, read back and played again, a match is the same."""
    difference = verify(record_from(json.loads(write_record(record(match, seed))), "soak"), match.game)
    if difference is not None:
        raise RuntimeError(f"replay differs: {difference}")


def chunk(
    name: str,
    level: str,
    first: int,
    count: int,
    every: int,
    bold: int,
    *,
    entries: bool,
    gifts: Sequence[str],
    tasks: Sequence[str],
    knacks: Sequence[str],
    table: str | None,
) -> tuple[int, int, int, Counter[str], list[str]]:
    """Several matches: decisions, wins, replays, in how many each rule had a say, and what went wrong."""
    decisions = wins = replays = 0
    heard: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(first, first + count):
        replayed = every > 0 and number % every == 0
        try:
            thick = bold > 0 and number % bold == bold - 1
            took, won, said = one(
                name,
                number,
                level,
                replayed=replayed,
                bold=thick,
                entries=entries,
                gifts=gifts,
                tasks=tasks,
                knacks=knacks,
                table=table,
            )
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
    parser.add_argument("--bold", type=int, default=0, help="every so many matches are taken up in the thick of it")
    parser.add_argument("--table", help="the one table all are played on, instead of drawn ones")
    parser.add_argument("--entries", nargs="*", default=[], help="headings of the catalog whose entries are counted")
    parser.add_argument("--gifts", nargs="*", default=[], help="headings everybody in the thick of it is given from")
    parser.add_argument("--tasks", nargs="*", default=[], help="tokens that sides in the thick of it have of entries")
    parser.add_argument("--knacks", nargs="*", default=[], help="tokens that everybody in the thick of it has")
    arguments = parser.parse_args()
    if arguments.bold:
        sys.path.insert(0, str(Path(__file__).parents[1]))  # Bold players belong to the tests.
    failed, told = 0, dict[str, dict[str, int]]()
    for name in arguments.game or list(packages()):
        start = time.perf_counter()
        done = decisions = wins = replays = 0
        heard: Counter[str] = Counter()
        with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn"), initializer=start_work) as pool:
            numbers = range(arguments.first, arguments.first + arguments.games, CHUNK)
            last = arguments.first + arguments.games
            counted = bool(arguments.entries)
            some = partial(
                chunk,
                name,
                arguments.ai,
                entries=counted,
                gifts=arguments.gifts,
                tasks=arguments.tasks,
                knacks=arguments.knacks,
                table=arguments.table,
            )
            work = [pool.submit(some, n, min(CHUNK, last - n), arguments.replay_every, arguments.bold) for n in numbers]
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
        if arguments.entries:
            tell_entries(name, arguments.entries, heard)
        silent = sorted(set(game(name).effects.by_rule) - set(heard))
        print(f"{name}: effects without a say: {', '.join(silent) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
