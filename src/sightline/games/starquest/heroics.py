"""Hero skills: a test, a price if it fails, and the effect all the same (SQ-SKL-05, SQ-HSK)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Table
from sightline.games.starquest.acting import pay
from sightline.games.starquest.actions import UseSkill, UseSkillAt
from sightline.games.starquest.attacking import Assault, Group, arms, attacks_of, spokesman, spots
from sightline.games.starquest.catalog import CONSTANTS, Working, skills
from sightline.games.starquest.events import Noted
from sightline.games.starquest.ground import scale
from sightline.games.starquest.growth import skills_known
from sightline.games.starquest.measure import apart, conscious, foes, gap, members, party, reach, within
from sightline.games.starquest.roads import standing_fault
from sightline.games.starquest.searching import within_grasp
from sightline.games.starquest.shooting import cover_from, fires
from sightline.games.starquest.sighting import sees_spot
from sightline.games.starquest.skills import begin, skill_fault
from sightline.games.starquest.tasks import in_remote_reach
from sightline.games.starquest.testing import stat_test
from sightline.games.starquest.tokens import ATTACKED, KNACK
from sightline.games.starquest.working import Use, resolve

FAILED: int = CONSTANTS["hero_skill_fail_power"]
SOMEWHERE = frozenset(("point", "point_in_sight"))
BY_CLASS = {
    "bulwark": "SQ-HSK-04",
    "deadeye": "SQ-HSK-05",
    "mender": "SQ-HSK-06",
    "rigger": "SQ-HSK-07",
    "ghost": "SQ-HSK-08",
    "oracle": "SQ-HSK-09",
}


def rule_of(skill: str) -> str:
    """The rule of a skill: that of its class."""
    from sightline.games.starquest.catalog import classes

    return next(BY_CLASS[c.id] for c in classes().values() if skill in c.skills)


def targets_of(table: Table, model: Model, skill: Working) -> tuple[ModelId, ...]:
    """Whom a skill may be used on, each unit by one of its models."""
    far = skill.range * scale(table)
    match skill.target:
        case "self" | "enemy_units_all":
            return (model.id,)
        case "hero" | "other_hero":
            able = [m for m in party(table) if conscious(m) and within(gap(model, m), far)]
            return tuple(m.id for m in able if skill.target == "hero" or m.id != model.id)
        case "unconscious_hero":
            down = [m for m in party(table) if m.at is not None and not conscious(m)]
            return tuple(m.id for m in down if within(gap(model, m), far))
        case "enemy_unit" | "enemy_unit_in_sight":
            near = [u for u in foes(table, model.side) if within(apart((model,), members(table, u)), far)]
            if skill.target == "enemy_unit_in_sight":
                near = [u for u in near if any(spots(table, model, m) for m in members(table, u))]
            if any(fx["op"] == "shoot" for fx in skill.fx):
                near = [u for u in near if snap_weapon(table, model, u) is not None]
            return tuple(spokesman(table, u).id for u in near)
        case "objective_marker_in_sight":
            return in_remote_reach(table, model, far)
        case "search_token":
            return within_grasp(table, model)
    return ()


def usable_skills(table: Table, model: Model) -> Iterator[Working]:
    """The skills a hero has not used this round and has a target for (SQ-HSK-03)."""
    for item in skills_known(model):
        if f"{KNACK}:{item}" not in model.tokens:
            skill = skills()[item]
            if skill.target in SOMEWHERE or targets_of(table, model, skill):
                yield skill


def heroic_offers(table: Table, model: Model) -> Iterator[Offer]:
    """The hero skills that may be used now."""
    for skill in usable_skills(table, model):
        kind = UseSkillAt if skill.target in SOMEWHERE else UseSkill
        yield Offer(kind, "SQ-SKL-05", {"actor": model.id, "skill": skill.id})


# ------------------------------------------------------------------ using one


async def play_skill(ref: Referee, model: Model, action: UseSkill | UseSkillAt) -> None:
    """The target is named, the test is taken, failure costs a point of power; then the skill works (SQ-SKL-05)."""
    skill = skills()[action.skill]
    target = action.target if isinstance(action, UseSkill) else model.id
    await begin(ref, model, skill.id, "SQ-SKL-05", target if isinstance(action, UseSkill) else "")
    await ref.emit(Noted(rule="SQ-HSK-03", bearer=model.id, token=f"{KNACK}:{skill.id}", value=1))
    passed = await stat_test(ref, model.id, skill.stat, "SQ-SKL-05", for_sale=False)
    if not passed and not await pay(ref, model.id, FAILED, "SQ-SKL-05"):
        return
    at = action.at if isinstance(action, UseSkillAt) else None
    unit = ref.table.models[target].unit or target
    if any(fx["op"] == "shoot" for fx in skill.fx):
        await snap_shot(ref, model, unit)
        return
    await resolve(ref, Use(skill, rule_of(skill.id), model.id, unit, at))


def snap_weapon(table: Table, model: Model, unit: str) -> str | None:
    """The ranged weapon a quick shot is made with: the first that fires."""
    theirs = members(table, unit)
    return next((w.id for w in arms(model, melee=False) if fires(table, model, w, theirs)), None)


async def snap_shot(ref: Referee, model: Model, unit: str) -> None:
    """One weapon, half its attacks rounded up; an attack, after which no spell is cast (SQ-SPR-10)."""
    table = ref.table
    weapon = snap_weapon(table, model, unit)
    if weapon is None:
        return
    from sightline.games.starquest.catalog import arm

    dice = ceil(attacks_of(table, model, arm(weapon)) / 2)
    cover, blind = cover_from(table, [model], unit)
    await ref.emit(Noted(rule="SQ-SPR-10", bearer=model.id, token=ATTACKED, value=1))
    ref.then(Assault(model.unit, unit, (Group(weapon, (model.id,), dice),), cover=cover, blind_cover=blind))


# ------------------------------------------------------------------ what is legal


def known_fault(table: Table, decision: Decision, actor: ModelId, skill: str) -> Refusal | None:
    """A skill the active hero knows, and has not used this round."""
    no = skill_fault(table, decision, actor)
    if no is not None:
        return no
    model = table.models[actor]
    if skill not in skills_known(model):
        return Refusal("SQ-HSK-01", {"model": actor, "skill": skill})
    if f"{KNACK}:{skill}" in model.tokens:
        return Refusal("SQ-HSK-03", {"model": actor, "skill": skill})
    return None


def check_skill(table: Table, decision: Decision, action: UseSkill) -> Refusal | None:
    """A target the skill allows."""
    no = known_fault(table, decision, action.actor, action.skill)
    if no is not None:
        return no
    if action.target in targets_of(table, table.models[action.actor], skills()[action.skill]):
        return None
    return Refusal("SQ-SKL-05", {"skill": action.skill, "target": action.target})


def skill_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom it may be used on."""
    model = table.models[offer.given["actor"]]
    return {"target": Pick(targets_of(table, model, skills()[offer.given["skill"]]))}


