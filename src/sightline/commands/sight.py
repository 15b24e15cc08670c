"""`sightline sight`: how much of a base another base sees, by geometry alone."""

from typing import Annotated

import typer

from sightline.commands.output import new_app, print_json, read_input

app = new_app()


@app.command()
def sight(
    scene: Annotated[
        str, typer.Argument(metavar="SCENE", help="A JSON file with one scene or a list; - reads standard input.")
    ],
) -> None:
    """Say how much of the target the observer sees: every piece listed blocks; prints JSON, a list for a list."""
    from sightline.commands.scene import look, read_scenes
    from sightline.core.reading import parse_json

    written = parse_json(*read_input(scene))
    answers = [look(one) for one in read_scenes(written)]
    print_json(answers if isinstance(written, list) else answers[0], indent=None)
