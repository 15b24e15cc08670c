"""`sightline doctor`: what is installed here and whether it works."""

import platform
import sys
from typing import Annotated, Any

import typer

from sightline import __version__
from sightline.commands.output import columns, new_app, print_json, print_lines
from sightline.core.errors import BadInput

app = new_app()


@app.command()
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print an object for scripts.")] = False,
) -> None:
    """Say what is installed here and whether it works; exit 1 if something does not."""
    report = examine()
    if as_json:
        print_json(report)
    else:
        print_report(report)
    if not report["healthy"]:
        raise typer.Exit(1)


def examine() -> dict[str, Any]:
    """Everything the doctor looks at."""
    from sightline.core import rulebook

    kernel = backend()
    games = {name: game_report(name) for name in rulebook.packages()}
    return {
        "healthy": kernel is not None and bool(games) and all(report["fault"] is None for report in games.values()),
        "sightline": __version__,
        "python": platform.python_version(),
        "executable": sys.executable,
        "platform": platform.platform(),
        "kernel": kernel,
        "games": games,
    }


def backend() -> str | None:
    """Which form of the geometry kernel is in use, or None where there is none."""
    from importlib import import_module

    try:
        return str(import_module("sightline.core.kernel").BACKEND)
    except (ImportError, AttributeError):
        return None


def game_report(name: str) -> dict[str, Any]:
    """One game: its ledger, and whether the map from rules to tests is there."""
    from sightline.core import rulebook

    try:
        book, tests = rulebook.of(name), rulebook.tested(name)
    except BadInput as error:
        return {"fault": str(error), "rules": 0, "rules_hash": None, "tested_map": False}
    return {"fault": None, "rules": len(book.rules), "rules_hash": book.rules_hash, "tested_map": tests is not None}


def print_report(report: dict[str, Any]) -> None:
    """The report for people: one line per finding."""
    rows = [(key, str(report[key])) for key in ("sightline", "python", "executable", "platform")]
    rows.append(("kernel", report["kernel"] or "missing: sightline.core.kernel cannot be imported"))
    for name, game in report["games"].items():
        tests = "map of tests there" if game["tested_map"] else "no map of tests"
        rows.append((name, game["fault"] or f"{game['rules']} rules, hash {game['rules_hash']}, {tests}"))
    if not report["games"]:
        rows.append(("games", "none installed"))
    rows.append(("verdict", "all is well" if report["healthy"] else "something is missing"))
    width = max(len(name) for name, _ in rows)
    print_lines(*(columns((name, width, "bold"), (finding, 0, "")) for name, finding in rows))
