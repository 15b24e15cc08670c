"""Random events: two dice when round 1 begins and with every wave of reinforcements (SQ-EVT)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from sightline.core.catalog import figures
from sightline.core.dice import Roll
from sightline.core.events import Cleared, Event, Laid
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Attachment, ModelId, Part, Piece, RuleId, Table
from sightline.games.starquest.acting import pay, restored
from sightline.games.starquest.attacking import Blocking
from sightline.games.starquest.catalog import DIE, ENEMIES, HEROES, PACKAGE
from sightline.games.starquest.conditions import stricken
from sightline.games.starquest.events import Enchanted, EventOver, Found, Happened
from sightline.games.starquest.harm import fall, hurt
from sightline.games.starquest.levelling import LevelUps
from sightline.games.starquest.markers import SEARCH, draw, draw_several, lay, lying
from sightline.games.starquest.measure import centre, corners, ids, units, up
from sightline.games.starquest.searching import give, reveal
from sightline.games.starquest.testing import roll_d3, shake
from sightline.games.starquest.tokens import EVENT, NEXT_EVENT, XP

GROUND = "event-ground"
"""The piece of terrain an event makes of a quarter."""
ROLLED = "roll"
LASTS = frozenset(("stat_mod", "move_mod"))
"""What lies on somebody until the next event."""


class Fate(Struct, frozen=True):
    """A random event as the figures have it."""

    id: str
    number: int
    name: str
    target: str
    fx: tuple[dict[str, Any], ...]
    until: str
    rule: RuleId


@cache
def fates() -> Mapping[int, Fate]:
    """All events by number."""
    known = Fate.__struct_fields__
    found = (Fate(**{k: e[k] for k in known if k != "fx"}, fx=tuple(e["fx"])) for e in figures(PACKAGE)["event"])
    return {fate.number: fate for fate in found}


def event_number(tens: int, ones: int) -> int:
    """The first die is the tens, the second the units (SQ-EVT-02)."""
    return 10 * tens + ones


# ------------------------------------------------------------------ rolling one


class RandomEvent(Part, frozen=True):
    """An event is rolled."""

    first: bool = False
    """That of round 1, which may be named beforehand (SQ-EVT-41)."""


async def random_event(ref: Referee, part: RandomEvent) -> None:
    """What lasted until now ends first (SQ-EVT-03); then the event strikes whom it is for."""
    table = ref.table
    named = table.options["first_event"] if part.first else ROLLED
    if named == ROLLED:
        ((tens,),) = await ref.throw(Roll("SQ-EVT-02", DIE, 1, HEROES))
        ((ones,),) = await ref.throw(Roll("SQ-EVT-02", DIE, 1, HEROES))
        number = event_number(tens, ones)
    else:
        number = int(named)
    fate = fates()[number]
    ending: list[Event] = [EventOver(rule="SQ-EVT-03", moment=NEXT_EVENT)]
    if any(p.id == GROUND for p in table.terrain.pieces):
        ending.append(Cleared(rule="SQ-EVT-03", piece=GROUND))
    await ref.emit(*ending, Happened(rule=fate.rule, bearer=TABLE, token=EVENT, value=fate.number, event=fate.id))
    await befall(ref, fate)


async def befall(ref: Referee, fate: Fate) -> None:
    """An event takes effect; without anybody it could strike it has none (SQ-EVT-04)."""
    target = await AIMS[fate.target](ref, fate)
    if target is None:
        return
    if any(fx["op"] in LASTS for fx in fate.fx):
        laid = Attachment(f"{fate.id}@{target}", fate.rule, target, None, NEXT_EVENT)
        await ref.emit(Enchanted(rule=fate.rule, attachment=laid))
    for fx in fate.fx:
        act = OPS.get(fx["op"])
        if act is not None:
            await act(ref, fate, target, fx)


# ------------------------------------------------------------------ whom it strikes


async def a_hero(ref: Referee, fate: Fate) -> str | None:
    """One of the conscious heroes on the table."""
    heroes = up(ref.table)
    return (await draw(ref, fate.rule, ids(heroes), HEROES)) if heroes else None


async def an_enemy(ref: Referee, fate: Fate) -> str | None:
    """One of the enemy units on the table."""
    known = units(ref.table, ENEMIES)
    return (await draw(ref, fate.rule, known)) if known else None


async def a_quarter(ref: Referee, fate: Fate) -> str | None:
    """One of the four quarters."""
    return str(await draw(ref, fate.rule, (1, 2, 3, 4)))


async def everybody(ref: Referee, fate: Fate) -> str | None:
    """It lies over the whole table."""
    return TABLE


AIMS: Mapping[str, Callable[[Referee, Fate], Awaitable[str | None]]] = {
    "random_hero": a_hero,
    "random_enemy": an_enemy,
    "random_quarter": a_quarter,
    "all": everybody,
    "table": everybody,
}


# ------------------------------------------------------------------ what it does at once


async def amount(ref: Referee, fate: Fate, written: Any) -> int:
    """A number, or a die of three."""
    return await roll_d3(ref, fate.rule, HEROES) if written == "D3" else int(written)


async def unconscious(ref: Referee, fate: Fate, hero: ModelId, fx: Mapping[str, Any]) -> None:
    """Down, without a wound."""
    await fall(ref, hero, fate.rule)


async def condition(ref: Referee, fate: Fate, hero: ModelId, fx: Mapping[str, Any]) -> None:
    """A status condition."""
    await ref.emit(*stricken(ref.table, hero, fx["name"], fate.rule))


async def wounds(ref: Referee, fate: Fate, hero: ModelId, fx: Mapping[str, Any]) -> None:
    """Wounds that cannot be blocked."""
    await hurt(ref, hero, await amount(ref, fate, fx["n"]), fate.rule, "event")


async def hits(ref: Referee, fate: Fate, hero: ModelId, fx: Mapping[str, Any]) -> None:
    """Hits to be blocked; cover does not help."""
    count = await amount(ref, fate, fx["n"])
    ref.then(Blocking("", hero, "", count, ap=fx["ap"], cause="event", rule=fate.rule))


async def lose_power(ref: Referee, fate: Fate, hero: ModelId, fx: Mapping[str, Any]) -> None:
    """Power is lost, or wounds are taken."""
    await pay(ref, hero, await amount(ref, fate, fx["n"]), fate.rule, spent=False)


async def restore_power(ref: Referee, fate: Fate, hero: ModelId, fx: Mapping[str, Any]) -> None:
    """Power comes back."""
    back = await amount(ref, fate, fx["n"])
    await ref.emit(*restored(ref.table.models[hero], back, fate.rule))


async def shaken(ref: Referee, fate: Fate, unit: str, fx: Mapping[str, Any]) -> None:
    """Shaken, whatever one would pay."""
    await shake(ref, unit, fate.rule)


async def terrain_area(ref: Referee, fate: Fate, quarter: str, fx: Mapping[str, Any]) -> None:
    """A whole quarter is terrain of a kind."""
    x, y = corners(ref.table)[int(quarter) - 1]
    mx, my = centre(ref.table)
    polygon = ((min(x, mx), min(y, my)), (max(x, mx), min(y, my)), (max(x, mx), max(y, my)), (min(x, mx), max(y, my)))
    await ref.emit(Laid(rule=fate.rule, piece=Piece(polygon, 0.0, GROUND, fate.name, "event", (fx["type"],))))


async def place_tokens(ref: Referee, fate: Fate, target: str, fx: Mapping[str, Any]) -> None:
    """New search tokens in different quarters."""
    for quarter in await draw_several(ref, fate.rule, (1, 2, 3, 4), await amount(ref, fate, fx["n"])):
        await lay(ref, SEARCH, f"quarter:{quarter}", fate.rule)


async def reveal_tokens(ref: Referee, fate: Fate, target: str, fx: Mapping[str, Any]) -> None:
    """Some tokens show what they hold; nobody takes it, and hazards go without effect."""
    known = ids(lying(ref.table, SEARCH))
    if known:
        for token in await draw_several(ref, fate.rule, known, await amount(ref, fate, fx["n"])):
            await reveal(ref, token)


async def give_item(ref: Referee, fate: Fate, hero: ModelId, fx: Mapping[str, Any]) -> None:
    """Something for the pack."""
    await give(ref, hero, fx["item"], fate.rule)


async def credits(ref: Referee, fate: Fate, hero: ModelId, fx: Mapping[str, Any]) -> None:
    """Something for the purse."""
    await give(ref, hero, f"{fx['n']}c", fate.rule)


async def xp(ref: Referee, fate: Fate, hero: ModelId, fx: Mapping[str, Any]) -> None:
    """Something learned; whoever has learned enough rises at once (SQ-EVT-40)."""
    await ref.emit(Found(rule=fate.rule, bearer=hero, token=XP, by=await amount(ref, fate, fx["n"])))
    ref.then(LevelUps())


OPS: Mapping[str, Callable[[Referee, Fate, str, Mapping[str, Any]], Awaitable[None]]] = {
    "unconscious": unconscious,
    "condition": condition,
    "wounds": wounds,
    "hits": hits,
    "lose_power": lose_power,
    "restore_power": restore_power,
    "shaken": shaken,
    "terrain_area": terrain_area,
    "place_tokens": place_tokens,
    "reveal_tokens": reveal_tokens,
    "give_item": give_item,
    "credits": credits,
    "xp": xp,
}
"""What each word of the figures does at once; the rest lasts."""


def tells(table: Table) -> str:
    """The name of the event in force."""
    number = table.tokens(TABLE, EVENT)
    return fates()[number].name if number else ""
