"""The command line: wires the commands together and turns every outcome into an exit code.

0: done; 1: the answer is no; 2: bad usage or bad input, explained in one line on stderr.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.main import get_command

from sightline import __version__
from sightline.core.errors import BadInput

COMMANDS = (
    "play",
    "serve",
    "watch",
    "games",
    "rules",
    "squad",
    "sight",
    "odds",
    "sim",
    "ladder",
    "tune",
    "replay",
    "bench",
    "doctor",
)
"""Each is a module of `sightline.commands` with a Typer called `app`; --help lists them in this order."""

BUG = 70
"""The exit code of a fault of ours, so that no script mistakes it for an answer."""


class Commands(TyperGroup):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Every command's name, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command = get_command(import_module(f"sightline.commands.{cmd_name}").app)
        command.name = cmd_name
        return command


# Help pages are plain text: they start twice as fast without Rich, and look the same in a pipe.
app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None, no_args_is_help=False)


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        typer.echo(f"sightline {__version__}")
        raise typer.Exit


@app.callback()
def sightline(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """A digital table that knows the rules of miniature skirmish games."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run one command and exit with its code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    code: Any = 0
    try:
        code = get_command(app).main(args=arguments, prog_name="sightline", standalone_mode=False)
        sys.stdout.flush()
    except BadInput as error:
        code = complain(str(error))
    except typer.TyperException as error:
        message = error.format_message().rstrip(".")
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "sightline"
        code = complain(message[:1].lower() + message[1:], f"try '{path} --help'")
    except typer.Abort:
        code = complain("stopped")
    except SystemExit:
        code = 0  # Only Rich leaves this way: the reader has what it wanted and is gone.
    except BrokenPipeError:
        drop()  # The reader has what it wanted.
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            drop()
        place = f"{error.filename}: " if error.filename else ""
        code = complain(f"{place}{(error.strerror or str(error)).lower()}")
    except Exception as error:  # noqa: BLE001 - the last resort: nobody gets a bare traceback
        code = confess(error)
    return code if isinstance(code, int) else 0


def drop() -> None:
    """Let go of what could not be written; Python would complain once more when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def confess(error: Exception) -> int:
    """Say that the fault is ours, with all that a report of it needs, and return the exit code for it."""
    import traceback

    complain(f"a fault in Sightline itself: {type(error).__name__}: {error}", "please report it with the lines below")
    traceback.print_exception(error)
    return BUG


def complain(message: str, *hints: str) -> int:
    """Say on stderr what was wrong, in one line first, and return the exit code for it."""
    print("error:", " ".join(message.split()), file=sys.stderr)  # noqa: T201 - stderr is for people
    for hint in hints:
        print(hint, file=sys.stderr)  # noqa: T201
    return 2
