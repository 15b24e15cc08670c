"""`sightline squad`: sample squads, and whether a squad of one's own is legal."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.commands.choices import GameName, Options, model_name, parse_options, told_faults
from sightline.commands.output import new_app, print_json, print_lines

if TYPE_CHECKING:
    from sightline.core.game import ReadsLists
    from sightline.core.muster import Roster

app = new_app()

SquadFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A squad in TOML or JSON, or GAME/ID for one of the samples.")
]


@app.callback()
def squad() -> None:
    """List, check and export squads."""


@app.command("list")
def list_squads(
    game: GameName, as_json: Annotated[bool, typer.Option("--json", help="Print a list for scripts.")] = False
) -> None:
    """List the sample squads of a game."""
    from sightline.core.game import game as find

    book = find(game)
    rows = [
        {
            "id": id,
            "name": roster.name,
            "cost": book.cost(roster),
            "models": len(roster.models),
            "origin": roster.origin,
            "note": roster.note,
        }
        for id, roster in book.rosters.items()
    ]
    if as_json:
        print_json(rows)
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table("id", "name", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("cost", justify="right")
    table.add_column("models", justify="right")
    table.add_column("note")
    for row in rows:
        table.add_row(*(str(row[key]) for key in ("id", "name", "cost", "models", "note")))
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = 200
    console.print(table)


MOST, FEW = 5, 2
"""How many words a column lists, and how many of more; --json has all of them."""


def cell(value: Any) -> str:
    """A figure of the catalog as it stands in a column; a span goes from its least to its most."""
    if isinstance(value, Mapping):
        return ", ".join(f"{str(k).replace('_', ' ')} {cell(v)}" for k, v in value.items())
    if isinstance(value, tuple) and len(value) == 2 and all(type(v) is int for v in value):
        return f"{value[0]} to {value[1]}"
    if isinstance(value, tuple):
        shown = value if len(value) <= MOST else value[:FEW]
        return ", ".join(map(str, shown)) + (f" and {len(value) - FEW} more" if len(value) > MOST else "")
    return str(value)


@app.command()
def catalog(
    game: GameName, as_json: Annotated[bool, typer.Option("--json", help="Print an object for scripts.")] = False
) -> None:
    """List what squads of a game are made of, with the ids a squad file uses."""
    from sightline.core.game import game as find

    headings = find(game).catalog
    if as_json:
        print_json(headings)
        return
    from rich import box
    from rich.console import Console
    from rich.table import Column, Table

    def widest(entries: Sequence[Mapping[str, Any]], key: str) -> int | None:
        return max(len(str(entry["id"])) for entry in entries) if key == "id" else None

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = 200
    for heading, entries in headings.items():
        # Not every entry has every figure: who is made from scratch has no printed stats.
        columns = [key for key in dict.fromkeys(k for e in entries for k in e) if key not in ("origin", "rule")]
        table = Table(
            # An id that is cut off is none.
            *(Column(key.replace("_", " "), no_wrap=key == "id", min_width=widest(entries, key)) for key in columns),
            title=heading,
            title_justify="left",
            box=box.SIMPLE_HEAD,
            pad_edge=False,
        )
        for entry in entries:
            table.add_row(*(cell(entry.get(key, "")) for key in columns))
        console.print(table)


@app.command()
def check(
    file: SquadFile,
    option: Options = [],  # noqa: B006 - Typer copies it
    as_json: Annotated[bool, typer.Option("--json", help="Print an object for scripts.")] = False,
) -> None:
    """Say whether a squad is legal, with every fault at once and how to mend it; exit 1 if it is not."""
    from sightline.core.game import game as find
    from sightline.core.repair import Repairs

    roster = find_squad(file)
    book = find(roster.game)
    settled = parse_options(book.rulebook, option)
    faults = book.muster(roster, settled)
    lines = told_faults(book, faults, roster)
    repairs = Repairs(book, roster, settled)
    fixes = [repairs.of(fault) for fault in faults]
    if as_json:
        told = [
            {
                "rule": fault.rule,
                "model": fault.facts.get("model"),
                "name": model_name(book, roster, fault.facts["model"]) if "model" in fault.facts else None,
                "text": line,
                "repair": fix.text if fix else None,
            }
            for fault, line, fix in zip(faults, lines, fixes, strict=True)
        ]
        print_json({"ok": not faults, "name": roster.name, "cost": book.cost(roster), "faults": told})
    elif faults:
        print_lines(f"{roster.name}: not legal, {len(faults)} fault{'s' * (len(faults) > 1)}")
        for line, fix in zip(lines, fixes, strict=True):
            print_lines(f"  {line}", *([f"    to mend it: {fix.text}"] if fix else ()))
    else:
        print_lines(f"{roster.name}: OK, {len(roster.models)} models, cost {book.cost(roster)}")
    if faults:
        raise typer.Exit(1)


@app.command()
def export(file: SquadFile) -> None:
    """Print a squad as JSON in its normal form; a sample makes a good start for a squad of one's own."""
    from sightline.core.muster import write_roster

    typer.echo(write_roster(find_squad(file)).decode(), nl=False)


@app.command("import")
def import_squad(
    game: GameName,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A list as another program writes it.")],
    side: Annotated[str, typer.Option("--side", help="The side it is for; the first one if nothing is said.")] = "",
    answers: Annotated[
        str,
        typer.Option("--answers", metavar="FILE", help="JSON: what the list leaves open, by unit."),
    ] = "",
) -> None:
    """Print a list of another program as a squad in JSON; what of it means nothing here is told on stderr."""
    from sightline.core.errors import BadInput
    from sightline.core.game import ReadsLists
    from sightline.core.game import game as find
    from sightline.core.muster import write_roster
    from sightline.core.reading import parse_json, read_text

    book = find(game)
    if not isinstance(book, ReadsLists):
        raise BadInput(f"{game}: reads no lists of other programs")
    said = parse_json(read_text(Path(answers)), answers) if answers else {}
    if not isinstance(said, dict):
        raise BadInput(f"{answers}: expected an object with the names of units")
    text = read_text(Path(file))
    try:
        roster, losses = book.squad_from(text, side or book.sides[0], said, file)
    except BadInput as error:
        fitting = [] if side else [one for one in book.sides[1:] if fits(book, text, one, said)]
        if not fitting:
            raise
        raise BadInput(f"{error} (read for {book.sides[0]}; it can be read with --side {fitting[0]})") from error
    for loss in losses:
        typer.echo(f"lost: {loss}", err=True)
    typer.echo(write_roster(roster).decode(), nl=False)


def fits(book: "ReadsLists", text: str, side: str, said: dict[str, Any]) -> bool:
    """Whether a list can be read for a side."""
    from sightline.core.errors import BadInput

    try:
        book.squad_from(text, side, said)
    except BadInput:
        return False
    return True


def find_squad(file: str) -> "Roster":
    """The squad of a file, or the sample that GAME/ID names."""
    from sightline.core import rulebook
    from sightline.core.game import game as find
    from sightline.core.muster import read_roster
    from sightline.tables import find_roster

    name, slash, id = file.partition("/")
    if slash and name in rulebook.packages() and not Path(file).exists():
        return find_roster(find(name), id)
    return read_roster(Path(file))
