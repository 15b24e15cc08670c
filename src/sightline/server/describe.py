"""The table, what is asked and what happened, put into the words a browser is sent; nothing here needs a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import NODEFAULT, json, to_builtins
from msgspec.structs import fields, replace

from sightline.core.decisions import (
    Action,
    Count,
    Decision,
    Offer,
    Pick,
    Picks,
    Refusal,
    Route,
    Slot,
    Split,
    Spot,
    Thrown,
)
from sightline.core.dice import Faces
from sightline.core.effects import Note, Tally
from sightline.core.game import Foresees, Game
from sightline.core.match import Match
from sightline.core.offers import Described, described, glyph_of, named, waypoints
from sightline.core.screen import Risk, Ware
from sightline.core.table import Model, Point, Table
from sightline.core.ways import Ways
from sightline.core.wire import encode
from sightline.server.messages import (
    BearerView,
    Change,
    DecisionView,
    DiceView,
    Leg,
    ModelView,
    NeedView,
    NoteView,
    OfferView,
    PlanAnswer,
    RangeView,
    ReachAnswer,
    RefusalView,
    Scene,
    SideView,
    SlotView,
    StrideView,
    WindowView,
)

DRAWN = ("model", "marker", "object")
"""The kinds of model that are seen."""

# ------------------------------------------------------------------ the table


def scene_view(game: Game, table: Table, name: str, mat: str) -> Scene:
    """The whole table as it is drawn; the name and the mat are those of its layout."""
    screen, scores, terrain = game.screen, game.scores(table), table.terrain
    return Scene(
        width=terrain.width,
        height=terrain.height,
        mat=mat,
        name=name,
        pieces=terrain.pieces,
        blocks=tuple(screen.blocks(table)),
        models={m.id: model_view(game, table, m) for m in table.models.values() if m.kind in DRAWN},
        sides={
            side: SideView(side, table.models[side].name or side, scores[side], tuple(screen.pools(table, side)))
            for side in table.sides
        },
        clock=screen.clock(table),
        zones=tuple(screen.zones(table)),
        active=screen.active(table),
        mission=screen.mission(table),
        levels=screen.levels(table),
        sturdy=dict(screen.sturdy(table)),
    )


def model_view(game: Game, table: Table, model: Model) -> ModelView:
    """One model as it is drawn."""
    return ModelView(
        id=model.id,
        side=model.side,
        owner=model.owner,
        name=model.name,
        profile=model.profile,
        radius=model.radius,
        figure=game.screen.figure(table, model.id),
        kind=model.kind,
        at=model.at,
        z=model.z,
        facing=model.facing if game.screen.faces(table, model) else None,
        gone=bool(model.tokens.get("removed")),
        unit=model.unit if model.unit != model.id else "",
    )


def change_view(before: Scene, after: Scene) -> Change:
    """What differs between two scenes of one match."""
    return Change(
        models={id: m for id, m in after.models.items() if before.models.get(id) != m},
        sides={side: s for side, s in after.sides.items() if before.sides.get(side) != s},
        clock=after.clock if after.clock != before.clock else None,
        zones=after.zones if after.zones != before.zones else None,
        pieces=after.pieces if after.pieces != before.pieces else None,
        blocks=after.blocks if after.blocks != before.blocks else None,
        active=after.active if after.active != before.active else None,
        mission=after.mission if after.mission != before.mission else None,
        sturdy=after.sturdy if after.sturdy != before.sturdy else None,
    )


# ------------------------------------------------------------------ numbers and noes


def refusal_view(game: Game, table: Table | None, refusal: Refusal, nearest: Point | None = None) -> RefusalView:
    """A no in words."""
    rule = game.rulebook.rules.get(refusal.rule)
    title = rule.title if rule else refusal.rule
    text = game.sayings.refusal(table, refusal, title)
    return RefusalView(refusal.rule, title, text, to_builtins(refusal.facts, str_keys=True), nearest)


def need_view(game: Game, tally: Tally, rule: str) -> NeedView:
    """A number with its reasons; the rule is that of the roll it is for."""
    source = game.sayings.needs.get(rule, rule)
    notes = tuple(note_view(game, note, more=tally.low or tally.bonus) for note in tally.notes)
    return NeedView(tally.base, tally.value, game.sayings.note(source), source, notes, tally.low)


def note_view(game: Game, note: Note, *, more: bool = False) -> NoteView:
    """One reason; what makes a number smaller helps whoever has to reach it, except where more is better."""
    helps = note.value if more else -note.value
    tone: Literal["good", "bad", "plain"] = "good" if helps > 0 else "bad" if helps < 0 else "plain"
    if note.muted:
        tone = "plain"
    return NoteView(note.rule, game.sayings.note(note.rule), note.value, note.how, note.muted, tone)


def dice_view(
    game: Game, sides: int, faces: Faces, need: Tally | None, rule: str, again: tuple[int, ...] = ()
) -> DiceView:
    """Dice that fell, and how many were to be expected to succeed."""
    if need is None:
        return DiceView(sides, faces, None, again)
    chance = need.good(sides) / sides
    return DiceView(sides, faces, need_view(game, need, rule), again, len(faces) * chance)


# ------------------------------------------------------------------ what is asked


def decision_view(match: Match) -> DecisionView | None:
    """The pending decision; None if a die is to fall or the match is over."""
    decision = match.pending
    if not isinstance(decision, Decision):
        return None
    offers = sorted(described(match), key=lambda one: match.game.screen.rank(match.table, one.offer))
    response = is_response(match, decision, offers)
    return DecisionView(
        side=decision.side,
        rule=decision.rule,
        text=match.game.sayings.decision(match.table, decision),
        offers=tuple(offer_view(match, decision, offer, response=response) for offer in offers),
        about=decision.about,
        window=window_view(match, decision.on) if isinstance(decision.on, Thrown) else None,
        default=None if decision.default is None else json.decode(encode(decision.default)),
        withheld=tuple(withheld_view(match, *missed) for missed in match.game.screen.withheld(match.table, decision)),
    )


def is_response(match: Match, decision: Decision, offers: Sequence[Described]) -> bool:
    """Whether something that happens is answered: that may be ordered beforehand, what one does next may not."""
    book = match.game
    if isinstance(book, Foresees) and any(one.rule == decision.rule for one in book.foreseen(decision.side)):
        return True
    ways = (slot for offer in offers for slot in offer.slots.values() if isinstance(slot, Route))
    return decision.on is not None and next(ways, None) is None


def withheld_view(match: Match, offer: Offer, refusal: Refusal) -> OfferView:
    """Something that is not offered now, and why."""
    game, table = match.game, match.table
    ware = game.screen.ware(table, offer)
    return OfferView(
        action=offer.action.__name__,
        rule=offer.rule,
        name=game.sayings.offer(table, offer),
        glyph=glyph_of(game.screen, offer),
        given=to_builtins(offer.given, str_keys=True),
        line=ware.line if ware else "",
        shelf=shelf_of(game, offer, ware),
        cost=game.screen.cost(table, offer),
        source=ware.rule if ware else "",
        refusal=refusal_view(game, table, refusal),
    )


def shelf_of(game: Game, offer: Offer, ware: Ware | None) -> str:
    """What an offer stands under where there are many."""
    return (ware.shelf if ware else "") or game.sayings.shelves.get(offer.action.__name__, "")


def bearers_of(game: Game, table: Table, ware: Ware | None) -> tuple[BearerView, ...]:
    """Everybody an offer could be for."""
    return tuple(
        BearerView(id, table.models[id].name, None if no is None else refusal_view(game, table, no))
        for id, no in (ware.bearers if ware else {}).items()
    )


def offer_view(match: Match, decision: Decision, described: Described, *, response: bool = False) -> OfferView:
    """One offer."""
    offer, gear = described.offer, described.gear
    ware = match.game.screen.ware(match.table, offer)
    return OfferView(
        action=offer.action.__name__,
        rule=offer.rule,
        name=described.name,
        glyph=described.glyph,
        given=to_builtins(offer.given, str_keys=True),
        slots=tuple(
            named_slot(match, offer, slot_view(match, decision, described, field, slot))
            for field, slot in described.slots.items()
        ),
        gear=gear.id if gear else "",
        line=ware.line if ware else gear.line if gear else "",
        shelf=shelf_of(match.game, offer, ware),
        cost=described.cost,
        risk=risk_of(match, decision, described),
        later=any(f not in offer.given and f not in described.slots for f in offer.action.points[:1]),
        ends=described.ends,
        standing=described.ends and response,
        foes=tuple(field for field in offer.action.foes if field in offer.given),
        foretold=issubclass(offer.action, match.game.screen.foretold),
        source=ware.rule if ware else "",
        bearers=bearers_of(match.game, match.table, ware),
        grave=ware is not None and ware.grave,
    )


def risk_of(match: Match, decision: Decision, described: Described, cost: int = 0) -> Risk | None:
    """What an offer to a model in its turn risks: by the points it takes, or by stopping with those spent."""
    table, about = match.table, decision.about
    if about not in table.models or about != match.game.screen.active(table):
        return None
    if not described.cost and not described.ends:
        return None
    return match.game.screen.risk(table, about, cost or described.cost)


def slot_view(match: Match, decision: Decision, described: Described, field: str, slot: Slot) -> SlotView:
    """An open field."""
    match slot:
        case Pick(options, layouts):
            view = listed(match, decision, SlotView(field, "pick", least=1, most=1, layouts=layouts), options)
            return on_the_ground(match, decision, described, priced(match, decision, described, view, options), options)
        case Picks(options, least, most):
            return listed(match, decision, SlotView(field, "picks", least=least, most=most), options)
        case Split(total, among):
            return listed(match, decision, SlotView(field, "split", least=1, most=total), among)
        case Count(least, most):
            view = SlotView(field, "count", least=least, most=most)
            return priced(match, decision, described, view, range(least, most + 1))
        case Spot(actor, reach, radius, zone):
            ground = tuple(map(tuple, match.game.screen.within(match.table, described.offer, field)))
            return SlotView(field, "spot", actor=actor or "", reach=reach, radius=radius, zone=zone, ground=ground)
        case Route(actor, limit):
            via = waypoints(described.offer.action, field)
            return SlotView(field, "route", actor=actor, reach=limit, via=via)


def priced(match: Match, decision: Decision, described: Described, view: SlotView, numbers: Sequence[Any]) -> SlotView:
    """A choice of numbers with what each makes the whole offer cost and risk, where it does."""
    offer, screen = described.offer, match.game.screen
    if not all(type(n) is int for n in numbers):
        return view
    costs = tuple(
        screen.cost(match.table, Offer(offer.action, offer.rule, {**offer.given, view.field: n})) for n in numbers
    )
    if len(set(costs)) < 2:
        return view
    risks = [risk_of(match, decision, described, cost) for cost in costs]
    return replace(view, costs=costs, risks=tuple(risk for risk in risks if risk is not None))


def on_the_ground(
    match: Match, decision: Decision, described: Described, view: SlotView, options: Sequence[Any]
) -> SlotView:
    """A field whose options are pieces of ground, with their names and where they lie."""
    zones = match.game.screen.grounds(match.table, decision, described.offer, view.field)
    if not zones:
        return view
    return replace(view, names=tuple(zones[o].name for o in options), grounds=tuple(zones[o].polygon for o in options))


def named_slot(match: Match, offer: Offer, view: SlotView) -> SlotView:
    """An open field with what it and its options are called, and what it is if nothing is said."""
    sayings = match.game.sayings
    usual = usual_value(offer.action, view)
    view = replace(view, name=sayings.field(offer, view.field), usual=usual)
    if view.of != "words" or not view.options:
        return view
    names = tuple(sayings.option(match.table, offer, view.field, option) for option in view.options)
    texts = tuple(sayings.meaning(offer, view.field, option) for option in view.options)
    told = texts if any(texts) else ()
    return replace(view, names=names, texts=told, spoken=sayings.speaks(offer, view.field) and not told)


def usual_value(action: type[Action], view: SlotView) -> Any:
    """The value an action has without a word, where that is one of those it may have; None if there is none."""
    usual = next((f.default for f in fields(action) if f.name == view.field), NODEFAULT)
    if view.kind == "pick":
        return usual if usual in view.options else None
    if view.kind == "count":
        return usual if isinstance(usual, int) and view.least <= usual <= view.most else None
    return [] if view.kind == "picks" and usual == () and not view.least else None


def listed(match: Match, decision: Decision, view: SlotView, options: Sequence[Any]) -> SlotView:
    """A field with options, each with what it is called."""
    table = match.table
    of: Literal["models", "pieces", "dice", "words"] = "words"
    pieces: dict[Any, str] = {piece.id: piece.name or piece.id for piece in table.terrain.pieces}
    lying = [named(table, option) or (isinstance(option, str) and option in pieces) for option in options]
    if lying and all(lying):
        of = "models" if any(named(table, option) for option in options) else "pieces"
        names = [table.models[option].name if named(table, option) else pieces[option] for option in options]
    elif isinstance(decision.on, Thrown) and all(type(option) is int for option in options):
        faces = [face for _, _, face in decision.on.dice()]
        of, names = "dice", [str(faces[option]) for option in options]
    else:
        names = [match.game.sayings.word(table, option) for option in options]
    return replace(view, options=tuple(to_builtins(list(options))), names=tuple(names), of=of)


def window_view(match: Match, thrown: Thrown) -> WindowView:
    """Dice on the table."""
    return WindowView(
        rolls=tuple(
            dice_view(match.game, roll.sides, faces, roll.need, roll.rule)
            for roll, faces in zip(thrown.rolls, thrown.faces, strict=True)
        ),
        names=tuple(match.game.sayings.word(match.table, roll.about) if roll.about else "" for roll in thrown.rolls),
        repeated=thrown.repeated,
    )


# ------------------------------------------------------------------ ways


def plan_answer(game: Game, table: Table, model: str, ways: Ways, via: Sequence[Point] = ()) -> PlanAnswer:
    """A way for a model; `table` is the one it sets out from, `via` what it was wanted to go by."""
    return PlanAnswer(
        model=model,
        at=ways.at,
        legs=tuple(Leg(leg.name, leg.rule, leg.length, leg.limit, leg.cost, leg.path) for leg in ways.legs),
        used=ways.used,
        left=ways.left,
        answers=tuple(to_builtins(answer, str_keys=True) for answer in ways.answers),
        risk=game.screen.risk(table, model, sum(leg.cost for leg in ways.legs)) if ways.legs else None,
        remarks=tuple(game.screen.remarks(table, model, ways.at, via)) if ways.legs else (),
        refusal=None if ways.refusal is None else refusal_view(game, table, ways.refusal, ways.at),
    )


def reach_answer(game: Game, table: Table, model: str) -> ReachAnswer:
    """How far a model could go, and what it carries reaches."""
    strides = game.screen.strides(table, model)
    gear = game.screen.figure(table, model).gear
    return ReachAnswer(
        model=model,
        strides=tuple(StrideView(s.name, s.rule, s.limit, s.cost, s.region) for s in strides),
        ranges=tuple(RangeView(g.id, g.name, g.range, g.rule) for g in gear if g.range is not None),
    )
