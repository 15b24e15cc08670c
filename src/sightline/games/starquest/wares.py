"""What is on offer between missions, told to whoever thinks about it: what it does, for whom, and why not now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from sightline.core.catalog import figures
from sightline.core.decisions import Action, Decision, Offer, Refusal
from sightline.core.screen import Ware
from sightline.core.table import ModelId, Table
from sightline.games.starquest import GAME, barracks, carrying, shop
from sightline.games.starquest import camp_words as w
from sightline.games.starquest.catalog import PACKAGE, Hero, classes, heroes, items, skills
from sightline.games.starquest.growth import (
    CREDITS,
    GAINS,
    LEVEL,
    LOWERED,
    NEWCOMER,
    PURSE,
    WORDS,
    carrying_fault,
    gain,
    gear,
    injury_rule,
    learnable,
)

SHELVES = {"consumable": "Items", "gear": "Gear", "service": "Services"}
"""Where things stand in the shop, by their kind."""
LASTING, SERVICE = "SQ-ITM-11", "SQ-SHP-02"


# ------------------------------------------------------------------ what an offer brings


def ware(table: Table, offer: Offer) -> Ware | None:
    """What an offer brings; what goes without saying has nothing."""
    tell = TOLD.get(offer.action)
    return tell(table, offer) if tell else None


def bought(table: Table, offer: Offer) -> Ware:
    """What something does, and who could have it."""
    item = offer.given["item"]
    bearers = {hero.id: shop.purchase_fault(table, hero, item) for hero in shop.heroes_of(table)}
    return Ware(effect(item), rule_of(item), SHELVES[items()[item].kind], bearers)


def treated(table: Table, offer: Offer) -> Ware:
    """What an injury does to its hero."""
    rule = injury_rule(offer.given["injury"])
    suffered = GAME.rulebook.rules[rule].text.partition(": ")[2]
    return Ware(f"Ends an injury early: {suffered}", rule)


def sold(table: Table, offer: Offer) -> Ware:
    """What it brings, and what is lost."""
    item = offer.given["item"]
    return Ware(f"Brings {shop.worth(item)} credits. {effect(item)}", rule_of(item))


def given(table: Table, offer: Offer) -> Ware:
    """What something does, and who could take it."""
    item, giver = offer.given["item"], offer.given["giver"]
    bearers = {hero.id: carrying_fault(table, hero, item) for hero in shop.heroes_of(table) if hero.id != giver}
    return Ware(effect(item), rule_of(item), bearers=bearers)


def shared(table: Table, offer: Offer) -> Ware:
    """How much there is to give."""
    return Ware(f"There are {table.tokens(offer.given['giver'], CREDITS)} credits in its purse.")


def benched(table: Table, offer: Offer) -> Ware:
    """What becomes of who stays behind."""
    return Ware(
        f"{holding(table, offer.given['hero'])} It keeps all that, and its injuries, earns nothing meanwhile, and may "
        "come back before any chapter.",
        grave=True,
    )


def recalled(table: Table, offer: Offer) -> Ware:
    """What comes back."""
    return Ware(f"{holding(table, offer.given['hero'])} It comes back as it was.", grave=barracks.is_full(table))


def recruited(table: Table, offer: Offer) -> Ware:
    """What a new hero brings, and what becomes of the one it replaces."""
    trade = classes()[offer.given["trade"]]
    place = " One of the party stays behind for it, with all it has." if barracks.is_full(table) else ""
    known = ", ".join(skills()[skill].name for skill in trade.skills)
    text = f"Costs nothing. Comes at level 1 with {PURSE} credits and no items, and knows two of {known}.{place}"
    return Ware(text, trade_rule(trade.id), grave=True)


def improved(table: Table, offer: Offer) -> Ware:
    """What a figure is, and what it becomes."""
    hero = table.models[offer.given["hero"]]
    what, amount = gain(offer.given["gain"])
    now = hero.tokens.get(GAINS[what], 0)
    low = GAINS[what] in LOWERED
    figures = f"{now}+ becomes {now - amount}+" if low else f"{now} becomes {now + amount}"
    return Ware(f"{WORDS[GAINS[what]]} {figures}. {GOOD_FOR[what]}", "SQ-LVL-03")


GOOD_FOR: Mapping[str, str] = {
    "tough": "So many wounds more before it falls.",
    "power": "To buy actions, tests and skills with.",
    "quality": "For attacks and morale.",
    "str": "For tests of Strength.",
    "dex": "For tests of Dexterity.",
    "wil": "For tests of Willpower.",
    "caster": "So many more spell tokens every round.",
}


def learned(table: Table, offer: Offer) -> Ware:
    """Which skills there are to be learned."""
    hero = table.models[offer.given["hero"]]
    known = ", ".join(skills()[skill].name for skill in learnable(hero, hero.kit))
    return Ware(f"To be learned: {known}.", "SQ-LVL-04")


TOLD: Mapping[type[Action], Callable[[Table, Offer], Ware]] = {
    w.Buy: bought,
    w.Treat: treated,
    w.Sell: sold,
    w.Give: given,
    w.Share: shared,
    w.Bench: benched,
    w.Recall: recalled,
    w.Enlist: recruited,
    w.Improve: improved,
    w.Learn: learned,
}


def effect(item: str) -> str:
    """What something does, and whether it lasts."""
    lasts = {"consumable": " Used once.", "gear": " Works as long as it is carried."}
    return items()[item].effect + lasts.get(items()[item].kind, "")


def rule_of(item: str) -> str:
    """Where an item stands in the rules."""
    return carrying.RULES.get(item) or (LASTING if item in gear() else SERVICE)


def trade_rule(trade: str) -> str:
    """Where a class stands in the rules, in the order of the list: the first is SQ-HSK-04."""
    return f"SQ-HSK-{4 + list(classes()).index(trade):02}"


def holding(table: Table, hero: ModelId) -> str:
    """What a hero is and has, in a sentence."""
    tokens = table.models[hero].tokens
    things = [items()[item].name for item in shop.things() for _ in range(tokens.get(item, 0))]
    return f"Level {tokens[LEVEL]}, {', '.join((f'{tokens.get(CREDITS, 0)} credits', *things))}."


# ------------------------------------------------------------------ what is not on offer


def withheld(table: Table, decision: Decision) -> Iterator[tuple[Offer, Refusal]]:
    """What the shop has that nobody can have now, and who may not hand on anything yet."""
    if decision.rule != "SQ-CMP-03":
        return
    party = shop.heroes_of(table)
    richest = max(party, key=lambda hero: hero.tokens.get(CREDITS, 0))
    for item in (*shop.things(), shop.CLINIC):
        no = shop.purchase_fault(table, richest, item)
        if no is not None and not shop.buyers(table, item):
            if "credits" in no.facts:
                no = Refusal(no.rule, {"price": no.facts["price"], "fullest": no.facts["credits"]})
            yield Offer(w.Buy, "SQ-SHP-01", {"item": item}), no
    for hero in party:
        if NEWCOMER in hero.tokens and hero.tokens.get(CREDITS):
            no = shop.handing_fault(table, hero.id, hero.id)
            assert no is not None
            yield Offer(w.Share, "SQ-CMP-06", {"giver": hero.id}), no


# ------------------------------------------------------------------ what may be chosen


@cache
def meanings() -> Mapping[str, str]:
    """What heroes, skills and difficulties are, in a sentence each."""
    known = {id: f"{skill.stat.capitalize()}. {skill.effect}" for id, skill in skills().items()}
    hard = {f"SetOut difficulty {row['level']}": difficulty(row) for row in figures(PACKAGE)["difficulty"]}
    return {**known, **{id: template(hero) for id, hero in heroes().items()}, **hard}


def template(hero: Hero) -> str:
    """A hero as it is before it has a class."""
    arms = (f"{weapon.name} ({weapon.line})" for weapon in hero.weapons)
    special = [rule.written for rule in hero.rules]
    return (
        f"{hero.role.capitalize()}, {hero.points} points. Q{hero.quality}+ D{hero.defense}+ T{hero.tough}, "
        f"Power {hero.power}, Str {hero.str}+ Dex {hero.dex}+ Wil {hero.wil}+. {', '.join((*arms, *special))}."
    )


def difficulty(row: Mapping[str, int]) -> str:
    """What a difficulty asks and pays."""
    return (
        f"Waves of {row['wave_percent']} % of the party's points. A success pays each hero {row['hazard_pay']} credits "
        f"and {row['xp_primary']} XP, {row['xp_secondary']} more for the secondary objective."
    )
