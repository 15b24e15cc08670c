"""What successes and squads are worth, in damage to the other side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from sightline.core import sight
from sightline.core.events import Event, Rolled
from sightline.core.muster import Entry, Roster
from sightline.core.table import Model, Table
from sightline.games.guerrilla import casting, muster, throwing
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.catalog import DIE, SQUAD_STARS, characters, item, items
from sightline.games.guerrilla.events import AttackDeclared, CastDeclared, ThrowDeclared
from sightline.games.guerrilla.odds import ATTACKER, TARGET, lay

FAR = 12.0
"""How far away the target of a volley stands."""
USUAL_TARGET = "trooper"


# ------------------------------------------------------------------ rolls


def worth(table: Table, before: Sequence[Event], roll: Rolled) -> float:
    """The damage a success does to enemies; a success that does none is worth 1."""
    for event in reversed(before):
        if isinstance(event, AttackDeclared):
            return float(item(event.weapon).damage) or 1.0
        if isinstance(event, ThrowDeclared):
            return burst_damage(table, event) or 1.0
        if isinstance(event, CastDeclared):
            return cast_damage(table, event) or 1.0
    return 1.0


def burst_damage(table: Table, event: ThrowDeclared) -> float:
    """What a burst does to the enemies it catches."""
    kind, side = item(event.weapon), table.models[event.thrower].side
    enemies = (m for m in throwing.caught(table, kind, event.spot) if m.side != side)
    return float(sum(throwing.band(kind, sight.reach(m, event.spot)) for m in enemies))


def cast_damage(table: Table, event: CastDeclared) -> float:
    """What a cast does at once to the enemies it affects."""
    kind, caster = item(event.ability), table.models[event.caster]
    if kind.effect.get("keyword") != "damage":
        return 0.0
    models: tuple[Model, ...] = (
        (table.models[event.target],) if event.spot is None else casting.inside(table, caster, kind, event.spot)
    )
    return float(kind.effect["amount"] * sum(m.side != caster.side for m in models))


# ------------------------------------------------------------------ squads


def totals(roster: Roster) -> Mapping[str, float]:
    """Second winds each turn, hit points, and the damage of one volley at 12 in; strangers count nothing."""
    known = [e for e in roster.models if e.profile in characters()]
    return {
        "Second wind": max(0, SQUAD_STARS - muster.stars(roster)),
        "Health": sum(characters()[e.profile].hp for e in known),
        f"Volley at {FAR:g}″": round(sum((volley(e.profile, e.items) for e in known), 0.0), 2),
    }


@lru_cache(1024)
def volley(profile: str, carried: tuple[str, ...]) -> float:
    """The damage to be expected of a model's best shot at somebody unprotected, 12 in away in the open."""
    from sightline.games.guerrilla import GAME

    kit = tuple(dict.fromkeys(i for i in carried if i in items()))
    guns = [i for i in kit if item(i).attack == "shot" and item(i).range_in >= FAR]
    if not guns:
        return 0.0
    _, table = lay(GAME, Entry(profile, kit), Entry(USUAL_TARGET), FAR, 0)
    needs = {gun: to_hit(table, ATTACKER, TARGET, gun).value for gun in guns}
    return max(
        item(gun).dice * item(gun).damage * min(1.0, max(0.0, (DIE + 1 - need) / DIE)) for gun, need in needs.items()
    )
