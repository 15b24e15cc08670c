"""Between battles: who carries the artifacts of a warband, and who tries to learn them (DW-CMP-05, DW-UPG-12)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot
from sightline.core.game import ActionKind
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Side, Table
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars.catalog import artifacts, sizes
from sightline.games.deepwars.devices import TECHIES
from sightline.games.deepwars.growing import MANUAL
from sightline.games.deepwars.members import able, above_its_level, arms, has, help_for, members, quality_roll
from sightline.games.deepwars.tokens import ADVANCE, DAMAGED, LEARNED, LOAD, SIZE, SKILL, UPGRADE, about, kind_of
from sightline.games.deepwars.workshop import HARDEST

PACKING = "packing"


class Packing(Part, frozen=True):
    """A warband says who carries its artifacts, and who tries to learn them."""

    side: Side


def held(table: Table, side: Side) -> list[tuple[ModelId, str]]:
    """What may change hands: artifacts, those nobody carries being the warband's, and weapons with a manual."""
    own = [(side, about(t)) for t in table.models[side].tokens if kind_of(t) == w.STASH and about(t) in artifacts()]
    return own + [
        (m.id, item) for m in members(table, side) for item in (*carried(m), *(i for i in arms(m) if explained(m, i)))
    ]


def carried(member: Model) -> tuple[str, ...]:
    """The artifacts a member carries."""
    return tuple(about(t) for t in member.tokens if kind_of(t) == LOAD and about(t) in artifacts())


def explained(member: Model, weapon: str) -> bool:
    """Whether a weapon somebody was given has an Instruction Manual (DW-UPG-12); what it came with stays its own."""
    given = f"{w.GAINED}:{weapon}" in member.tokens
    return given and f"{UPGRADE}:{MANUAL}:{weapon}" in member.tokens


def students(table: Table, side: Side) -> list[tuple[ModelId, str]]:
    """Who carries an artifact it has not learned, and has not tried to in this interval."""
    return [
        (id, item)
        for id, item in held(table, side)
        if id != side
        and item in artifacts()
        and f"{LEARNED}:{item}" not in table.models[id].tokens
        and f"{DAMAGED}:{item}" not in table.models[id].tokens
        and not table.tokens(side, f"{w.TRIED}:{id} {item}")
    ]


def takers(table: Table, side: Side, owner: ModelId, item: str) -> tuple[ModelId, ...]:
    """Who may be given an artifact; or a weapon with a manual, for which any Ether Tech is enough (DW-UPG-12)."""
    others = [m for m in able(table, side) if m.id != owner and not has(m, "animal")]  # They carry nothing (DW-ABL-02).
    if item in artifacts():
        return tuple(m.id for m in others if f"{LOAD}:{item}" not in m.tokens and room(m) > 0)
    return tuple(m.id for m in others if m.tokens.get(f"{SKILL}:ether_tech") and item not in arms(m))


def room(member: Model) -> int:
    """How many more objects a member of its size can carry (DW-TRE-03)."""
    held = sum(n for t, n in member.tokens.items() if kind_of(t) == LOAD)
    return int(sizes()[member.tokens[SIZE] - 1].carries) - held


async def packing(ref: Referee, part: Packing) -> None:
    """Artifacts change hands; a new bearer has one try to learn each (DW-CMP-05)."""
    table, side = ref.table, part.side
    found = [
        Offer(w.HandOver, "DW-CMP-05", {"owner": owner, "item": item})
        for owner, item in held(table, side)
        if takers(table, side, owner, item)
    ]
    found += [Offer(w.Study, "DW-CMP-05", {"member": id, "item": item}) for id, item in students(table, side)]
    ask = (*found, Offer(w.GoOn, "DW-CMP-05"))
    answer: Action = w.GoOn()
    if found:
        answer = await ref.choose(side, "DW-CMP-05", ask, default=w.GoOn(), about=PACKING)
    if isinstance(answer, w.HandOver):
        await hand_over(ref, side, answer)
    elif isinstance(answer, w.Study):
        await study(ref, side, answer)
    else:
        passing = [t for t in table.models[side].tokens if kind_of(t) == w.TRIED]
        await ref.emit(*(w.IntervalEnded(rule="DW-CMP-05", bearer=side, token=t, value=0) for t in passing))
        return
    ref.then(part)


