"""Squads in figures: what they cost, what each model is, every fault at once and its cheapest repair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from sightline.core.decisions import Refusal
from sightline.core.drafts import Slip, read_draft
from sightline.core.errors import BadInput
from sightline.core.game import Advises, Game, SetUp, TablePlan, samples
from sightline.core.game import game as find
from sightline.core.muster import Allowance, Entry, Roster
from sightline.core.offers import PLAIN
from sightline.core.repair import Fix, Repairs, Stock
from sightline.core.screen import Figure
from sightline.server.messages import FaultView, MemberView, Meter, MusterView, Repair

BARE = TablePlan(id="bare", pieces=())
MANY = 40
"""Faults beyond which none is repaired one by one."""

_STOCKS: dict[str, Stock] = {}


def muster_view(game: Game, document: Any, options: Any = None) -> MusterView:
    """A squad in figures, whatever was handed in."""
    settled, slips = settle(game, {} if options is None else options)
    roster, more = read_draft(document, game.id)
    slips += more
    found = list(game.muster(roster, settled))
    repairs = Repairs(game, roster, settled)
    fixes = [repairs.of(fault) for fault in found] if len(found) <= MANY else [None] * len(found)
    told = [slip_view(game, slip, roster) for slip in slips]
    told += [fault_view(game, fault, fix) for fault, fix in zip(found, fixes, strict=True)]
    whole = repairs.all() if found else None
    return MusterView(
        cost=meter(game.budget(roster, settled)),
        members=tuple(member_view(game, entry, settled) for entry in roster.models),
        faults=tuple(told),
        totals=dict(game.totals(roster, settled)),
        repaired=repair(whole) if whole else _read(roster) if slips and not found else None,
        advice=advice_view(game, game.squad_advice(roster, settled)) if isinstance(game, Advises) else (),
    )


def settle(game: Game, options: Any) -> tuple[dict[str, Any], list[Slip]]:
    """Every option with a value, and what is wrong with those that were given."""
    book = game.rulebook
    if not isinstance(options, Mapping):
        return book.settle({}), [Slip("options: expected names and values")]
    good: dict[str, Any] = {}
    slips: list[Slip] = []
    for name, value in options.items():
        try:
            book.settle({name: value})
        except BadInput as error:
            shown = str(error).partition("; allowed")[0]
            slips.append(Slip(shown if shown.isprintable() and len(shown) < 400 else "options: one is not known"))
        else:
            good[name] = value
    return book.settle(good), slips[:MANY]


# ------------------------------------------------------------------ models


def member_view(game: Game, entry: Entry, options: Mapping[str, Any]) -> MemberView:
    """One model in figures."""
    alone = Roster(game.id, "", (entry,))
    meters = tuple(meter(allowance) for allowance in game.allowances(entry, options))
    found = stock_of(game).unlisted(entry.profile)
    like, line = (found["like"], found["line"]) if found else ("", "")
    return MemberView(game.cost(alone), portrait(game, entry, options), meters, like, line)


def portrait(game: Game, entry: Entry, options: Mapping[str, Any]) -> Figure:
    """How a model of a squad will look when the match begins; of what nobody knows, nothing."""
    stock = stock_of(game)
    if entry.profile not in stock.profiles and not stock.unlisted(entry.profile):
        return Figure(entry.profile or "?", PLAIN)
    known = Entry(entry.profile, tuple(item for item in entry.items if item in stock.things), stats=entry.stats)
    return posed(game.id, known, tuple(sorted(options.items())))


@lru_cache(2048)
def posed(id: str, entry: Entry, options: tuple[tuple[str, Any], ...]) -> Figure:
    """A model as it looks beside the mat: in the first place of a sample squad."""
    game = find(id)
    rosters = {side: next(iter(samples(game, side).values())) for side in game.sides}
    posing = replace(rosters[game.sides[0]], models=(entry,))
    side = next((s for s in game.plays(posing)), game.sides[0])
    sample = rosters[side]
    rosters[side] = replace(sample, models=(entry, *sample.models[1:]))
    table = game.set_up(SetUp(game.id, rosters, BARE, dict(options)))
    stands = next((m.id for m in table.models.values() if m.kind == "model" and m.owner == side), "")
    # What waits in a box until it is drawn has a name and an icon, no more.
    name, glyph = stock_of(game).called(entry), game.screen.glyphs.get(entry.profile, PLAIN)
    return game.screen.figure(table, stands) if stands else Figure(name, glyph)


def stock_of(game: Game) -> Stock:
    """What squads of a game are made of."""
    found = _STOCKS.get(game.id)
    if found is None:
        found = _STOCKS[game.id] = Stock(game)
    return found


def meter(allowance: Allowance) -> Meter:
    """What is spent of an allowance."""
    return Meter(allowance.name, allowance.value, allowance.most, allowance.rule, allowance.sign)


# ------------------------------------------------------------------ faults


def fault_view(game: Game, fault: Refusal, fix: Fix | None) -> FaultView:
    """One fault in words."""
    number = fault.facts.get("model")
    stock = stock_of(game)
    items = [v for k, v in fault.facts.items() if isinstance(v, str) and (v in stock.things or "item" in k)]
    return FaultView(
        rule=fault.rule,
        title=title_of(game, fault.rule),
        text=sentence(game.sayings.refusal(None, fault, title_of(game, fault.rule))),
        model=number if isinstance(number, int) else 0,
        item=items[-1] if items else "",
        repair=repair(fix) if fix else None,
    )


def advice_view(game: Game, advice: Iterable[Refusal]) -> tuple[FaultView, ...]:
    """What a book points out about something legal, in words."""
    told = ((one.rule, title_of(game, one.rule), one) for one in advice)
    return tuple(FaultView(rule, title, sentence(game.sayings.advice(one, title))) for rule, title, one in told)


def slip_view(game: Game, slip: Slip, roster: Roster) -> FaultView:
    """What could not be read, in words."""
    rule = game.preparation["lists"]
    return FaultView(rule, title_of(game, rule), sentence(slip.text), slip.model, repair=_read(roster))


def _read(roster: Roster) -> Repair:
    """What could be read, without what could not."""
    return Repair("Leave out what cannot be read", roster)


def repair(fix: Fix) -> Repair:
    """A repair as it is offered."""
    return Repair(fix.text, fix.roster, fix.effect)


def title_of(game: Game, rule: str) -> str:
    """What a rule is called."""
    known = game.rulebook.rules.get(rule)
    return known.title if known else rule


def sentence(text: str) -> str:
    """A text that begins as sentences do."""
    return text[:1].upper() + text[1:]
