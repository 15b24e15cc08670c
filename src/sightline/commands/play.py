"""`sightline play`: the table in the browser, for this machine."""

import sys
from typing import Annotated

import typer

from sightline.commands.output import new_app

app = new_app()


@app.command()
def play(
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Where to listen; 0: anywhere.")] = 8000,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the link.")] = False,
    db: Annotated[str, typer.Option(metavar="URL", help="Another store than your own.")] = "",
    verbose: Annotated[bool, typer.Option("--verbose", help="Log every request.")] = False,
) -> None:
    """Play in the browser: opens the table, and keeps your matches on this machine."""
    from sightline.server.running import default_store, listen, run, set_up_log
    from sightline.server.settings import local_settings

    set_up_log(verbose=verbose)
    door = listen("127.0.0.1", port, search=True)
    own = door.getsockname()[1]
    link = f"http://127.0.0.1:{own}/"
    if port and own != port:
        print(f"port {port} is taken, using {own}", file=sys.stderr)  # noqa: T201 - stderr is for people

    def ready() -> None:
        typer.echo(f"Sightline is at {link} (Ctrl-C ends it)")
        sys.stdout.flush()
        if not no_browser:
            _open(link)

    run(door, db or default_store(), local_settings(), ready)


def _open(link: str) -> None:
    """Open the browser, without waiting for it."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
