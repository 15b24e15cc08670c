"""Search tokens and what they hold: treasure, hazards, and what heroes carry with them (SQ-SRC, SQ-SKL-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sightline.core.catalog import figures
from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot
from sightline.core.dice import Roll
from sightline.core.events import Event
from sightline.core.game import ActionKind
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, RuleId, Table
from sightline.games.starquest.actions import (
    ChooseTreasure,
    Discover,
    HandOver,
    OddToken,
    TakeTreasure,
)
from sightline.games.starquest.agreeing import agreed
from sightline.games.starquest.catalog import DIE, HEROES, PACKAGE, items
from sightline.games.starquest.conditions import stricken
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import Found, Handed, MarkerRemoved, PowerLost, Revealed, Tallied
from sightline.games.starquest.growth import CELL, carrying_fault, has_room, pack
from sightline.games.starquest.markers import SEARCH, TREASURE, beside, by, lay, lay_at, lying
from sightline.games.starquest.measure import (
    conscious,
    corners,
    gap,
    ids,
    inches,
    party,
    place,
    quarters,
    reach,
    within,
)
from sightline.games.starquest.placing import place_number
from sightline.games.starquest.questions import Finding, Seeing
from sightline.games.starquest.sighting import sees_spot
from sightline.games.starquest.skills import begin, skill_fault
from sightline.games.starquest.testing import roll_d3, stat_test
from sightline.games.starquest.tokens import CREDITS, MOST_POWER, POWER

if TYPE_CHECKING:
    from sightline.games.starquest.working import Use

QUARTERS, CORNERS = "quarters", "corners"
HAZARD, TROVE = "hazard", "treasure_trove"
RULES = {
    HAZARD: "SQ-SRC-05",
    "injector_pouch": "SQ-SRC-06",
    "grenade_bag": "SQ-SRC-07",
    "kit_box": "SQ-SRC-08",
    "credits_stash": "SQ-SRC-09",
    TROVE: "SQ-SRC-10",
}
NOTHING = "none"
IN_A_TROVE = 2


# ------------------------------------------------------------------ laying them out (SQ-SRC-01 to SQ-SRC-03)


class SearchTokens(Part, frozen=True):
    """The number of search tokens is rolled."""


class LayTokens(Part, frozen=True):
    """So many tokens are still to be laid in quarters, and in corners."""

    quarters: int
    corners: int


def split(tokens: int, odd: str = QUARTERS) -> tuple[int, int]:
    """Two groups as even as possible: those of the quarters, those of the corners (SQ-SRC-02)."""
    half, more = divmod(tokens, 2)
    return (half + more, half) if odd == QUARTERS else (half, half + more)


async def search_tokens(ref: Referee, part: SearchTokens) -> None:
    """D3 and one for each hero (SQ-SRC-01)."""
    tokens = await roll_d3(ref, "SQ-SRC-01", HEROES) + len(party(ref.table))
    odd = QUARTERS
    if tokens % 2:
        offers = (Offer(OddToken, "SQ-SRC-02"),)
        action = await agreed(ref, "SQ-SRC-02", offers, default=OddToken(QUARTERS))
        assert isinstance(action, OddToken)
        odd = action.group
    ref.then(LayTokens(*split(tokens, odd)))


async def lay_tokens(ref: Referee, part: LayTokens) -> None:
    """A die for each: a quarter or a corner, or the players pick (SQ-SRC-03)."""
    if not part.quarters + part.corners:
        return
    in_quarter = part.quarters > 0
    number = await place_number(ref, "SQ-SRC-03", fewest(ref.table, in_quarter), HEROES)
    await lay(ref, SEARCH, f"{'middle' if in_quarter else 'corner'}:{number}", "SQ-SRC-03")
    ref.then(LayTokens(part.quarters - in_quarter, part.corners - (not in_quarter)))


def fewest(table: Table, in_quarter: bool) -> int:
    """The place with the fewest tokens, the lowest number first."""
    spots: Sequence[tuple[float, float]] = quarters(table) if in_quarter else corners(table)
    far = inches(table, "corner_distance")
    held = [
        sum(((x - place(m)[0]) ** 2 + (y - place(m)[1]) ** 2) ** 0.5 <= far for m in lying(table, SEARCH))
        for x, y in spots
    ]
    return held.index(min(held)) + 1


def check_odd(table: Table, decision: Decision, action: OddToken) -> Refusal | None:
    """One of the two groups."""
    if decision.rule == "SQ-SRC-02" and action.group in (QUARTERS, CORNERS):
        return None
    return Refusal("SQ-SRC-02", {"group": action.group})


def odd_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The two groups."""
    return {"group": Pick((QUARTERS, CORNERS))}


