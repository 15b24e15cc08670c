"""The ledger: every rule of a book in our own words, the readings we adopted and the options a group may choose."""

import functools
import re
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from sightline.core.errors import BadInput
from sightline.core.reading import parse_json, parse_toml, read_text, shape

RuleId: TypeAlias = str
Value: TypeAlias = str | bool | int | float
"""What an option can be set to."""

LEDGER = "rules.toml"
TESTED = "tested.json"
ENTRY_POINTS = "sightline.games"
HEAD = 4096
"""The characters of a ledger in which its head lies."""
LAST = 1000
"""The place of games that say nothing of theirs."""


class Option(Struct, frozen=True):
    """A switch for groups that read a rule otherwise."""

    name: str
    default: Value
    values: tuple[Value, ...]
    rule: RuleId


class Example(Struct, frozen=True):
    """A worked example of a rule; `facts` holds the same in typed values where the ledger gives them."""

    text: str
    facts: Mapping[str, Any] = {}


class Rule(Struct, frozen=True, kw_only=True):
    """One rule: what to do, and the reading adopted where the book is silent."""

    id: RuleId
    title: str
    text: str
    ruling: str
    option: Option | None
    examples: tuple[Example, ...]
    origin: Literal["book", "house"]
    section: str


class Rulebook(Struct, frozen=True, kw_only=True, dict=True):
    """All rules of one book by id, and its options by name, both in the order of the ledger."""

    title: str
    prefix: str
    publisher: str
    sections: Mapping[str, str]
    rules: Mapping[RuleId, Rule]
    options: Mapping[str, Option]

    @functools.cached_property
    def rules_hash(self) -> str:
        """A fingerprint of the ledger's content: the same words and options give the same hash on any machine."""
        from hashlib import blake2b

        return blake2b(msgspec.json.encode(self, order="deterministic"), digest_size=16).hexdigest()

    def rule(self, rule_id: RuleId) -> Rule:
        """The rule of that id."""
        if rule_id not in self.rules:
            raise BadInput(f"{rule_id}: {self.title} has no such rule{_near(rule_id, self.rules)}")
        return self.rules[rule_id]

    def settle(self, options: Mapping[str, Any]) -> dict[str, Value]:
        """Every option with its value: the chosen ones, and the default of the others."""
        if not isinstance(options, Mapping):
            raise BadInput(f"options: expected a mapping of names to values, got {options!r}")
        for name in options:
            if name not in self.options:
                allowed = ", ".join(self.options) or "none"
                raise BadInput(f"options.{name}: no such option{_near(name, self.options)}; allowed: {allowed}")
        return {
            name: _settled(option, options[name]) if name in options else option.default
            for name, option in self.options.items()
        }


def packages() -> dict[str, str]:
    """The package of every installed game, by the game's name, in the order of the shelf.

    The first is what somebody gets who names none. Nothing of a game is imported for it.
    """
    from importlib.metadata import entry_points

    points = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (_shelf(point.module), point.name))
    return {point.name: point.module for point in points}


@functools.cache
def _shelf(package: str) -> int:
    """Where a game stands among the others, as the head of its ledger says (`shelf = 1`): at the end if it does not.

    Only the head is read: whoever lists games should not have to wait for all their rules.
    """
    try:
        with (folder(package) / LEDGER).open(encoding="utf-8") as ledger:
            head = ledger.read(HEAD)
    except (BadInput, ImportError, OSError):
        return LAST  # What is wrong with it is told when it is opened.
    found = re.search(r"^shelf = (\d+)$", head, re.MULTILINE)
    return int(found[1]) if found else LAST


def of(game: str) -> Rulebook:
    """The rulebook of an installed game."""
    return load(_package(game))


@functools.cache
def load(package: str) -> Rulebook:
    """The rulebook in the folder of a package."""
    path = folder(package) / LEDGER
    return read(read_text(path), str(path))


def tested(game: str) -> dict[RuleId, list[str]] | None:
    """The tests that hold each rule of an installed game, or None while no such map was written."""
    path = folder(_package(game)) / TESTED
    if not path.exists():
        return None
    return shape(parse_json(read_text(path), str(path)), dict[RuleId, list[str]], str(path))


