"""Healing the living, repairing machines and things, and bringing the dead back (DW-ABL-22, DW-ABL-31)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Table
from sightline.games.deepwars import advancing
from sightline.games.deepwars.acting import PLAYS, cannot, spend
from sightline.games.deepwars.actions import Treat
from sightline.games.deepwars.arms import SHIELD, carried
from sightline.games.deepwars.bodies import newly_dead, who_it_was
from sightline.games.deepwars.catalog import BODY, SECTIONS, weapon
from sightline.games.deepwars.checks import DONE, quality_check
from sightline.games.deepwars.damage import cure, mend, wounds
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import LostToTheSide, Noted, Raised, TakenAway
from sightline.games.deepwars.measure import friends, touching
from sightline.games.deepwars.questions import GIFTED, Affecting, Doing
from sightline.games.deepwars.scoring import class_of
from sightline.games.deepwars.tokens import (
    ADVANCE,
    CHARMED,
    DIED,
    ENCHANTED,
    FALLEN,
    KILLED,
    LOOSENED,
    NO_MORE,
    POISONED,
    SUMMONED,
    USED,
    WOUND,
)


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


def offers(table: Table, model: Model) -> list[Offer]:
    """Healing and repairing, where somebody needs it."""
    able = "healer" in model.kit or mends_items(model) or one_repair(table, model)
    if not EFFECTS.allows(table, Doing(model.id, GIFTED)) or not able or not patients(table, model):
        return []
    return [Offer(Treat, "DW-ABL-31" if "healer" in model.kit else "DW-ABL-22", {"actor": model.id})]


PLAYS[Treat] = treat
