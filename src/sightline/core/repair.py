"""The cheapest change that removes a fault of a squad, and the smallest set of changes that removes them all.

A change is tried by the game's own muster: whatever the book forbids, a repair is one that it lets pass. Fewest changes
come first, then those that lose least of what was paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sightline.core.decisions import Refusal
from sightline.core.game import Game, ReadsLists
from sightline.core.muster import Entry, Roster

STEPS = 12
"""Changes beyond which a squad is better made anew."""
WORK = 60_000
"""Models and things looked at in one search, so that a squad of thousands takes no longer than another."""
MOST = 60
"""Faults beyond which a squad is better made anew."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

Key = tuple[Any, ...]


class Change(Struct, frozen=True):
    """One thing to do about a squad."""

    text: str
    roster: Roster
    was: tuple[int, ...]
    """The place each model had before; -1 for a new one."""
    lost: tuple[int, int, int]
    """What it costs, by which the cheapest is found: models' cost, things' cost, and how drastic it is."""


class Fix(Struct, frozen=True):
    """Changes that belong together, in words and in figures."""

    text: str
    roster: Roster
    effect: str
    changes: int


class Stock:
    """What squads of a game are made of."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names: dict[str, str] = {}
        self.costs: dict[str, int] = {}
        self._reader = game if isinstance(game, ReadsLists) else None
        self.profiles: list[str] = []
        self.spans: dict[str, Mapping[str, tuple[int, int]]] = {}
        """The least and the most of every figure, of profiles whose figures are chosen."""
        self.things: dict[str, tuple[str, ...]] = {}
        """The profiles each thing is open to."""
        for entries in game.catalog.values():
            for entry in entries:
                self.names[entry["id"]] = entry["name"]
                self.costs[entry["id"]] = entry["cost"]
                if "open_to" in entry:
                    self.things[entry["id"]] = tuple(entry["open_to"])
                else:
                    self.profiles.append(entry["id"])
                    self.spans[entry["id"]] = entry.get("spans", {})

    def unlisted(self, id: str) -> Mapping[str, Any] | None:
        """A profile that is in no catalog and can be played all the same."""
        return None if self._reader is None or id in self.names else self._reader.unlisted(id)

    def name(self, id: str) -> str:
        """What something is called."""
        found = self.unlisted(id)
        return found["name"] if found else self.names.get(id, id)

    def called(self, entry: Entry) -> str:
        """What a model is called."""
        return entry.name or self.name(entry.profile)

    def the(self, entry: Entry) -> str:
        """A model within a sentence: by its own name, or by what it is."""
        return entry.name or f"the {self.name(entry.profile) or 'model without a profile'}"

    def carried(self, entry: Entry) -> int:
        """What a model's things cost."""
        return sum(self.costs.get(id, 0) for id in entry.items if id in self.things)

    def open(self, thing: str, profile: str) -> bool:
        """Whether a profile may take a thing at all."""
        takers, found = self.things.get(thing), self.unlisted(profile)
        return takers is not None and (not takers or (found["like"] if found else profile) in takers)


