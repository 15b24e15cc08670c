"""Spells: naming one, the roll for power, keeping power, aiming, and what a spell does with it (DW-SPL)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from math import hypot
from typing import Any, NamedTuple

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.dice import Roll
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.screen import Span
from sightline.core.table import Model, ModelId, Part, Table
from sightline.games.deepwars import acting, catalog
from sightline.games.deepwars.acting import PLAYS, cannot, left, spend
from sightline.games.deepwars.actions import Cast, RollToCast
from sightline.games.deepwars.catalog import DIE, SLACK, Spell
from sightline.games.deepwars.checks import near, reads, roller, will_check
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import ActionsWon, Mishap, Noted, SpellCast, SpellNamed
from sightline.games.deepwars.ground import on_the_map
from sightline.games.deepwars.measure import (
    LONG,
    MEDIUM,
    SHORT,
    distance,
    engaged,
    in_front,
    level,
    objects,
    place,
    stick,
)
from sightline.games.deepwars.questions import SPELL, Affecting, Casting, Doing, Targeting
from sightline.games.deepwars.seeing import hidden
from sightline.games.deepwars.sighting import BLOCKED, terrain_line
from sightline.games.deepwars.tokens import ACTIONS, AMPLIFIED, DISCIPLINE, KEPT, PASSES, QUALITY, about
from sightline.games.deepwars.tokens import CASTING as CASTING_TOKEN

DICE_OFFERED = (1, 2, 3)
PASSED, MISHAP = 2, 3
"""The failures that pass the turn, and that turn the spell on its caster (DW-SPL-05, DW-SPL-06)."""
SPELL_MOST = 6
"""Points that one spell can use (DW-SPL-03)."""
RESISTED_MOST = 3
"""Successes that can be asked of a target (DW-SPL-08)."""
CAST = "cast"


class CastingRoll(Part, frozen=True):
    """The dice for power."""

    model: ModelId
    spell: str
    dice: int


def a_foe(table: Table, caster: Model, other: Model) -> bool:
    """Whoever is of another side."""
    return other.side != caster.side


def has_a_mind(table: Table, caster: Model, other: Model) -> bool:
    """Whoever is of another side and has a mind (DW-SPL-08)."""
    return a_foe(table, caster, other) and EFFECTS.allows(table, Affecting(other.id, "psychic"))


class Work(NamedTuple):
    """How a spell is aimed, what it does, and what becomes of a caster who fails."""

    script: Callable[[Referee, Model, Cast], Coroutine[Any, Any, None]]
    mishap: Callable[[Referee, Model], Coroutine[Any, Any, None]]
    targets: Callable[[Table, Model, int], tuple[ModelId, ...]] | None = None
    """Whom it may be cast on with some power; None if it is cast on nobody."""
    spot: Callable[[Table, Model, Cast], Refusal | None] | None = None
    """Why a spot is not good for it; None if it needs none."""
    creatures: Callable[[Table, Model, int], tuple[str, ...]] | None = None
    """What it may call."""
    meant: Callable[[Table, Model, Model], bool] = a_foe
    """Who it is for, wherever they are."""


WORKS: dict[str, Work] = {}
"""The spells; every discipline adds its own."""


# ------------------------------------------------------------------ who may cast what (DW-SPL-12, DW-MAG-01)


def disciplines(model: Model) -> tuple[str, ...]:
    """The disciplines of a caster: those of its profile, and what it has learned since."""
    who = catalog.profile(model.profile)
    learned = (about(t) for t in model.tokens if t.startswith(f"{DISCIPLINE}:"))
    return (*(who.disciplines if who else ()), *learned)


def known(model: Model) -> tuple[str, ...]:
    """The spells a model may cast."""
    if "spellcaster" not in model.kit:
        return ()
    return tuple(s.id for s in catalog.spells().values() if s.discipline in disciplines(model))


def named(model: Model) -> Spell | None:
    """The spell a model is about to cast."""
    for token in model.tokens:
        if token.startswith(f"{CASTING_TOKEN}:"):
            return catalog.spells()[about(token)]
    return None


# ------------------------------------------------------------------ the roll (DW-SPL-01 to DW-SPL-06)


def check_roll(table: Table, decision: Decision, action: RollToCast) -> Refusal | None:
    """In the place of the activation choice: a spell one knows, one to three dice."""
    if decision.rule != "DW-ACT-02" or decision.about != action.actor:
        return Refusal("DW-SPL-01", {"model": action.actor, "active": decision.about or "none"})
    model = table.models[action.actor]
    if action.spell not in known(model):
        return Refusal("DW-SPL-12", {"model": model.id, "spell": action.spell})
    if action.dice not in DICE_OFFERED:
        return Refusal("DW-SPL-01", {"dice": action.dice, "least": DICE_OFFERED[0], "most": DICE_OFFERED[-1]})
    return None


def roll_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which spell, how many dice."""
    return {"spell": Pick(known(table.models[offer.given["actor"]])), "dice": Pick(DICE_OFFERED)}


