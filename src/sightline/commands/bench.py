"""`sightline bench`: how fast the engine is here."""

import sys
from typing import Annotated, Any

import typer

from sightline.commands.output import new_app, print_json, print_lines
from sightline.core.errors import BadInput

app = new_app()


@app.command()
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print one object for scripts.")] = False,
    seconds: Annotated[float, typer.Option(metavar="S", help="How long each figure is measured.")] = 3.0,
) -> None:
    """Measure the speed of the engine on one core of this machine."""
    if not 0 < seconds <= 600:
        raise BadInput(f"--seconds {seconds:g}: expected more than 0, at most 600")
    from sightline.lab.bench import measure

    report = measure(seconds, progress)
    if sys.stderr.isatty():
        typer.echo("\r\x1b[K", nl=False, err=True)
    if as_json:
        print_json({key: round(value, 4) if isinstance(value, float) else value for key, value in report.items()})
    else:
        print_report(report)


def progress(what: str) -> None:
    """Say what is being measured, where a person is looking."""
    if sys.stderr.isatty():
        typer.echo(f"\r\x1b[Kmeasuring: {what}", nl=False, err=True)


def print_report(report: dict[str, Any]) -> None:
    """The figures for people, each with its floor."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from sightline.lab.bench import FIGURES

    grid = Table("figure", "what", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("measured", "floor"):
        grid.add_column(name, justify="right")
    grid.add_column("met")
    marks = {True: Text("yes", "green"), False: Text("no", "bold red"), None: Text("-", "dim")}
    for key, figure in FIGURES.items():
        value = report[key]
        shown = (
            "-" if value is None else f"{value:,.3g} {figure.unit}" if value < 1000 else f"{value:,.0f} {figure.unit}"
        )
        floor = "-" if figure.floor is None else f"{figure.floor:,g} {figure.unit}"
        grid.add_row(key, figure.what, shown, floor, marks[figure.met(value)])
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = 120
    console.print(grid)
    squads = " against ".join(report["squads"].values())
    print_lines(f"kernel: {report['backend']}; games of {report['game']}: {squads} on {report['table']}")
