"""The shop, and what changes hands: prices, stock, services (SQ-SHP, SQ-CMP-03, SQ-CMP-06)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sightline.core.decisions import Action, Count, Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Event
from sightline.core.game import ActionKind, Script
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Table
from sightline.games.starquest import camp_words as w
from sightline.games.starquest.barracks import party
from sightline.games.starquest.catalog import items
from sightline.games.starquest.growth import (
    CELL,
    CREDITS,
    NEWCOMER,
    carrying_fault,
    consumables,
    gear,
    injuries,
    most_power,
)
from sightline.games.starquest.tokens import CONDITIONS, POWER

SURGERY, CLINIC = "surgery", "clinic_visit"


@cache
def things() -> tuple[str, ...]:
    """Everything a hero can carry."""
    return (*consumables(), *gear())


def price(item: str) -> int:
    """What something costs (SQ-SHP-01)."""
    return items()[item].buy


def worth(item: str) -> int:
    """What the shop pays for something: half, rounded down (SQ-SHP-01)."""
    return price(item) // 2


def sold_out(item: str) -> str:
    """The token that says that the shop has no more of a piece."""
    return f"{w.STOCK}:{item}"


def heroes_of(table: Table) -> list[Model]:
    """The heroes of the party; those on the bench neither buy nor sell."""
    return party(table)


# ------------------------------------------------------------------ what is on offer


def offers(table: Table) -> list[Offer]:
    """What may be bought, treated, sold and handed over while the shop is open."""
    found = [Offer(w.Buy, "SQ-SHP-01", {"item": id}) for id in (*things(), CLINIC) if buyers(table, id)]
    for hero in heroes_of(table):
        if hero.tokens.get(CREDITS, 0) >= price(SURGERY):
            found += [
                Offer(w.Treat, "SQ-SHP-02", {"hero": hero.id, "injury": i}) for i in injuries() if i in hero.tokens
            ]
        found += [Offer(w.Sell, "SQ-SHP-01", {"hero": hero.id, "item": i}) for i in things() if i in hero.tokens]
    return [*found, *hand_overs(table)]


def hand_overs(table: Table) -> list[Offer]:
    """What heroes may hand to each other (SQ-CMP-06)."""
    found = []
    for hero in givers(table):
        handy = [item for item in things() if item in hero.tokens and takers(table, hero.id, item)]
        found += [Offer(w.Give, "SQ-CMP-06", {"giver": hero.id, "item": item}) for item in handy]
        if hero.tokens.get(CREDITS, 0):
            found.append(Offer(w.Share, "SQ-CMP-06", {"giver": hero.id}))
    return found


def buyers(table: Table, item: str) -> tuple[ModelId, ...]:
    """The heroes who may buy something."""
    return tuple(hero.id for hero in heroes_of(table) if purchase_fault(table, hero, item) is None)


def givers(table: Table) -> list[Model]:
    """The heroes who may hand something on: nobody brings a purse into the party without going along (SQ-PRT-06)."""
    return [hero for hero in heroes_of(table) if NEWCOMER not in hero.tokens]


def takers(table: Table, giver: ModelId, item: str) -> tuple[ModelId, ...]:
    """The heroes who may be given something."""
    return tuple(h.id for h in heroes_of(table) if h.id != giver and carrying_fault(table, h, item) is None)


def purchase_fault(table: Table, hero: Model, item: str) -> Refusal | None:
    """Why a hero may not buy something."""
    if item not in (*things(), CLINIC):
        return Refusal("SQ-SHP-02", {"item": item})
    if table.tokens(TABLE, sold_out(item)):
        return Refusal("SQ-SHP-02", {"item": item, "stock": 0})
    if item == CLINIC and not any(condition in hero.tokens for condition in CONDITIONS):
        return Refusal("SQ-SHP-02", {"item": item, "conditions": 0, "model": hero.id})
    purse = hero.tokens.get(CREDITS, 0)
    if purse < price(item):
        return Refusal("SQ-SHP-01", {"credits": purse, "price": price(item), "model": hero.id})
    return carrying_fault(table, hero, item)


# ------------------------------------------------------------------ what is legal


def closed(decision: Decision) -> Refusal | None:
    """The shop is open only between chapters (SQ-CMP-03)."""
    return None if decision.rule == "SQ-CMP-03" else Refusal("SQ-CMP-03", {"open": False})


def known(table: Table, *ids: ModelId) -> Refusal | None:
    """Only heroes of the party buy, sell and hand over."""
    here = [hero.id for hero in heroes_of(table)]
    return next((Refusal("SQ-CMP-06", {"model": id}) for id in ids if id not in here), None)


def handing_fault(table: Table, giver: ModelId, to: ModelId) -> Refusal | None:
    """Heroes of the party hand things to each other, once they have a mission behind them (SQ-PRT-06)."""
    no = known(table, giver, to)
    if no is None and NEWCOMER in table.models[giver].tokens:
        return Refusal("SQ-PRT-06", {"missions": 0, "model": giver})
    return no


def check_buy(table: Table, decision: Decision, action: w.Buy) -> Refusal | None:
    """A purse, a stock, and room for it."""
    return (
        closed(decision) or known(table, action.hero) or purchase_fault(table, table.models[action.hero], action.item)
    )


def check_treat(table: Table, decision: Decision, action: w.Treat) -> Refusal | None:
    """An injury, and the credits for surgery."""
    no = closed(decision) or known(table, action.hero)
    if no is not None:
        return no
    hero = table.models[action.hero]
    purse = hero.tokens.get(CREDITS, 0)
    if action.injury not in injuries() or action.injury not in hero.tokens:
        return Refusal("SQ-SHP-02", {"injury": action.injury, "model": hero.id})
    return None if purse >= price(SURGERY) else Refusal("SQ-SHP-01", {"credits": purse, "price": price(SURGERY)})


def check_sell(table: Table, decision: Decision, action: w.Sell) -> Refusal | None:
    """Something the hero carries."""
    no = closed(decision) or known(table, action.hero)
    if no is not None or (action.item in things() and action.item in table.models[action.hero].tokens):
        return no
    return Refusal("SQ-SHP-01", {"item": action.item, "model": action.hero})


def check_give(table: Table, decision: Decision, action: w.Give) -> Refusal | None:
    """Something the hero carries, to another who may carry it."""
    no = handing_fault(table, action.giver, action.to)
    if no is not None:
        return no
    if action.giver == action.to or action.item not in things() or action.item not in table.models[action.giver].tokens:
        return Refusal("SQ-CMP-06", {"item": action.item, "model": action.giver})
    return carrying_fault(table, table.models[action.to], action.item)


def check_share(table: Table, decision: Decision, action: w.Share) -> Refusal | None:
    """Credits the hero has, to another."""
    no = handing_fault(table, action.giver, action.to)
    if no is not None:
        return no
    purse = table.tokens(action.giver, CREDITS)
    if action.giver == action.to or type(action.credits) is not int or not 1 <= action.credits <= purse:
        return Refusal("SQ-CMP-06", {"credits": purse, "needed": action.credits})
    return None


def check_go_on(table: Table, decision: Decision, action: w.GoOn) -> Refusal | None:
    """Between the missions of a chapter."""
    return None if decision.rule == "SQ-CMP-06" else Refusal("SQ-CMP-05", {"mission": 0})


def buy_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Who buys it."""
    return {"hero": Pick(buyers(table, offer.given["item"]))}


