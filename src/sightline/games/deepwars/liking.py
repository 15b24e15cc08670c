"""What a program likes between battles."""

from __future__ import annotations

from sightline.core.decisions import Action
from sightline.core.table import Side, Table
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars import catalog
from sightline.games.deepwars.catalog import weapon
from sightline.games.deepwars.market import bank, costs, hire_price
from sightline.games.deepwars.members import arms

FREE = 100.0
"""Whatever costs nothing is done first."""
ADVANCES = ("tough_as_nails", "efficient_warriors", "lucky", "retaining_the_initiative", "theme_music", "courageous")
"""The Warband Advances that are always of use, the best first."""
UPGRADES = ("reinforce_armor", "enhanced_targeting", "armor_piercing", "amplifier")
SPARE = 4
"""Victory points that are kept for recruits and repairs."""


def appeal(table: Table, side: Side, action: Action) -> float:
    """How much a program would like to do something; 0 for what it leaves."""
    match action:
        case w.Mend() | w.Fit() | w.Study():
            return FREE
        case w.HandOver(owner=owner):
            return FREE if owner == side else 0.0
        case w.Train():
            return 50.0 + costs(action.advance) if suits(table, action) else 0.0
        case w.Hire():
            who, price = catalog.profiles()[action.profile], hire_price(table, side, action.profile)
            return 20.0 + who.points / 10 - price if 3 * price <= bank(table, side) else 0.0
        case w.PayMending():
            return 15.0
        case w.BuyAdvance():
            return 12.0 - ADVANCES.index(action.advance) if action.advance in ADVANCES else 0.0
        case w.Upgrade() if bank(table, side) >= 10 + SPARE and action.upgrade in UPGRADES:
            return 5.0 - UPGRADES.index(action.upgrade)
    return 0.0


def suits(table: Table, action: w.Train) -> bool:
    """Whether an advance helps the one who would learn it."""
    shoots = any(not weapon(i).melee for i in arms(table.models[action.member]))
    if action.advance == "shot_focus":
        return shoots
    return action.advance != "attack_focus" or not shoots