class Repairs:
    """The repairs of one squad."""

    def __init__(self, game: Game, roster: Roster, options: Mapping[str, Any]) -> None:
        self.game = game
        self.stock = Stock(game)
        self.roster = roster
        self.options = options
        self._work = 0

    def of(self, fault: Refusal) -> Fix | None:
        """The cheapest repair of one fault that adds no other; None if none was found."""
        known = list(self.game.muster(self.roster, self.options))
        done = self._chain(self.roster, fault, known)
        return self._fix(done) if done else None

    def all(self) -> Fix | None:
        """The smallest set of changes after which nothing is wrong, found step by step; None if none was found."""
        roster, done = self.roster, list[Change]()
        if len(self.game.muster(roster, self.options)) > MOST:
            return None
        while faults := list(self.game.muster(roster, self.options)):
            best = self._best(roster, faults)
            if best is None or len(done) == STEPS:
                return None
            done.append(best)
            roster = best.roster
        return self._fix(done) if done else None

    # ------------------------------------------------------------------ searching

    def _muster(self, roster: Roster) -> list[Refusal] | None:
        """The faults of a squad, or None once enough was tried."""
        if self._work > WORK:
            return None
        self._work += sum(4 + len(entry.items) for entry in roster.models)
        return list(self.game.muster(roster, self.options))

    def _chain(self, roster: Roster, fault: Refusal, known: Sequence[Refusal]) -> list[Change]:
        """The cheapest single change, or else the changes that make a fault smaller until it is gone."""
        self._work = 0
        done: list[Change] = []
        while len(done) < STEPS:
            smaller: tuple[float, Change, list[Refusal]] | None = None
            before = Known(known)
            for change in sorted(changes(self.stock, roster, fault), key=_price):
                after = self._muster(change.roster)
                if after is None:
                    return []
                if before.adds(after, change):
                    continue
                left = _left(fault, after, change)
                if left is None:
                    return [*done, change]
                if _size(left) < _size(fault) and (smaller is None or _size(left) < smaller[0]):
                    smaller = (_size(left), change, after)
            if smaller is None:
                return []
            change, known = smaller[1], smaller[2]
            done.append(change)
            roster, fault = change.roster, _left(fault, known, change) or fault
        return []

    def _best(self, roster: Roster, faults: Sequence[Refusal]) -> Change | None:
        """The change after which least is wrong, the cheapest of them."""
        self._work = 0
        best: tuple[tuple[float, ...], Change] | None = None
        tried: set[Roster] = set()
        before, heavy = Known(faults), sum(map(_size, faults))
        for fault in faults[:MOST]:
            for change in changes(self.stock, roster, fault):
                if change.roster in tried:
                    continue
                tried.add(change.roster)
                after = self._muster(change.roster)
                if after is None:
                    return None if best is None else best[1]
                if before.adds(after, change):
                    continue
                weight = sum(map(_size, after))
                if len(after) < len(faults) or weight < heavy:
                    rank = (len(after), *(() if len(after) < len(faults) else (weight,)), *change.lost)
                    if best is None or rank < best[0]:
                        best = (rank, change)
        return None if best is None else best[1]

    # ------------------------------------------------------------------ telling

    def _fix(self, done: Sequence[Change]) -> Fix:
        after = done[-1].roster
        text = "; ".join(change.text if place == 0 else _small(change.text) for place, change in enumerate(done))
        return Fix(text, after, self._effect(done, after), len(done))

    def _effect(self, done: Sequence[Change], after: Roster) -> str:
        """What changes, in figures: the cost of the squad, or else what the model carries."""
        before = self.game.budget(self.roster, self.options)
        new = self.game.budget(after, self.options)
        if new.value != before.value:
            return f"{before.value} → {new.value} {before.sign}".rstrip()
        places = range(len(after.models))
        if len(after.models) != len(self.roster.models):
            return f"{len(self.roster.models)} → {len(after.models)} models"
        touched = [n for n in places if after.models[n].items != self.roster.models[n].items]
        spent = [sum(self.stock.carried(squad.models[n]) for n in touched) for squad in (self.roster, after)]
        if not touched:
            return ""
        if spent[0] != spent[1]:
            return f"{spent[0]} → {spent[1]}"
        carried = [sum(len(squad.models[n].items) for n in touched) for squad in (self.roster, after)]
        return "same cost" if carried[0] == carried[1] else ""


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _price(change: Change) -> tuple[int, int, int]:
    return change.lost


# ------------------------------------------------------------------ faults before and after


def _key(fault: Refusal, was: Sequence[int] | None = None) -> Key:
    """What makes a fault the same one after a change: its rule, its model and whom it names, not its figures."""
    number = fault.facts.get("model")
    if was is not None and isinstance(number, int) and 0 < number <= len(was):
        number = was[number - 1] + 1
    named = tuple((k, v) for k, v in fault.facts.items() if k != "model" and isinstance(v, str))
    return (fault.rule, number, *named, *(k for k in fault.facts if k != "model"))


