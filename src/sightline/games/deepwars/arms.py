"""The weapons of a model, and which of them it can use (DW-WPN)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sightline.core.table import Model, Table
from sightline.games.deepwars.catalog import BARE_HANDS, Weapon, weapon, weapons
from sightline.games.deepwars.tokens import CHARGES, EMPTY, PARRIES, SPENT, UPGRADE, WOUND, about

LIVING, SHIELD = "bio_weapon", "energy_shield"
"""What is used or aimed at like a weapon."""
REACH = 1.0
"""How far a long weapon strikes and holds (DW-ABL-47)."""
AMPLIFIED = f"{UPGRADE}:amplifier"
NAMES = f"{PARRIES}:"
STRIKES_BACK = frozenset(("reach", "shock", "poison", "entangle", "ethereal_attack"))
"""Traits that count for whoever strikes back."""


def is_weapon(item: str) -> bool:
    """Whether something in a kit is a weapon."""
    return item in weapons() or item == LIVING or item.startswith("figures__")


def aimable(model: Model) -> list[str]:
    """What of a model's equipment can be aimed at until it is destroyed: weapons, a shield's generator (DW-SUB-09)."""
    things = [item for item in model.kit if (is_weapon(item) and item != LIVING) or item == SHIELD]
    return [item for item in things if model.tokens.get(f"{WOUND}:{item}", 0) < weapon(item).boxes]


def carried(model: Model) -> tuple[Weapon, ...]:
    """The weapons in a model's profile."""
    return in_kit(model.kit)


@lru_cache(4096)
def in_kit(kit: tuple[str, ...]) -> tuple[Weapon, ...]:
    """The weapons among what is carried; kits are few, and asked for all the time."""
    return tuple(weapon(item) for item in kit if is_weapon(item))


@lru_cache(4096)
def untouched(
    kit: tuple[str, ...],
) -> tuple[frozenset[str], tuple[Weapon, ...], tuple[Weapon, ...], tuple[Weapon, ...]]:
    """What a model with a kit strikes, shoots and defends itself with while no weapon is damaged, empty or counted."""
    everything = in_kit(kit)
    told = frozenset(f"{kind}:{w.id}" for w in everything for kind in (WOUND, EMPTY, SPENT, CHARGES))
    melee = [w for w in everything if w.melee]
    if all(w.id != BARE_HANDS for w in melee):
        melee.append(weapon(BARE_HANDS))
    ranged = tuple(w for w in everything if not w.melee and w.id != LIVING)
    close = (w for w in everything if not w.melee and has_trait(w, "close_quarters"))
    return told, tuple(melee), ranged, (*melee, *close)


def works(model: Model, kind: Weapon) -> bool:
    """Whether a weapon is undamaged: one filled box puts it out of use (DW-SUB-09, DW-WPN-03)."""
    return not model.tokens.get(f"{WOUND}:{kind.id}")


def loaded(model: Model, kind: Weapon) -> bool:
    """Whether a ranged weapon can fire: loaded, and not used up (DW-RNG-12)."""
    if kind.id == LIVING:
        return bool(model.tokens.get(f"{CHARGES}:{kind.id}"))
    return f"{EMPTY}:{kind.id}" not in model.tokens and f"{SPENT}:{kind.id}" not in model.tokens


def melee_arms(model: Model) -> Sequence[Weapon]:
    """What a model can strike with; it always has bare hands (DW-WPN-02)."""
    told, melee, _, _ = untouched(model.kit)
    if told.isdisjoint(model.tokens):
        return melee
    found = [w for w in carried(model) if w.melee and works(model, w)]
    return found if any(w.id == BARE_HANDS for w in found) else [*found, weapon(BARE_HANDS)]


def ranged_arms(model: Model) -> Sequence[Weapon]:
    """What a model can shoot with now."""
    told, _, ranged, _ = untouched(model.kit)
    if told.isdisjoint(model.tokens):
        return ranged
    return [w for w in carried(model) if not w.melee and works(model, w) and loaded(model, w)]


def best_melee(table: Table, model: Model) -> Weapon:
    """The highest bonus, an Amplifier included, then the highest Armor Break (DW-CBT-05, DW-UPG-02)."""
    own = model.tokens
    return max(defensive(model), key=lambda w: (w.bonus + (f"{AMPLIFIED}:{w.id}" in own), w.armor_break))


def parrying(table: Table, model: Model) -> Weapon:
    """What a model defends itself with hand-to-hand: what its owner has named, if it still works, else the best."""
    named = next((about(t) for t in model.tokens if t.startswith(NAMES)), "")
    if named:
        ready = next((w for w in defensive(model) if w.id == named), None)
        if ready is not None:
            return ready
    return best_melee(table, model)


def alternatives(table: Table, model: Model) -> tuple[str, ...]:
    """What a model could defend itself with instead that does something the weapon it has now does not."""
    now = parrying(table, model)
    has = {t.id for t in now.traits}
    return tuple(
        w.id
        for w in defensive(model)
        if w.bonus > now.bonus
        or w.armor_break > now.armor_break
        or any(t.id in STRIKES_BACK and t.id not in has for t in w.traits)
    )


def breach_of(model: Model, kind: Weapon) -> int:
    """The Breach of a weapon: its own, and one more if it is a Blast weapon that was made more powerful (DW-UPG-10)."""
    return trait_value(kind, "breach") + (f"{UPGRADE}:powerful_blast:{kind.id}" in model.tokens)


def defensive(model: Model) -> Sequence[Weapon]:
    """What a model may defend itself with hand-to-hand: melee weapons, and pistols for close quarters."""
    told, _, _, ready = untouched(model.kit)
    if told.isdisjoint(model.tokens):
        return ready
    close = [w for w in carried(model) if not w.melee and works(model, w) and has_trait(w, "close_quarters")]
    return [*melee_arms(model), *close]


def has_trait(kind: Weapon, trait: str) -> bool:
    """Whether a weapon's own list names a trait."""
    return any(t.id == trait for t in kind.traits)


def trait_value(kind: Weapon, trait: str) -> int:
    """The figure of a trait; 0 if the weapon does not have it."""
    return next((t.n for t in kind.traits if t.id == trait), 0)
