"""The special rules of weapons and units (SQ-SPR)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sightline.core.dice import Roll
from sightline.core.effects import Bearing, Effect, after, effect, forbid, instead, modify, silence
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Table
from sightline.games.starquest.catalog import DIE
from sightline.games.starquest.events import AttackDeclared, Failed, Passed, Shrugged, Used, Wounded
from sightline.games.starquest.measure import apart, inches, members, over
from sightline.games.starquest.questions import (
    BETTER,
    UNHINDERED,
    Deepened,
    Doing,
    Doubted,
    Dreading,
    Empowering,
    Healing,
    Hiding,
    Minding,
    Multiplied,
    Needing,
    Ramming,
    Range,
    Reach,
    Sixes,
    Swift,
    ToBlock,
    ToHit,
    ToHold,
    ToPass,
    Using,
)
from sightline.games.starquest.sighting import sees
from sightline.games.starquest.tokens import CASTING, MOVED, QUALITY, SHAKEN, SPENT

MORALE = "morale"
SAVED = 5
"""The face that cancels a wound (SQ-SPR-23)."""
STEADY = 4
"""The face that turns a failed morale test into a pass (SQ-SPR-16)."""


def of_weapon(table: Table, question: Any, bearing: Bearing) -> bool:
    """The question is about the weapon that has the rule."""
    return bool(bearing.grant.via == question.weapon)


def grown(table: Table, question: Empowering, bearing: Bearing) -> float:
    """The X of a caster, with what it has grown by (SQ-LVL-02)."""
    return bearing.grant.value + table.tokens(bearing.bearer, CASTING)


def x(table: Table, question: Any, bearing: Bearing) -> float:
    """The X of a rule."""
    return bearing.grant.value


def less_x(table: Table, question: Any, bearing: Bearing) -> float:
    """X less."""
    return -bearing.grant.value


# ------------------------------------------------------------------ on the way


def faster(table: Table, question: Reach, bearing: Bearing) -> float:
    """Two inches on an Advance, four on a Rush and a Charge."""
    return {"advance": 2.0, "rush": 4.0, "charge": 4.0}.get(question.deed, 0.0)


def slower(table: Table, question: Reach, bearing: Bearing) -> float:
    """The same, less."""
    return -faster(table, question, bearing)


def not_holding(table: Table, question: Doing, bearing: Bearing) -> bool:
    """Anything but to hold, and shoot."""
    return question.deed not in ("hold", "shoot")


def difficult(table: Table, question: Minding, bearing: Bearing) -> bool:
    """Difficult terrain."""
    return question.what == "difficult"


def jumping(table: Table, question: ToPass, bearing: Bearing) -> bool:
    """A test to jump."""
    return question.jump


def ambushing(table: Table, question: Hiding, bearing: Bearing) -> bool:
    """To wait out of sight."""
    return question.what == "ambush"


def scouting(table: Table, question: Hiding, bearing: Bearing) -> bool:
    """To go ahead."""
    return question.what == "scout"


# ------------------------------------------------------------------ shooting


def has_moved(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """The weapon fires after a move of its own unit."""
    return of_weapon(table, question, bearing) and MOVED in table.models[question.attacker].tokens


def from_afar(table: Table, question: Sixes, bearing: Bearing) -> bool:
    """The nearest model of the target in sight is over 9 inches away from the shooter."""
    if question.melee:
        return False
    one = table.models[question.attacker]
    seen = [m for m in members(table, table.models[question.target].unit) if sees(table, one.id, m.id)]
    return bool(seen) and over(apart((one,), seen), inches(table, "relentless_distance"))


def hard_to_see(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """A unit of which all have it is shot at from over 9 inches away; distance between the units."""
    one, other = table.models[question.attacker], table.models[question.target]
    if question.melee or one.at is None or other.at is None:
        return False
    own = members(table, other.unit)
    if not all(bears(table, m.id, bearing.effect) for m in own):
        return False
    return over(apart(members(table, one.unit), own), inches(table, "stealth_distance"))


def bears(table: Table, model: str, rule: str) -> bool:
    """Whether a model is under an effect, by grant or by attachment: for rules about units made up wholly of such."""
    by_grant = any(g.effect == rule for g in table.models[model].effects)
    return by_grant or any(a.effect == rule for a in table.borne.get(model, ()))


async def use_up(ref: Referee, event: AttackDeclared, bearing: Bearing) -> None:
    """The weapon is used up by everybody who uses it, even if it misses."""
    token = f"{SPENT}:{event.weapon}"
    users = (event.attacker, *event.others)
    await ref.emit(*(Used(rule=bearing.effect, bearer=one, token=token, value=1) for one in users))


def is_spent(table: Table, question: Using, bearing: Bearing) -> bool:
    """The weapon was used in this mission."""
    return of_weapon(table, question, bearing) and f"{SPENT}:{question.weapon}" in table.models[bearing.bearer].tokens


# ------------------------------------------------------------------ melee


def on_a_charge(table: Table, question: Any, bearing: Bearing) -> bool:
    """A blow of one's own charge."""
    return bool(question.melee and question.charging)


