"""`sightline bench`: how fast the engine is here, and with `--ai` the programs."""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.commands.output import new_app, print_json, print_lines
from sightline.commands.sim import STOPPED
from sightline.core.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console

    from sightline.lab.bench import Floor

app = new_app()

MOST_DECISIONS = 10_000_000
"""More than anybody waits for."""


@app.command()
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print one object for scripts.")] = False,
    seconds: Annotated[float, typer.Option(metavar="S", help="How long each figure is measured.")] = 3.0,
    ai: Annotated[
        bool, typer.Option("--ai", help="Measure the programs: what they take, and what they choose.")
    ] = False,
    game: Annotated[str, typer.Option(metavar="GAME", help="The game that is played; none: the first.")] = "",
    decisions: Annotated[
        int, typer.Option(metavar="N", help="With --ai: decisions of each level; 0: about a minute for all.")
    ] = 0,
) -> None:
    """Measure the speed of the engine, or of the programs, on one core of this machine."""
    if not 0 < seconds <= 600:
        raise BadInput(f"--seconds {seconds:g}: expected more than 0, at most 600")
    if not 0 <= decisions <= MOST_DECISIONS:
        raise BadInput(f"--decisions {decisions}: expected 0 to {MOST_DECISIONS:,}")
    if decisions and not ai:
        raise BadInput("--decisions belongs to --ai")
    from sightline.lab import bench as engine
    from sightline.lab import bench_ai as programs

    book = engine.chosen(game)
    report = programs.measure(book, seconds, decisions, progress) if ai else engine.measure(seconds, progress, book)
    if sys.stderr.isatty():
        typer.echo("\r\x1b[K", nl=False, err=True)
    if as_json:
        print_json({key: round(value, 4) if isinstance(value, float) else value for key, value in report.items()})
    elif ai:
        print_programs(report)
    else:
        print_report(report)
    if report.get("stopped"):
        typer.echo("stopped before everything was measured", err=True)
        raise typer.Exit(STOPPED)


def progress(what: str) -> None:
    """Say what is being measured, where a person is looking."""
    if sys.stderr.isatty():
        typer.echo(f"\r\x1b[Kmeasuring: {what}", nl=False, err=True)


def wide() -> "Console":
    """Where tables are printed; in a pipe they get the room they need."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = 120
    return console


def print_figures(figures: "Mapping[str, Floor]", report: dict[str, Any]) -> None:
    """Figures for people, each with its floor."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    grid = Table("figure", "what", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("measured", "floor"):
        grid.add_column(name, justify="right")
    grid.add_column("met")
    marks = {True: Text("yes", "green"), False: Text("no", "bold red"), None: Text("-", "dim")}
    for key, figure in figures.items():
        value = report[key]
        shown = (
            "-" if value is None else f"{value:,.3g} {figure.unit}" if value < 1000 else f"{value:,.0f} {figure.unit}"
        )
        floor = "-" if figure.floor is None else f"{figure.floor:,g} {figure.unit}"
        grid.add_row(key, figure.what, shown, floor, marks[figure.met(value)])
    wide().print(grid)


def print_report(report: dict[str, Any]) -> None:
    """The figures of the engine for people."""
    from sightline.lab.bench import FIGURES

    print_figures(FIGURES, report)
    squads = " against ".join(report["squads"].values())
    books = [
        f"{name} {found['random_games_per_s']:.3g}/s ({' and '.join(map(str, found['models']))} models,"
        f" {found['times_the_fastest']:.2f} times the time of the fastest)"
        for name, found in report["books"].items()
    ]
    print_lines(f"random games of every book: {'; '.join(books)}")
    print_lines(f"kernel: {report['backend']}; games of {report['game']}: {squads} on {report['table']}")


def print_programs(report: dict[str, Any]) -> None:
    """The figures of the programs for people, what each level took and what it chose."""
    from rich import box
    from rich.table import Table

    from sightline.lab.bench_ai import FIGURES

    print_figures(FIGURES, report)
    grid = Table("level", "clock", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("decisions", "budget ms", "p50 ms", "p95 ms", "p99 ms", "max ms", "over", "over 2x"):
        grid.add_column(name, justify="right")
    for id, found in report["levels"].items():
        for clock, key in (("wall", "wall_ms"), ("processor", "process_ms")):
            cells = ("-" if value is None else f"{value:,.4g}" for value in found[key].values())
            own = (id, clock, f"{found['count']:,}", f"{found['budget_ms']:,g}")
            over = (str(found["overruns"]), str(found["overruns_twice"]))
            grid.add_row(
                *(own if key == "wall_ms" else ("", clock, "", "")), *cells, *(over if key == "wall_ms" else ())
            )
    wide().print(grid)
    census = Table("chosen", box=box.SIMPLE_HEAD, pad_edge=False)
    for id in report["levels"]:
        census.add_column(id, justify="right")
    for kind, chosen in report["census"].items():
        census.add_row(kind, *(f"{count:,}" if count else "-" for count in chosen.values()))
    wide().print(census)
    print_lines(
        f"never chosen: {', '.join(report['never_chosen']) or 'none'}; "
        f"by random players alone: {', '.join(report['chosen_by_chance_only']) or 'none'}",
        "95th percentiles are judged by the processor's time, overruns by the clock on the wall",
        f"games of {report['game']}: all sample squads and tables by turns; whole games eight a side on one core",
    )