class Known:
    """The faults before a change: how many there are of each, and how large they are."""

    def __init__(self, faults: Sequence[Refusal]) -> None:
        keys = [_key(f) for f in faults]
        self._counts = Counter(keys)
        self._sizes = dict(zip(keys, map(_size, faults), strict=True))

    def adds(self, after: Sequence[Refusal], change: Change) -> bool:
        """Whether anything is wrong after a change that was not, or is more wrong than it was."""
        left, keys = self._counts.copy(), list[Key]()
        for fault in after:
            key = _key(fault, change.was)
            left[key] -= 1
            if left[key] < 0:
                return True
            keys.append(key)
        return any(_size(fault) > self._sizes[key] for fault, key in zip(after, keys, strict=True))


def _left(fault: Refusal, after: Sequence[Refusal], change: Change) -> Refusal | None:
    """What is left of a fault after a change."""
    same = [f for f in after if _key(f, change.was) == _key(fault)]
    return same[0] if same else None


def _size(fault: Refusal) -> float:
    """By how much something is wrong, where the figures tell."""
    figures = [
        v for k, v in fault.facts.items() if k != "model" and isinstance(v, int | float) and not isinstance(v, bool)
    ]
    return abs(figures[-1] - figures[-2]) if len(figures) > 1 and all(map(isfinite, figures)) else 0.0


# ------------------------------------------------------------------ what could be changed


def changes(stock: Stock, roster: Roster, fault: Refusal) -> Iterator[Change]:
    """What could be done about a fault, whether it helps or not."""
    number = fault.facts.get("model")
    everybody = range(len(roster.models))
    one = isinstance(number, int) and 0 < number <= len(roster.models)
    for place in (number - 1,) if one and isinstance(number, int) else reversed(everybody):
        yield from _things(stock, roster, place, fault)
        yield from _base(stock, roster, place, fault)
        yield from _figures(stock, roster, place, fault)
        yield from _profile(stock, roster, place)
        yield _removed(stock, roster, place)
    if roster.game != stock.game.id:
        text = f"Make it a squad for {stock.game.title}"
        yield Change(text, replace(roster, game=stock.game.id), tuple(everybody), (0, 0, 0))
    if not one:
        yield from _recruits(stock, roster)


def _put(roster: Roster, place: int, entry: Entry) -> tuple[Roster, tuple[int, ...]]:
    """A squad with another model in a place."""
    models = (*roster.models[:place], entry, *roster.models[place + 1 :])
    return replace(roster, models=models), tuple(range(len(models)))


def _things(stock: Stock, roster: Roster, place: int, fault: Refusal) -> Iterator[Change]:
    """A thing less, or another one instead of one that the model may not have."""
    entry = roster.models[place]
    for at, id in enumerate(entry.items):
        copy = entry.items[:at].count(id)
        if entry.items.count(id) == 1 or copy:
            which = f"{ORDINALS[min(copy, 9)]} " if copy else ""
            less = replace(entry, items=(*entry.items[:at], *entry.items[at + 1 :]))
            text = f"Take off the {which}{stock.name(id)}"
            yield Change(text, *_put(roster, place, less), (0, stock.costs.get(id, 0), 1))
        if id in fault.facts.values() and not stock.open(id, entry.profile):
            yield from _swaps(stock, roster, place, at)


def _swaps(stock: Stock, roster: Roster, place: int, at: int) -> Iterator[Change]:
    """Another thing in the place of one, of the same cost or cheaper; for a slip of the pen, the one that was meant."""
    entry, old = roster.models[place], roster.models[place].items[at]
    meant = get_close_matches(old, stock.things, 1, 0.75) if old not in stock.things else []
    for id in meant or stock.things:
        cost = stock.costs.get(old, 0) - stock.costs[id]
        if stock.open(id, entry.profile) and id not in entry.items and (cost >= 0 or meant):
            swapped = replace(entry, items=(*entry.items[:at], id, *entry.items[at + 1 :]))
            text = f"Swap {stock.name(old)} for {stock.name(id)}"
            yield Change(text, *_put(roster, place, swapped), (0, 0 if meant else max(0, cost), 0))


