"""`sightline serve`: a server for many."""

from typing import Annotated

import typer

from sightline.commands.output import new_app

app = new_app()


@app.command()
def serve(
    host: Annotated[str, typer.Option(metavar="H", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Where to listen; 0: anywhere.")] = 8000,
    db: Annotated[str, typer.Option(metavar="URL", help="sqlite:///path or postgresql://...; none: your own.")] = "",
    allow_host: Annotated[
        list[str] | None, typer.Option("--allow-host", metavar="NAME", help="A name browsers know it by; repeatable.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log only what is wrong.")] = False,
) -> None:
    """Serve many players; on this machine only, unless --host says otherwise."""
    from sightline.server.running import default_store, listen, run, set_up_log
    from sightline.server.settings import Settings

    set_up_log(verbose=not quiet)
    door = listen(host, port, search=False)
    own = door.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    names = tuple(allow_host or ()) + (() if host in {"0.0.0.0", "::"} else (shown,))  # noqa: S104 - not bound here

    def ready() -> None:
        typer.echo(f"Sightline is at http://{shown}:{own}/ (Ctrl-C ends it)")

    run(door, db or default_store(), Settings(local=False, hosts=names, workers=2, thinkers=2), ready)
