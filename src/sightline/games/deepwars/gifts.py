"""What some models can do that others cannot: raise the dead, charm, shift, hide, bend a beam (DW-ABL)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Table
from sightline.games.deepwars.acting import PLAYS, cannot, left, spend
from sightline.games.deepwars.actions import Bend, Charm, HoldBack, InkCloud, Raise, Shift
from sightline.games.deepwars.bodies import body_of, who_it_was, whole_bodies
from sightline.games.deepwars.catalog import BODY, SLACK, abilities
from sightline.games.deepwars.checks import DONE, quality_check
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.effects.scenes import dropped
from sightline.games.deepwars.events import Afflicted, Charmed, Inked, Noted, Raised, Risen
from sightline.games.deepwars.measure import LONG, SHORT, WILD, distance, enemies, place, size, stick, touching
from sightline.games.deepwars.parts import Bending, CombatRoll
from sightline.games.deepwars.questions import GIFTED, UNAIMED, CheckingMorale, Doing, Targeting
from sightline.games.deepwars.sighting import CLOUD, COMPLETE, cover
from sightline.games.deepwars.tokens import (
    ARMOR,
    BOXES,
    CHARGES,
    CHARMED,
    COMBAT,
    EMPTY,
    FALLEN,
    INKED,
    LASTS,
    POINTS,
    QUALITY,
    SHIFTED,
    SIZE,
    SKILL,
    SPENT,
    STICK,
    SUMMONED,
    UPGRADE,
    WOUND,
    kind_of,
)

# ------------------------------------------------------------------ charming: DW-ABL-18, DW-ABL-54

HARDER = {1: 0, 2: -1, 3: -2}
CHARM_LASTS = 2
"""Game Turn ends a charm sees."""


def creatures(table: Table, model: Model) -> tuple[ModelId, ...]:
    """The wild or summoned creatures within a Long stick that fear something; a body that was raised is none."""
    return tuple(
        e.id
        for e in enemies(table, model)
        if (e.side == WILD or (SUMMONED in e.tokens and "construct" not in e.kit))
        and distance(table, model, e) <= stick(table, LONG) + SLACK
        and EFFECTS.allows(table, CheckingMorale(e.id, "charm", model.id))
    )


def check_charm(table: Table, decision: Decision, action: Charm) -> Refusal | None:
    """With one action, a creature near enough."""
    refusal = cannot(table, decision, action.actor, GIFTED, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    able = "deep_caller" in model.kit or "sea_shaman" in model.kit
    if able and action.target in creatures(table, model):
        return None
    return Refusal("DW-ABL-18", {"model": model.id, "target": action.target})


def charm_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which creature."""
    return {"target": Pick(creatures(table, table.models[offer.given["actor"]]))}


async def charm(ref: Referee, action: Charm) -> None:
    """A Quality Check, harder for larger creatures."""
    mod = HARDER[size(ref.table.models[action.target])]
    await spend(ref, action.actor, 1, "DW-ABL-18")
    if await quality_check(ref, action.actor, "charm", action.target, "DW-ABL-18", mod) >= DONE:
        await enthral(ref, action.target, ref.table.models[action.actor].side, CHARM_LASTS, "DW-CND-07")


async def enthral(ref: Referee, id: ModelId, side: str, lasts: int, rule: str) -> None:
    """A creature belongs to a side until so many Game Turns have ended (DW-CND-07)."""
    await ref.emit(
        Charmed(rule=rule, model=id, side=side),
        Afflicted(rule=rule, bearer=id, token=CHARMED, value=lasts),
    )


# ------------------------------------------------------------------ raising the dead: DW-ABL-48

LOST = ("leader", "hero", "spellcaster", "deep_caller", "sea_shaman", "animist", "biomancer", "re_animator")
"""What does not come back with a raised body."""
RISEN = "risen"
"""What stands in the name of who was raised, after that of the dead."""


