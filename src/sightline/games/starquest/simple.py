"""The harm one model does to another with one weapon, wherever they stand: what programs reckon with."""

from __future__ import annotations

from sightline.core.effects import Note
from sightline.core.table import Model, Table
from sightline.games.starquest.attacking import attacks_of
from sightline.games.starquest.catalog import DIE, Weapon
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.effects.rules import COVER, COVER_BONUS
from sightline.games.starquest.effects.specials import REGENERATION, STEALTH, bears
from sightline.games.starquest.measure import conscious, members
from sightline.games.starquest.questions import Deepened, Doubted, Healing, Multiplied, Sixes, ToBlock, ToHit
from sightline.games.starquest.tokens import DEFENSE, QUALITY

BY_PLACE = frozenset((COVER.rule, STEALTH.rule, "SQ-SPR-21"))
"""The rules that change a need by where the two stand, or by what was done before."""


def chance(need: float) -> float:
    """The chance of one die."""
    return (DIE + 1 - need) / DIE


def wounds_of(table: Table, one: Model, other: Model, weapon: Weapon, *, cover: bool) -> float:
    """The wounds to be expected of all attacks with a weapon; a blow is one of a charge."""
    hit = ToHit(one.id, other.id, weapon.id, weapon.melee, weapon.melee)
    quality = one.tokens[QUALITY]
    notes = [n for n in EFFECTS.tally(table, hit, quality).notes if not n.muted and n.rule not in BY_PLACE]
    hits = chance(hit.fold(table, quality, notes))
    sixes = Sixes(one.id, other.id, weapon.id, weapon.melee, weapon.melee)
    more = {n.rule: n.value for n in EFFECTS.tally(table, sixes, 0).notes if n.rule != "SQ-SPR-24"}
    hits += sum(more.values()) / DIE
    block = ToBlock(other.id, one.id, weapon.id, weapon.melee, weapon.melee)
    defense = other.tokens[DEFENSE]
    blocked = [n for n in EFFECTS.tally(table, block, defense).notes if not n.muted and n.rule not in BY_PLACE]
    if cover and COVER.rule not in EFFECTS.silenced(table, block):
        blocked.append(Note(COVER.rule, COVER_BONUS))
    kept = chance(block.fold(table, defense, blocked))
    lost = 1.0 - kept
    if EFFECTS.tally(table, Doubted(one.id, weapon.id), 0).value:
        lost += lost / DIE
    deep = EFFECTS.tally(table, Deepened(one.id, weapon.id), 1).value
    if bears(table, other.id, REGENERATION.rule) and EFFECTS.allows(table, Healing(one.id, weapon.id)):
        deep *= 2 / 3
    return attacks_of(table, one, weapon) * hits * lost * deep


def volley(table: Table, one: Model, other: Model, weapon: Weapon, *, cover: bool) -> float:
    """The wounds to be expected of all attacks with a weapon on a whole unit: a blast finds others there."""
    wounds = wounds_of(table, one, other, weapon, cover=cover)
    most = int(EFFECTS.tally(table, Multiplied(one.id, weapon.id), 1).value)
    if most <= 1 or not wounds:
        return wounds
    return wounds * min(most, sum(conscious(m) for m in members(table, other.unit)))