async def roll_to_cast(ref: Referee, action: RollToCast) -> None:
    """Announced before the dice fall."""
    await ref.emit(
        SpellNamed(rule="DW-SPL-01", caster=action.actor, spell=action.spell, dice=action.dice),
        Noted(rule="DW-SPL-01", bearer=action.actor, token=CASTING_TOKEN, value=1),
        Noted(rule="DW-SPL-01", bearer=action.actor, token=f"{CASTING_TOKEN}:{action.spell}", value=1),
    )
    ref.then(CastingRoll(action.actor, action.spell, action.dice))


async def casting_roll(ref: Referee, part: CastingRoll) -> None:
    """Each success is a point of power; kept points are added; failures pass the turn or bring a mishap."""
    table, model = ref.table, ref.table.models[part.model]
    question = Casting(model.id, near(table, model), "cast", part.spell)
    need = ref.tally(question, model.tokens[QUALITY])
    roll = Roll("DW-SPL-01", DIE, part.dice, roller(table, model), model.id, need, reads(need), question)
    (faces,) = await ref.throw(roll, seats=(model.side,))
    power = sum(need.met(face) for face in faces)
    kept = model.tokens.get(KEPT, 0)
    events: list[Event] = []
    if kept:
        events.append(Noted(rule="DW-SPL-03", bearer=model.id, token=KEPT, value=0))
    if part.dice - power >= PASSED:
        events.append(Noted(rule="DW-SPL-05", bearer=model.side, token=PASSES, value=1))
    if part.dice - power >= MISHAP:
        await ref.emit(*events, Mishap(rule="DW-SPL-06", caster=model.id, spell=part.spell))
        await WORKS[part.spell].mishap(ref, ref.table.models[model.id])
        return
    if power + kept:
        events.append(ActionsWon(rule="DW-SPL-02", bearer=model.id, token=ACTIONS, by=power + kept))
        ref.then(acting.Acting(model.id))
    if kept:
        events.append(Noted(rule="DW-SPL-03", bearer=model.id, token=AMPLIFIED, value=kept))
    await ref.emit(*events)


# ------------------------------------------------------------------ aiming (DW-SPL-09, DW-SPL-11)


def reach(table: Table, spell: Spell, power: int) -> float:
    """How far a spell reaches with some power."""
    if spell.range != "by_power":
        return stick(table, SHORT)
    if power <= LONG:
        return stick(table, (SHORT, MEDIUM, LONG)[power - 1])
    return stick(table, LONG) + (power - LONG) * stick(table, SHORT)


def aimed(table: Table, caster: Model, target: Model, spell: Spell, far: float) -> bool:
    """Whether a spell may be aimed at a model: in front, in sight and near enough; in a melee at those in it only."""
    if target.id == caster.id:
        return True
    around = engaged(table, caster)
    if around and target.side != caster.side and target.id not in around:
        return False
    if distance(table, caster, target) > far + SLACK or not in_front(caster, place(target)):
        return False
    if hidden(table, caster.id, target.id):
        return False
    return EFFECTS.allows(table, Targeting(caster.id, target.id, SPELL, spell.id))


def in_aim(table: Table, caster: Model, power: int) -> list[Model]:
    """Everybody the named spell can be aimed at with some power."""
    return in_reach(table, caster, power, (table.models[id] for id in table.standing()))


