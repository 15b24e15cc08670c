"""How commands read and print: one form for people, one for scripts."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import typer

if TYPE_CHECKING:
    from rich.text import Text


def new_app() -> typer.Typer:
    """An empty group of commands, with plain help pages."""
    return typer.Typer(add_completion=False, rich_markup_mode=None)


def print_json(value: Any, *, indent: int | None = 2) -> None:
    """Print a value as JSON for scripts."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=indent, separators=None if indent else (",", ":")))


def print_lines(*lines: "str | Text") -> None:
    """Print lines for people: coloured on a terminal, plain and unwrapped in a pipe."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    for line in lines:
        console.print(line, soft_wrap=not console.is_terminal)


def columns(*cells: tuple[str, int, str]) -> "Text":
    """One line of a listing: cells of (text, width, style)."""
    from rich.text import Text

    line = Text()
    for text, width, style in cells:
        line.append(f"{text:<{width}}  ", style)
    line.rstrip()
    return line


def read_input(file: str) -> tuple[str, str]:
    """The text of a file, or of standard input for `-`, and its name for errors."""
    from sightline.core.errors import BadInput
    from sightline.core.reading import decode_text, read_text

    if file == "-":
        return decode_text(sys.stdin.buffer.read(), "standard input"), "standard input"
    if file.lstrip().startswith(("{", "[")):
        raise BadInput(f"{file}: expected the name of a JSON file; what is written out goes to standard input, with -")
    return read_text(Path(file)), file


class Bar:
    """A progress bar on stderr, where a person is looking."""

    def __init__(self, what: str, total: int) -> None:
        self.what = what
        self.total = total
        self._progress: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty() and self.total > 1:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
            self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self._progress.start()
            self._task = self._progress.add_task(self.what, total=self.total)
        return self

    def step(self) -> None:
        """One more is done."""
        if self._progress is not None:
            self._progress.advance(self._task)

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()