def corpses(table: Table, model: Model) -> tuple[ModelId, ...]:
    """The whole bodies in contact, of either side, that were alive; wild creatures are of none (DW-GEN-12)."""
    return tuple(m.id for m in whole_bodies(table) if m.side in table.sides and touching(table, model, m))


def check_raise(table: Table, decision: Decision, action: Raise) -> Refusal | None:
    """With two actions, a body in contact."""
    refusal = cannot(table, decision, action.actor, GIFTED, 2)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    if "re_animator" in model.kit and action.target in corpses(table, model):
        return None
    return Refusal("DW-ABL-48", {"model": model.id, "target": action.target})


def raise_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which body."""
    return {"target": Pick(corpses(table, table.models[offer.given["actor"]]))}


async def raise_body(ref: Referee, action: Raise) -> None:
    """It rises, fallen, as a Construct with one box, slower of hand and without what made it somebody."""
    table, body = ref.table, ref.table.models[action.target]
    side = table.models[action.actor].side
    await spend(ref, action.actor, 2, "DW-ABL-48")
    if await quality_check(ref, action.actor, "raise", action.target, "DW-ABL-48") < DONE:
        return
    gone = {abilities()[a].rule for a in LOST}
    worn = {f"{WOUND}:{item}" for item in body.kit}
    tokens = {k: n for k, n in body.tokens.items() if kind_of(k) in KEPT or k in worn}
    boxes = tokens.get("boxes:body", 1)
    tokens |= {FALLEN: 1, SUMMONED: 1, COMBAT: max(0, tokens.get(COMBAT, 0) - 1)}
    if boxes > 1:
        tokens[f"{WOUND}:body"] = boxes - 1
    risen = replace(
        body,
        id=f"{who_it_was(body.id)}-{RISEN}-{table.serial}",
        kind="model",
        owner=side,
        side=side,
        profile=table.models[who_it_was(body.id)].profile,
        kit=(*(k for k in body.kit if k not in LOST), *(() if "construct" in body.kit else ("construct",))),
        effects=tuple(g for g in body.effects if g.effect not in gone),
        tokens={k: n for k, n in tokens.items() if n},
    )
    left_there = dropped(table, body, "DW-ABL-48")
    await ref.emit(Raised(rule="DW-ABL-48", new=risen), Risen(rule="DW-ABL-48", model=body.id), *left_there)


KEPT = (QUALITY, COMBAT, SIZE, STICK, ARMOR, BOXES, POINTS, SKILL, UPGRADE, CHARGES, EMPTY, SPENT)
"""What a raised body still is and has: its figures, and its weapons as they were."""


# ------------------------------------------------------------------ shifting and hiding: DW-ABL-19, DW-ABL-34


def check_shift(table: Table, decision: Decision, action: Shift) -> Refusal | None:
    """With one action."""
    refusal = cannot(table, decision, action.actor, GIFTED, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    able = "dimension_shift" in model.kit and SHIFTED not in model.tokens
    return None if able else Refusal("DW-ABL-19", {"model": model.id})


async def shift(ref: Referee, action: Shift) -> None:
    """Out of reach until the next activation begins."""
    await spend(ref, action.actor, 1, "DW-ABL-19")
    await ref.emit(Afflicted(rule="DW-ABL-19", bearer=action.actor, token=SHIFTED, value=1))


def check_ink(table: Table, decision: Decision, action: InkCloud) -> Refusal | None:
    """With one action, once per battle."""
    refusal = cannot(table, decision, action.actor, GIFTED, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    able = "ink_cloud" in model.kit and INKED not in model.tokens
    return None if able else Refusal("DW-ABL-34", {"model": model.id})


async def ink(ref: Referee, action: InkCloud) -> None:
    """A cloud of a Short stick blocks all lines until the end of the next Game Turn."""
    model = ref.table.models[action.actor]
    await spend(ref, model.id, 1, "DW-ABL-34")
    await ref.emit(
        Noted(rule="DW-ABL-34", bearer=model.id, token=INKED, value=1),
        Inked(rule="DW-ABL-34", new=cloud(ref.table, model.id, model.side, place(model), stick(ref.table, SHORT), 2)),
    )


def cloud(table: Table, source: str, side: str, at: tuple[float, float], radius: float, lasts: int) -> Model:
    """A cloud that blocks all lines until so many Game Turns have ended."""
    id = f"{source}-{CLOUD}-{table.serial}"
    return Model(id, side, side, CLOUD, "Ink", "marker", at=at, radius=radius, tokens={LASTS: lasts})


# ------------------------------------------------------------------ a beam that jumps: DW-ABL-49


def second_targets(table: Table, shooter: ModelId, first: ModelId) -> tuple[ModelId, ...]:
    """The enemies within a Short stick of the first target and in line of sight from it."""
    one, at = table.models[shooter], table.models[first]
    if at.at is None:
        at = body_of(table, first) or at
    if at.at is None:
        return ()
    return tuple(
        e.id
        for e in enemies(table, one)
        if e.id != first
        and distance(table, at, e) <= stick(table, SHORT) + SLACK
        and cover(table, at.id, e.id) != COMPLETE
        and EFFECTS.allows(table, Targeting(shooter, e.id, UNAIMED, ""))
    )


async def bending(ref: Referee, part: Bending) -> None:
    """After a won shot the beam may jump to a second enemy, two weaker (DW-ABL-49)."""
    table, blow = ref.table, part.blow
    shooter = table.models[blow.attacker]
    targets = second_targets(table, blow.attacker, blow.defender)
    if not targets or shooter.side not in table.sides:
        return
    who = {"actor": shooter.id}
    offers = [Offer(Bend, "DW-ABL-49", who), Offer(HoldBack, "DW-ABL-49", who)]
    action = await ref.choose(shooter.side, "DW-ABL-49", offers, default=HoldBack(shooter.id), about=shooter.id)
    if isinstance(action, Bend):
        # Who joined has shot at the first target only (DW-H2H-06).
        again = replace(blow, defender=action.target, near=blow.defender, section=BODY, joiners=0)
        ref.then(CombatRoll(replace(again, total=part.total - 2)))


def check_bend(table: Table, decision: Decision, action: Bend) -> Refusal | None:
    """One of the second targets, when it is asked."""
    part = table.agenda[0] if table.agenda else None
    no = Refusal("DW-ABL-49", {"model": action.actor, "target": action.target})
    if not isinstance(part, Bending) or decision.rule != "DW-ABL-49" or decision.about != action.actor:
        return no
    return None if action.target in second_targets(table, action.actor, part.blow.defender) else no


def bend_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom the beam may jump to."""
    part = table.agenda[0]
    assert isinstance(part, Bending)
    return {"target": Pick(second_targets(table, offer.given["actor"], part.blow.defender))}


# ------------------------------------------------------------------ offers


def offers(table: Table, model: Model) -> list[Offer]:
    """What a model's gifts let it do now."""
    if not EFFECTS.allows(table, Doing(model.id, GIFTED)):
        return []
    who = {"actor": model.id}
    found = []
    if ("deep_caller" in model.kit or "sea_shaman" in model.kit) and creatures(table, model):
        found.append(Offer(Charm, "DW-ABL-18", who))
    if "re_animator" in model.kit and left(model) > 1 and corpses(table, model):
        found.append(Offer(Raise, "DW-ABL-48", who))
    if "dimension_shift" in model.kit and SHIFTED not in model.tokens:
        found.append(Offer(Shift, "DW-ABL-19", who))
    if "ink_cloud" in model.kit and INKED not in model.tokens:
        found.append(Offer(InkCloud, "DW-ABL-34", who))
    return found


PLAYS.update({Charm: charm, Raise: raise_body, Shift: shift, InkCloud: ink})
