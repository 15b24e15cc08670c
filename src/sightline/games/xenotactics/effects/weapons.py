"""The traits of weapons: each is granted to the bearer through the weapon that has it."""

from __future__ import annotations

from typing import Any

from sightline.core.effects import Bearing, after, effect, forbid, instead, modify
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Table
from sightline.games.xenotactics.catalog import SLACK
from sightline.games.xenotactics.events import HitPointLost, Wounded
from sightline.games.xenotactics.ground import feature
from sightline.games.xenotactics.measure import distance, to_piece, touching
from sightline.games.xenotactics.questions import Acting, Caught, Price, Reacting, Shielded, Targeting, ToDefend, ToHit
from sightline.games.xenotactics.tokens import HIT_POINTS, MOVES, SUPPLIED, USED

PIERCED = 4
"""The Defence armour-piercing leaves (XT-TRT-01)."""
MELEE_ATTACK = 9


def with_this(table: Table, question: Any, bearing: Bearing) -> bool:
    """Whether the weapon in question is the one that has the trait."""
    return bool(question.weapon == bearing.grant.via)


# ------------------------------------------------------------------ armour-piercing and energy (XT-TRT-01, XT-TRT-04)


def in_an_attack(table: Table, question: ToDefend, bearing: Bearing) -> bool:
    """The weapon does the damage itself."""
    return with_this(table, question, bearing) and question.cause == "attack"


def in_an_active_attack(table: Table, question: ToDefend, bearing: Bearing) -> bool:
    """The weapon does the damage itself, and its user is active."""
    return in_an_attack(table, question, bearing) and question.active


ARMOUR_PIERCING = effect("XT-TRT-01", modify(ToDefend, PIERCED, how="set", role="wielder", when=in_an_attack))
ENERGY = effect("XT-TRT-04", modify(ToDefend, PIERCED, how="set", role="wielder", when=in_an_active_attack))


# ------------------------------------------------------------------ heavy, reload (XT-TRT-05, XT-TRT-16)


def after_moving(table: Table, question: Price, bearing: Bearing) -> bool:
    """The bearer has moved in this activation."""
    return with_this(table, question, bearing) and (question.again or bool(table.tokens(question.actor, MOVES)))


def already_used(table: Table, question: Any, bearing: Bearing) -> bool:
    """The weapon has been used, and nobody hands over another load."""
    model = table.models[bearing.bearer]
    if not with_this(table, question, bearing) or not model.tokens.get(f"{USED}:{bearing.grant.via}"):
        return False
    return isinstance(question, Reacting) or not may_be_supplied(table, bearing)


def may_be_supplied(table: Table, bearing: Bearing) -> bool:
    """Whether a friend hands over what is needed for one more use (XT-ABL-02)."""
    from sightline.games.xenotactics.effects.abilities import has_a_supplier

    model = table.models[bearing.bearer]
    return SUPPLIED not in model.tokens and has_a_supplier(table, model)


def the_weapon(table: Table, question: Any, bearing: Bearing) -> dict[str, Any]:
    """Which weapon of whom."""
    return {"model": bearing.bearer, "weapon": bearing.grant.via}


HEAVY = effect("XT-TRT-05", modify(Price, +1, role="actor", when=after_moving))
RELOAD = effect(
    "XT-TRT-16",
    forbid(Acting, role="actor", when=already_used, facts=the_weapon),
    forbid(Reacting, role="reactor", when=already_used, facts=the_weapon),
)


# ------------------------------------------------------------------ range and contact (XT-TRT-08, XT-TRT-17)


def apart(table: Table, question: Targeting) -> float:
    """How far away a target is, model or piece."""
    attacker = table.models[question.attacker]
    if question.target in table.models:
        return distance(table, attacker, table.models[question.target])
    piece = feature(table.terrain, question.target)
    return to_piece(attacker, piece) if piece is not None else 0.0


def is_too_far(table: Table, question: Targeting, bearing: Bearing) -> bool:
    """The target is beyond the weapon's range."""
    return with_this(table, question, bearing) and apart(table, question) > bearing.grant.value + SLACK


def how_far(table: Table, question: Targeting, bearing: Bearing) -> dict[str, Any]:
    """The figures of a target that is too far away."""
    return {"target": question.target, "range": bearing.grant.value, "distance": round(apart(table, question), 4)}


