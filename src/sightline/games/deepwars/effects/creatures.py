"""What wild creatures are under: provocation, fear, and who gets the credit for them (DW-CRE)."""

from __future__ import annotations

from sightline.core.effects import Bearing, Effect, after, effect
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import ModelId, Side, Table
from sightline.games.deepwars.events import AttackDeclared, Charmed, Deserted, Noted, RanAway, Slain, Wounded
from sightline.games.deepwars.measure import WILD
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.scoring import side_behind
from sightline.games.deepwars.tokens import BEAST, DROVE, PROVOKED, PUPPET, SCARED

HURT = "wounded"
"""The reason of a creature's Morale Check."""


def at_a_wild_one(table: Table, event: AttackDeclared, bearing: Bearing) -> bool:
    """A wild creature is attacked."""
    return table.models[event.target].side == WILD


async def provoke(ref: Referee, event: AttackDeclared, bearing: Bearing) -> None:
    """It remembers until it has acted (DW-CRE-04)."""
    await ref.emit(Noted(rule="DW-CRE-04", bearer=event.target, token=PROVOKED, value=1))


PROVOCATION = effect("DW-CRE-04", after(AttackDeclared, provoke, when=at_a_wild_one))


def wild_and_alive(table: Table, event: Wounded, bearing: Bearing) -> bool:
    """A wild creature was wounded."""
    model = table.models[event.bearer]
    return model.side == WILD and model.at is not None


async def take_fright(ref: Referee, event: Wounded, bearing: Bearing) -> None:
    """It checks its morale, at most once per Game Turn, and remembers who hurt it (DW-CRE-08, DW-CRE-09)."""
    table, id = ref.table, event.bearer
    side = side_behind(table, event.striker)
    await blame(ref, id, side)
    token = f"{SCARED}:{HURT}"
    if not table.tokens(id, token):
        await ref.emit(Noted(rule="DW-CRE-08", bearer=id, token=token, value=1))
        ref.then(MoraleOf((id,), HURT, event.striker, side))


async def blame(ref: Referee, id: ModelId, side: Side) -> None:
    """A side is the last that did something to a creature."""
    events: list[Event] = []
    for other in ref.table.sides:
        has, wanted = bool(ref.table.tokens(other, f"{DROVE}:{id}")), other == side
        if has != wanted:
            events.append(Noted(rule="DW-CRE-09", bearer=other, token=f"{DROVE}:{id}", value=int(wanted)))
    await ref.emit(*events)


FRIGHT = effect("DW-CRE-08", after(Wounded, take_fright, when=wild_and_alive))


def was_wild(table: Table, event: Slain | RanAway | Deserted, bearing: Bearing) -> bool:
    """A wild creature is gone."""
    return table.models[event.model].owner == WILD


async def credit_kill(ref: Referee, event: Slain, bearing: Bearing) -> None:
    """To the side of whoever killed it; nobody has it for what scenery or creatures do (DW-CRE-09)."""
    await credit(ref, event.model, side_behind(ref.table, event.killer))


async def credit_flight(ref: Referee, event: RanAway | Deserted, bearing: Bearing) -> None:
    """To the side whose doing it is, by whatever it frightens with; else to the one that hurt it last."""
    hurt = (side for side in ref.table.sides if ref.table.tokens(side, f"{DROVE}:{event.model}"))
    await credit(ref, event.model, event.by or next(hurt, ""))


async def credit(ref: Referee, id: ModelId, side: Side) -> None:
    """Once per creature."""
    known = any(ref.table.tokens(s, f"{BEAST}:{id}") for s in ref.table.sides)
    if side in ref.table.sides and not known:
        await ref.emit(Noted(rule="DW-CRE-09", bearer=side, token=f"{BEAST}:{id}", value=1))


def is_won_over(table: Table, event: Charmed, bearing: Bearing) -> bool:
    """A wild creature obeys a side, and is not just let go by one that has pulled its strings."""
    model = table.models[event.model]
    return model.owner == WILD and event.side in table.sides and PUPPET not in model.tokens


def on_strings(table: Table, id: ModelId) -> bool:
    """Whether somebody obeys for a single action only, which is no charm (DW-MAG-09); asked once it obeys."""
    return PUPPET in table.models[id].tokens


async def credit_charm(ref: Referee, event: Charmed, bearing: Bearing) -> None:
    """To the side it obeys."""
    if not on_strings(ref.table, event.model):
        await credit(ref, event.model, event.side)


CREDIT = effect(
    "DW-CRE-09",
    after(Slain, credit_kill, when=was_wild),
    after(RanAway, credit_flight, when=was_wild),
    after(Deserted, credit_flight, when=was_wild),
    after(Charmed, credit_charm, when=is_won_over),
)

ALL: tuple[Effect, ...] = (PROVOCATION, FRIGHT, CREDIT)
