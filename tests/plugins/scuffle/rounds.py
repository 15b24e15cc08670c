"""The match from the first die to the last round: parts, the scripts that play them, and what is legal."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from sightline.core.decisions import Action, Count, Decision, Offer, Pick, Picks, Refusal, Route, Slot, Thrown
from sightline.core.dice import Roll
from sightline.core.events import Attached, Ended, Swept
from sightline.core.game import Script
from sightline.core.kernel import Ground
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Attachment, Model, ModelId, Part, Point, Side, Table
from tests.plugins.scuffle import words as w
from tests.plugins.scuffle.effects import BRACED, EFFECTS, missed

DIE, ROUNDS, BREATHS, LASTS, PACE, REACH, NEEDED = 6, 6, 3, 3, 3.0, 1.0, 4
SLACK = 1e-6


class Opening(Part, frozen=True):
    """Both sides roll for the start."""


class Round(Part, frozen=True):
    """A round begins."""

    number: int


class Turn(Part, frozen=True):
    """A side lets one fighter act."""

    side: Side


class Blows(Part, frozen=True):
    """A strike whose dice are to be rolled."""

    striker: ModelId
    target: ModelId
    dice: int


async def opening(ref: Referee, part: Opening) -> None:
    """The higher die starts (SC-SEQ-03)."""
    one, other = ref.table.sides
    (first,), (second,) = await ref.throw(*(Roll("SC-SEQ-03", DIE, 1, side) for side in (one, other)))
    if first == second:
        ref.then(part)
        return
    await ref.emit(w.Started(rule="SC-SEQ-03", bearer=one if first > second else other, token=w.FIRST, value=1))
    ref.then(Round(1))


async def begin_round(ref: Referee, part: Round) -> None:
    """What lasts for a round ends; after the last one the standing are counted (SC-SEQ-02, SC-WIN-01)."""
    table = ref.table
    fading = tuple(kind.id for kind in w.TOKENS.values() if kind.fades == w.ROUND_ENDS)
    await ref.emit(Swept(rule="SC-SEQ-02", moment=w.ROUND_ENDS, kinds=fading))
    if part.number > ROUNDS:
        one, other = (sum(1 for _ in table.squad(side)) for side in table.sides)
        winner = None if one == other else table.sides[one < other]
        await ref.emit(Ended(rule="SC-WIN-01", winner=winner))
        return
    await ref.emit(w.RoundBegan(rule="SC-SEQ-02", bearer=TABLE, token=w.ROUND, value=part.number))
    ref.then(Turn(next(side for side in table.sides if table.tokens(side, w.FIRST))))


async def turn(ref: Referee, part: Turn) -> None:
    """One fighter does one thing, then it is the other side's turn (SC-SEQ-01)."""
    table = ref.table
    if not all(any(True for _ in table.squad(side)) for side in table.sides):
        winner = next(side for side in table.sides if any(True for _ in table.squad(side)))
        await ref.emit(Ended(rule="SC-WIN-01", winner=winner))
        return
    side = part.side if ready(table, part.side) else table.other(part.side)
    if not ready(table, side):
        ref.then(Round(table.tokens(TABLE, w.ROUND) + 1))
        return
    offers = [offer for fighter in ready(table, side) for offer in offers_for(table, fighter)]
    action = await ref.choose(side, "SC-SEQ-01", offers, default=w.Rest(ready(table, side)[0].id))
    await PLAYS[type(action)](ref, action)
    ref.then(Turn(table.other(side)))


def ready(table: Table, side: Side) -> list[Model]:
    """The fighters of a side that have not acted this round."""
    return [fighter for fighter in table.squad(side) if w.ACTED not in fighter.tokens]


def offers_for(table: Table, fighter: Model) -> list[Offer]:
    """What a fighter can do: only the actor is given, the rest is described by slots."""
    given = {"actor": fighter.id}
    found = [Offer(w.Walk, "SC-MOV-01", given), Offer(w.Brace, "SC-STR-04", given), Offer(w.Rest, "SC-STR-03", given)]
    if in_reach(table, fighter) and fighter.tokens.get(w.BREATH) and EFFECTS.allows(table, w.Striking(fighter.id)):
        found.append(Offer(w.Strike, "SC-STR-01", given))
    return found


def not_ready(table: Table, decision: Decision, actor: ModelId) -> Refusal | None:
    """Only a fighter of the side on turn that has not acted may do anything."""
    if decision.rule == "SC-SEQ-01" and any(fighter.id == actor for fighter in ready(table, decision.side)):
        return None
    return Refusal("SC-SEQ-01", {"model": actor})


def done(actor: ModelId) -> w.Acted:
    """A fighter has acted."""
    return w.Acted(rule="SC-SEQ-01", bearer=actor, token=w.ACTED, value=1)


# Walking


def where(fighter: Model) -> Point:
    """Where a fighter stands."""
    assert fighter.at is not None
    return fighter.at


def check_walk(table: Table, decision: Decision, action: w.Walk) -> Refusal | None:
    """Not too far, in the yard, on free ground."""
    refusal = not_ready(table, decision, action.actor)
    if refusal is not None:
        return refusal
    walker = table.models[action.actor]
    (x, y), (tx, ty) = where(walker), action.to
    if hypot(tx - x, ty - y) > PACE + SLACK:
        return Refusal("SC-MOV-01", {"limit": PACE, "length": round(hypot(tx - x, ty - y), 4)})
    return ground_fault(table, walker, action.to)