def is_not_in_contact(table: Table, question: Targeting, bearing: Bearing) -> bool:
    """The bases do not touch."""
    if not with_this(table, question, bearing):
        return False
    attacker = table.models[question.attacker]
    if question.target in table.models:
        return not touching(table, attacker, table.models[question.target])
    piece = feature(table.terrain, question.target)
    return piece is None or not piece.touches(*(attacker.at or (0.0, 0.0)), attacker.radius)


def not_against_melee(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """No melee attack opposes it."""
    return with_this(table, question, bearing) and question.opposed != "melee"


MAXIMUM_RANGE = effect("XT-TRT-17", forbid(Targeting, role="attacker", when=is_too_far, facts=how_far))
MELEE = effect(
    "XT-TRT-08",
    forbid(Targeting, role="attacker", when=is_not_in_contact, facts=how_far),
    modify(ToHit, MELEE_ATTACK, how="set", role="attacker", when=not_against_melee),
    forbid(Shielded, role="wielder", when=with_this),
)
IGNORES_COVER = effect("XT-TRT-06", forbid(Shielded, role="wielder", when=with_this))


# ------------------------------------------------------------------ nonlethal and poison (XT-TRT-09, XT-TRT-10)


def is_a_friend(table: Table, question: Caught, bearing: Bearing) -> bool:
    """The victim is on the side of whoever attacks: of whose weapon it is, or of who turned it back (XT-ABL-24)."""
    attacker = question.attacker or bearing.bearer
    return with_this(table, question, bearing) and table.models[question.victim].side == table.models[attacker].side


def is_the_last(table: Table, event: HitPointLost, bearing: Bearing) -> bool:
    """It is the last hit point."""
    return with_this(table, event, bearing) and table.tokens(event.bearer, HIT_POINTS) <= 1


async def stun_instead(ref: Referee, event: HitPointLost, bearing: Bearing) -> tuple[Event, ...]:
    """The last hit point cannot be lost to it."""
    from sightline.games.xenotactics.harm import kept_down

    return kept_down(ref.table, event.bearer, "XT-TRT-09", event.wielder, event.weapon)


def has_drawn_blood(table: Table, event: Wounded, bearing: Bearing) -> bool:
    """The weapon has cost a hit point; what its push runs somebody into is no poison (XT-TRT-13)."""
    return with_this(table, event, bearing) and event.lost > 0 and not event.accident


async def stun_too(ref: Referee, event: Wounded, bearing: Bearing) -> None:
    """Whoever loses hit points to it is stunned as well, once for each attack."""
    from sightline.games.xenotactics.harm import kept_down

    if ref.table.tokens(event.model, HIT_POINTS):
        await ref.emit(*kept_down(ref.table, event.model, "XT-TRT-10", event.wielder, event.weapon))


NONLETHAL = effect(
    "XT-TRT-09",
    forbid(Caught, role="wielder", when=is_a_friend),
    instead(HitPointLost, stun_instead, role="wielder", when=is_the_last),
)
POISON = effect("XT-TRT-10", after(Wounded, stun_too, role="wielder", when=has_drawn_blood))


# ------------------------------------------------------------------ charged weapons


def is_oneself(table: Table, question: Caught, bearing: Bearing) -> bool:
    """Whoever attacks is caught itself."""
    return with_this(table, question, bearing) and question.victim == (question.attacker or bearing.bearer)


CHARGED = effect("XT-UPG-12", forbid(Caught, role="wielder", when=is_oneself))

ALL = (ARMOUR_PIERCING, ENERGY, HEAVY, RELOAD, MAXIMUM_RANGE, MELEE, IGNORES_COVER, NONLETHAL, POISON, CHARGED)

TRAITS = {
    "armor_piercing": ARMOUR_PIERCING,
    "energy": ENERGY,
    "heavy": HEAVY,
    "reload": RELOAD,
    "max_range": MAXIMUM_RANGE,
    "melee": MELEE,
    "ignores_cover": IGNORES_COVER,
    "nonlethal": NONLETHAL,
    "poison": POISON,
}
"""The effect of each trait; light, psychic, blast and push say what an attack may do and are read by the attack."""
