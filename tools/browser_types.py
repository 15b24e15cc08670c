"""Writes the messages between server and browser down as TypeScript (web/src/wire.ts): `make types`."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as shapes

from sightline.core import game, muster, screen, table
from sightline.server import messages

TARGET = Path(__file__).parent.parent / "web" / "src" / "wire.ts"
HEAD = "// Written by `make types` from the messages of the server: change those, not this.\n"
UNIONS = ("Query", "QueryAnswer", "Said", "Told")
PLAIN: tuple[tuple[type[shapes.Type], str], ...] = (
    (shapes.AnyType, "unknown"),
    (shapes.NoneType, "null"),
    (shapes.BoolType, "boolean"),
    (shapes.IntType, "number"),
    (shapes.FloatType, "number"),
    (shapes.StrType, "string"),
)


def written(kind: shapes.Type) -> str:
    """A type in TypeScript."""
    for plain, word in PLAIN:
        if isinstance(kind, plain):
            return word
    if isinstance(kind, shapes.LiteralType):
        return " | ".join(f'"{value}"' for value in kind.values)
    if isinstance(kind, shapes.StructType):
        return kind.cls.__name__
    if isinstance(kind, shapes.UnionType):
        return " | ".join(written(one) for one in kind.types)
    if isinstance(kind, shapes.TupleType):
        return f"[{', '.join(written(one) for one in kind.item_types)}]"
    if isinstance(kind, shapes.VarTupleType | shapes.ListType):
        item = written(kind.item_type)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if isinstance(kind, shapes.DictType):
        return f"Record<string, {written(kind.value_type)}>"
    raise NotImplementedError(f"{kind} has no word in TypeScript")


def interface(kind: type[msgspec.Struct]) -> str:
    """A struct as an interface; what may be left out of its JSON is optional."""
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    lines = [f"/** {(inspect.getdoc(kind) or '').splitlines()[0]} */", f"export interface {kind.__name__} {{"]
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    sparse = bool(kind.__struct_config__.omit_defaults)
    for field in info.fields:
        may_miss = "?" if sparse and not field.required else ""
        lines.append(f"  {field.encode_name}{may_miss}: {written(field.type)};")
    return "\n".join([*lines, "}"])


def structs() -> list[type[msgspec.Struct]]:
    """Every struct that goes over the wire: the messages, and what of the core they hold."""
    found: dict[str, type[msgspec.Struct]] = {}
    for name in messages.__all__:
        gather(getattr(messages, name), found)
    return list(found.values())


def gather(kind: Any, found: dict[str, type[msgspec.Struct]]) -> None:
    """Add a struct, and every struct that its fields hold."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)) or kind.__name__ in found:
        return
    found[kind.__name__] = kind
    module = sys.modules[kind.__module__]
    for name in sorted({word for text in kind.__annotations__.values() for word in _words(str(text))}):
        for place in (module, messages, screen, table, muster, game):
            if hasattr(place, name):
                gather(getattr(place, name), found)
                break


def _words(annotation: str) -> list[str]:
    return [
        word for word in "".join(c if c.isalnum() or c == "_" else " " for c in annotation).split() if word[0].isupper()
    ]


def page() -> str:
    """The whole file."""
    parts = [HEAD, *(interface(kind) for kind in structs())]
    for name in UNIONS:
        members = [kind.__name__ for kind in getattr(messages, name).__args__]
        parts.append(f"export type {name} = {' | '.join(members)};")
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(page(), encoding="utf-8")
