"""What some models can do that others cannot: heal, repair, raise the dead, charm, shift, hide (DW-ABL)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Table
from sightline.games.deepwars import advancing
from sightline.games.deepwars.acting import PLAYS, cannot, left, spend
from sightline.games.deepwars.actions import Bend, Charm, HoldBack, InkCloud, Raise, Shift, Treat
from sightline.games.deepwars.arms import SHIELD, carried
from sightline.games.deepwars.bodies import body_of, newly_dead, who_it_was, whole_bodies
from sightline.games.deepwars.catalog import BODY, SECTIONS, SLACK, abilities, weapon
from sightline.games.deepwars.checks import DONE, quality_check
from sightline.games.deepwars.damage import (
    cure,
    mend,
    wounds,
)
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.effects.scenes import dropped
from sightline.games.deepwars.events import (
    Afflicted,
    Charmed,
    Inked,
    LostToTheSide,
    Noted,
    Raised,
    Risen,
    TakenAway,
)
from sightline.games.deepwars.measure import (
    LONG,
    SHORT,
    WILD,
    distance,
    enemies,
    friends,
    place,
    size,
    stick,
    touching,
)
from sightline.games.deepwars.parts import Bending, CombatRoll
from sightline.games.deepwars.questions import GIFTED, UNAIMED, Affecting, CheckingMorale, Doing, Targeting
from sightline.games.deepwars.scoring import class_of
from sightline.games.deepwars.sighting import CLOUD, COMPLETE, cover
from sightline.games.deepwars.tokens import (
    ADVANCE,
    ARMOR,
    BOXES,
    CHARGES,
    CHARMED,
    COMBAT,
    DIED,
    EMPTY,
    ENCHANTED,
    FALLEN,
    INKED,
    KILLED,
    LASTS,
    LOOSENED,
    NO_MORE,
    POINTS,
    POISONED,
    QUALITY,
    SHIFTED,
    SIZE,
    SKILL,
    SPENT,
    STICK,
    SUMMONED,
    UPGRADE,
    USED,
    WOUND,
)

# ------------------------------------------------------------------ healing and repairing: DW-ABL-22, DW-ABL-31


def patients(table: Table, model: Model) -> tuple[ModelId, ...]:
    """Whom a model could treat now: those in contact who are hurt, and the newly dead."""
    heals, repairs = "healer" in model.kit, "engineer" in model.kit
    found = []
    for other in (model, *friends(table, model)):
        if other is not model and not touching(table, model, other):
            continue
        for section in ailments(other):
            if may_treat(table, model, other, section, heals=heals, repairs=repairs):
                found.append(other.id)
                break
    if heals:
        found += [body.id for body in bodies(table, model) if given_up(body.id) not in model.tokens]
    return tuple(found)


def given_up(patient: ModelId) -> str:
    """The token of a model whose tries on a patient are over."""
    return f"{NO_MORE}:treat {patient}"


def ailments(patient: Model) -> tuple[str, ...]:
    """The sections and weapons of a model that are hurt, poison in its body, and its shield (DW-ABL-21, DW-CND-06)."""
    things = (*SECTIONS, *(w.id for w in carried(patient)), *(i for i in patient.kit if i == SHIELD))
    return tuple(s for s in things if wounds(patient, s) or (s == BODY and POISONED in patient.tokens))


def may_treat(table: Table, model: Model, patient: Model, section: str, *, heals: bool, repairs: bool) -> bool:
    """A healer treats living flesh of others, an engineer machines and made things."""
    if given_up(patient.id) in model.tokens:
        return False
    if section not in SECTIONS and wounds(patient, section) >= weapon(section).boxes:
        return False  # What is destroyed is gone for the battle (DW-WPN-03).
    machine = not EFFECTS.allows(table, Affecting(patient.id, "healing"))
    if section not in SECTIONS and weapon(section).kind != "natural":
        return mends_items(model) or (weapon(section).cl >= 1 and one_repair(table, model))
    if machine:
        return repairs
    return heals and patient.id != model.id


def mends_items(model: Model) -> bool:
    """Whether a model has learned to repair items: Engineers, Scientists and Technicians (DW-ACN-25)."""
    return "engineer" in model.kit or "scientist" in model.kit or f"{ADVANCE}:technician" in model.tokens


EXPERTS = "mechanical_experts"


def one_repair(table: Table, model: Model) -> bool:
    """Whether its warband has a repair left that anybody may try, as an Engineer would (DW-ADV-07)."""
    return model.side in table.sides and advancing.left(table, model.side, EXPERTS)


async def use_it_up(ref: Referee, model: Model) -> None:
    """Who has not learned to repair items uses up what the Mechanical Experts of its warband allow (DW-ADV-07)."""
    if not mends_items(model):
        await ref.emit(Noted(rule="DW-ADV-07", bearer=model.side, token=f"{USED}:{EXPERTS}", value=1))


def bodies(table: Table, model: Model) -> list[Model]:
    """The dead allies in contact who can still be brought back."""
    return [body for body in newly_dead(table, model.side) if touching(table, model, body)]


def check_treat(table: Table, decision: Decision, action: Treat) -> Refusal | None:
    """With one action, somebody in contact who can be helped."""
    refusal = cannot(table, decision, action.actor, GIFTED, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    rule = "DW-ABL-31" if "healer" in model.kit else "DW-ABL-22"
    if action.target not in patients(table, model):
        return Refusal(rule, {"model": model.id, "target": action.target})
    patient = table.models[action.target]
    if patient.kind == "marker":
        return None if action.section in SECTIONS else Refusal(rule, {"section": action.section})
    heals, repairs = "healer" in model.kit, "engineer" in model.kit
    hurt = action.section in ailments(patient)
    if hurt and may_treat(table, model, patient, action.section, heals=heals, repairs=repairs):
        return None
    return Refusal(rule, {"target": action.target, "section": action.section})


def treat_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom, and what of them."""
    model = table.models[offer.given["actor"]]
    known = patients(table, model)
    hurt = dict.fromkeys(s for id in known for s in (ailments(table.models[id]) or SECTIONS[:1]))
    return {"target": Pick(known), "section": Pick(tuple(hurt))}


