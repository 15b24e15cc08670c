"""Sentences for people: templates by event and by rule; events and refusals themselves hold only ids and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Self

from msgspec import Struct

from sightline.core.decisions import Action, Decision, Offer, Refusal
from sightline.core.effects import Question, Tally
from sightline.core.events import Cleared, Event, Rolled
from sightline.core.reading import parse_toml
from sightline.core.table import Attachment, Model, Table

TEMPLATES = "sayings.toml"

CORE_EVENTS: Mapping[str, str] = {
    "Placed": "{model} is placed at {at}",
    "Moved": "{model} moves {length} in to {path_end}",
    "Removed": "{model} is removed",
    "Rolled": "{side} rolls {faces}{needing}",
    "Ended": "{winner} wins",
    "Conceded": "{side} concedes",
    "Fought": "The battle is over: {winner} wins",
}

SENTINELS = ("side", "table", "marker")
"""Kinds of model that go by their id."""

OTHER = "other"
"""What stands for every value of a field that has no word of its own; braces hold the value."""

CORE_OFFERS: Mapping[str, str] = {"Keep": "Keep the dice", "Concede": "Concede"}


class Sayings:
    """How one book's events and refusals are told."""

    def __init__(
        self,
        events: Mapping[str, str],
        refusals: Mapping[str, str],
        quiet: Sequence[str],
        names: Mapping[str, str],
        headings: Sequence[str] = (),
        words: Mapping[str, Mapping[str, Mapping[str, str]]] | None = None,
        offers: Mapping[str, str] | None = None,
        decisions: Mapping[str, str] | None = None,
        notes: Mapping[str, str] | None = None,
        needs: Mapping[str, str] | None = None,
        fields: Mapping[str, str] | None = None,
        shelves: Mapping[str, str] | None = None,
        meanings: Mapping[str, str] | None = None,
        advice: Mapping[str, str] | None = None,
        rolls: Mapping[str, str] | None = None,
    ) -> None:
        self.events = {**CORE_EVENTS, **events}
        self.refusals = refusals
        self.quiet = frozenset(quiet)
        """Events that say nothing a person would want to read."""
        self.names = names
        self.headings = tuple(headings)
        """Events that begin a chapter, the broadest first."""
        self.words = words or {}
        """Words for the values of fields, by event or action and field; `other` for all the rest."""
        self.offers = {**CORE_OFFERS, **(offers or {})}
        """What may be done, by action, or by action and rule."""
        self.decisions = decisions or {}
        """What is asked, by the rule of the decision, or by rule and the first action that may answer it."""
        self.notes = notes or {}
        """Short names of reasons, by rule."""
        self.needs = needs or {}
        """The rule of what a roll starts from, by the rule of the roll."""
        self.fields = fields or {}
        """What a choice within an action is called, by its field, or by the action and the field."""
        self.shelves = shelves or {}
        """What offers stand under where there are many, by action."""
        self.meanings = meanings or {}
        """What something that may be chosen means, in a sentence, by its id, or by action, field and value."""
        self.advised = advice or {}
        """What a book points out about what is legal, by rule, or by rule and fact."""
        self.rolls = rolls or {}
        """What dice are rolled for, by the rule of the roll."""

    @classmethod
    def load(
        cls, package: str, names: Mapping[str, str], file: str = TEMPLATES, meanings: Mapping[str, str] | None = None
    ) -> Self:
        """The templates that lie in a game's folder; `names` and `meanings` are those of its catalog entries."""
        source = files(package).joinpath(file)
        plain = parse_toml(source.read_text(encoding="utf-8"), str(source))
        headings = plain.get("headings", {}).get("events", ())
        return cls(
            plain["events"],
            plain["refusals"],
            plain["quiet"]["events"],
            names,
            headings,
            plain.get("words", {}),
            plain.get("offers", {}),
            plain.get("decisions", {}),
            plain.get("notes", {}),
            plain.get("needs", {}),
            plain.get("fields", {}),
            plain.get("shelves", {}),
            {**(meanings or {}), **plain.get("meanings", {})},
            plain.get("advice", {}),
            plain.get("rolls", {}),
        )

    def heading(self, event: Event) -> int:
        """How broad a chapter begins with an event: 1 for the broadest, 0 for none."""
        tag = type(event).__name__
        return self.headings.index(tag) + 1 if tag in self.headings else 0

    def event(self, table: Table, event: Event) -> str:
        """An event in a sentence, or nothing for one that goes without saying."""
        return "" if type(event).__name__ in self.quiet else self.sentence(table, event)

    def told(self, event: Event) -> bool:
        """Whether the book has words for an event, said or not."""
        return type(event).__name__ in self.events

    def sentence(self, table: Table, event: Event) -> str:
        """An event in a sentence, even one that goes without saying."""
        tag = type(event).__name__
        template = self.events.get(f"{tag} {event.rule}") or self.events.get(tag)
        if template is None:
            template = tag + "".join(f" {f} {{{f}}}" for f in event.__struct_fields__ if f != "rule")
        words = {f: self.word(table, getattr(event, f)) for f in event.__struct_fields__}
        words.update(self._extra(table, event))
        for field, known in self.words.get(tag, {}).items():
            words[field] = known.get(words[field], known.get(OTHER, "{}")).format(words[field])
        return template.format_map(words)

    def _extra(self, table: Table, event: Event) -> dict[str, str]:
        title = self.names.get(event.rule, "")
        extra = {"purpose": f"{title}: " if title else ""}
        if isinstance(event, Rolled):
            extra["who"] = self.word(table, event.about if self._there(table, event.about) else event.side)
            extra["what"] = f"{self.rolls[event.rule]} " if event.rule in self.rolls else ""
        path = getattr(event, "path", None)
        if path:
            extra["path_end"] = self.word(table, path[-1])
        aim = getattr(event, "target", None) or getattr(event, "spot", None)
        extra["aim"] = f" at {self.word(table, aim)}" if aim else ""
        by = getattr(event, "by", None)
        if isinstance(by, int):
            extra["amount"] = str(abs(by))
            extra["s"] = "" if abs(by) == 1 else "s"
        attachment = getattr(event, "attachment", None)
        if isinstance(attachment, Attachment):
            extra["bearer"] = self.word(table, attachment.bearer)
            extra["effect"] = self.word(table, attachment.effect)
            # What lies on somebody goes by what it is, not by on whom.
            extra["attachment"] = self._name(table, attachment.id.partition("@")[0])
        need = getattr(event, "need", None)
        if isinstance(need, Tally):
            reasons = "".join(
                f", {n.value:+g} {self._title(n.rule)}{' (silenced)' if n.muted else ''}" for n in need.notes
            )
            from_here = " or less" if need.low else "+"
            extra["needing"] = f" needing {need.value:g}{from_here}" + (
                f" ({need.base:g}{from_here}{reasons})" if reasons else ""
            )
        else:
            extra["needing"] = ""
        bearer = getattr(event, "bearer", None)
        token = getattr(event, "token", None)
        if bearer is not None and token is not None:
            extra["left"] = str(table.tokens(bearer, token))
            extra["which"] = self.word(table, token.partition(":")[2] or token)
        return extra

    def refusal(self, table: Table | None, refusal: Refusal, title: str = "") -> str:
        """A refusal in a sentence: what is needed and what there is."""
        return self._reason(self.refusals, table, refusal, title)

    def advice(self, advice: Refusal, title: str = "") -> str:
        """Advice in a sentence: what there is and what would be better."""
        return self._reason(self.advised, None, advice, title)

    def _reason(self, templates: Mapping[str, str], table: Table | None, refusal: Refusal, title: str) -> str:
        words = {k.replace(" ", "_"): self.word(table, v) for k, v in refusal.facts.items()}
        reasons = (templates.get(f"{refusal.rule} {fact}") for fact in refusal.facts)
        template = next((found for found in reasons if found), None) or templates.get(refusal.rule)
        if template is not None:
            try:
                return template.format_map(words)
            except KeyError:
                pass  # The rule refuses for another reason than the one its template is about.
        figures = ", ".join(f"{k} {self.word(table, v)}" for k, v in refusal.facts.items())
        return f"{title}: {figures}" if title and figures else title or figures

    def action(self, table: Table, action: Action) -> str:
        """An action in a few words."""
        words = [self.word(table, getattr(action, f)) for f in action.__struct_fields__]
        return " ".join([type(action).__name__, *(w for w in words if w)])

    def offer(self, table: Table, offer: Offer) -> str:
        """What may be done, in a word or two; whose model it is about goes without saying."""
        tag = offer.action.__name__
        template = self.offers.get(f"{tag} {offer.rule}") or self.offers.get(tag) or tag
        given = offer.given.items()
        words = {f: m.name if (m := _model(table, v)) else self.word(table, v) for f, v in given}
        return template.format_map(words).strip()  # A word may be empty at either end.

    def field(self, offer: Offer, field: str) -> str:
        """What an open field of an offer is called; empty where its options speak for themselves."""
        return self.fields.get(f"{offer.action.__name__} {field}") or self.fields.get(field, "")

    def meaning(self, offer: Offer, field: str, value: Any) -> str:
        """What an option of an open field means, where somebody says so."""
        return self.meanings.get(f"{offer.action.__name__} {field} {value}") or self.meanings.get(str(value), "")

    def speaks(self, offer: Offer, field: str) -> bool:
        """Whether the book has words of its own for the options of a field."""
        return field in self.words.get(offer.action.__name__, {})

    def option(self, table: Table, offer: Offer, field: str, value: Any) -> str:
        """What an option of an open field is called; {level} and the like are not known here, only the value."""
        word = self.word(table, value)
        known = self.words.get(offer.action.__name__, {}).get(field, {})
        return known.get(str(value)) or known.get(OTHER, "{}").replace("{}", word)

    def decision(self, table: Table, decision: Decision) -> str:
        """What is asked, in a sentence."""
        first = decision.offers[0].action.__name__ if decision.offers else ""
        asked = self.decisions.get(f"{decision.rule} {first}") or self.decisions.get(decision.rule)
        template = asked or self.names.get(decision.rule) or decision.rule
        about = table.models.get(decision.about)
        # What is asked may be about a question, whose fields may be told too.
        on = decision.on if isinstance(decision.on, Question) else None
        words = {f: self.word(table, getattr(on, f)) for f in on.__struct_fields__} if on is not None else {}
        words |= {"side": decision.side, "about": about.name if about else self.word(table, decision.about)}
        for field, known in self.words.get(type(on).__name__, {}).items():
            # A field may be told with the others: what is done, and to whom.
            words[field] = known.get(str(getattr(on, field)), known.get(OTHER, "{}")).format(words[field], **words)
        return template.format_map(words)

    def question(self, rule: str) -> str:
        """What a rule asks, where that can be said before it does; else what the rule is called."""
        asked = self.decisions.get(rule, "{")
        return asked if "{" not in asked else self.names.get(rule) or rule

    def note(self, rule: str) -> str:
        """A reason in a word or two."""
        return self.notes.get(rule) or self.names.get(rule) or rule

    def word(self, table: Table | None, value: Any) -> str:
        """A value as a person would write it."""
        if value is None:
            return "nobody"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):
            return f"{value:.2f}".rstrip("0").rstrip(".")
        if isinstance(value, str):
            return self._name(table, value)
        if isinstance(value, Mapping):
            sides = table.sides if table is not None else ()
            # What sides have won stands behind their names; what was done to somebody is done on them.
            words = ((self.word(table, k), self.word(table, v), k in sides) for k, v in value.items())
            return ", ".join(f"{who} {what}" if has else f"{what} on {who}" for who, what, has in words)
        if isinstance(value, tuple) and len(value) == 2 and all(isinstance(v, float) for v in value):
            return f"({self.word(table, value[0])}, {self.word(table, value[1])})"
        if isinstance(value, Sequence):
            return _unit(table, value) or ", ".join(self.word(table, v) for v in value) or "nobody"
        if isinstance(value, Struct):
            return str(getattr(value, "name", "") or getattr(value, "id", "") or value)
        return str(value)

    def _title(self, rule: str) -> str:
        return f"{self.names[rule]} {rule}" if rule in self.names else rule

    @staticmethod
    def _there(table: Table, id: str) -> bool:
        """Whether an id is that of a model, or of a piece of terrain."""
        return _model(table, id) is not None or any(piece.id == id for piece in table.terrain.pieces)

    def _name(self, table: Table | None, id: str) -> str:
        model = table.models.get(id) if table is not None else None
        if model is not None and model.kind == "model":
            return f"{model.owner} {model.name}"
        if model is not None and model.name and model.kind not in SENTINELS:
            return model.name
        piece = next((p for p in table.terrain.pieces if p.id == id), None) if table is not None else None
        if piece is not None:
            return f"the {(piece.name or piece.id).replace('-', ' ')}"
        # What is gone from the table goes by what it was one of: `smoke_screen-2` was a smoke screen.
        kinds = (id, id.partition(":")[0], id.rpartition("-")[0])
        return next((name for kind in kinds if (name := self.names.get(kind))), id)


def applied(table: Table, event: Event) -> Table:
    """Let an event happen; gives the table it is told on: the one it made, but what it took away is named as before."""
    before = table.copy() if isinstance(event, Cleared) else table
    event.apply(table)
    return before


def _unit(table: Table | None, ids: Sequence[Any]) -> str:
    """What a unit is called, where everybody of it that is left is named: what the names of its models begin with."""
    named = [_model(table, id) for id in ids]
    units = {model.unit for model in named if model is not None}
    if table is None or len(named) < LEAST or None in named or len(units) != 1:
        return ""
    left = [m for m in table.models.values() if m.unit in units and "removed" not in m.tokens]
    name = _beginning([model.name for model in left])
    return f"{left[0].owner} {name}" if name and {m.id for m in left} <= set(ids) else ""


def _beginning(names: Sequence[str]) -> str:
    """What all of some names begin with."""
    first, last = min(names), max(names)
    alike = next((n for n, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    return first[:alike].rstrip(" .-")


LEAST = 2
"""Models that make a unit worth a name of its own."""


def _model(table: Table | None, id: Any) -> Model | None:
    """The model of an id, if that is what it names."""
    model = table.models.get(id) if table is not None and isinstance(id, str) else None
    return model if model is not None and model.kind == "model" else None
