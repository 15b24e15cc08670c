"""Move actions: where a model may go, and going there."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sightline.core import sight
from sightline.core.decisions import Decision, Offer, Pick, Refusal, Route, Slot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Point, Table
from sightline.core.variants import Variant
from sightline.games.xenotactics.acting import left, may, out_of_turn, paying, price, reach
from sightline.games.xenotactics.actions import Go, Move
from sightline.games.xenotactics.arms import arm
from sightline.games.xenotactics.attacking import target_fault, targets, weapons_of, wearing
from sightline.games.xenotactics.catalog import SLACK
from sightline.games.xenotactics.deeds import MOVE, Deed
from sightline.games.xenotactics.events import (
    AttackDeclared,
    Declared,
    Tallied,
)
from sightline.games.xenotactics.ground import features, stands_on
from sightline.games.xenotactics.legs import Leg, Way, climb, climb_over, climb_rate, ladder_at
from sightline.games.xenotactics.legs import price as price_of
from sightline.games.xenotactics.measure import place
from sightline.games.xenotactics.standing import standing_fault
from sightline.games.xenotactics.tokens import MOVES
from sightline.games.xenotactics.tracks import contact_spot, shortest, through

LIGHT = "light"


# ------------------------------------------------------------------ ways (XT-MOV-01 to XT-MOV-13)


def meant(table: Table, model: Model, action: Go | Move, limit: float) -> Point | Refusal:
    """Where a move is meant to end: on a spot, or where it first touches somebody (XT-MOV-03)."""
    if not action.against:
        return action.to if action.to is not None else Refusal("XT-MOV-01", {"model": model.id, "to": "nowhere"})
    other = table.models.get(action.against)
    if other is None or other.kind != "model" or other.at is None or other.id == model.id or action.to is not None:
        return Refusal("XT-MOV-03", {"model": model.id, "against": action.against})
    found = contact_spot(table, model, other, limit, drop=action.drop)
    return (
        found[0] if found is not None else Refusal("XT-MOV-03", {"model": model.id, "enemy": other.id, "limit": limit})
    )


def settled(table: Table, model: Model, action: Go | Move, limit: float) -> Go:
    """The same move with the spot it ends on."""
    to = meant(table, model, action, limit)
    assert not isinstance(to, Refusal)
    return Go(model.id, to, action.via, "", action.drop)


def way_to(table: Table, model: Model, action: Go | Move, limit: float) -> Way | Refusal:
    """The way a move goes, whatever its length."""
    assert action.to is not None
    if model.z:
        return climb_on(table, model, action.to)
    if action.via:
        return through(table, model, (place(model), *action.via, action.to), drop=action.drop)
    return shortest(table, model, action.to, drop=action.drop, limit=limit)


def climb_on(table: Table, model: Model, to: Point) -> Way | Refusal:
    """The rest of a climb: up to the top, over to the other side, or down again (XT-MOV-08)."""
    foot = place(model)
    if to == foot:
        faces = (f for f in features(table.terrain) if f.sheer and f.touches(*foot, model.radius))
        ladder = max((ladder_at(table, model, foot, f) for f in faces), default=0.0)
        back = Leg("climb", (foot, foot), 0.0, model.z, "", climb_rate(table, model), ladder)
        return [replace(back, cost=back.inches_to(model.z))]
    piece = stands_on(table.terrain, to)
    up = climb(table, model, foot, to, piece) if piece is not None and piece.sheer else None
    whole = up or climb_over(table, model, foot, to)
    if whole is None:
        return Refusal("XT-MOV-08", {"model": model.id, "height": model.z})
    if isinstance(whole, Refusal):
        return whole
    (leg,) = whole
    return [replace(leg, cost=leg.cost - leg.inches_to(model.z))]


def go_fault(table: Table, model: Model, action: Go | Move, limit: float, later: float) -> Refusal | None:
    """Why a model may not go somewhere: it cannot stand there, not get there, or not that far.

    `later` is what it may still go in this activation after this move: a climb may take several (XT-MOV-08).
    """
    to = meant(table, model, action, limit)
    if isinstance(to, Refusal):
        return to
    refusal = standing_fault(table, model, to) if to != model.at else None
    if refusal is not None:
        return refusal
    way = way_to(table, model, Go(model.id, to, action.via, "", action.drop), limit + later)
    if isinstance(way, Refusal):
        return way
    cost = price_of(way)
    if cost <= limit + SLACK:
        return None
    face = next((n for n, leg in enumerate(way) if leg.kind == "climb"), None)
    if face is not None:
        before, climbed = price_of(way[:face]), price_of(way[: face + 1])
        if before < limit - SLACK and climbed > limit + SLACK:
            if climbed <= limit + later + SLACK:
                return None
            return Refusal("XT-MOV-08", {"model": model.id, "length": round(climbed, 4), "limit": limit + later})
    return Refusal("XT-MOV-01", {"model": model.id, "length": round(cost, 4), "limit": limit})


def limit_of(table: Table, model: Model, *, reply: bool) -> tuple[float, float]:
    """How far a model may go now, and how far it may go on climbing afterwards."""
    limit = reach(table, model, reply=reply)
    return limit, 0.0 if reply else limit * further_moves(table, model, left(table, model))


def further_moves(table: Table, model: Model, points: int) -> int:
    """How many moves some points pay for after one that was made."""
    return max(0, points // max(1, price(table, model, MOVE, again=True)))


# ------------------------------------------------------------------ the action


def unanswered(answered: bool) -> bool:
    """The way is chosen when the move is made, unless nobody can answer it (XT-SEQ-01)."""
    return not answered


def always(answered: bool) -> bool:
    """The way is declared with the move."""
    return True


PATH_FIRST = Variant("move_path_declared_before_reactions", {False: unanswered, True: always})
"""Whether the way is declared with a move, by whether somebody may answer it."""


def offers(table: Table, model: Model) -> list[Offer]:
    """A move, and a move that begins with an attack for each light weapon that reaches somebody (XT-TRT-07)."""
    if not may(table, model, MOVE):
        return []
    found = [Offer(Move, "XT-MOV-01", {"actor": model.id})]
    if prey(table, model, reach(table, model)) and with_path(table, model, ""):
        found.append(Offer(Move, "XT-MOV-03", {"actor": model.id}))
    if not model.z:
        found += [
            Offer(Move, "XT-TRT-07", {"actor": model.id, "weapon": weapon})
            for weapon in weapons_of(model)
            if arm(table, weapon).trait(LIGHT) and may(table, model, MOVE, weapon) and targets(table, model, weapon)
        ]
    return found


def with_path(table: Table, model: Model, weapon: str) -> bool:
    """Whether a move is declared with its way."""
    from sightline.games.xenotactics.steps import somebody_may_react

    return PATH_FIRST.of(table)(bool(weapon) or somebody_may_react(table, model, MOVE))


def check_move(table: Table, decision: Decision, action: Move) -> Refusal | None:
    """A move costs a point; with a way it is judged now, with a light weapon its target is."""
    model = table.models.get(action.actor)
    refusal = out_of_turn(table, decision, action.actor, MOVE, action.weapon)
    if refusal is not None or model is None:
        return refusal or Refusal("XT-TRN-04", {"model": action.actor})
    if action.weapon or action.target:
        if action.weapon not in weapons_of(model) or arm(table, action.weapon).trait(LIGHT) is None or model.z:
            return Refusal("XT-TRT-07", {"model": model.id, "weapon": action.weapon})
        refusal = target_fault(table, model, action.weapon, action.target)
        if refusal is not None:
            return refusal
    if not with_path(table, model, action.weapon):
        if action.to is not None or action.via or action.against:
            return Refusal("XT-SEQ-01", {"model": model.id, "to": action.against or str(action.to)})
        return None
    limit, _ = limit_of(table, model, reply=False)
    rest = left(table, model) - price(table, model, MOVE)
    return go_fault(table, model, action, limit, limit * further_moves(table, model, rest))


def move_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """A way if it is chosen now, and a target for a light weapon."""
    model = table.models[offer.given["actor"]]
    weapon = offer.given.get("weapon", "")
    slots: dict[str, Slot] = {"target": Pick(targets(table, model, weapon))} if weapon else {}
    if offer.rule == "XT-MOV-03":
        slots["against"] = Pick(prey(table, model, reach(table, model)))
    elif with_path(table, model, weapon):
        slots["to"] = Route(model.id, reach(table, model))
    return slots


async def move(ref: Referee, action: Move) -> Deed:
    """A move is declared and paid for; a light attack begins it (XT-TRT-07)."""
    table, model = ref.table, ref.table.models[action.actor]
    cost = price(table, model, MOVE, action.weapon)
    events: list[Event] = [
        *paying(table, model, MOVE, cost, "XT-MOV-01"),
        Tallied(rule="XT-MOV-01", bearer=model.id, token=MOVES, by=1),
        Declared(rule="XT-MOV-01", model=model.id, deed=MOVE),
    ]
    dice = 0
    if action.weapon:
        from sightline.games.xenotactics.attacking import firepower

        dice = firepower(table, model, action.weapon, active=True)
        events += wearing(model, action.weapon)
        events.append(AttackDeclared(rule="XT-TRT-07", attacker=model.id, weapon=action.weapon, target=action.target))
    fixed, to = action.to is not None or bool(action.against), action.to
    if action.against:
        to = settled(table, model, action, reach(table, model)).to
    await ref.emit(*events)
    return Deed(
        MOVE,
        model.id,
        model.at,
        action.target,
        action.weapon,
        dice,
        dodge=action.dodge and not action.weapon,
        to=to,
        via=action.via,
        drop=action.drop,
        fixed=fixed,
    )


def prey(table: Table, model: Model, limit: float) -> tuple[ModelId, ...]:
    """The enemies a model might come into contact with, as the crow flies."""
    if model.z:
        return ()
    near = (m for m in table.squad(table.other(model.side)) if sight.gap(model, m) <= limit)
    return tuple(m.id for m in near)
