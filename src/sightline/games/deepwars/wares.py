"""What is on offer between battles, told to whoever thinks about it: what it does, for whom, and why not now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb

from sightline.core.decisions import Action, Decision, Offer, Refusal
from sightline.core.screen import Ware
from sightline.core.table import Model, Side, Table
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars import catalog, look, market, packing, workshop
from sightline.games.deepwars.catalog import DIE, SECTIONS, artifacts, weapon, written
from sightline.games.deepwars.checks import DICE
from sightline.games.deepwars.growing import advances, personal, upgrades
from sightline.games.deepwars.market import Purchases
from sightline.games.deepwars.members import arms, members, need_of
from sightline.games.deepwars.packing import Packing
from sightline.games.deepwars.tokens import ADVANCE, QUALITY
from sightline.games.deepwars.workshop import Fitting, Repairs


def buyer(table: Table) -> Side:
    """The warband that decides now."""
    part = table.agenda[0]
    assert isinstance(part, Purchases | Repairs | Fitting | Packing)
    return part.side


# ------------------------------------------------------------------ what an offer brings


def ware(table: Table, offer: Offer) -> Ware | None:
    """What an offer brings; what goes without saying has nothing."""
    tell = TOLD.get(offer.action)
    return tell(table, offer) if tell else None


def advanced(table: Table, offer: Offer) -> Ware:
    """What a Warband Advance does."""
    row = advances()[offer.given["advance"]]
    effect = str(row["effect"])
    return Ware(effect if "once" in effect.lower() else f"{effect} Once in every battle.", str(row["rule"]))


def improved(table: Table, offer: Offer) -> Ware:
    """What an upgrade does, and whose things it could be for."""
    side, id, item = buyer(table), offer.given["upgrade"], offer.given.get("item")
    row = upgrades()[id]
    faults = {
        m.id: market.upgrade_fault(table, side, w.Upgrade(id, m.id, item))
        for m in members(table, side)
        if item is not None and (item == market.ARMOR or item in market.things(m))
    }
    return Ware(str(row["effect"]), str(row["rule"]), bearers=faults)


def taught(table: Table, offer: Offer) -> Ware:
    """What a personal advance does and costs, and who could learn it."""
    id, form = offer.given["advance"], offer.given["form"]
    row = personal()[id]
    faults = {m.id: market.learning_fault(m, id, form) for m in members(table, buyer(table))}
    line = f"{row['effect']} Costs {market.costs(id)} experience of whoever learns it."
    return Ware(line, str(row["rule"]), bearers=faults)


def tutored(table: Table, offer: Offer) -> Ware:
    """What a training does, and who could have it."""
    id, form = offer.given["training"], offer.given["form"]
    row = upgrades()[id]
    faults = {m.id: market.training_fault(m, market.TUTORED[id], form) for m in members(table, buyer(table))}
    return Ware(str(row["effect"]), str(row["rule"]), bearers=faults)


def hired(table: Table, offer: Offer) -> Ware:
    """Who would join, and what of the free points that takes."""
    who = catalog.profiles()[offer.given["profile"]]
    av = "/".join(str(getattr(who.av, section)) for section in SECTIONS)
    known = [written(a.id, a.n) for a in who.abilities]
    things = ", ".join((*(weapon(i).name for i in who.weapons), *known))
    free = min(who.points, table.tokens(buyer(table), w.FREE)) if who.rank == "troop" else 0
    gratis = f" {free} of them are free." if free else ""
    return Ware(
        f"{who.rank.capitalize()} of {who.points} points.{gratis} Q{who.quality}+ C{who.combat} AV {av}, "
        f"{who.size.capitalize()}, {who.move.capitalize()}. {things}.",
        who.rule,
    )


def tried(table: Table, offer: Offer) -> Ware:
    """Who would mend it, and what that takes."""
    owner, item = offer.given["owner"], offer.given["item"]
    who, mod = workshop.mender(table, buyer(table), owner, item)
    if who is None:
        return Ware("One try.", "DW-CMP-03")
    need = workshop.complexity(table, owner, item, who)
    return Ware(f"One try: {needs(need)} {rolls(who, mod)} {chance(who, mod, need)}", "DW-CMP-03")


def needs(count: int) -> str:
    """How many successes something takes."""
    return f"{count} success{'es' if count > 1 else ''} needed."


def rolls(who: Model, mod: int) -> str:
    """Who rolls, and at what."""
    return f"{who.name} rolls, Quality {who.tokens[QUALITY]}+{f' at {mod:+d}' if mod else ''}."


def chance(who: Model, mod: int, need: int) -> str:
    """How likely a member has so many successes."""
    good = Fraction(need_of(who.tokens[QUALITY], mod).good(DIE), DIE)
    share = float(sum(comb(DICE, n) * good**n * (1 - good) ** (DICE - n) for n in range(need, DICE + 1)))
    return f"Chance {100 * share:.1f} %."


def mended(table: Table, offer: Offer) -> Ware:
    """Without a roll."""
    return Ware("Whole again, without a roll.", "DW-CMP-03")


def made(table: Table, offer: Offer) -> Ware:
    """What a weapon is."""
    kind = weapon(offer.given["weapon"])
    return Ware(f"CL {kind.cl}: {look.described(kind)}. It is with the warband until a construct has it.", kind.rule)


def fitted(table: Table, offer: Offer) -> Ware:
    """What a weapon is, and which constructs could have it."""
    item, side = offer.given["weapon"], buyer(table)
    faults = {
        id: Refusal("DW-CON-01", {"weapon": item, "model": id, "times": 2}) if item in arms(table.models[id]) else None
        for id in workshop.constructs(table, side)
    }
    need = max(workshop.LEAST, weapon(item).cl)
    return Ware(f"{look.described(weapon(item))}. {needs(need)} Three failures damage it.", "DW-CON-03", bearers=faults)


def handed(table: Table, offer: Offer) -> Ware:
    """What something does."""
    return Ware(*meaning(offer.given["item"]))


def studied(table: Table, offer: Offer) -> Ware:
    """What an artifact would do, and what learning takes."""
    line, rule = meaning(offer.given["item"])
    return Ware(f"{line} One try to learn it in this interval; three failures damage it.", rule)


def meaning(item: str) -> tuple[str, str]:
    """What an artifact or a weapon does, and where that is written."""
    if item in artifacts():
        row = next(row for row in catalog.rows("artifact") if row["id"] == item)
        return str(row["effect"]), str(row["rule"])
    return f"{look.described(weapon(item))}.", weapon(item).rule


TOLD: Mapping[type[Action], Callable[[Table, Offer], Ware]] = {
    w.BuyAdvance: advanced,
    w.Upgrade: improved,
    w.Train: taught,
    w.Tutor: tutored,
    w.Hire: hired,
    w.Mend: tried,
    w.PayMending: mended,
    w.Build: made,
    w.Fit: fitted,
    w.HandOver: handed,
    w.Study: studied,
}


# ------------------------------------------------------------------ what is not on offer


def withheld(table: Table, decision: Decision) -> Iterator[tuple[Offer, Refusal]]:
    """What a warband cannot have now though others can, or it could at another time."""
    missing = MISSING.get(decision.about)
    return missing(table, decision) if missing else iter(())


def not_bought(table: Table, decision: Decision) -> Iterator[tuple[Offer, Refusal]]:
    """What the market has, and not for this warband now."""
    side = decision.side
    for id in advances():
        no = market.advance_fault(table, side, id)
        if no is not None:
            yield Offer(w.BuyAdvance, "DW-ADV-01", {"advance": id}), no
    for id, row in upgrades().items():
        if row["kind"] == "item" and not market.suited(table, side, id):
            yield Offer(w.Upgrade, str(row["rule"]), {"upgrade": id}), no_upgrade(table, side, id)
    for id in personal():
        no = no_learning(members(table, side), id)
        if no is not None:
            yield Offer(w.Train, "DW-EXP-01", {"advance": id, "form": ""}), no
    for id, advance in market.TUTORED.items():
        open_to = [m for m in members(table, side) if able_to_learn(m, advance)]
        no = market.short(table, side, market.price(id))
        if market.TUTORS.of(table)(table) and open_to and no is not None:
            yield Offer(w.Tutor, "DW-UPG-13", {"training": id, "form": ""}), no
    own = {catalog.profiles()[m.profile].faction for m in members(table, side)}
    for who in catalog.profiles().values():
        no = market.hire_fault(table, side, who.id) if who.faction in own else None
        if no is not None:
            yield Offer(w.Hire, "DW-CMP-04", {"profile": who.id}), no


def no_upgrade(table: Table, side: Side, upgrade: str) -> Refusal:
    """Why nothing of a warband can be upgraded so: the points are short, or there is nothing it is for."""
    dear = market.short(table, side, market.price(upgrade))
    rich = table.copy()
    rich.put_tokens(side, w.VP, market.price(upgrade))
    if dear is not None and market.suited(rich, side, upgrade):
        return dear
    return Refusal("DW-UPG-01", {"nobody": upgrade})


def able_to_learn(member: Model, advance: str) -> bool:
    """Whether a personal advance means something to a member, whatever it costs."""
    return any(market.training_fault(member, advance, form) is None for form in market.forms(member, advance))


def no_learning(band: list[Model], advance: str) -> Refusal | None:
    """Why nobody can learn something now: those it is for lack experience, or have learned it, or are none."""
    pupils = [m for m in band if able_to_learn(m, advance)]
    price, fullest = market.costs(advance), max((m.tokens.get(w.EXP, 0) for m in pupils), default=0)
    if not pupils:
        known = any(f"{ADVANCE}:{advance}" in m.tokens for m in band)
        return Refusal("DW-EXP-01", {"learned" if known else "nobody": advance})
    return None if fullest >= price else Refusal("DW-EXP-01", {"fullest": fullest, "price": price})


def not_mended(table: Table, decision: Decision) -> Iterator[tuple[Offer, Refusal]]:
    """What is beyond repair, was tried, or costs too much."""
    for owner, item in workshop.damaged(table, decision.side):
        for kind in (w.Mend, w.PayMending):
            no = workshop.check_mend(table, decision, kind(owner, item))
            if no is not None:
                yield Offer(kind, "DW-CMP-03", {"owner": owner, "item": item}), no


def not_made(table: Table, decision: Decision) -> Iterator[tuple[Offer, Refusal]]:
    """The tech weapons that nobody can make now."""
    for kind in catalog.weapons().values():
        no = workshop.build_fault(table, decision.side, kind.id)
        if no is not None and kind.cl >= 1 and kind.kind != "natural":
            yield Offer(w.Build, "DW-CON-01", {"weapon": kind.id}), no


def not_handed(table: Table, decision: Decision) -> Iterator[tuple[Offer, Refusal]]:
    """What nobody else can take."""
    for owner, item in packing.held(table, decision.side):
        if not packing.takers(table, decision.side, owner, item):
            ancient = item in artifacts()
            rule = "DW-CMP-05" if ancient else "DW-UPG-12"
            yield Offer(w.HandOver, "DW-CMP-05", {"owner": owner, "item": item}), Refusal(rule, {"nobody": item})


MISSING: Mapping[str, Callable[[Table, Decision], Iterator[tuple[Offer, Refusal]]]] = {
    market.MARKET: not_bought,
    workshop.REPAIRING: not_mended,
    workshop.WORKSHOP: not_made,
    packing.PACKING: not_handed,
}