# ------------------------------------------------------------------ the treasure table (SQ-SRC-04 to SQ-SRC-10)


@cache
def treasures() -> Mapping[str, Sequence[str]]:
    """What each face of the second die gives, by treasure; credits are written `15c`."""
    found = {}
    for entry in figures(PACKAGE)["treasure"]:
        if entry["id"] != TROVE:
            found[entry["id"]] = tuple(gift for line in entry["table"] for gift in _faces(line))
    return found


def _faces(line: str) -> list[str]:
    faces, _, gift = line.partition(" ")
    first, _, last = faces.partition("-")
    return [gift] * (int(last or first) - int(first) + 1)


@cache
def names() -> dict[str, str]:
    """What the results of the first die are called."""
    return {entry["id"]: entry["name"] for entry in figures(PACKAGE)["treasure"]}


@cache
def by_roll() -> Mapping[int, str]:
    """The treasure of each result of the first die."""
    return {roll: entry["id"] for entry in figures(PACKAGE)["treasure"] for roll in entry["rolls"]}


def treasure_for(result: int) -> str:
    """The treasure of a result, bonuses counted; 7 or more is a trove."""
    return by_roll()[min(result, DIE + 1)]


@cache
def gifts() -> tuple[str, ...]:
    """Everything that may be picked from a trove."""
    return tuple(dict.fromkeys(g for id, table in treasures().items() if id != HAZARD for g in table))


def contents(gift: str) -> tuple[str, int]:
    """The token of a gift, and how many: an item, or credits."""
    return (gift, 1) if gift in items() else (CREDITS, int(gift.removesuffix("c")))


async def reveal(ref: Referee, token: ModelId, hero: ModelId = "", bonus: int = 0) -> None:
    """A token shows what it holds; who is within an inch gets it, else it lies there (SQ-SRC-04)."""
    table = ref.table
    near = bool(hero) and by(table, table.models[hero], table.models[token], inches(table, "marker_reach"))
    if hero:
        bonus += int(EFFECTS.tally(table, Finding(hero), 0).value)
    reads = tuple(list(by_roll().values()).index(treasure_for(face + bonus)) for face in range(1, DIE + 1))
    ((face,),) = await ref.throw(Roll("SQ-SRC-04", DIE, 1, HEROES, hero, reads=reads))
    treasure = treasure_for(face + bonus)
    at = place(table.models[token])
    rule = RULES[treasure]
    await ref.emit(
        Revealed(rule="SQ-SRC-04", token=token, treasure=treasure), MarkerRemoved(rule="SQ-SRC-04", model=token)
    )
    if treasure == HAZARD:
        if near:
            await hazard(ref, hero)
        return
    found = await trove(ref) if treasure == TROVE else [await second_die(ref, treasure, hero)]
    for gift in found:
        if near:
            await give(ref, hero, gift, rule)
    if not near:
        held: dict[str, int] = {}
        for gift in found:
            kind, count = contents(gift)
            held[kind] = held.get(kind, 0) + count
        await lay_at(ref, TREASURE, at, rule, held)


async def second_die(ref: Referee, treasure: str, hero: ModelId) -> str:
    """What exactly it is."""
    table = treasures()[treasure]
    reads = tuple(table.index(gift) for gift in table)
    ((face,),) = await ref.throw(Roll(RULES[treasure], DIE, 1, HEROES, hero, reads=reads))
    return table[face - 1]


async def hazard(ref: Referee, hero: ModelId) -> None:
    """A condition by a die, or nothing (SQ-SRC-05)."""
    which = await second_die(ref, HAZARD, hero)
    if which != NOTHING:
        await ref.emit(*stricken(ref.table, hero, which, "SQ-SRC-05"))


