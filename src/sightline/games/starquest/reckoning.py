"""The damage to be expected of an attack, in exact fractions (SQ-AIU-04)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sightline.core.table import Model, Table
from sightline.games.starquest.attacking import (
    IMPACT,
    Assault,
    Blocking,
    Group,
    covered,
    more_on_six,
    multiplier,
    need_to_block,
    need_to_hit,
    neighbours,
    spokesman,
    tears,
)
from sightline.games.starquest.catalog import DIE
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.effects.specials import REGENERATION, SAVED, bears
from sightline.games.starquest.measure import UnitId, conscious, members
from sightline.games.starquest.questions import Deepened, Doubted, Healing, Multiplied
from sightline.games.starquest.shooting import volley
from sightline.games.starquest.striking import Blows, blow_groups
from sightline.games.starquest.tokens import FATIGUED

NONE = Fraction(0)


def faces(need: float) -> Fraction:
    """The chance of one die to reach a face."""
    return Fraction(DIE + 1 - int(need), DIE)


def expected(table: Table, part: Assault) -> Fraction:
    """The wounds to be expected of all groups of an attack."""
    return sum((of_group(table, part, group) for group in part.groups), NONE)


def of_group(table: Table, part: Assault, group: Group) -> Fraction:
    """The wounds to be expected of one group: hits, then blocks by everybody it reaches."""
    victim = spokesman(table, part.target)
    each = Fraction(group.dice, len(group.models))
    plain = torn = NONE
    for id in group.models:
        hit = faces(need_to_hit(table, part, group, id, victim.id).value)
        six = Fraction(1, DIE)
        more = more_on_six(table, part, group, id, victim.id)
        deep = tears(table, part, group, id, victim.id)
        plain += each * (hit - (six if deep else 0) + six * more)
        torn += each * six if deep else NONE
    attacker = group.models[0]
    most = 1 if group.weapon == IMPACT else int(EFFECTS.tally(table, Multiplied(attacker, group.weapon), 1).value)
    shares: Sequence[tuple[UnitId, Fraction]] = [(part.target, Fraction(1))]
    if most > 1:
        near = neighbours(table, part)
        own = sum(conscious(m) for m in members(table, part.target))
        times = multiplier(most, own, [n for _, n in near])
        everybody = [part.target, *(u for u, _ in near)]
        shares = [(unit, Fraction(times, len(everybody))) for unit in everybody]
    total = NONE
    for unit, share in shares:
        cover = covered(table, part, group) if unit == part.target else False
        one = spokesman(table, unit)
        blocked = Blocking(attacker, unit, group.weapon, 1, 0, part.melee, part.charging, cover)
        total += share * plain * unblocked(table, blocked, one, torn=False) * deepened(table, attacker, group, one)
        if torn:
            total += share * torn * unblocked(table, blocked, one, torn=True) * deepened(table, attacker, group, one)
    return total


def unblocked(table: Table, part: Blocking, victim: Model, *, torn: bool) -> Fraction:
    """The chance that a hit is not blocked."""
    block = faces(need_to_block(table, part, victim, torn).value)
    if part.weapon != IMPACT and EFFECTS.tally(table, Doubted(part.attacker, part.weapon), 0).value:
        return 1 - block + Fraction(1, DIE) * (1 - block)
    return 1 - block


def deepened(table: Table, attacker: str, group: Group, victim: Model) -> Fraction:
    """What a wound counts: Deadly, and what may be diced away."""
    deep, cured = Fraction(1), bears(table, victim.id, REGENERATION.rule)
    if group.weapon != IMPACT:
        deep = Fraction(int(EFFECTS.tally(table, Deepened(attacker, group.weapon), 1).value))
        cured = cured and EFFECTS.allows(table, Healing(attacker, group.weapon))
    return deep * (1 - faces(SAVED)) if cured else deep


# ------------------------------------------------------------------ what an enemy compares


def of_shooting(table: Table, unit: UnitId, target: UnitId) -> Fraction:
    """S: the wounds to be expected of shooting from where the unit stands."""
    part = volley(table, unit, target)
    return expected(table, part) if part.groups else NONE


def of_charging(table: Table, unit: UnitId, target: UnitId) -> Fraction:
    """C: the wounds to be expected of a charge, on the table as it is after it."""
    own = [m for m in members(table, unit) if conscious(m)]
    fresh = FATIGUED not in own[0].tokens
    groups = blow_groups(table, Blows(unit, target, charging=True, fresh=fresh))
    return expected(table, Assault(unit, target, groups, melee=True, charging=True))