def ground_fault(table: Table, walker: Model, at: Point) -> Refusal | None:
    """In the yard, and not on somebody's feet."""
    others = [(*where(table.models[m]), table.models[m].radius) for m in table.standing() if m != walker.id]
    fault = Ground([], table.terrain.width, table.terrain.height).fault(*at, walker.radius, others)
    return Refusal("SC-MOV-01", {"overlap": round(fault[2], 4)}) if fault else None


def walk_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Anywhere within the pace."""
    return {"to": Route(offer.given["actor"], PACE)}


async def walk(ref: Referee, action: w.Walk) -> None:
    """A straight line (SC-MOV-01)."""
    start = where(ref.table.models[action.actor])
    length = hypot(action.to[0] - start[0], action.to[1] - start[1])
    walked = w.Walked(rule="SC-MOV-01", model=action.actor, path=(start, action.to), length=round(length, 4))
    await ref.emit(walked, done(action.actor))


# Striking


def gap(one: Model, other: Model) -> float:
    """The distance between two bases."""
    (x, y), (ox, oy) = where(one), where(other)
    return max(0.0, hypot(x - ox, y - oy) - one.radius - other.radius)


def in_reach(table: Table, striker: Model) -> tuple[ModelId, ...]:
    """The enemies near enough to be struck."""
    return tuple(m.id for m in table.squad(table.other(striker.side)) if gap(striker, m) <= REACH + SLACK)


def check_strike(table: Table, decision: Decision, action: w.Strike) -> Refusal | None:
    """An enemy in reach, breath to spend, and nobody who says no."""
    refusal = not_ready(table, decision, action.actor)
    if refusal is not None:
        return refusal
    striker = table.models[action.actor]
    breath = striker.tokens.get(w.BREATH, 0)
    if type(action.effort) is not int or not 1 <= action.effort <= breath:
        return Refusal("SC-STR-03", {"breath": breath, "needed": action.effort})
    if action.target not in in_reach(table, striker):
        return Refusal("SC-STR-01", {"target": action.target, "reach": REACH})
    no = EFFECTS.forbids(table, w.Striking(action.actor))
    return None if no is None else Refusal(*no)


def strike_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Anybody in reach, any effort there is breath for."""
    striker = table.models[offer.given["actor"]]
    return {"target": Pick(in_reach(table, striker)), "effort": Count(1, striker.tokens[w.BREATH])}


async def strike(ref: Referee, action: w.Strike) -> None:
    """Breath is spent, and the table rests before the dice fall (SC-STR-01)."""
    spent = w.Breathed(rule="SC-STR-03", bearer=action.actor, token=w.BREATH, by=-action.effort)
    await ref.emit(spent, done(action.actor))
    ref.then(Blows(action.actor, action.target, action.effort))


async def blows(ref: Referee, part: Blows) -> None:
    """Dice, luck, bruises, and who goes down (SC-STR-02)."""
    need = ref.tally(w.ToStrike(part.striker, part.target), NEEDED)
    side = ref.table.models[part.striker].side
    reads = tuple(int(face >= need.value) for face in range(1, DIE + 1))
    (faces,) = await ref.throw(Roll("SC-STR-01", DIE, part.dice, side, part.striker, need, reads), seats=(side,))
    hits = sum(face >= need.value for face in faces)
    if not hits:
        return
    await ref.emit(w.Hurt(rule="SC-STR-02", bearer=part.target, token=w.BRUISES, by=hits, by_whom=part.striker))
    if ref.table.tokens(part.target, w.BRUISES) >= LASTS:
        await ref.emit(w.KnockedOut(rule="SC-STR-02", model=part.target, by_whom=part.striker))
    elif hits > 1:
        await ref.emit(w.Stunned(rule="SC-STR-02", bearer=part.target, token=w.STUNNED, value=1))


def check_luck(table: Table, decision: Decision, action: w.TryLuck) -> Refusal | None:
    """One die that missed."""
    if not isinstance(decision.on, Thrown) or len(action.dice) != 1 or action.dice[0] not in missed(decision.on):
        return Refusal("SC-STR-06", {"dice": list(action.dice)})
    return None


def luck_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Any one die that missed."""
    assert isinstance(decision.on, Thrown)
    return {"dice": Picks(missed(decision.on), 1, 1)}


# Bracing and resting


def check_actor(table: Table, decision: Decision, action: w.Brace | w.Rest) -> Refusal | None:
    """Anybody on turn may."""
    return not_ready(table, decision, action.actor)


async def brace(ref: Referee, action: w.Brace) -> None:
    """An effect for a while is an attachment (SC-STR-04)."""
    guard = Attachment(f"braced@{action.actor}", BRACED.rule, action.actor, until=w.ROUND_ENDS)
    await ref.emit(Attached(rule="SC-STR-04", attachment=guard), done(action.actor))


async def rest(ref: Referee, action: w.Rest) -> None:
    """Two breaths, but never more than three (SC-STR-03)."""
    back = min(2, BREATHS - ref.table.tokens(action.actor, w.BREATH))
    await ref.emit(w.Breathed(rule="SC-STR-03", bearer=action.actor, token=w.BREATH, by=back), done(action.actor))


PLAYS: Mapping[type[Action], Script] = {w.Walk: walk, w.Strike: strike, w.Brace: brace, w.Rest: rest}
