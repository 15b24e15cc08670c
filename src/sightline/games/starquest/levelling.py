"""Levels: experience becomes a rise, and a rise one of the improvements printed for it (SQ-LVL)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Action, Decision, Offer, Picks, Refusal, Slot
from sightline.core.events import Event
from sightline.core.game import ActionKind, Script
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Table
from sightline.games.starquest import camp_words as w
from sightline.games.starquest.catalog import HEROES, heroes
from sightline.games.starquest.growth import (
    BEST,
    GAINS,
    LEVEL,
    LOWERED,
    XP,
    gain,
    learnable,
    level_for,
    levels,
)
from sightline.games.starquest.tokens import MOST_POWER, POWER

SKILL, CASTER = "skill", "caster"


class LevelUps(Part, frozen=True):
    """Whoever has earned a level rises, one level after the other."""


class Rise(Part, frozen=True):
    """A hero has risen a level, and chooses what it brings."""

    hero: ModelId
    level: int


async def level_ups(ref: Referee, part: LevelUps) -> None:
    """The first hero that is due, then the others (SQ-LVL-01)."""
    for hero in [m for m in ref.table.models.values() if m.kind == "model" and m.owner == HEROES]:
        now = hero.tokens.get(LEVEL, 1)
        if now < level_for(hero.tokens.get(XP, 0)):
            more = now + 1 - hero.tokens.get(LEVEL, 0)  # Nobody writes down that a new hero is of the first level.
            await ref.emit(w.LevelGained(rule="SQ-LVL-02", bearer=hero.id, token=LEVEL, by=more))
            ref.then(Rise(hero.id, now + 1), part)
            return


def choices(hero: Model, level: int) -> tuple[str, ...]:
    """The improvements of a level that would have an effect (SQ-LVL-03)."""
    return tuple(written for written in levels()[level].choose_one if useful(hero, written))


def useful(hero: Model, written: str) -> bool:
    """Whether an improvement would do anything for a hero."""
    what, amount = gain(written)
    if what == SKILL:
        return len(learnable(hero, hero.kit)) >= 1
    if what == CASTER:
        return hero.profile in heroes() and heroes()[hero.profile].special(CASTER) is not None
    token = GAINS[what]
    return token not in LOWERED or hero.tokens[token] - amount >= BEST


async def rise(ref: Referee, part: Rise) -> None:
    """One of the improvements (SQ-LVL-02)."""
    hero = ref.table.models[part.hero]
    offers: list[Offer] = []
    default: w.Learn | w.Improve | None = None
    for written in choices(hero, part.level):
        what, amount = gain(written)
        if what == SKILL:
            offers.append(Offer(w.Learn, "SQ-LVL-04", {"hero": hero.id}))
            default = default or w.Learn(hero.id, first_skills(hero, amount))
        else:
            offers.append(Offer(w.Improve, "SQ-LVL-02", {"hero": hero.id, "gain": written}))
            default = default or w.Improve(hero.id, written)
    if default is None:
        return  # Nothing printed for this level would do anything for this hero.
    answer = await ref.choose(HEROES, "SQ-LVL-01", offers, default=default, about=hero.id)
    if isinstance(answer, w.Learn):
        for skill in answer.skills:
            await ref.emit(w.SkillLearned(rule="SQ-LVL-04", bearer=hero.id, token=skill, value=1))
    elif isinstance(answer, w.Improve):
        await ref.emit(*improved(hero, answer.gain))


def improved(hero: Model, written: str) -> list[Event]:
    """A figure changes; with the power of a hero what is left of it grows too (SQ-LVL-01, SQ-LVL-03)."""
    what, amount = gain(written)
    token = GAINS[what]
    by = -amount if token in LOWERED else amount
    found: list[Event] = [w.Improved(rule="SQ-LVL-03", bearer=hero.id, token=token, by=by)]
    if token == MOST_POWER:
        found.append(w.PowerBack(rule="SQ-LVL-01", bearer=hero.id, token=POWER, by=amount))
    return found


def taught(table: Table, decision: Decision) -> int:
    """How many skills the level at hand teaches."""
    level = table.tokens(decision.about, LEVEL)
    return next((n for what, n in map(gain, levels()[level].choose_one) if what == SKILL), 0)


def first_skills(hero: Model, amount: int) -> tuple[str, ...]:
    """The first skills a hero could be taught: those of its class before any other (SQ-LVL-04)."""
    found: list[str] = []
    while len(found) < amount:
        left = learnable(hero, (*hero.kit, *found))
        if not left:
            break
        found.append(left[0])
    return tuple(found)


def check_improve(table: Table, decision: Decision, action: w.Improve) -> Refusal | None:
    """An improvement of this level, for the hero who rose, that does something."""
    level = table.tokens(decision.about, LEVEL) if decision.about else 0
    if decision.rule != "SQ-LVL-01" or action.hero != decision.about:
        return Refusal("SQ-LVL-01", {"model": action.hero})
    if action.gain not in levels()[level].choose_one or action.gain.startswith(SKILL):
        return Refusal("SQ-LVL-02", {"gain": action.gain, "level": level})
    if not useful(table.models[action.hero], action.gain):
        return Refusal("SQ-LVL-03", {"gain": action.gain, "model": action.hero})
    return None


def check_learn(table: Table, decision: Decision, action: w.Learn) -> Refusal | None:
    """So many new skills, those of the class before any other (SQ-LVL-04)."""
    if decision.rule != "SQ-LVL-01" or action.hero != decision.about or not taught(table, decision):
        return Refusal("SQ-LVL-01", {"model": action.hero})
    hero, needed = table.models[action.hero], taught(table, decision)
    if len(action.skills) != min(needed, len(first_skills(hero, needed))):
        return Refusal("SQ-LVL-04", {"skills": len(action.skills), "needed": needed})
    known = hero.kit
    for skill in action.skills:
        if skill not in learnable(hero, known):
            return Refusal("SQ-LVL-04", {"skill": skill, "model": hero.id})
        known = (*known, skill)
    return None


def improve_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Nothing is left open."""
    return {}


def learn_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The skills that may be learned; those of other classes only as far as the own class runs out."""
    hero, needed = table.models[offer.given["hero"]], taught(table, decision)
    own = learnable(hero, hero.kit)
    more = learnable(hero, (*hero.kit, *own)) if len(own) < needed else ()
    count = min(needed, len(own) + len(more))
    return {"skills": Picks((*own, *more), count, count)}


KINDS: Mapping[type[Action], ActionKind] = {
    w.Improve: ActionKind(check_improve, improve_slots),
    w.Learn: ActionKind(check_learn, learn_slots),
}
PARTS: Mapping[type[Part], Script] = {LevelUps: level_ups, Rise: rise}
EVENTS: tuple[type[Event], ...] = (w.LevelGained, w.Improved, w.SkillLearned, w.PowerBack)
"""What happens when somebody rises, in a campaign or in the middle of a mission (SQ-EVT-40)."""