def in_reach(table: Table, caster: Model, power: int, some: Iterable[Model]) -> list[Model]:
    """Those of some that the named spell can be aimed at with some power."""
    spell = named(caster)
    assert spell is not None
    far = reach(table, spell, power)
    return [m for m in some if aimed(table, caster, m, spell, far)]


def attackable(table: Table, caster: Model, power: int) -> tuple[ModelId, ...]:
    """Whoever is of another side, and scenic objects: whatever may be attacked (DW-CBT-10)."""
    foes = (m.id for m in in_aim(table, caster, power) if m.side != caster.side)
    return (*foes, *(o.id for o in in_reach(table, caster, power, objects(table))))


def minds(table: Table, caster: Model, power: int) -> tuple[ModelId, ...]:
    """Every mind that can be reached."""
    return tuple(m.id for m in in_aim(table, caster, power) if has_a_mind(table, caster, m))


def friends(table: Table, caster: Model, power: int) -> tuple[ModelId, ...]:
    """Whoever is of one's own side, oneself among them."""
    return tuple(m.id for m in in_aim(table, caster, power) if m.side == caster.side)


def living_friends(table: Table, caster: Model, power: int) -> tuple[ModelId, ...]:
    """Whoever of one's own side is alive."""
    return tuple(f for f in friends(table, caster, power) if EFFECTS.allows(table, Affecting(f, "healing")))


def target_fault(table: Table, caster: Model, target: ModelId, spell: Spell, power: int) -> Refusal:
    """Why a spell is not cast on somebody: too far, protected, or no target for this spell from here."""
    other, limit = table.models.get(target), reach(table, spell, power)
    far = distance(table, caster, other) if other is not None and other.at is not None else 0.0
    if far > limit + SLACK:
        facts = {"model": caster.id, "target": target, "distance": round(far, 3), "range": limit}
        return Refusal("DW-SPL-09", facts)
    if target in table.standing():
        no = EFFECTS.forbids(table, Targeting(caster.id, target, SPELL, spell.id))
        if no is not None:
            return Refusal(*no)
    return Refusal("DW-SPL-11", {"model": caster.id, "target": target})


def spot_fault(table: Table, caster: Model, action: Cast) -> Refusal | None:
    """A spot on the map, in front, in sight, near enough."""
    spell = named(caster)
    assert spell is not None
    x, y = place(caster)
    far, limit = hypot(action.at[0] - x, action.at[1] - y) - caster.radius, reach(table, spell, action.power)
    if far > limit + SLACK:
        return Refusal("DW-SPL-09", {"model": caster.id, "distance": round(far, 3), "range": limit})
    low = level(table, caster)
    blocked, _ = terrain_line(table, (x, y), action.at, low, low, soft=True)
    if not on_the_map(table, action.at) or not in_front(caster, action.at) or blocked == BLOCKED:
        return Refusal("DW-SPL-11", {"model": caster.id, "at": str(action.at)})
    return None


# ------------------------------------------------------------------ casting


def spans(table: Table, caster: ModelId, spell: Spell) -> Iterator[Span]:
    """How far a spell would reach with every power that a roll may give, and whom it could be cast on."""
    dice = DICE_OFFERED[-1]
    named_now = table.copy()
    named_now.put_tokens(caster, f"{CASTING_TOKEN}:{spell.id}", 1)
    model, work = named_now.models[caster], WORKS[spell.id]
    for power in range(spell.min_power, min(SPELL_MOST, dice + model.tokens.get(KEPT, 0)) + 1):
        whom = work.targets(named_now, model, power) if work.targets is not None else None
        yield Span("Power", power, reach(table, spell, power), "DW-SPL-09", whom, front=True)


def powers(table: Table, model: Model) -> tuple[int, ...]:
    """The points of power that may go into the named spell now, if there is somebody to cast it on."""
    spell = named(model)
    if spell is None or not EFFECTS.allows(table, Doing(model.id, CAST)):
        return ()
    work = WORKS[spell.id]
    most = min(SPELL_MOST, left(model))
    return tuple(
        power
        for power in range(spell.min_power, most + 1)
        if (work.targets is None or work.targets(table, model, power))
        and (work.creatures is None or work.creatures(table, model, power))
    )


