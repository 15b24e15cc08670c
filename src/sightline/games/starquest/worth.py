"""What a unit is worth in points, by one formula for heroes and enemies (SQ-PTS)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sightline.games.starquest.catalog import DIE, Enemy, Hero, Profile, Weapon

F = Fraction

PROTECTION, OFFENCE = 3, 6
STEP = 5
"""Points are rounded to the nearest multiple, and are at least so many."""
STARTING_SKILLS, SKILL, POWER, STAT = 2, 10, F(5, 2), 2
"""What heroes pay for: each skill they start with, each point of power, each step of a stat."""
PIERCED = (F(1), F(4, 3), F(14, 9), F(5, 3), F(5, 3))
"""The AP factor by AP (SQ-PTS-02)."""
SURE = F(5, 6)
"""The hit chance of Reliable weapons and of an impact."""

WEAPON: Mapping[str, Fraction] = {
    "rending": F(6, 5),
    "bane": F(23, 20),
    "indirect": F(5, 4),
    "limited": F(7, 20),
    "thrust": F(5, 4),
    "counter": F(23, 20),
    "unstoppable": F(11, 10),
}
"""Rules of a weapon that multiply its worth."""
GRADED: Mapping[str, Fraction] = {"deadly": F(3, 5), "blast": F(3, 10)}
"""Those that do so for each step of X above the first."""
SHIELDING = {"regeneration": F(3, 2), "stealth": F(11, 10), "fearless": F(21, 20)}
SPEED = {"fast": F(23, 20), "slow": F(9, 10), "flying": F(23, 20), "strider": F(21, 20)}
EXTRAS: Mapping[str, tuple[int, int]] = {
    "ambush": (4, 0),
    "scout": (2, 0),
    "fear": (0, 2),
    "caster": (0, 15),
    "villain": (20, 0),
}
"""Rules of a unit with a price of their own: so much, and so much for each step of X."""


def hit_chance(quality: int) -> Fraction:
    """How often a die reaches a Quality."""
    return F(DIE + 1 - quality, DIE)


def ap_factor(ap: int) -> Fraction:
    """What AP is worth: the mean share of unblocked hits over Defense 3+ to 5+, against that of none (SQ-PTS-02)."""
    shares = [1 - F(max(1, DIE + 1 - min(DIE, defense + ap)), DIE) for defense in (3, 4, 5)]
    plain = [1 - F(DIE + 1 - defense, DIE) for defense in (3, 4, 5)]
    return sum(shares, F(0)) / sum(plain, F(0))


def reach(weapon: Weapon) -> Fraction:
    """What a range is worth (SQ-PTS-02)."""
    return F(1) if weapon.melee else F(1, 2) + F(weapon.range) / 24


def offence_of(weapon: Weapon, quality: int) -> Fraction:
    """What a weapon is worth in the hands of a unit (SQ-PTS-01)."""
    hit = SURE if weapon.special("reliable") else hit_chance(quality)
    ap = weapon.special("ap")
    value = OFFENCE * weapon.attacks * hit * reach(weapon) * PIERCED[min(ap.value, len(PIERCED) - 1) if ap else 0]
    for special in weapon.rules:
        value *= WEAPON.get(special.id, 1)
        value *= 1 + GRADED.get(special.id, F(0)) * (special.value - 1)
        value *= 1 + F(1, 6) / hit if special.id == "surge" else 1
    return value


def offence(profile: Profile) -> Fraction:
    """What all weapons together are worth: the better of ranged and melee, and half of the other."""
    hit = hit_chance(profile.quality)
    melee = sum((offence_of(weapon, profile.quality) for weapon in profile.weapons if weapon.melee), F(0))
    ranged = sum((offence_of(weapon, profile.quality) for weapon in profile.weapons if not weapon.melee), F(0))
    impact = profile.special("impact")
    melee += OFFENCE * impact.value * SURE if impact else 0
    melee *= 1 + F(1, 6) / hit if profile.special("furious") else 1
    ranged *= 1 + F(1, 6) / hit if profile.special("relentless") else 1
    if profile.special("immobile"):
        melee, ranged = melee / 4, ranged * F(3, 4)
    value = max(ranged, melee) + min(ranged, melee) / 2
    for special in profile.rules:
        value *= SPEED.get(special.id, 1)
    return value


def protection(profile: Profile) -> Fraction:
    """What staying alive is worth."""
    value = F(PROTECTION * profile.tough * DIE, profile.defense - 1)
    for special in profile.rules:
        value *= SHIELDING.get(special.id, 1)
    return value


def raw(profile: Profile) -> Fraction:
    """The worth of a unit before it is rounded."""
    extras = F(0)
    for special in profile.rules:
        flat, each = EXTRAS.get(special.id, (0, 0))
        extras += flat + each * special.value
    if isinstance(profile, Hero):
        own = POWER * profile.power + STARTING_SKILLS * SKILL
        own += sum(STAT * (DIE + 1 - stat) for stat in (profile.str, profile.dex, profile.wil))
        return protection(profile) + 2 * offence(profile) + extras + own
    models = profile.size if isinstance(profile, Enemy) else 1
    return models * (protection(profile) + offence(profile) + extras)


def points(profile: Profile) -> int:
    """What a unit costs: to the nearest five, halves up, and five at least."""
    return max(STEP, int((raw(profile) + F(STEP, 2)) // STEP) * STEP)
