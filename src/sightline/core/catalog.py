"""Profiles, weapons and whatever else a book lists, read from the TOML files in a game's folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from sightline.core.errors import BadInput
from sightline.core.reading import parse_toml, shape

T = TypeVar("T")

CATALOG = "catalog.toml"


@cache
def figures(package: str, file: str = CATALOG) -> Mapping[str, Any]:
    """Everything a file of a game's folder holds."""
    source = files(package).joinpath(file)
    return parse_toml(source.read_text(encoding="utf-8"), f"{package}/{file}")


def entries(package: str, key: str, kind: type[T], file: str = CATALOG) -> dict[str, T]:
    """The entries under a heading, each as a struct, by id."""
    found: dict[str, T] = {}
    for place, plain in enumerate(figures(package, file).get(key, ())):
        where = f"{package}/{file}: {key}[{place}]"
        entry = shape(plain, kind, where)
        id: str = plain["id"]
        if id in found:
            raise BadInput(f"{where}: {id} appears twice")
        found[id] = entry
    return found
