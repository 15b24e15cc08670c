"""`sightline rules`: the ledger of a game, one rule of it, or which rules have tests."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.commands.output import columns, new_app, print_json, print_lines
from sightline.core.errors import BadInput

if TYPE_CHECKING:
    from sightline.core.rulebook import Rule, Rulebook

app = new_app()


@app.command()
def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game, as `sightline games` names it.", show_default=False)
    ] = None,
    rule_id: Annotated[str | None, typer.Argument(metavar="[ID]", help="One rule of it.", show_default=False)] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Say which rules have tests that name them.")] = False,
    summary: Annotated[bool, typer.Option("--summary", help="With --coverage: one line per game.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --coverage: an object for scripts.")] = False,
) -> None:
    """Show the rules of a game, one rule, or how the rules are covered by tests."""
    from sightline.core import rulebook

    if coverage:
        if rule_id or (summary and as_json):
            raise BadInput("rules --coverage takes at most a game, and either --summary or --json")
        if game:
            rulebook.of(game)
        print_coverage([game] if game else list(rulebook.packages()), summary=summary, as_json=as_json)
    elif summary or as_json:
        raise BadInput("--summary and --json belong to rules --coverage")
    elif not game:
        raise BadInput("rules needs a game; sightline games lists them")
    elif rule_id:
        print_rule(rulebook.of(game).rule(rule_id), game)
    else:
        print_ledger(rulebook.of(game))


def print_ledger(book: "Rulebook") -> None:
    """Every rule of a book by section: id, title, origin and option."""
    from rich.text import Text

    width = max(len(rule.title) for rule in book.rules.values())
    lines: list[str | Text] = [Text(book.title, "bold")]
    for section, title in book.sections.items():
        lines += ["", Text(f"{section}  {title}", "bold")]
        for rule in book.rules.values():
            if rule.section == section:
                option = f"option {rule.option.name}" if rule.option else ""
                cells = (rule.id, 9, "cyan"), (rule.title, width, ""), (rule.origin, 5, "dim"), (option, 0, "yellow")
                lines.append(columns(*cells))
    print_lines(*lines)


def print_rule(rule: "Rule", game: str) -> None:
    """All that the ledger says about one rule, and the tests that name it."""
    from rich.text import Text

    from sightline.core import rulebook

    print_lines(Text(f"{rule.id}  {rule.title}", "bold"), Text(f"origin: {rule.origin}", "dim"), "", rule.text)
    if rule.ruling:
        print_lines("", Text("Ruling", "bold"), rule.ruling)
    if rule.option:
        values = ", ".join(shown(value) for value in rule.option.values)
        print_lines("", Text("Option", "bold"), f"{rule.option.name} = {shown(rule.option.default)} (values: {values})")
    if rule.examples:
        print_lines("", Text("Worked examples", "bold"))
        print_lines(*(f"{index}. {example.text}" for index, example in enumerate(rule.examples)))
    tests = (rulebook.tested(game) or {}).get(rule.id, [])
    print_lines("", Text("Tests", "bold"), *(tests or ["none"]))


def shown(value: object) -> str:
    """An option's value as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def print_coverage(games: list[str], *, summary: bool, as_json: bool) -> None:
    """How many rules of each game have a test that names them, and which have none."""
    from sightline.core import rulebook

    report: dict[str, Any] = {}
    for game in games:
        known, named = rulebook.of(game).rules, rulebook.tested(game) or {}
        missing = [rule_id for rule_id in known if not named.get(rule_id)]
        report[game] = {"rules": len(known), "tested": len(known) - len(missing), "missing": missing}
    if as_json:
        print_json(report)
        return
    for game, row in report.items():
        if summary:
            print_lines(f"{game} {row['tested']} of {row['rules']}")
        else:
            print_lines(f"{game}: {row['tested']} of {row['rules']} rules have a test that names them")
            print_lines(*(f"  {rule_id}  {rulebook.of(game).rules[rule_id].title}" for rule_id in row["missing"]))