async def treat(ref: Referee, action: Treat) -> None:
    """Two successes restore a box, three restore two; three failures end the tries on this patient."""
    from sightline.games.deepwars.devices import complexity, trouble

    table, patient = ref.table, ref.table.models[action.target]
    weaponry = action.section not in SECTIONS and weapon(action.section).kind != "natural"
    machine = weaponry or not EFFECTS.allows(table, Affecting(patient.id, "healing"))
    rule, cause = ("DW-ABL-22", "repair") if machine else ("DW-ABL-31", "heal")
    await spend(ref, action.actor, 1, rule)
    actor = table.models[action.actor]
    mod = trouble(table, actor, action.section, patient) if weaponry else 0
    if weaponry:
        await use_it_up(ref, actor)
    successes = await quality_check(ref, action.actor, cause, action.target, rule, mod)
    if not successes:
        token = given_up(action.target)
        await ref.emit(Noted(rule=rule, bearer=action.actor, token=token, value=1))
    elif weaponry:
        if successes >= (complexity(table, actor, action.section, patient) or DONE):
            await mend(ref, patient.id, action.section, wounds(patient, action.section), rule)
    elif successes >= DONE and patient.kind == "marker":
        await bring_back(ref, patient, successes - 1)
        await cure(ref, who_it_was(patient.id))
    elif successes >= DONE:
        await mend(ref, patient.id, action.section, successes - 1, rule)
        if not machine:
            await cure(ref, patient.id)


async def bring_back(ref: Referee, body: Model, boxes: int) -> None:
    """A dead ally returns, fallen, with the restored boxes (DW-ABL-31)."""
    id = who_it_was(body.id)
    before = ref.table.models[id]
    tokens = {k: n for k, n in body.tokens.items() if k not in (DIED, LOOSENED, CHARMED, ENCHANTED)}
    tokens[FALLEN] = 1
    marked = max(0, tokens.get(f"{WOUND}:body", 0) - boxes)
    tokens.pop(f"{WOUND}:body", None)
    if marked:
        tokens[f"{WOUND}:body"] = marked
    back = replace(body, id=id, kind="model", profile=before.profile, tokens=tokens, side=before.owner)
    events: list[Event] = [Raised(rule="DW-ABL-31", new=back), TakenAway(rule="DW-ABL-31", model=body.id)]
    if before.owner in ref.table.sides and SUMMONED not in tokens:
        token = f"{KILLED}:{class_of(back)}"
        events.append(LostToTheSide(rule="DW-MRL-04", bearer=before.owner, token=token, by=-1))
    await ref.emit(*events)


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
    tokens = {k: n for k, n in body.tokens.items() if k.partition(":")[0] in KEPT or k in worn}
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
    if ("healer" in model.kit or mends_items(model) or one_repair(table, model)) and patients(table, model):
        found.append(Offer(Treat, "DW-ABL-31" if "healer" in model.kit else "DW-ABL-22", who))
    if ("deep_caller" in model.kit or "sea_shaman" in model.kit) and creatures(table, model):
        found.append(Offer(Charm, "DW-ABL-18", who))
    if "re_animator" in model.kit and left(model) > 1 and corpses(table, model):
        found.append(Offer(Raise, "DW-ABL-48", who))
    if "dimension_shift" in model.kit and SHIFTED not in model.tokens:
        found.append(Offer(Shift, "DW-ABL-19", who))
    if "ink_cloud" in model.kit and INKED not in model.tokens:
        found.append(Offer(InkCloud, "DW-ABL-34", who))
    return found


PLAYS.update({Treat: treat, Charm: charm, Raise: raise_body, Shift: shift, InkCloud: ink})