async def hand_over(ref: Referee, side: Side, action: w.HandOver) -> None:
    """From one to another; what was done to it goes with it."""
    table, item = ref.table, action.item
    ancient = item in artifacts()
    thing, rule = (f"{LOAD}:{item}", "DW-CMP-05") if ancient else (f"{w.GAINED}:{item}", "DW-UPG-12")
    if action.owner == side:
        await ref.emit(w.Stored(rule="DW-CMP-05", bearer=side, token=f"{w.STASH}:{item}", by=-1))
    own = table.models[action.owner].tokens
    more = {t: n for t, n in own.items() if kind_of(t) in (UPGRADE, DAMAGED) and t.endswith(f":{item}")}
    left = {thing: own[thing] - 1} if thing in own else {}  # Of two of a kind the other stays (DW-ART-01).
    left |= dict.fromkeys(more, 0)
    await ref.emit(*(w.HandedOver(rule=rule, bearer=action.owner, token=t, value=n) for t, n in left.items()))
    await ref.emit(*(w.TakenOver(rule=rule, bearer=action.to, token=t, value=n) for t, n in more.items()))
    await ref.emit(w.TakenOver(rule=rule, bearer=action.to, token=thing, value=1))


async def study(ref: Referee, side: Side, action: w.Study) -> None:
    """A learning check without an action: as many successes as its CL; three failures damage it (DW-TEC-03, -04)."""
    member = ref.table.models[action.member]
    simple = f"{UPGRADE}:simplify:{action.item}" in member.tokens and any(has(member, t) for t in TECHIES)
    cl = HARDEST - 1 if simple else HARDEST  # DW-UPG-11
    if has(member, "scientist"):
        mod = above_its_level(member, cl)
    else:
        mod = 0 if member.tokens.get(f"{SKILL}:ether_tech", 0) >= cl else -2
    mod += help_for(ref.table, member) + (1 if f"{ADVANCE}:technician" in member.tokens else 0)
    successes = await quality_roll(ref, member, "DW-CMP-05", mod)
    if successes >= cl:
        await ref.emit(w.Trained(rule="DW-CMP-05", bearer=member.id, token=f"{LEARNED}:{action.item}", value=1))
        return
    await ref.emit(w.Tried(rule="DW-CMP-05", bearer=side, token=f"{w.TRIED}:{member.id} {action.item}", value=1))
    if not successes:
        await ref.emit(w.Broke(rule="DW-TEC-04", bearer=member.id, token=f"{DAMAGED}:{action.item}", value=1))


def check_hand_over(table: Table, decision: Decision, action: w.HandOver) -> Refusal | None:
    """Something of the warband, to somebody who has none of its kind and can do something with it."""
    side = decision.side
    facts = {"item": action.item, "model": action.owner}
    if decision.about != PACKING or (action.owner, action.item) not in held(table, side):
        return Refusal("DW-CMP-05", facts)
    return (
        None
        if action.to in takers(table, side, action.owner, action.item)
        else Refusal("DW-CMP-05" if action.item in artifacts() else "DW-UPG-12", {**facts, "to": action.to})
    )


def check_study(table: Table, decision: Decision, action: w.Study) -> Refusal | None:
    """An artifact one carries and has not learned; one try."""
    known = decision.about == PACKING and (action.member, action.item) in students(table, decision.side)
    return None if known else Refusal("DW-CMP-05", {"item": action.item, "model": action.member})


def hand_over_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """To whom."""
    return {"to": Pick(takers(table, decision.side, offer.given["owner"], offer.given["item"]))}


ACTIONS: Mapping[type[Action], ActionKind] = {
    w.HandOver: ActionKind(check_hand_over, hand_over_slots),
    w.Study: ActionKind(check_study),
}