def give_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom it goes to."""
    return {"to": Pick(takers(table, offer.given["giver"], offer.given["item"]))}


def share_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom they go to, and how many."""
    giver = offer.given["giver"]
    others = tuple(h.id for h in heroes_of(table) if h.id != giver)
    return {"to": Pick(others), "credits": Count(1, table.tokens(giver, CREDITS))}


KINDS: Mapping[type[Action], ActionKind] = {
    w.Buy: ActionKind(check_buy, buy_slots),
    w.Treat: ActionKind(check_treat),
    w.Sell: ActionKind(check_sell),
    w.Give: ActionKind(check_give, give_slots),
    w.Share: ActionKind(check_share, share_slots),
    w.GoOn: ActionKind(check_go_on),
}


# ------------------------------------------------------------------ what happens


def paid(hero: ModelId, credits: int) -> w.CreditsSpent:
    """Credits leave a purse."""
    return w.CreditsSpent(rule="SQ-SHP-01", bearer=hero, token=CREDITS, by=-credits)


async def buy(ref: Referee, action: w.Buy) -> None:
    """It is paid for and handed over; of gear there is only one (SQ-SHP-02)."""
    await ref.emit(paid(action.hero, price(action.item)))
    if action.item == CLINIC:
        hero = ref.table.models[action.hero]
        cured = [c for c in CONDITIONS if c in hero.tokens]
        await ref.emit(*(w.ConditionCured(rule="SQ-SHP-02", bearer=hero.id, token=c, value=0) for c in cured))
        return
    await ref.emit(w.Bought(rule="SQ-SHP-01", bearer=action.hero, token=action.item, by=1))
    if action.item in gear():
        await ref.emit(w.OutOfStock(rule="SQ-SHP-02", bearer=TABLE, token=sold_out(action.item), value=1))