def _base(stock: Stock, roster: Roster, place: int, fault: Refusal) -> Iterator[Change]:
    """The nearest base that may be."""
    entry = roster.models[place]
    least, most = fault.facts.get("least"), fault.facts.get("most")
    if "base" not in fault.facts or entry.base is None:
        return
    if isinstance(least, int | float) and isinstance(most, int | float) and isfinite(entry.base):
        nearest = min(most, max(least, entry.base))
        yield Change(
            f"Give {stock.the(entry)} a base of {nearest:g} in",
            *_put(roster, place, replace(entry, base=nearest)),
            (0, 0, 0),
        )
    text = f"Give {stock.the(entry)} the usual base"
    yield Change(text, *_put(roster, place, replace(entry, base=None)), (0, 0, 1))


def _figures(stock: Stock, roster: Roster, place: int, fault: Refusal) -> Iterator[Change]:
    """The nearest figure that may be, the least where one is missing, and none that nobody chooses."""
    entry = roster.models[place]
    spans = stock.spans.get(entry.profile, {})
    named = entry.name or "the model" if spans else stock.the(entry)
    meant = [w for value in fault.facts.values() for w in (value if isinstance(value, list) else (value,))]
    for stat, (least, most) in spans.items():
        nearest = min(most, max(least, entry.stats.get(stat, least)))
        if stat in meant and nearest != entry.stats.get(stat):
            other = replace(entry, stats={**entry.stats, stat: nearest})
            text = f"Give {named} {stat.replace('_', ' ')} {nearest}"
            yield Change(text, *_put(roster, place, other), (0, 0, 0))
    kept = {stat: value for stat, value in entry.stats.items() if stat in spans or stat not in meant}
    if kept != entry.stats:
        text = f"Give {named} only the figures it has by the book"
        yield Change(text, *_put(roster, place, replace(entry, stats=kept)), (0, 0, 0))


def _profile(stock: Stock, roster: Roster, place: int) -> Iterator[Change]:
    """Another profile, as a last resort; for a slip of the pen, the one that was meant."""
    entry = roster.models[place]
    if entry.profile in stock.profiles or stock.unlisted(entry.profile):
        return
    meant = get_close_matches(entry.profile, stock.profiles, 1, 0.75)
    for id in meant or stock.profiles:
        text = f"Make {stock.the(entry)} a {stock.name(id)}"
        lost = (0, 0, 0) if meant else (100 + stock.costs[id], 0, 3)
        yield Change(text, *_put(roster, place, replace(entry, profile=id)), lost)


def _removed(stock: Stock, roster: Roster, place: int) -> Change:
    """A model less."""
    entry = roster.models[place]
    alike = [n for n, other in enumerate(roster.models) if stock.called(other) == stock.called(entry)]
    nth = alike.index(place)
    which = ORDINALS[nth] if nth < len(ORDINALS) else f"{nth + 1}th"
    models = (*roster.models[:place], *roster.models[place + 1 :])
    was = tuple(n for n in range(len(roster.models)) if n != place)
    lost = (stock.costs.get(entry.profile, 0), stock.carried(entry), 2)
    named = stock.called(entry) or "model without a profile"
    text = f"Remove the {which} {named}" if len(alike) > 1 else f"Remove {stock.the(entry)}"
    return Change(text, replace(roster, models=models), was, lost)


def _recruits(stock: Stock, roster: Roster) -> Iterator[Change]:
    """A model more, the cheapest there is; where a bare one is not enough, one as a sample squad has it."""
    if stock.profiles:
        id = min(stock.profiles, key=stock.costs.__getitem__)
        models = (*roster.models, Entry(profile=id))
        was = (*range(len(roster.models)), -1)
        yield Change(f"Add a {stock.name(id)}", replace(roster, models=models), was, (0, 0, 2))
    ready = {entry.profile: entry for sample in stock.game.rosters.values() for entry in sample.models if entry.items}
    for entry in sorted(ready.values(), key=lambda one: stock.costs.get(one.profile, 0) + stock.carried(one)):
        was = (*range(len(roster.models)), -1)
        text = f"Add {stock.called(entry)}"
        yield Change(text, replace(roster, models=(*roster.models, entry)), was, (0, 0, 3))
