"""`sightline ladder`: which level plays better, and how sure that is."""

import re
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.commands.choices import GameName, Options, parse_options, parse_seed, refuse, told_faults
from sightline.commands.output import Bar, new_app, print_json, print_lines
from sightline.commands.sim import MOST_GAMES, STOPPED
from sightline.core.errors import BadInput

if TYPE_CHECKING:
    from sightline.core.game import Game

app = new_app()


@app.command()
def ladder(
    game: GameName,
    levels: Annotated[
        list[str], typer.Argument(metavar="[LEVEL]...", help="The weakest first; none: all levels.")
    ] = [],  # noqa: B006 - Typer copies it
    games: Annotated[int, typer.Option(metavar="N", help="Games of each pair: half from each side.")] = 400,
    pairs: Annotated[str, typer.Option(metavar="A:B,...", help="Who plays whom, instead of neighbours.")] = "",
    squads: Annotated[str, typer.Option(metavar="ID,...", help="Sample squads, by turns; none: all.")] = "",
    tables: Annotated[str, typer.Option(metavar="ID,...", help="Table presets, by turns; none: all.")] = "",
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed gives the same games.")] = "1",
    jobs: Annotated[int, typer.Option(metavar="J", help="Processes; the games do not depend on it.")] = 1,
    out: Annotated[
        str, typer.Option(metavar="DIR", help="Keep a line for every game there; the same command goes on from them.")
    ] = "",
    option: Options = [],  # noqa: B006 - Typer copies it
    as_json: Annotated[bool, typer.Option("--json", help="Print one object for scripts.")] = False,
) -> None:
    """Let levels play their neighbours with equal squads from both sides, and say which plays better."""
    from sightline.core.game import game as find
    from sightline.core.preparation import Faults
    from sightline.lab.ladder import Ladder, climb, report
    from sightline.lab.mirror import Ring

    book = find(game)
    if not 2 <= games <= MOST_GAMES or games % 2:
        raise BadInput(
            f"--games {games}: expected an even number from 2 to {MOST_GAMES:,}; both sides get half of them"
        )
    if jobs < 1:
        raise BadInput(f"--jobs {jobs}: expected 1 or more")
    settled = parse_options(book.rulebook, option)
    ring = Ring(book.id, chosen_squads(book, squads), parse_seed(seed), settled, chosen_tables(book, tables))
    plan = Ladder(ring, chosen_pairings(levels, pairs), games, out)
    total = games * len(plan.pairings)
    started = perf_counter()
    try:
        with Bar("games", total) as bar:
            played, resumed, stopped = climb(plan, jobs, lambda _: bar.step())
    except Faults as faults:
        raise refuse(faults.what, told_faults(book, faults.faults)) from None
    found = {**report(plan, played), "resumed": resumed, "seconds": round(perf_counter() - started, 3)}
    if as_json:
        print_json(found)
    else:
        print_report(found)
    if stopped:
        hint = "; the same command goes on from here" if out else ""
        typer.echo(f"stopped after {len(played)} of {total} games{hint}", err=True)
        raise typer.Exit(STOPPED)


def chosen_squads(book: "Game", written: str) -> tuple[str, ...]:
    """The sample squads that take turns, from `ID,...`."""
    from sightline.core.game import samples

    known = samples(book, book.sides[0])
    found = tuple(dict.fromkeys(part.strip() for part in written.split(","))) if written else tuple(known)
    for squad in found:
        if squad not in book.rosters:
            raise BadInput(f"--squads {squad}: no such sample squad; known: {', '.join(book.rosters)}")
    return found


def chosen_tables(book: "Game", written: str) -> tuple[str, ...]:
    """The table presets that take turns, from `ID,...`; none are named: all, whichever there are."""
    found = tuple(dict.fromkeys(part.strip() for part in written.split(","))) if written else ()
    for table in found:
        if table not in book.tables:
            raise BadInput(f"--tables {table}: no such table; known: {', '.join(book.tables)}")
    return found