def idle(table: Table, model: Model) -> Refusal | None:
    """Why the spell that was named cannot be cast though there is power for something; None if it can, or was cast."""
    spell, power = named(model), min(SPELL_MOST, left(model))
    if spell is None or not power or powers(table, model):
        return None
    held = EFFECTS.forbids(table, Doing(model.id, CAST))
    if held is not None:
        return Refusal(*held)
    if power < spell.min_power:
        return Refusal("DW-MAG-02", {"spell": spell.id, "power": power, "least": spell.min_power})
    work, far = WORKS[spell.id], reach(table, spell, power)
    if work.targets is None:
        return None
    others = [m for m in map(table.models.__getitem__, table.standing()) if work.meant(table, model, m)]
    if not others:
        return Refusal("DW-SPL-11", {"nobody": spell.id})
    apart = min(distance(table, model, m) for m in others)
    facts = {"spell": spell.id, "power": power, "model": model.id}
    if apart > far + SLACK:
        return Refusal("DW-SPL-09", {"nearest": 1, **facts, "distance": round(apart, 2), "range": far})
    return Refusal("DW-SPL-11", facts)


def offers(table: Table, model: Model) -> list[Offer]:
    """The named spell, once for every power there is."""
    return [Offer(Cast, "DW-SPL-02", {"actor": model.id, "power": power}) for power in powers(table, model)]


def check_cast(table: Table, decision: Decision, action: Cast) -> Refusal | None:
    """The spell that was named, with enough power, where it can be aimed."""
    refusal = cannot(table, decision, action.actor, CAST, action.power)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    spell = named(model)
    if spell is None:
        return Refusal("DW-SPL-01", {"model": model.id, "spell": "none"})
    if not spell.min_power <= action.power <= SPELL_MOST:
        facts = {"spell": spell.id, "power": action.power, "least": spell.min_power, "most": SPELL_MOST}
        return Refusal("DW-MAG-02" if action.power < spell.min_power else "DW-SPL-03", facts)
    work = WORKS[spell.id]
    if work.targets is not None and action.target not in work.targets(table, model, action.power):
        return target_fault(table, model, action.target, spell, action.power)
    if work.creatures is not None and action.creature not in work.creatures(table, model, action.power):
        return Refusal(spell.rule, {"model": model.id, "creature": action.creature})
    return work.spot(table, model, action) if work.spot is not None else None


def cast_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom, where, or what."""
    model, power = table.models[offer.given["actor"]], offer.given["power"]
    spell = named(model)
    assert spell is not None
    work, found = WORKS[spell.id], dict[str, Slot]()
    if work.targets is not None:
        found["target"] = Pick(work.targets(table, model, power))
    if work.creatures is not None:
        found["creature"] = Pick(work.creatures(table, model, power))
    if work.spot is not None:
        found["at"] = Spot(model.id, reach(table, spell, power) + model.radius)
    return found


async def cast(ref: Referee, action: Cast) -> None:
    """Power is spent, and the spell does what it does; at most one in an activation (DW-SPL-04)."""
    model = ref.table.models[action.actor]
    spell = named(model)
    assert spell is not None
    kept = min(model.tokens.get(AMPLIFIED, 0), action.power)
    await spend(ref, model.id, action.power, spell.rule)
    await ref.emit(
        Noted(rule="DW-SPL-04", bearer=model.id, token=f"{CASTING_TOKEN}:{spell.id}", value=0),
        SpellCast(
            rule=spell.rule,
            caster=model.id,
            spell=spell.id,
            power=action.power,
            target=action.target,
            amplified=kept,
        ),
    )
    await WORKS[spell.id].script(ref, ref.table.models[model.id], action)


async def resists(ref: Referee, target: ModelId, power: int, rule: str, mod: int = 0) -> bool:
    """As many successes as the spell has power, at most three; what is beyond makes it harder (DW-SPL-08)."""
    beyond = max(0, power - RESISTED_MOST)
    return await will_check(ref, target, "psychic", rule=rule, mod=mod - beyond) >= min(RESISTED_MOST, power)


PLAYS[RollToCast] = roll_to_cast
PLAYS[Cast] = cast
