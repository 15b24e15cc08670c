"""`sightline odds`: exact odds of a question put in figures."""

from typing import Annotated, Any

import typer

from sightline.commands.output import new_app, print_json, read_input

app = new_app()


@app.command()
def odds(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, as `sightline games` names it.")],
    spec: Annotated[
        str, typer.Argument(metavar="SPEC", help="A JSON file with one question or a list; - reads standard input.")
    ],
) -> None:
    """Say how likely every outcome of a roll is, in exact fractions; prints JSON, a list for a list."""
    from sightline.core.errors import BadInput
    from sightline.core.game import game as find
    from sightline.core.reading import parse_json

    book = find(game)
    written: Any = parse_json(*read_input(spec))
    if not isinstance(written, list):
        print_json(book.odds(written), indent=None)
        return
    answers = []
    for index, one in enumerate(written):
        try:
            answers.append(book.odds(one))
        except BadInput as error:
            raise BadInput(f"[{index}] {error}") from error
    print_json(answers, indent=None)