async def trove(ref: Referee) -> list[str]:
    """Any two things, chosen by the players (SQ-SRC-10)."""
    found = []
    for _ in range(IN_A_TROVE):
        offers = (Offer(ChooseTreasure, "SQ-SRC-10"),)
        action = await agreed(ref, "SQ-SRC-10", offers, default=ChooseTreasure("med_kit"))
        assert isinstance(action, ChooseTreasure)
        found.append(action.content)
    return found


def check_treasure(table: Table, decision: Decision, action: ChooseTreasure) -> Refusal | None:
    """Something the other results hold."""
    if decision.rule == "SQ-SRC-10" and action.content in gifts():
        return None
    return Refusal("SQ-SRC-10", {"content": action.content})


def treasure_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Items, and credits."""
    return {"content": Pick(gifts())}


# ------------------------------------------------------------------ what heroes own, SQ-SRC-12


async def give(ref: Referee, hero: ModelId, gift: str, rule: RuleId) -> None:
    """A hero gets something; what it cannot carry is left at its feet."""
    kind, count = contents(gift)
    if kind in items() and not has_room(ref.table, ref.table.models[hero]):
        await lay_at(ref, TREASURE, place(ref.table.models[hero]), "SQ-SRC-12", {kind: count})
        return
    await ref.emit(Found(rule=rule, bearer=hero, token=kind, by=count))


def holdings(marker: Model) -> dict[str, int]:
    """What a treasure marker holds."""
    return {kind: count for kind, count in marker.tokens.items() if kind == CREDITS or kind in items()}


# ------------------------------------------------------------------ what a hero may do


def discoverable(table: Table, model: Model) -> tuple[Model, ...]:
    """The search tokens a hero may reveal: within an inch, or in sight within six (SQ-SKL-02)."""
    near, far = inches(table, "discover_near"), inches(table, "discover_far")
    return tuple(
        m
        for m in lying(table, SEARCH)
        if by(table, model, m, near)
        or (
            within(reach(model, place(m)), far)
            and sees_spot(table, model, place(m))
            and EFFECTS.allows(table, Seeing(model.id, m.id))
        )
    )


def exchanges(table: Table, model: Model) -> Iterator[dict[str, Any]]:
    """What may go from hand to hand between a hero and those within an inch (SQ-SRC-12)."""
    far = inches(table, "marker_reach")
    for other in party(table):
        if other.id != model.id and other.at is not None and within(gap(model, other), far):
            for giver, taker in ((model, other), (other, model)):
                for item in dict.fromkeys(pack(giver)):
                    if carrying_fault(table, taker, item) is None:
                        yield {"actor": model.id, "giver": giver.id, "taker": taker.id, "item": item}


def search_offers(table: Table, model: Model) -> Iterator[Offer]:
    """What a hero may do about tokens, treasure and items by a Skill action."""
    who = {"actor": model.id}
    if discoverable(table, model):
        yield Offer(Discover, "SQ-SKL-02", who)
    if beside(table, model, TREASURE):
        yield Offer(TakeTreasure, "SQ-SRC-11", who)
    for given in exchanges(table, model):
        yield Offer(HandOver, "SQ-SRC-12", given)


async def play_discover(ref: Referee, model: Model, action: Discover) -> None:
    """Within an inch at once, else with a Wil test."""
    token = ref.table.models[action.token]
    await begin(ref, model, "discover", "SQ-SKL-02", action.token)
    near = by(ref.table, model, token, inches(ref.table, "discover_near"))
    if near or await stat_test(ref, model.id, "wil", "SQ-SKL-02"):
        await reveal(ref, action.token, model.id)


async def play_take(ref: Referee, model: Model, action: TakeTreasure) -> None:
    """Everything the marker holds, without a test; what there is no room for stays (SQ-SRC-11)."""
    await begin(ref, model, "take", "SQ-SRC-11", action.marker)
    held = holdings(ref.table.models[action.marker])
    await ref.emit(MarkerRemoved(rule="SQ-SRC-11", model=action.marker))
    for kind, count in held.items():
        for gift in [f"{count}c"] if kind == CREDITS else [kind] * count:
            await give(ref, model.id, gift, "SQ-SRC-11")


async def play_hand_over(ref: Referee, model: Model, action: HandOver) -> None:
    """From one pack into another."""
    await begin(ref, model, "hand_over", "SQ-SRC-12", action.taker)
    events: list[Event] = [
        Handed(rule="SQ-SRC-12", bearer=action.giver, token=action.item, by=-1),
        Found(rule="SQ-SRC-12", bearer=action.taker, token=action.item, by=1),
    ]
    if action.item == CELL:  # Its power goes with it (SQ-ITM-11); what no longer fits is lost (SQ-RST-04).
        giver = ref.table.models[action.giver].tokens
        events += [
            Tallied(rule="SQ-ITM-11", bearer=action.giver, token=MOST_POWER, by=-1),
            Tallied(rule="SQ-ITM-11", bearer=action.taker, token=MOST_POWER, by=1),
        ]
        if giver.get(POWER, 0) == giver[MOST_POWER]:
            events.append(PowerLost(rule="SQ-RST-04", bearer=action.giver, token=POWER, by=-1))
    await ref.emit(*events)


async def light_fingers(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """A token within an inch is revealed and taken with a bonus (SQ-HSK-08)."""
    if ref.table.models[use.target].at is not None and conscious(ref.table.models[use.source]):
        await reveal(ref, use.target, use.source, fx["value"])


def within_grasp(table: Table, model: Model) -> tuple[ModelId, ...]:
    """The search tokens within an inch of a hero."""
    return ids(beside(table, model, SEARCH))


# ------------------------------------------------------------------ what is legal


def check_discover(table: Table, decision: Decision, action: Discover) -> Refusal | None:
    """A token near enough, and in sight."""
    no = skill_fault(table, decision, action.actor)
    if no is not None:
        return no
    hero, token = table.models[action.actor], table.models.get(action.token)
    if token is None or token.profile != SEARCH or token.at is None:
        return Refusal("SQ-SKL-02", {"token": action.token})
    if token in discoverable(table, hero):
        return None
    far = reach(hero, token.at)
    if not within(far, inches(table, "discover_far")):
        return Refusal("SQ-SKL-02", {"distance": round(far, 4), "most": inches(table, "discover_far")})
    return Refusal("SQ-LOS-01", {"target": action.token})


def discover_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The tokens that may be revealed."""
    return {"token": Pick(ids(discoverable(table, table.models[offer.given["actor"]])))}


