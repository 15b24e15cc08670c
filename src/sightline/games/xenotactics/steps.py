"""One action from its declaration to its end: reactions, attacks, the action itself, reactive moves (XT-SEQ-03)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from math import atan2, degrees
from typing import Any

from sightline.core.decisions import Decision, Keep, Offer, Pick, Refusal, Slot
from sightline.core.events import Event, Swept
from sightline.core.referee import Referee
from sightline.core.responses import Enough, Foreseen, Respond, StandDown, next_response
from sightline.core.table import Model, ModelId, Part, Side, Table, snap
from sightline.core.variants import Variant
from sightline.games.xenotactics.acting import on_turn
from sightline.games.xenotactics.actions import Go, MoveAway, Reflect, ShootBack, StayHere, StealInitiative, UseShield
from sightline.games.xenotactics.arms import arm
from sightline.games.xenotactics.attacking import may_aim, target_fault, targets, weapons_of, wearing
from sightline.games.xenotactics.clash import REFLECT, Clash
from sightline.games.xenotactics.deeds import ATTACK, MOVE, STEAL, Deed, Reply
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.events import Faced, Noted, Reacted, Tallied
from sightline.games.xenotactics.harm import kill
from sightline.games.xenotactics.marching import burn, check_go, go_offers, make_go, march, stay
from sightline.games.xenotactics.measure import in_contact, last_place, place, touched
from sightline.games.xenotactics.questions import Frail, Reach, Reacting, Replying
from sightline.games.xenotactics.sighting import sees
from sightline.games.xenotactics.tokens import (
    ACTION_ENDS,
    BURNT,
    REACTED,
    SHOT_BACK,
    STANDING_DOWN,
    STOLE,
    STUNNED,
    fading,
)
from sightline.games.xenotactics.victory import victory


class Reactions(Part, frozen=True):
    """The other side may react to an action; so far it has declared these."""

    deed: Deed
    replies: tuple[Reply, ...] = ()


class Doing(Part, frozen=True):
    """The active model does what it declared."""

    deed: Deed


class ReactiveMoves(Part, frozen=True):
    """Those who reacted by moving go, in the order their side picks."""

    movers: tuple[ModelId, ...]


class Aftermath(Part, frozen=True):
    """The end of an action."""

    deed: Deed
    replies: tuple[Reply, ...]


# ------------------------------------------------------------------ who may react, with what (XT-RCT-01 to XT-RCT-08)


def reaction_fault(table: Table, reactor: ModelId, deed: Deed, kind: str = "", weapon: str = "") -> Refusal | None:
    """Why a model may not react to an action, in some way or at all (XT-RCT-07)."""
    if not is_opposed(table, reactor, deed.actor):
        return Refusal("XT-RCT-07", {"model": reactor})
    no = EFFECTS.forbids(table, Reacting(reactor, deed.actor, deed.kind, deed.target, kind, weapon))
    return None if no is None else Refusal(no[0], {"model": reactor, "active": deed.actor, **no[1]})


def is_opposed(table: Table, reactor: ModelId, active: ModelId) -> bool:
    """Whether a model stands on the table against the active one."""
    model = table.models.get(reactor)
    return (
        model is not None and model.kind == "model" and model.at is not None and model.side != table.models[active].side
    )


def may_react(table: Table, reactor: ModelId, deed: Deed, kind: str = "", weapon: str = "") -> bool:
    """Whether a model may react to an action; cheaper than asking why not."""
    if not is_opposed(table, reactor, deed.actor):
        return False
    if table.models[deed.actor].at is None or not sees(table, reactor, deed.actor):
        return False  # XT-RCT-02 has no exception: most enemies are out of sight and need no question
    return EFFECTS.allows(table, Reacting(reactor, deed.actor, deed.kind, deed.target, kind, weapon))


def silence(table: Table, model: Model, part: Reactions) -> Refusal:
    """Why a model has no reaction to offer: it has had it, may not react at all, or in none of its ways."""
    if any(r.actor == model.id for r in part.replies):
        return Refusal("XT-RCT-03", {"model": model.id, "reactions": 1})
    ways = [("", ""), *((ATTACK, weapon) for weapon in weapons_of(model)), (MOVE, ""), (STEAL, "")]
    faults = (reaction_fault(table, model.id, part.deed, kind, weapon) for kind, weapon in ways)
    return next((no for no in faults if no is not None), Refusal("XT-RCT-01", {"model": model.id}))


def somebody_may_react(table: Table, model: Model, kind: str) -> bool:
    """Whether anybody could react if a model did something now."""
    if table.tokens(table.other(model.side), STANDING_DOWN):
        return False
    enemies = list(table.squad(table.other(model.side)))
    # Where nobody moves, only who has reacted, and which way, makes a difference.
    key = ("may react", model.id, kind, tuple((m.id, m.facing) for m in enemies if REACTED in m.tokens))
    found: bool | None = table.memo.get(key)
    if found is None:
        deed = Deed(kind, model.id)
        found = table.memo[key] = any(may_react(table, m.id, deed) for m in enemies)
    return found


def only_the_active(table: Table, reactor: Model, weapon: str, active: ModelId) -> tuple[str, ...]:
    """A reaction counters the active model (XT-RCT-08)."""
    return (active,) if may_aim(table, reactor, weapon, active) else ()


def anybody(table: Table, reactor: Model, weapon: str, active: ModelId) -> tuple[str, ...]:
    """A reaction may be aimed at any legal target."""
    return targets(table, reactor, weapon)


AIMED_AT = Variant("reaction_targets", {"active_model": only_the_active, "any_legal_target": anybody})


def reply_offers(table: Table, deed: Deed, reactor: Model) -> list[Offer]:
    """Everything one model may answer to an action."""
    if not may_react(table, reactor.id, deed):
        return []
    who = {"actor": reactor.id}
    found: list[Offer] = []
    for weapon in weapons_of(reactor):
        if not AIMED_AT.of(table)(table, reactor, weapon, deed.actor):
            continue
        if may_react(table, reactor.id, deed, ATTACK, weapon):
            found.append(Offer(ShootBack, "XT-RAT-01", {**who, "weapon": weapon}))
            if arm(table, weapon).trait("light") and may_react(table, reactor.id, deed, MOVE, weapon):
                found.append(Offer(MoveAway, "XT-TRT-07", {**who, "weapon": weapon}))
    if may_react(table, reactor.id, deed, MOVE):
        found.append(Offer(MoveAway, "XT-RMV-01", {**who, "weapon": ""}))
    if may_react(table, reactor.id, deed, STEAL):
        found.append(Offer(StealInitiative, "XT-STL-01", who))
    return [*found, *EFFECTS.offers(table, Replying(reactor.id, deed.actor, deed.kind, deed.target, deed.weapon))]


async def reactions(ref: Referee, part: Reactions) -> None:
    """The other side declares its reactions one by one until it has had enough (XT-SEQ-01, XT-RCT-03)."""
    table, deed = ref.table, part.deed
    side = table.other(table.models[deed.actor].side)
    declared = {r.actor for r in part.replies}
    offers: list[Offer] = []
    if not table.tokens(side, STANDING_DOWN):
        for reactor in table.squad(side):
            if reactor.id not in declared:
                offers += reply_offers(table, deed, reactor)
    question = Reacting("", deed.actor, deed.kind, deed.target)
    action = await next_response(ref, side, "XT-RCT-01", offers, question, "XT-RCT-03")
    if isinstance(action, Respond):
        reply = await declare(ref, deed, action)
        ref.then(Reactions(deed, (*part.replies, reply)))
        return
    if isinstance(action, StandDown):
        await ref.emit(Noted(rule="XT-RCT-03", bearer=side, token=STANDING_DOWN, value=1))
    ref.then(*following(deed, part.replies))


def following(deed: Deed, replies: tuple[Reply, ...]) -> list[Part]:
    """What comes after the declarations, in order (XT-SEQ-02)."""
    found: list[Part] = []
    if deed.weapon or any(r.attacks for r in replies):
        found.append(Clash(deed, replies))
    found.append(Doing(deed))
    movers = tuple(r.actor for r in replies if r.kind == MOVE)
    if movers:
        found.append(ReactiveMoves(movers))
    return [*found, Aftermath(deed, replies)]


async def declare(ref: Referee, deed: Deed, action: Respond) -> Reply:
    """A reaction is declared, with its target."""
    table, reactor = ref.table, ref.table.models[action.actor]
    reply = REPLIES[type(action)](action, deed)
    events: list[Event] = [
        Reacted(rule=RULE_OF[reply.kind], model=reactor.id, reply=reply.kind, target=reply.target, weapon=reply.weapon)
    ]
    if reply.weapon:
        events += wearing(reactor, reply.weapon)
        events.append(Tallied(rule="XT-RAT-01", bearer=reactor.id, token=SHOT_BACK, by=1))
    thief = f"{STOLE}:{reactor.id}"
    if reply.kind == STEAL and not table.tokens(reactor.side, thief):
        order = 1 + sum(k.startswith(f"{STOLE}:") for k in table.models[reactor.side].tokens)
        events.append(Noted(rule="XT-STL-01", bearer=reactor.side, token=thief, value=order))
    await ref.emit(*events)
    return reply


def moves_away(action: MoveAway, deed: Deed) -> Reply:
    """A move reaction; a light attack takes the place of the dodge (XT-TRT-07)."""
    target = (action.target or deed.actor) if action.weapon else ""
    return Reply(action.actor, MOVE, action.weapon, target, dodge=action.dodge and not action.weapon)


def shoots_back(action: ShootBack, deed: Deed) -> Reply:
    """An attack reaction."""
    return Reply(action.actor, ATTACK, action.weapon, action.target or deed.actor)


def steals(action: StealInitiative, deed: Deed) -> Reply:
    """A steal initiative reaction."""
    return Reply(action.actor, STEAL)


def reflects(action: Reflect, deed: Deed) -> Reply:
    """A special reaction that turns dice back (XT-ABL-24)."""
    return Reply(action.actor, REFLECT)


REPLIES: dict[type[Respond], Callable[[Any, Deed], Reply]] = {
    MoveAway: moves_away,
    ShootBack: shoots_back,
    StealInitiative: steals,
    Reflect: reflects,
}
RULE_OF = {MOVE: "XT-RMV-01", ATTACK: "XT-RAT-01", STEAL: "XT-STL-01", REFLECT: "XT-ABL-24"}


def foreseen(side: Side) -> list[Foreseen]:
    """What a side is asked again and again, and what it may have answered beforehand."""
    silence = {"side": side}
    pause = Offer(StandDown, "XT-RCT-03", silence)
    again = [Foreseen(rule, Offer(Keep, rule)) for rule in ("XT-TER-08", "XT-TER-05", "XT-QTY-05", "XT-QTY-06")]
    portals, shields = Offer(StayHere, "XT-TER-24"), Offer(UseShield, "XT-ABL-09")
    rest = [Foreseen("XT-TER-24", portals), Foreseen("XT-ABL-09", shields)]
    return [Foreseen("XT-RCT-01", Offer(Enough, "XT-RCT-01", silence), (pause,)), *again, *rest]


# ------------------------------------------------------------------ checks of reactions


def pending_deed(table: Table) -> Reactions | None:
    """The action that is being answered."""
    part = table.agenda[0] if table.agenda else None
    return part if isinstance(part, Reactions) else None


def check_reply(table: Table, decision: Decision, action: Respond) -> Refusal | None:
    """A model that may react, once to each action, with a weapon of its own at a legal target."""
    part = pending_deed(table)
    if part is None or decision.rule != "XT-RCT-01":
        return Refusal("XT-RCT-01", {"model": action.actor})
    model = table.models.get(action.actor)
    if any(r.actor == action.actor for r in part.replies):
        return Refusal("XT-RCT-03", {"model": action.actor, "reactions": 1})
    reply = REPLIES[type(action)](action, part.deed)
    if reply.kind == REFLECT and not any(
        o.action is Reflect and o.given["actor"] == action.actor for o in decision.offers
    ):
        return Refusal("XT-ABL-24", {"model": action.actor})
    if reply.weapon and (model is None or reply.weapon not in weapons_of(model)):
        return Refusal("XT-WPN-02", {"model": action.actor, "weapon": reply.weapon})
    refusal = reaction_fault(table, action.actor, part.deed, reply.kind, reply.weapon)
    if refusal is not None or model is None or not reply.weapon:
        return refusal
    if reply.kind == MOVE and arm(table, reply.weapon).trait("light") is None:
        return Refusal("XT-TRT-07", {"model": model.id, "weapon": reply.weapon})
    if reply.target not in AIMED_AT.of(table)(table, model, reply.weapon, part.deed.actor):
        fault = target_fault(table, model, reply.weapon, reply.target)
        return fault or Refusal("XT-RCT-08", {"model": model.id, "target": reply.target})
    return None


def check_enough(table: Table, decision: Decision, action: Enough | StandDown) -> Refusal | None:
    """Whoever is asked for reactions may have had enough."""
    return None if decision.rule == "XT-RCT-01" else Refusal("XT-RCT-01", {"asked": decision.rule})


def reply_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """A target, where the table lets reactions be aimed at others."""
    weapon, part = offer.given.get("weapon", ""), pending_deed(table)
    if not weapon or part is None or AIMED_AT.of(table) is only_the_active:
        return {}
    return {"target": Pick(targets(table, table.models[offer.given["actor"]], weapon))}


# ------------------------------------------------------------------ the action itself (XT-SEQ-03 step 4, XT-SEQ-05)

Deeds = dict[str, Callable[[Referee, Deed], Coroutine[Any, Any, None]]]


async def nothing_more(ref: Referee, deed: Deed) -> None:
    """An attack has been dealt with."""


async def make_the_move(ref: Referee, deed: Deed) -> None:
    """The active model goes: where it was declared, or where its side wants now."""
    table, model = ref.table, ref.table.models[deed.actor]
    if deed.fixed and deed.to is not None:
        action = Go(deed.actor, deed.to, deed.via, "", deed.drop)
        question = Decision(model.side, "XT-SEQ-02", tuple(go_offers(table, model, reply=False)), deed.actor)
        if model.at == deed.start and check_go(table, question, action) is None:
            await march(ref, action, reply=False)
            return
    await make_go(ref, model, go_offers(table, model, reply=False))


DEEDS: Deeds = {ATTACK: nothing_more, MOVE: make_the_move}
"""What each kind of action does once the attacks are over; chapters add their own."""

LYING = {"stand_up", "reform"}
"""What a stunned model does."""


async def doing(ref: Referee, part: Doing) -> None:
    """A model that was stunned or killed does not carry out the rest of its action."""
    await gone_out(ref)
    model = ref.table.models[part.deed.actor]
    entering = model.at is None and part.deed.start is None and "removed" not in model.tokens
    if model.at is None and not entering:
        return
    if (STUNNED in model.tokens) != (part.deed.kind in LYING):
        return
    await DEEDS[part.deed.kind](ref, part.deed)


async def reactive_moves(ref: Referee, part: ReactiveMoves) -> None:
    """Whoever still can goes, one after another, in the order the reactive side picks (XT-SEQ-03 step 5).

    Those who have come over to the side on turn in the meantime go first, and it moves them (XT-ABL-21).
    """
    await gone_out(ref)
    table = ref.table
    able = [m for m in (table.models[id] for id in part.movers) if m.at is not None and STUNNED not in m.tokens]
    if not able:
        return
    turned = on_turn(table)
    side = turned if any(m.side == turned for m in able) else able[0].side
    own = [m for m in able if m.side == side]
    offers = [o for m in own for o in go_offers(table, m, reply=True)]
    offers += [Offer(StayHere, "XT-RMV-01", {"actor": m.id}) for m in own]
    on = Reach(own[0].id, reply=True)
    action = await ref.choose(side, "XT-RMV-01", offers, default=StayHere(own[0].id), on=on)
    assert isinstance(action, Go | StayHere)
    await march(ref, action if isinstance(action, Go) else stay(table.models[action.actor]), reply=True)
    rest = tuple(m.id for m in able if m.id != action.actor)
    if rest:
        ref.then(ReactiveMoves(rest))


# ------------------------------------------------------------------ the end of an action (XT-SEQ-03 steps 6 and 7)


async def aftermath(ref: Referee, part: Aftermath) -> None:
    """Hazards at the end of reactions, then survivors turn to the active model, then victory is checked."""
    table = ref.table
    for reply in part.replies:
        model = table.models[reply.actor]
        if model.at is not None and touched(table, model, "hazardous"):
            await burn(ref, model.id)
    await gone_out(ref)
    towards = last_place(table.models[part.deed.actor])
    events: list[Event] = []
    for reply in part.replies:
        model = table.models[reply.actor]
        if model.at is None:
            continue
        events.append(Noted(rule="XT-RCT-05", bearer=model.id, token=REACTED, value=1))
        if BURNT in model.tokens:
            events.append(Noted(rule="XT-TER-18", bearer=model.id, token=BURNT, value=0))
        if towards is not None and towards != model.at:
            (x, y), (tx, ty) = place(model), towards
            facing = snap(degrees(atan2(ty - y, tx - x)) % 360.0)
            events.append(Faced(rule="XT-RCT-05", model=model.id, facing=facing))
    kinds = fading(ACTION_ENDS)
    if any(kind in m.tokens for m in table.models.values() for kind in kinds):
        events.append(Swept(rule="XT-SEQ-03", moment=ACTION_ENDS, kinds=kinds))
    if events:
        await ref.emit(*events)
    await victory(ref)


async def gone_out(ref: Referee) -> None:
    """At the end of a step: some models do not survive an upright enemy's touch while they are stunned (XT-ABL-08)."""
    table = ref.table
    lying = [table.models[m] for m in table.standing() if STUNNED in table.models[m].tokens]
    lost = [
        m.id
        for m in lying
        if not EFFECTS.allows(table, Frail(m.id))
        and any(e.side != m.side and STUNNED not in e.tokens for e in in_contact(table, m))
    ]
    await kill(ref, lost, "XT-ABL-08")
