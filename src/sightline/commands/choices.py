"""What several commands let people choose: squads, options, seeds; and how faults are told."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from sightline.core.errors import BadInput

if TYPE_CHECKING:
    from sightline.core.decisions import Refusal
    from sightline.core.game import Game
    from sightline.core.muster import Roster
    from sightline.core.rulebook import Rulebook

GameName: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help="A game, as `sightline games` names it.")]
Options: TypeAlias = Annotated[
    list[str], typer.Option("--option", metavar="NAME=VALUE", help="A house rule; may be given several times.")
]


def parse_options(book: "Rulebook", written: Iterable[str]) -> dict[str, Any]:
    """Options as people type them, each with its value; the ledger says which there are."""
    found: dict[str, Any] = {}
    for text in written:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--option {text}: expected NAME=VALUE")
        option = book.options.get(name)
        known = {shown(one): one for one in option.values} if option else {}
        found[name] = known.get(value, value)
    return book.settle(found)


def parse_seed(written: str) -> int | str:
    """A seed: a whole number, or any text."""
    return int(written) if written.lstrip("-").isdecimal() and len(written) < 20 else written


def shown(value: object) -> str:
    """An option's value as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def differing_options(book: "Rulebook", options: Mapping[str, Any]) -> list[str]:
    """The options that are not at their default."""
    return [
        f"{name} = {shown(value)}"
        for name, value in options.items()
        if name in book.options and book.options[name].default != value
    ]


def told_faults(game: "Game", faults: "Sequence[Refusal]", roster: "Roster | None" = None) -> list[str]:
    """Every fault in a sentence, with the model it is about and the rule it breaks."""
    lines = []
    for fault in faults:
        rule = game.rulebook.rules.get(fault.rule)
        sentence = game.sayings.refusal(None, fault, rule.title if rule else "")
        number = fault.facts.get("model")
        place = ""
        if roster is not None and isinstance(number, int) and 0 < number <= len(roster.models):
            place = f"model {number} ({model_name(game, roster, number)}): "
        lines.append(f"{place}{fault.rule}: {sentence}")
    return lines


def model_name(game: "Game", roster: "Roster", number: int) -> str:
    """What a model of a roster is called; models are counted from 1."""
    entry = roster.models[number - 1]
    return entry.name or game.sayings.word(None, entry.profile)


def refuse(what: str, lines: Sequence[str]) -> typer.Exit:
    """Say on stderr that the rules do not allow something, and every reason; raise what this returns."""
    count = f"{len(lines)} faults" if len(lines) > 1 else "1 fault"
    typer.echo(f"error: {what}: not legal, {count}", err=True)
    for line in lines:
        typer.echo(f"  {line}", err=True)
    return typer.Exit(1)
