"""`sightline replay`: a recorded match told again, or proved."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from msgspec import Struct

from sightline.commands.output import Bar, new_app, print_json, print_lines
from sightline.core.errors import BadInput

if TYPE_CHECKING:
    from sightline.commands.narrate import Line
    from sightline.core.record import Record

app = new_app()

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Records, or folders of records.")]
MANY = 20
"""Files from which on a progress bar is worth its line."""


@app.callback()
def replay() -> None:
    """Show recorded matches, or prove that they were played by the rules."""


@app.command()
def show(files: Files) -> None:
    """Tell recorded matches: squads, table, then every turn with its dice and rules."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    width = min(console.width, 140) if console.is_terminal else 112
    for path in found(files):
        try:
            lines = tale(path)
        except Unsound as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(1) from None
        for line in lines:
            console.print(line.laid_out(console, width), soft_wrap=True)


@app.command()
def verify(
    files: Files, as_json: Annotated[bool, typer.Option("--json", help="Print a list for scripts.")] = False
) -> None:
    """Play recorded matches again; exit 1 if any differs, and say at which event."""
    paths = found(files)
    findings = []
    with Bar("records", len(paths) if len(paths) >= MANY else 1) as bar:
        for path in paths:
            finding = examine(path)
            findings.append(finding)
            bar.step()
            if not as_json and finding.verdict != "unreadable":
                print_lines(f"{finding.file}: {finding.said}")
    if as_json:
        print_json([{name: getattr(one, name) for name in one.__struct_fields__} for one in findings])
    unreadable = [one for one in findings if one.verdict == "unreadable"]
    for one in unreadable:
        typer.echo(f"error: {one.said}", err=True)
    wrong = sum(one.verdict == "different" for one in findings)
    if not as_json and len(findings) > 1:
        print_lines(f"{len(findings) - wrong - len(unreadable)} of {len(findings)} records agree with their replay")
    if wrong or unreadable:
        raise typer.Exit(1 if wrong else 2)


class Finding(Struct, frozen=True):
    """What verifying one file came to."""

    file: str
    verdict: Literal["ok", "different", "unreadable"]
    said: str
    step: int = 0
    event: int = 0
    """The first event that differs, from 1; 0 where no event is concerned."""
    events: int = 0
    winner: str | None = None


class Unsound(ValueError):
    """A record that cannot be told to its end."""


def found(files: list[str]) -> list[Path]:
    """The files that are meant: those named, and the records in folders that are named."""
    paths: list[Path] = []
    for file in files:
        path = Path(file)
        if path.is_dir():
            inside = sorted(path.glob("*.json"))
            if not inside:
                raise BadInput(f"{file}: no records in this folder")
            paths.extend(inside)
        else:
            paths.append(path)
    return paths


def examine(path: Path) -> Finding:
    """Play one record again."""
    from sightline.core.game import game
    from sightline.core.proof import dice_differ
    from sightline.core.record import DamagedRecord, read_record
    from sightline.core.record import verify as replayed

    name = str(path)
    try:
        kept = read_record(path)
    except DamagedRecord as error:
        return Finding(name, "different", str(error).removeprefix(f"{name}: "))
    except BadInput as error:
        return Finding(name, "unreadable", str(error))
    events = sum(len(step.events) for step in kept.steps)
    try:
        book = game(kept.game)
    except BadInput as error:
        return Finding(name, "different", str(error), events=events)
    difference = replayed(kept, book) or dice_differ(kept, book)
    if difference is not None:
        return Finding(name, "different", f"differs: {difference}", difference.step, difference.event, events)
    winner = kept.outcome.winner if kept.outcome else None
    result = "not finished" if kept.outcome is None else f"{winner} wins" if winner else "a draw"
    return Finding(name, "ok", f"ok, {len(kept.steps)} steps, {events} events, {result}", events=events, winner=winner)


def tale(path: Path) -> "list[Line]":
    """A record in lines."""
    from sightline.commands.narrate import Tale
    from sightline.core.game import game
    from sightline.core.record import DamagedRecord, read_record

    try:
        kept = read_record(path)
    except DamagedRecord as error:
        raise Unsound(str(error)) from error
    try:
        teller = Tale(game(kept.game), kept.setup)
        opening = list(teller.opening(kept.players, kept.seed))
    except (BadInput, LookupError, TypeError, ValueError) as error:
        raise Unsound(f"{path}: the set-up cannot be read: {error}") from error
    if not kept.sound:
        typer.echo(f"warning: {path}: changed since it was written; 'sightline replay verify' says where", err=True)
    return [*opening, *told(path, kept, teller), *teller.closing(kept.outcome)]


def told(path: Path, kept: "Record", teller: Any) -> "list[Line]":
    """The events of a record in lines."""
    from sightline.core.reading import shape
    from sightline.core.wire import codec

    kinds = codec(teller.game).events
    lines: list[Line] = []
    number = 0
    for step in kept.steps:
        for plain in step.events:
            number += 1
            try:
                lines.extend(teller.told([shape(plain, kinds, f"event {number}")]))
            except (BadInput, LookupError, TypeError, ValueError) as error:
                raise Unsound(f"{path}: event {number} cannot be told: {error}") from error
    return lines
