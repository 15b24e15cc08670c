"""Text that people wrote (JSON, TOML), read with errors that say where it went wrong and what was expected."""

import re
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec

from sightline.core.errors import BadInput

T = TypeVar("T")

EXPECTED = {
    "Extra data": "expected the end of the text",
    "Expecting value": "expected a value",
    "Expecting property name enclosed in double quotes": "expected a key in double quotes",
    "Illegal trailing comma before end of object": "expected a key after the comma",
    "Illegal trailing comma before end of array": "expected a value after the comma",
    "Invalid control character at": "expected no control character inside a string",
    "Unterminated string starting at": "expected a closing quote for the string that starts here",
}
WORDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "null",
    "object": "an object",
    "str": "a text",
}


class NaN:
    """Stands where JSON text had NaN, so that the error can name the place."""


class Infinity:
    """Stands where JSON text had Infinity or -Infinity."""


def read_text(path: Path, errors: str = "strict") -> str:
    """The text of a file; a byte order mark at its start is dropped."""
    try:
        if errors != "strict":
            return path.read_bytes().decode("utf-8-sig", errors)
        return decode_text(path.read_bytes(), str(path))
    except OSError as error:
        raise BadInput(f"{path}: {(error.strerror or str(error)).lower()}") from error


def decode_text(content: bytes, source: str) -> str:
    """UTF-8 text from bytes."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{source}:{line}: expected UTF-8 text, found byte 0x{content[error.start]:02x}") from error


def parse_json(text: str, source: str) -> Any:
    """The value of a JSON text; `source` names the text in errors."""
    import json

    try:
        value = json.loads(text, parse_constant=_constant, parse_int=_number, object_pairs_hook=_object)
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False, default=str).encode()
    except json.JSONDecodeError as error:
        expected = EXPECTED.get(error.msg) or error.msg.replace("Expecting", "expected").replace("Invalid", "invalid")
        raise BadInput(f"{source}:{error.lineno}:{error.colno}: {expected}") from error
    except UnicodeEncodeError as error:
        raise BadInput(f"{source}: a text holds half a character (a lone surrogate)") from error
    except _RepeatedKeyError as error:
        raise BadInput(f"{source}: key {error.args[0]!r} appears twice in one object") from error
    except RecursionError as error:
        raise BadInput(f"{source}: nested too deeply") from error
    return value


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """The table of a TOML text; `source` names the text in errors."""
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).rpartition(" (at ")
        found = re.fullmatch(r"line (\d+), column (\d+)\)", place)
        where = f"{found[1]}:{found[2]}" if found else str(len(text.splitlines()) or 1)
        raise BadInput(f"{source}:{where}: {what[:1].lower()}{what[1:]}") from error
    except RecursionError as error:
        raise BadInput(f"{source}: nested too deeply") from error
    except ValueError as error:
        # Python refuses to read integers of thousands of digits.
        raise BadInput(f"{source}: a number is too long to be read") from error


def shape(value: Any, kind: type[T], where: str) -> T:
    """The value as a `kind` (a Struct or any type msgspec knows); `where` names its root in errors."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        _reject(str(error), kind, where)


def _reject(message: str, kind: Any, where: str) -> NoReturn:
    """Say a msgspec complaint in the words of somebody who writes the file."""
    what, _, path = message.partition(" - at `$")
    place = where + path.rstrip("`")
    if found := re.fullmatch(r"Object missing required field `(.+)`", what):
        raise BadInput(f"{place}: missing key {found[1]!r}")
    if found := re.fullmatch(r"Object contains unknown field `(.+)`", what):
        known = ", ".join(keys(kind, path.rstrip("`")))
        raise BadInput(f"{place}: unknown key {found[1]!r}" + (f"; known: {known}" if known else ""))
    if found := re.fullmatch(r"Invalid enum value (.+)", what):
        known = ", ".join(values(kind, path.rstrip("`")))
        raise BadInput(f"{place}: there is no {found[1]}" + (f"; known: {known}" if known else ""))
    what = re.sub(r"`([^`]+)`", lambda match: " or ".join(_word(word) for word in match[1].split(" | ")), what)
    raise BadInput(f"{place}: {what[:1].lower()}{what[1:]}")


def keys(kind: Any, path: str) -> list[str]:
    """The keys there are at a place in a shape, such as `.attack` or `.models[0]`; none if that cannot be said."""
    from msgspec import inspect

    found = [one for one in _at(kind, path) if isinstance(one, inspect.StructType)]
    return list(dict.fromkeys(field.encode_name for one in found for field in one.fields))


def values(kind: Any, path: str) -> list[str]:
    """The words that may stand at a place in a shape; none if that cannot be said."""
    from msgspec import inspect

    found = [one for one in _at(kind, path) if isinstance(one, inspect.LiteralType)]
    return list(dict.fromkeys(str(value) for one in found for value in one.values))


def _at(kind: Any, path: str) -> list[Any]:
    """Every kind that something at a place in a shape may be of."""
    from msgspec import inspect

    at: list[Any] = [inspect.type_info(kind)]
    for step in re.findall(r"\.[^.\[]+|\[[^\]]*\]", path):
        at = [inner for one in at for inner in _inside(one, step)]
    return _apart(at)


def _apart(kinds: list[Any]) -> list[Any]:
    """Every kind that something of one of these kinds may be of."""
    return [one for kind in kinds for one in (_apart(list(kind.types)) if hasattr(kind, "types") else [kind])]


def _inside(kind: Any, step: str) -> list[Any]:
    """What may lie one step into something of a kind."""
    found: list[Any] = []
    for one in _apart([kind]):
        if step.startswith("."):
            found += [field.type for field in getattr(one, "fields", ()) if field.encode_name == step[1:]]
        else:
            found += [inner for name in ("item_type", "value_type") if (inner := getattr(one, name, None)) is not None]
            found += getattr(one, "item_types", ())
    return found


def _word(kind: str) -> str:
    return WORDS.get(kind, kind)


def _constant(name: str) -> NaN | Infinity:
    return NaN() if name == "NaN" else Infinity()


def _number(digits: str) -> int | float:
    # Python refuses to read integers of thousands of digits; as floats they become infinite and fail a range check.
    return int(digits) if len(digits) < 20 else float(digits)


class _RepeatedKeyError(ValueError):
    """An object of a JSON text names one key twice."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _RepeatedKeyError(next(key for key in keys if keys.count(key) > 1))
    return result