def folder(package: str) -> Path:
    """Where the files of a package lie; the package itself is not imported."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise BadInput(f"{package}: no such package")
    return Path(spec.submodule_search_locations[0])


def read(text: str, source: str) -> Rulebook:
    """The rulebook that a ledger's text describes; `source` names the file in errors."""
    table = parse_toml(text, source)
    head = shape({name: value for name, value in table.items() if name != "rule"}, _Head, source)
    entries = table.get("rule")
    if not isinstance(entries, list) or not entries:
        raise BadInput(f"{source}: expected at least one [[rule]]")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.strip() == "[[rule]]"]
    rules: dict[RuleId, Rule] = {}
    options: dict[str, Option] = {}
    for index, value in enumerate(entries):
        # The line is found by counting headings: a ledger that writes its rules in another form gets no line.
        where = f"{source}:{lines[index]}: rule" if len(lines) == len(entries) else f"{source}: rule[{index}]"
        rule = _rule(shape(value, _Entry, where), head, where)
        if rule.id in rules:
            raise BadInput(f"{where}.id: {rule.id} appears twice")
        if rule.option and rule.option.name in options:
            raise BadInput(
                f"{where}.option.name: {rule.option.name} belongs to {options[rule.option.name].rule} already"
            )
        rules[rule.id] = rule
        if rule.option:
            options[rule.option.name] = rule.option
    return Rulebook(
        title=head.game,
        prefix=head.prefix,
        publisher=head.publisher,
        sections=head.sections,
        rules=rules,
        options=options,
    )


class _Head(Struct):
    """What a ledger says about its book; keys that only people read are left alone."""

    game: str
    prefix: str
    sections: dict[str, str]
    publisher: str = ""


class _Switch(Struct, forbid_unknown_fields=True):
    """An option as the ledger writes it."""

    name: str
    default: Value
    values: list[Value]


class _Entry(Struct, forbid_unknown_fields=True):
    """A rule as the ledger writes it."""

    id: RuleId
    title: str
    text: str
    ruling: str = ""
    option: _Switch | None = None
    examples: list[str | dict[str, Any]] = []
    origin: Literal["book", "house"] = "book"


def _rule(entry: _Entry, head: _Head, where: str) -> Rule:
    found = re.fullmatch(r"([A-Z]{2})-([A-Z][A-Z0-9]{2})-(\d\d)", entry.id)
    if not found or found[1] != head.prefix:
        raise BadInput(f"{where}.id: expected an id like {head.prefix}-ABC-01, got {entry.id!r}")
    if found[2] not in head.sections:
        raise BadInput(f"{where}.id: {entry.id} names section {found[2]}, which [sections] does not list")
    for key in ("title", "text"):
        if not getattr(entry, key).strip():
            raise BadInput(f"{where}.{key}: expected words for {entry.id}")
    return Rule(
        id=entry.id,
        title=entry.title,
        text=entry.text,
        ruling=entry.ruling,
        option=_option(entry.option, entry.id, where) if entry.option else None,
        examples=tuple(_example(example, f"{where}.examples[{index}]") for index, example in enumerate(entry.examples)),
        origin=entry.origin,
        section=found[2],
    )


def _option(switch: _Switch, rule_id: RuleId, where: str) -> Option:
    option = Option(switch.name, switch.default, tuple(switch.values), rule_id)
    if len({(type(value), value) for value in option.values}) < max(2, len(option.values)):
        raise BadInput(f"{where}.option.values: expected two or more different values for {option.name}")
    if not any(_same(option.default, value) for value in option.values):
        raise BadInput(f"{where}.option.default: {option.default!r} is not among the values of {option.name}")
    return option


def _example(written: str | dict[str, Any], where: str) -> Example:
    if isinstance(written, str):
        text, facts = written, {}
    else:
        text = ": ".join(str(written[key]) for key in ("given", "expect") if key in written)
        facts = written
    if not text.strip():
        raise BadInput(f"{where}: expected words, or a table with given and expect")
    return Example(text, facts)


def _settled(option: Option, chosen: Any) -> Value:
    for value in option.values:
        if _same(value, chosen):
            return value
    allowed = ", ".join(_shown(value) for value in option.values)
    raise BadInput(f"options.{option.name}: {_shown(chosen)} is not a value of it; allowed: {allowed}")


def _same(value: Value, other: Any) -> bool:
    # True equals 1 in Python, yet a switch set to 1 is a mistake; 1 for 1.0 is none: JSON does not tell them apart.
    return isinstance(value, bool) == isinstance(other, bool) and bool(value == other)


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _near(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, 1)
    return f" (did you mean {close[0]}?)" if close else ""


def _package(game: str) -> str:
    known = packages()
    if game not in known:
        raise BadInput(f"{game}: no such game{_near(game, known)}; installed: {', '.join(known) or 'none'}")
    return known[game]
