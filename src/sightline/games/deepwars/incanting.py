"""What a spell promises programs: harm and healing in wounds, the rest by what it is for and whom it is cast on."""

from __future__ import annotations

from sightline.core.mind import Promise
from sightline.core.sight import gap
from sightline.core.table import Model, Table
from sightline.games.deepwars.actions import Cast
from sightline.games.deepwars.casting import named
from sightline.games.deepwars.catalog import BODY, DIE, Spell
from sightline.games.deepwars.checks import DICE
from sightline.games.deepwars.damage import wounds
from sightline.games.deepwars.harming import expected
from sightline.games.deepwars.measure import LONG, enemies, stick
from sightline.games.deepwars.scoring import class_of
from sightline.games.deepwars.tokens import ARMOR, COMBAT, DAZED, POINTS, QUALITY, TRANSFIXED

TRANSFIXES, DAZES, SCARES = 0.8, 0.4, 0.5
"""What it is worth to transfix, daze or frighten a troop; others by what their loss is worth."""
AFFLICTS = {"siren_lock": (TRANSFIXED, TRANSFIXES), "mind_spike": (DAZED, DAZES)}
"""The spells that put somebody under a condition: who is under it already has nothing more to fear of them."""
STRENGTHENS = 0.25
"""What it is worth to strengthen a troop that has an enemy near; elsewhere it is wasted."""
CALLS = 0.3
"""What a creature is worth that is called or tamed, for each power, or for each twenty of its points."""
HINDERS = 0.15
"""What it is worth to put something onto the map that is in the way."""


def incantation(table: Table, action: Cast) -> Promise:
    """The wounds of a lance or a burst, what knitting heals, and what everything else is for."""
    spell = named(table.models[action.actor])
    if spell is None:
        return Promise({}, more=HINDERS)
    if action.target not in table.models:
        return Promise({}, more=CALLS * action.power if spell.type == "summon" else HINDERS)
    other = table.models[action.target]
    if spell.type == "attack":
        hit, _ = expected(action.power + spell.modifier, other.tokens.get(COMBAT, 0), _armor(other))
        return Promise({other.id: hit})
    if spell.type == "heal":
        return Promise({other.id: -float(min(action.power, wounds(other, BODY)))}, more=0.05)
    if spell.type == "buff":
        near = any(gap(other, enemy) <= stick(table, LONG) for enemy in enemies(table, other))
        return Promise({}, more=STRENGTHENS * class_of(other) if near else 0.0)
    if spell.type == "charm":
        return Promise({}, more=gives_in(other, action.power) * CALLS * other.tokens.get(POINTS, 0) / 20)
    if spell.type == "psychic":
        return Promise({}, more=gives_in(other, action.power) * _bends(spell, other))
    return Promise({}, more=HINDERS)


def _armor(model: Model) -> int:
    return model.tokens.get(f"{ARMOR}:body", 0)


def _bends(spell: Spell, other: Model) -> float:
    """What it is worth that somebody gives in to a spell."""
    token, worth = AFFLICTS.get(spell.id, ("", SCARES))
    return 0.0 if token in other.tokens else worth * class_of(other)


def gives_in(model: Model, power: int) -> float:
    """The chance that a Will Check has fewer successes than a spell of this power asks for (DW-SPL-08)."""
    good = (DIE + 1 - model.tokens.get(QUALITY, 4)) / DIE
    ways = (1, 3, 3, 1)
    return sum(ways[n] * good**n * (1 - good) ** (DICE - n) for n in range(min(power, DICE)))
