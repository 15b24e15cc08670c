"""`sightline games`: which rulebooks are installed."""

from typing import Annotated

import typer

from sightline.commands.output import columns, new_app, print_json, print_lines

app = new_app()


@app.command()
def games(
    as_json: Annotated[bool, typer.Option("--json", help="Print a list for scripts.")] = False,
) -> None:
    """List the installed games."""
    from sightline.core import rulebook

    books = {name: rulebook.of(name) for name in rulebook.packages()}
    if as_json:
        print_json(
            [
                {
                    "id": name,
                    "title": book.title,
                    "publisher": book.publisher,
                    "prefix": book.prefix,
                    "rules": len(book.rules),
                    "options": len(book.options),
                    "rules_hash": book.rules_hash,
                }
                for name, book in books.items()
            ]
        )
        return
    width = max((len(name) for name in books), default=0)
    for name, book in books.items():
        credit = f"{book.title} ({book.publisher})" if book.publisher else book.title
        print_lines(columns((name, width, "bold"), (f"{len(book.rules)} rules", 9, "dim"), (credit, 0, "")))
