"""Building a combat squad, and laying out terrain: every fault at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import isfinite
from operator import attrgetter
from typing import Any

from sightline.core.decisions import Refusal
from sightline.core.dice import SeededDice
from sightline.core.game import TablePlan
from sightline.core.kernel import shapes
from sightline.core.muster import Allowance, Entry, Roster
from sightline.core.table import Piece, Point
from sightline.core.variants import Variant
from sightline.games.guerrilla.catalog import (
    BASE_LEAST,
    BASE_MOST,
    BASE_USUAL,
    DEPTH,
    GAME_ID,
    SLACK,
    SQUAD_STARS,
    WIDTH,
    Character,
    characters,
    item,
    items,
)

# ------------------------------------------------------------------ squads


def stars(roster: Roster) -> int:
    """What a squad costs; characters nobody knows cost nothing."""
    known = characters()
    return sum(known[e.profile].cost for e in roster.models if e.profile in known)


def base(entry: Entry) -> float:
    """The diameter of a model's base (DG-SET-04)."""
    return BASE_USUAL if entry.base is None else entry.base


ALLOWANCE = Variant(
    "eqab_budget", {"edition_a": attrgetter("eqab_edition_a"), "edition_b": attrgetter("eqab_edition_b")}
)
"""The stars a character has for equipment and abilities, in the edition in use (DG-SQD-04)."""

COPIES = Variant("duplicate_items", {"forbidden": 1, "allowed": SQUAD_STARS})
"""How often a model may carry the same entry (DG-EQP-03)."""


def faults(roster: Roster, options: Mapping[str, Any]) -> list[Refusal]:
    """Everything that is wrong with a squad."""
    found: list[Refusal] = []
    if roster.game != GAME_ID:
        found.append(Refusal("DG-SET-01", {"game": roster.game, "needed": GAME_ID}))
    if not roster.models:
        found.append(Refusal("DG-SQD-01", {"models": 0, "least": 1}))
    if stars(roster) > SQUAD_STARS:
        found.append(Refusal("DG-SQD-01", {"stars": stars(roster), "limit": SQUAD_STARS}))
    for number, entry in enumerate(roster.models, 1):
        found.extend(Refusal(f.rule, {"model": number, **f.facts}) for f in model_faults(entry, options))
    return found


def model_faults(entry: Entry, options: Mapping[str, Any]) -> Iterator[Refusal]:
    """Everything that is wrong with one model of a squad."""
    if not isfinite(base(entry)) or not BASE_LEAST <= base(entry) <= BASE_MOST:
        yield Refusal("DG-SET-04", {"base": base(entry), "least": BASE_LEAST, "most": BASE_MOST})
    who = characters().get(entry.profile)
    if who is None:
        yield Refusal("DG-SQD-02", {"unknown character": entry.profile})
    known = [i for i in entry.items if i in items()]
    for unknown in (i for i in entry.items if i not in items()):
        yield Refusal("DG-EQP-01", {"unknown item": unknown})
    for id, times in Counter(known).items():
        if who is not None and who.id not in item(id).available_to:
            yield Refusal("DG-EQP-02", {"character": who.id, "item": id})
        if times > COPIES.among(options):
            yield Refusal("DG-EQP-03", {"item": id, "times": times, "limit": COPIES.among(options)})
    for one, other in combinations(dict.fromkeys(known), 2):
        if other in item(one).excludes or one in item(other).excludes:
            yield Refusal("DG-EQP-05", {"item": one, "excludes": other})
    if who is not None:
        spent, allowance = sum(item(i).cost for i in known), ALLOWANCE.among(options)(who)
        if spent > allowance:
            yield Refusal("DG-SQD-04", {"character": who.id, "stars": spent, "allowance": allowance})


def allowances(entry: Entry, options: Mapping[str, Any]) -> list[Allowance]:
    """What a model spends on what it carries; nobody knows what a stranger may spend (DG-SQD-04)."""
    who = characters().get(entry.profile)
    if who is None:
        return []
    spent = sum(item(i).cost for i in entry.items if i in items())
    return [Allowance("Equipment", spent, ALLOWANCE.among(options)(who), "DG-SQD-04", "★")]


def kit(entry: Entry) -> tuple[str, ...]:
    """What a model carries, each copy under its own name."""
    seen: Counter[str] = Counter()
    names = []
    for id in entry.items:
        seen[id] += 1
        names.append(id if seen[id] == 1 else f"{id}:{seen[id]}")
    return tuple(names)


def draft(seed: str, options: Mapping[str, Any]) -> Roster:
    """A legal squad drawn at random: characters while the stars last, each with what its allowance buys."""
    below = SeededDice(f"squad {seed}").below
    entries: list[Entry] = []
    left = SQUAD_STARS - below(4)
    while affordable := [c for c in characters().values() if c.cost <= left]:
        who = affordable[below(len(affordable))]
        left -= who.cost
        entries.append(equipped(who, ALLOWANCE.among(options)(who), below))
    return Roster(game=GAME_ID, name=f"Drafted {seed}", models=tuple(entries))


def equipped(who: Character, allowance: int, below: Callable[[int], int]) -> Entry:
    """A character with things drawn at random until nothing more can be bought."""
    carried: list[str] = []
    while buyable := [
        i.id
        for i in items().values()
        if who.id in i.available_to
        and i.cost <= allowance
        and i.id not in carried
        and not any(i.id in item(c).excludes for c in carried)
    ]:
        carried.append(buyable[below(len(buyable))])
        allowance -= item(carried[-1]).cost
    return Entry(profile=who.id, items=tuple(carried))


# ------------------------------------------------------------------ terrain


def numbered(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces of a layout, each with an id."""
    return tuple(Piece(p.polygon, p.height, p.id or f"piece-{n}", p.name, p.kind) for n, p in enumerate(pieces, 1))


def layout_faults(plan: TablePlan) -> list[Refusal]:
    """Everything that is wrong with a layout (DG-TER-02)."""
    pieces = numbered(plan.pieces)
    found: list[Refusal] = []
    sound: list[Piece] = []
    for piece in pieces:
        wrong = piece_fault(piece)
        if wrong:
            found.append(Refusal("DG-TER-02", {"piece": piece.id, "fault": wrong}))
        else:
            sound.append(piece)
    for id, times in Counter(p.id for p in pieces).items():
        if times > 1:
            found.append(Refusal("DG-TER-02", {"piece": id, "fault": f"{times} pieces have this id"}))
    for one, other in combinations(sound, 2):
        if shapes.overlap(one.polygon, other.polygon, SLACK):
            found.append(Refusal("DG-TER-02", {"piece": one.id, "fault": f"shares ground with {other.id}"}))
    return found


def piece_fault(piece: Piece) -> str:
    """What is wrong with a single piece; empty if nothing is."""
    wrong = shapes.validate(piece.polygon)
    if wrong:
        return wrong
    if not shapes.is_convex(piece.polygon):
        return "not convex; enter it as several touching pieces"
    if not isfinite(piece.height) or not 0 <= piece.height <= 1000:
        return f"height {piece.height} is not a height"
    off = [p for p in piece.polygon if not _on_the_mat(p)]
    return f"corner {off[0]} is off the {WIDTH:g} by {DEPTH:g} in mat" if off else ""


def _on_the_mat(point: Point) -> bool:
    return -SLACK <= point[0] <= WIDTH + SLACK and -SLACK <= point[1] <= DEPTH + SLACK