async def treat(ref: Referee, action: w.Treat) -> None:
    """Surgery ends an injury early (SQ-INJ-01)."""
    await ref.emit(
        paid(action.hero, price(SURGERY)),
        w.InjuryHealed(rule="SQ-SHP-02", bearer=action.hero, token=action.injury, value=0),
    )


def drained(hero: Model, item: str) -> tuple[Event, ...]:
    """The power that no longer fits in a hero who parts with a cell (SQ-ITM-11, SQ-RST-04)."""
    full = item == CELL and hero.tokens.get(POWER, 0) == most_power(hero)
    return (w.PowerGone(rule="SQ-RST-04", bearer=hero.id, token=POWER, by=-1),) if full else ()


async def sell(ref: Referee, action: w.Sell) -> None:
    """Half the price comes back."""
    await ref.emit(
        *drained(ref.table.models[action.hero], action.item),
        w.Sold(rule="SQ-SHP-01", bearer=action.hero, token=action.item, by=-1),
        w.CreditsEarned(rule="SQ-SHP-01", bearer=action.hero, token=CREDITS, by=worth(action.item)),
    )


async def give(ref: Referee, action: w.Give) -> None:
    """From one hero to another."""
    await ref.emit(
        *drained(ref.table.models[action.giver], action.item),
        w.HandedOver(rule="SQ-CMP-06", bearer=action.giver, token=action.item, by=-1),
        w.TakenOver(rule="SQ-CMP-06", bearer=action.to, token=action.item, by=1),
    )


async def share(ref: Referee, action: w.Share) -> None:
    """Credits from one hero to another."""
    await ref.emit(
        w.HandedOver(rule="SQ-CMP-06", bearer=action.giver, token=CREDITS, by=-action.credits),
        w.TakenOver(rule="SQ-CMP-06", bearer=action.to, token=CREDITS, by=action.credits),
    )


PLAYS: Mapping[type[Action], Script] = {w.Buy: buy, w.Treat: treat, w.Sell: sell, w.Give: give, w.Share: share}


async def restock(ref: Referee) -> None:
    """After a chapter the shop has one of each piece again (SQ-SHP-02)."""
    gone = [id for id in gear() if ref.table.tokens(TABLE, sold_out(id))]
    await ref.emit(*(w.Restocked(rule="SQ-SHP-02", bearers=(TABLE,), token=sold_out(id), value=0) for id in gone))
