"""The source as the architecture tests read it: files, layers, imports and words."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

from tests.kit import SOURCE

GAMES = sorted(
    {"guerrilla", "xenotactics", "deepwars", "starquest"} | {path.name for path in (SOURCE / "games").glob("[a-z]*/")}
)
"""Every rulebook's name, those planned included."""


def modules() -> list[Path]:
    """Every Python file of the package."""
    return sorted(SOURCE.rglob("*.py"))


@functools.cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(), str(path))


def short(path: Path) -> str:
    """A file's path inside the package, with slashes."""
    return path.relative_to(SOURCE).as_posix()


def layer(module: str) -> str:
    """The layer of a dotted module: core, ai, lab, server, commands, games.<game>, or the package itself."""
    parts = module.split(".")[1:]
    if parts[:1] == ["games"]:
        return ".".join(parts[:2])
    return parts[0] if parts else ""


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = ["sightline", *path.relative_to(SOURCE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """The dotted name of everything a file imports, wherever in it; `from a import b` counts as a.b."""
    package = name_of(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def literals(path: Path) -> Iterator[str]:
    """Every string literal of a file, docstrings and the fixed parts of f-strings included."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def camel_words(name: str) -> list[str]:
    """The words of a class name."""
    return re.findall(r"[A-Z][a-z0-9]*", name)