def check_skill_at(table: Table, decision: Decision, action: UseSkillAt) -> Refusal | None:
    """A spot the skill allows: near enough, and seen or legal to stand on where that is asked for."""
    no = known_fault(table, decision, action.actor, action.skill)
    if no is not None:
        return no
    model, skill = table.models[action.actor], skills()[action.skill]
    if skill.target not in SOMEWHERE:
        return Refusal("SQ-SKL-05", {"skill": skill.id})
    far = reach(model, action.at)
    if not within(far, skill.range * scale(table)):
        return Refusal("SQ-SKL-05", {"skill": skill.id, "distance": round(far, 4), "most": skill.range * scale(table)})
    if any(fx["op"] == "place" for fx in skill.fx):
        if not sees_spot(table, model, action.at):
            return Refusal("SQ-LOS-01", {"target": str(action.at)})
        return standing_fault(table, model, action.at)
    width, depth = table.terrain.width, table.terrain.height
    if not (0 <= action.at[0] <= width and 0 <= action.at[1] <= depth):
        return Refusal("SQ-MOV-04", {"model": model.id, "off the table": 1})
    return None


def skill_at_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """A spot within range."""
    skill = skills()[offer.given["skill"]]
    return {"at": Spot(offer.given["actor"], skill.range * scale(table))}
