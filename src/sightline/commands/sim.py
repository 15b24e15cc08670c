"""`sightline sim`: many battles between programs."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.commands.choices import GameName, Options, parse_options, parse_seed, refuse, told_faults
from sightline.commands.output import Bar, new_app, print_json, print_lines
from sightline.core.errors import BadInput

if TYPE_CHECKING:
    from sightline.core.game import Game
    from sightline.core.muster import Roster
    from sightline.lab.arena import Played, Series

app = new_app()

MOST_GAMES = 10_000_000
"""More than anybody waits for."""

STOPPED = 130
"""The exit code after Ctrl-C, as shells have it."""


@app.command()
def sim(
    game: GameName,
    red: Annotated[str, typer.Option(metavar="SQUAD", help="The first side's squad: a sample's id or a file.")],
    blue: Annotated[str, typer.Option(metavar="SQUAD", help="The other side's squad.")],
    games: Annotated[int, typer.Option(metavar="N", help="How many games.")] = 100,
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed gives the same games.")] = "1",
    ai: Annotated[str, typer.Option(metavar="LEVEL[:LEVEL]", help="Who plays: one level, or one a side.")] = "regular",
    jobs: Annotated[int, typer.Option(metavar="J", help="Processes; the games do not depend on it.")] = 1,
    out: Annotated[
        str, typer.Option(metavar="DIR", help="Keep every game's record there; games already there are not replayed.")
    ] = "",
    table: Annotated[
        str, typer.Option(metavar="PRESET", help="A table preset; none: every game draws one by its seed.")
    ] = "",
    option: Options = [],  # noqa: B006 - Typer copies it
    as_json: Annotated[bool, typer.Option("--json", help="Print one object for scripts.")] = False,
) -> None:
    """Play many battles and count who wins."""
    from sightline.core.game import game as find
    from sightline.core.preparation import Faults
    from sightline.lab import arena

    book = find(game)
    if not 1 <= games <= MOST_GAMES:
        raise BadInput(f"--games {games}: expected 1 to {MOST_GAMES:,}")
    if jobs < 1:
        raise BadInput(f"--jobs {jobs}: expected 1 or more")
    if out and Path(out).exists() and not Path(out).is_dir():
        raise BadInput(f"--out {out}: is not a folder")
    series = the_series(book, (red, blue), ai, seed, table, option, out)
    started = perf_counter()
    try:
        with Bar("games", games) as bar:
            played, stopped = arena.run(series, games, jobs, lambda _: bar.step())
    except Faults as faults:
        raise refuse(faults.what, told_faults(book, faults.faults)) from None
    report = summary(book, series, played, perf_counter() - started)
    if as_json:
        print_json(report)
    else:
        print_report(book, report)
    if stopped:
        hint = "; the same command goes on from here" if out else ""
        typer.echo(f"stopped after {len(played)} of {games} games{hint}", err=True)
        raise typer.Exit(STOPPED)


def the_series(
    book: "Game", squads: tuple[str, str], ai: str, seed: str, table: str, option: list[str], out: str
) -> "Series":
    """What is to be played, all of it checked."""
    from sightline.lab.arena import Series
    from sightline.tables import find_table

    options = parse_options(book.rulebook, option)
    rosters = dict(zip(book.sides, (legal_squad(book, squad, options) for squad in squads), strict=True))
    plan = find_table(book, table, 0, options) if table else None
    levels = dict(zip(book.sides, both_levels(ai), strict=True))
    return Series(book.id, rosters, levels, parse_seed(seed), plan, options, out)


def both_levels(ai: str) -> tuple[str, str]:
    """The levels of both sides, from `LEVEL` or `LEVEL:LEVEL`."""
    from sightline.ai.levels import parse_level

    first, colon, second = ai.partition(":")
    for level in (first, second if colon else first):
        try:
            parse_level(level)
        except BadInput as error:
            raise BadInput(f"--ai {ai}: {error}") from None
    return first, second if colon else first


def legal_squad(book: "Game", squad: str, options: dict[str, Any]) -> "Roster":
    """A squad by id or file; an illegal one ends the command with all its faults."""
    from sightline.tables import find_roster

    roster = find_roster(book, squad)
    faults = book.muster(roster, options)
    if faults:
        raise refuse(roster.name or squad, told_faults(book, faults, roster))
    return roster


def summary(book: "Game", series: "Series", played: "list[Played]", seconds: float) -> dict[str, Any]:
    """What came out, for scripts."""
    from sightline.lab.arena import tallied
    from sightline.lab.statistics import wilson

    wins = dict(tallied(played, book.sides))
    fresh = sum(not one.resumed for one in played)
    return {
        "game": book.id,
        "games": len(played),
        "wins": wins,
        "interval": [round(bound, 6) for bound in wilson(wins[book.sides[0]], len(played))],
        "decisions": sum(one.decisions for one in played),
        "seconds": round(seconds, 3),
        "games_per_s": round(fresh / seconds, 3) if seconds else 0.0,
        "seed": series.seed,
        "ai": ":".join(series.levels.values()),
        **{side: roster.id or roster.name for side, roster in series.rosters.items()},
        "table": series.table.id if series.table else None,
        "tables": {id: sum(one.table == id for one in played) for id in sorted({one.table for one in played})},
        "resumed": len(played) - fresh,
    }


def print_report(book: "Game", report: dict[str, Any]) -> None:
    """What came out, for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    total = report["games"]
    grid = Table("side", "squad", "player", box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("wins", justify="right")
    grid.add_column("share", justify="right")
    for side, level in zip(book.sides, report["ai"].split(":"), strict=True):
        share = f"{report['wins'][side] / total:.1%}" if total else "-"
        grid.add_row(side, report[side], level, str(report["wins"][side]), share)
    grid.add_row(
        "", "draws", "", str(report["wins"]["draw"]), f"{report['wins']['draw'] / total:.1%}" if total else "-"
    )
    Console(highlight=False, markup=False, emoji=False).print(grid)
    low, high = report["interval"]
    tables = report["table"] or ", ".join(f"{id} {count}" for id, count in report["tables"].items())
    print_lines(
        f"{book.sides[0]} wins between {low:.1%} and {high:.1%} of such games (95 % Wilson interval)",
        f"{total} games, {report['decisions']} decisions, {report['seconds']:.1f} s, "
        f"{report['games_per_s']:.1f} games/s, seed {report['seed']}",
        f"tables: {tables}",
    )