def thrusting(table: Table, question: Any, bearing: Bearing) -> bool:
    """A blow of one's own charge, with this weapon."""
    return on_a_charge(table, question, bearing) and of_weapon(table, question, bearing)


def torn(table: Table, question: ToBlock, bearing: Bearing) -> bool:
    """A hit by a natural 6 with this weapon."""
    return question.torn and of_weapon(table, question, bearing)


# ------------------------------------------------------------------ wounds and morale


def curable(table: Table, event: Wounded, bearing: Bearing) -> bool:
    """A wound that is no cost, of a weapon that allows it, on a unit made up wholly of such models."""
    from sightline.games.starquest.effects import EFFECTS

    if event.cause == "cost" or event.by <= 0:
        return False
    own = members(table, table.models[event.bearer].unit)
    if not all(bears(table, m.id, bearing.effect) for m in own):
        return False
    return not event.attacker or EFFECTS.allows(table, Healing(event.attacker, event.weapon))


async def regenerate(ref: Referee, event: Wounded, bearing: Bearing) -> tuple[Event, ...]:
    """Every wound is diced for, also those that would be lost; a 5 or 6 cancels it."""
    model = ref.table.models[event.bearer]
    reads = tuple(int(face >= SAVED) for face in range(1, DIE + 1))
    dealt = event.by + event.lost
    (faces,) = await ref.throw(Roll(bearing.effect, DIE, dealt, model.side, model.id, reads=reads))
    saved = sum(face >= SAVED for face in faces)
    if not saved:
        return (event,)
    ignored = Shrugged(rule=bearing.effect, model=event.bearer, wounds=saved)
    if saved == dealt:
        return (ignored,)
    taken = min(event.by, dealt - saved)
    return (ignored, replace(event, by=taken, lost=dealt - saved - taken))


def of_morale(table: Table, event: Failed, bearing: Bearing) -> bool:
    """A failed morale test of a unit made up wholly of such models."""
    own = members(table, table.models[event.model].unit)
    return event.stat == MORALE and all(bears(table, m.id, bearing.effect) for m in own)


async def keep_calm(ref: Referee, event: Failed, bearing: Bearing) -> tuple[Event, ...]:
    """A 4 or more turns it into a pass."""
    model = ref.table.models[event.model]
    reads = tuple(int(face >= STEADY) for face in range(1, DIE + 1))
    ((face,),) = await ref.throw(Roll(bearing.effect, DIE, 1, model.side, model.id, reads=reads))
    return (Passed(rule=bearing.effect, model=event.model, stat=MORALE),) if face >= STEADY else (event,)


def leads(table: Table, question: ToHold, bearing: Bearing) -> bool:
    """The Villain is on the table, not Shaken, and within 12 inches of the unit."""
    villain = table.models[bearing.bearer]
    if villain.at is None or SHAKEN in villain.tokens or bearing.bearer == question.unit:
        return False
    own = members(table, table.models[question.unit].unit)
    return not over(apart((villain,), own), inches(table, "villain_range"))


def its_quality(table: Table, question: ToHold, bearing: Bearing) -> float:
    """The Villain's Quality."""
    return table.tokens(bearing.bearer, QUALITY)


# ------------------------------------------------------------------ the list