def check_take(table: Table, decision: Decision, action: TakeTreasure) -> Refusal | None:
    """A treasure marker within an inch."""
    no = skill_fault(table, decision, action.actor)
    if no is not None:
        return no
    if action.marker in ids(beside(table, table.models[action.actor], TREASURE)):
        return None
    return Refusal("SQ-SRC-11", {"marker": action.marker, "most": inches(table, "marker_reach")})


def take_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The treasure near by."""
    return {"marker": Pick(ids(beside(table, table.models[offer.given["actor"]], TREASURE)))}


def check_hand_over(table: Table, decision: Decision, action: HandOver) -> Refusal | None:
    """An item of one of two heroes within an inch of each other."""
    no = skill_fault(table, decision, action.actor)
    if no is not None:
        return no
    wanted = {"actor": action.actor, "giver": action.giver, "taker": action.taker, "item": action.item}
    if wanted in list(exchanges(table, table.models[action.actor])):
        return None
    taker = table.models.get(action.taker)
    laden = carrying_fault(table, taker, action.item) if taker is not None else None
    return laden or Refusal("SQ-SRC-12", {"item": action.item, "giver": action.giver, "taker": action.taker})


PLAYS: Mapping[Any, Any] = {Discover: play_discover, TakeTreasure: play_take, HandOver: play_hand_over}
CHECKS: Mapping[type[Action], ActionKind] = {
    OddToken: ActionKind(check_odd, odd_slots),
    ChooseTreasure: ActionKind(check_treasure, treasure_slots),
    Discover: ActionKind(check_discover, discover_slots),
    TakeTreasure: ActionKind(check_take, take_slots),
    HandOver: ActionKind(check_hand_over),
}