def chosen_pairings(levels: list[str], pairs: str) -> tuple[tuple[str, str], ...]:
    """Who plays whom: the pairs as written, or each level and the next below."""
    from sightline.ai.levels import LEVELS, SLIDERS
    from sightline.lab.ladder import neighbours

    if pairs and levels:
        raise BadInput("--pairs says who plays whom: no levels beside it")
    if not pairs:
        known = [checked(level, level) for level in levels] or list(LEVELS)
        if len(known) < 2:
            raise BadInput(f"{known[0]}: a ladder needs two levels or more, the weakest first")
        found = neighbours(known)
    else:
        found = ()
        # A comma also stands between the leanings of one style.
        for written in re.split(rf",(?!\s*(?:{'|'.join(SLIDERS)})\b)", pairs):
            a, colon, b = written.strip().partition(":")
            if not colon:
                raise BadInput(f"--pairs {written}: expected LEVEL:LEVEL")
            found = (*found, (checked(a, f"--pairs {written}"), checked(b, f"--pairs {written}")))
    seen: set[frozenset[str]] = set()
    for a, b in found:
        if frozenset((a, b)) in seen:
            raise BadInput(f"{a} and {b}: given twice")
        seen.add(frozenset((a, b)))
    return found


def checked(level: str, where: str) -> str:
    """A level as it is written, once it is known to be one."""
    from sightline.ai.levels import parse_level

    try:
        parse_level(level)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None
    return level


def print_report(report: dict[str, Any]) -> None:
    """What came out, for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = 140

    def grid(*names: str, left: int = 1) -> Table:
        made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for n, name in enumerate(names):
            made.add_column(name, justify="left" if n < left else "right")
        return made

    contests = grid("pair", "verdict", "games", "won", "drawn", "lost", "win share", "score", "decisions", left=2)
    for one in report["pairs"]:
        win = f"{share(one['win_share'])} ({interval(one['win_interval'])})"
        score = f"{share(one['score'])} ({interval(one['score_interval'])})"
        counts = (str(one[key]) for key in ("games", "wins", "draws", "losses"))
        decisions = "-" if one["decisions"] is None else f"{one['decisions']:.0f}"
        contests.add_row(f"{one['a']} : {one['b']}", one["verdict"], *counts, win, score, decisions)
    console.print(contests)
    if report["ratings"]:
        rated = grid("level", "rating", "95 %", "")
        for row in report["ratings"]:
            low, high = row["interval"]
            note = "won or lost every game: the distance is at least this" if row["swept"] else ""
            rated.add_row(row["level"], f"{row['elo']:.0f}", f"{low:.0f} to {high:.0f}", note)
        console.print(rated)
    times = grid(
        "level", "decisions", *(f"{name} ms" for name in ("p50", "p95", "max")), "p95 cpu", "max cpu", "over", "over 2x"
    )
    for row in report["times"]:
        wall, process = row["wall_ms"], row["process_ms"]
        figures = (wall["p50"], wall["p95"], wall["max"], process["p95"], process["max"])
        cells = (f"{value:,.3g}" if value < 1000 else f"{value:,.0f}" for value in figures)
        times.add_row(row["level"], str(row["count"]), *cells, str(row["overruns"]), str(row["overruns_twice"]))
    console.print(times)
    print_lines(
        "win share: draws are not wins, 95 % Wilson interval; score: a draw is half, 95 % interval over pairs of games",
        "ratings: Bradley-Terry on the Elo scale, bootstrap over pairs of games"
        + ("" if len({row["group"] for row in report["ratings"]}) < 2 else "; groups that never met do not compare"),
        "times: by the clock, and by the processor (cpu); over: decisions beyond the level's budget, by the clock",
        f"{report['games']} games ({report['resumed']} of them were there already), {report['seconds']:.1f} s, "
        f"seed {report['seed']}; {len(report['squads'])} squads on {len(report['tables'])} tables",
    )


def share(value: float | None) -> str:
    """A share for people."""
    return "-" if value is None else f"{value:.1%}"


def interval(bounds: list[float]) -> str:
    """An interval of shares for people."""
    return f"{bounds[0]:.1%} to {bounds[1]:.1%}"