AMBUSH = effect("SQ-SPR-05", modify(Hiding, 1, role="model", when=ambushing))
AP = effect("SQ-SPR-07", modify(ToBlock, less_x, role="attacker", when=of_weapon))
BANE = effect(
    "SQ-SPR-08",
    modify(Doubted, 1, role="attacker", when=of_weapon),
    forbid(Healing, role="attacker", when=of_weapon),
)
BLAST = effect(
    "SQ-SPR-09",
    modify(Multiplied, x, role="attacker", when=of_weapon, how="set"),
    silence(ToBlock, "SQ-TER-05", role="attacker", when=of_weapon),
)
CASTER = effect("SQ-SPR-10", modify(Empowering, grown, role="model"))
COUNTER = effect("SQ-SPR-12", modify(Swift, 1, role="attacker", when=of_weapon))
DEADLY = effect("SQ-SPR-13", modify(Deepened, x, role="attacker", when=of_weapon, how="set"))
FAST = effect("SQ-SPR-14", modify(Reach, faster, role="model"))
FEAR = effect("SQ-SPR-15", modify(Dreading, x, role="model"))
FEARLESS = effect("SQ-SPR-16", instead(Failed, keep_calm, role="model", when=of_morale))
FLYING = effect("SQ-SPR-17", forbid(Minding, role="model"))
FURIOUS = effect("SQ-SPR-18", modify(Sixes, 1, role="attacker", when=on_a_charge))
IMMOBILE = effect("SQ-SPR-19", forbid(Doing, role="model", when=not_holding))
IMPACT = effect("SQ-SPR-20", modify(Ramming, x, role="model"))
INDIRECT = effect(
    "SQ-SPR-21",
    modify(ToHit, -1, role="attacker", when=has_moved),
    forbid(Needing, role="attacker", when=of_weapon),
)
LIMITED = effect(
    "SQ-SPR-22",
    after(AttackDeclared, use_up, role="attacker", when=of_weapon),
    forbid(Using, role="attacker", when=is_spent),
)
REGENERATION = effect("SQ-SPR-23", instead(Wounded, regenerate, role="bearer", when=curable))
RELENTLESS = effect("SQ-SPR-24", modify(Sixes, 1, role="attacker", when=from_afar))
RELIABLE = effect("SQ-SPR-25", modify(ToHit, 2, role="attacker", when=of_weapon, how="set"))
RENDING = effect(
    "SQ-SPR-26",
    modify(ToBlock, -4, role="attacker", when=torn),
    forbid(Healing, role="attacker", when=of_weapon),
)
SCOUT = effect("SQ-SPR-27", modify(Hiding, 1, role="model", when=scouting))
SLOW = effect("SQ-SPR-28", modify(Reach, slower, role="model"))
STEALTH = effect("SQ-SPR-29", modify(ToHit, -1, role="target", when=hard_to_see))
STRIDER = effect(
    "SQ-SPR-30",
    forbid(Minding, role="model", when=difficult),
    modify(ToPass, 2, role="model", when=jumping, how="set"),
)
SURGE = effect("SQ-SPR-31", modify(Sixes, 1, role="attacker", when=of_weapon))
THRUST = effect(
    "SQ-SPR-32",
    modify(ToHit, 1, role="attacker", when=thrusting),
    modify(ToBlock, -1, role="attacker", when=thrusting),
)
UNSTOPPABLE = effect(
    "SQ-SPR-33",
    forbid(Healing, role="attacker", when=of_weapon),
    modify(ToHit, 0, role="attacker", when=of_weapon, how=UNHINDERED),
    modify(Range, 0, role="shooter", when=of_weapon, how=UNHINDERED),
)
VILLAIN = effect("SQ-SPR-34", modify(ToHold, its_quality, role="friends", when=leads, how=BETTER))

BY_SPECIAL: dict[str, Effect] = {
    "ambush": AMBUSH,
    "ap": AP,
    "bane": BANE,
    "blast": BLAST,
    "caster": CASTER,
    "counter": COUNTER,
    "deadly": DEADLY,
    "fast": FAST,
    "fear": FEAR,
    "fearless": FEARLESS,
    "flying": FLYING,
    "furious": FURIOUS,
    "immobile": IMMOBILE,
    "impact": IMPACT,
    "indirect": INDIRECT,
    "limited": LIMITED,
    "regeneration": REGENERATION,
    "relentless": RELENTLESS,
    "reliable": RELIABLE,
    "rending": RENDING,
    "scout": SCOUT,
    "slow": SLOW,
    "stealth": STEALTH,
    "strider": STRIDER,
    "surge": SURGE,
    "thrust": THRUST,
    "unstoppable": UNSTOPPABLE,
    "villain": VILLAIN,
}
"""The effect of each special rule; Tough is a stat."""
SPECIALS = tuple(BY_SPECIAL.values())
