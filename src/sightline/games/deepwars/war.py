"""A campaign from its first die to its last scenario: who meets whom, and what comes of it (DW-CMP)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sightline.core.battle import Battle
from sightline.core.dice import Roll
from sightline.core.events import Ended, Event
from sightline.core.game import SetUp
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Side, Table
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars import catalog, market, packing, surviving, workshop
from sightline.games.deepwars.catalog import GAME_ID
from sightline.games.deepwars.growing import going
from sightline.games.deepwars.homecoming import improves_a_find
from sightline.games.deepwars.members import able
from sightline.games.deepwars.tokens import DAMAGED, LEARNED, LOAD, UPGRADE, about, kind_of

SIDES: tuple[Side, ...] = ("red", "blue", "green", "yellow")
BATTLE_SIDES: tuple[Side, Side] = ("red", "blue")
FOUGHT_FOR = (LEARNED, LOAD, DAMAGED)
"""The kinds of token that a battle may change; all else that is carried only changes between battles."""
GOES_WITH_IT = (LOAD, DAMAGED, UPGRADE)
"""What is gone with a thing that somebody has lost."""


class Opening(Part, frozen=True):
    """The scenarios are drawn."""


class Scenario(Part, frozen=True):
    """The next scenario begins."""

    scenario: ModelId


class Encounter(Part, frozen=True):
    """Two warbands meet."""

    scenario: ModelId
    pair: tuple[Side, Side]


class Closing(Part, frozen=True):
    """A scenario is over."""

    scenario: ModelId


def scenarios(table: Table) -> list[Model]:
    """The scenarios, in their order."""
    return [m for m in table.models.values() if m.kind == "scenario"]


# ------------------------------------------------------------------ the order of things (DW-CMP-02)


async def opening(ref: Referee, part: Opening) -> None:
    """One of each archetype in random order; where there are more, the rest in a new order."""
    number, left = int(ref.table.options["campaign_scenarios"]), list[str]()
    for place in range(1, number + 1):
        left = left or [row["id"] for row in catalog.rows("scenario")]
        face = 1
        if len(left) > 1:
            ((face,),) = await ref.throw(Roll("DW-CMP-02", len(left), 1, ref.table.sides[0]))
        drawn = left.pop(face - 1)
        row = next(r for r in catalog.rows("scenario") if r["id"] == drawn)
        new = Model(f"scenario-{place}", "", "", drawn, row["name"], kind="scenario")
        await ref.emit(w.ScenarioDrawn(rule="DW-CMP-02", new=new))
    ref.then(Scenario("scenario-1"))


def meetings(sides: Sequence[Side], number: int) -> tuple[tuple[Side, Side], ...]:
    """Who meets whom in a scenario: everybody meets everybody in turn; of an odd number one rests."""
    circle: list[Side] = [*sides, *([""] if len(sides) % 2 else [])]
    turn = (number - 1) % max(1, len(circle) - 1)
    fixed, others = circle[0], circle[1:]
    others = others[turn:] + others[:turn]
    ring = [fixed, *others]
    pairs = ((ring[n], ring[-1 - n]) for n in range(len(ring) // 2))
    return tuple((one, other) for one, other in pairs if one and other)


async def scenario(ref: Referee, part: Scenario) -> None:
    """Those who were disabled roll, leaders are found, then the warbands meet (DW-SRV-04, DW-CMP-06)."""
    table = ref.table
    await ref.emit(w.ScenarioBegan(rule="DW-CMP-02", bearer=part.scenario, token=w.NOW, value=1))
    number = [m.id for m in scenarios(table)].index(part.scenario) + 1
    pairs = meetings(table.sides, number)
    back = [surviving.Comeback(side) for pair in pairs for side in pair]
    ref.then(*back, *(Encounter(part.scenario, pair) for pair in pairs), Closing(part.scenario))


async def closing(ref: Referee, part: Closing) -> None:
    """The next scenario, or the end: most points ever earned win (DW-CMP-01, DW-CMP-02)."""
    table = ref.table
    await ref.emit(
        w.ScenarioEnded(rule="DW-CMP-02", bearer=part.scenario, token=w.NOW, value=0),
        w.ScenarioEnded(rule="DW-CMP-02", bearer=part.scenario, token=w.DONE, value=1),
    )
    left = [m.id for m in scenarios(table) if w.DONE not in m.tokens]
    if left:
        ref.then(Scenario(left[0]))
        return
    best = max(table.tokens(side, w.STANDING) for side in table.sides)
    winners = [side for side in table.sides if table.tokens(side, w.STANDING) == best]
    await ref.emit(Ended(rule="DW-CMP-02", winner=winners[0] if len(winners) == 1 else None))


# ------------------------------------------------------------------ a battle, and what it leaves


async def encounter(ref: Referee, part: Encounter) -> None:
    """The battle is fought; then both warbands have their interval (DW-CMP-03)."""
    table = ref.table
    bands = {side: able(table, side) for side in part.pair}
    missing = [side for side in part.pair if not bands[side]]
    if missing:
        await ref.emit(*(w.StayedAway(rule="DW-CMP-07", bearer=side, token=w.LOST, value=0) for side in missing))
        ref.then(*(i for side in part.pair for i in interval(side)))
        return
    preset = next(r for r in catalog.rows("scenario") if r["id"] == table.models[part.scenario].profile)["preset"]
    commands = dict(zip(BATTLE_SIDES, part.pair, strict=True))
    rosters = {place: going(table, side, bands[side]) for place, side in commands.items()}
    setup = SetUp(GAME_ID, rosters, catalog.tables()[preset], {**table.options, "warbands_after_losses": True})
    told = await ref.fight(Battle("DW-CMP-02", setup, commands, part.scenario))
    after: list[Part] = []
    for place, side in commands.items():
        marks = told.marks.get(place, {})
        ids = {f"{place}-{number}": member.id for number, member in enumerate(bands[side], 1)}
        came = {member: told.marks.get(id, {}) for id, member in ids.items()}
        await earn(ref, side, marks.get(w.VP, 0))
        await ref.emit(
            w.IntervalBegan(rule="DW-CMP-03", bearer=side, token=w.BATTLES, value=1 + table.tokens(side, w.BATTLES))
        )
        for member in bands[side]:
            await ref.emit(*returned(table.models[member.id], came[member.id]))
        await store(ref, side, marks)
        won = told.winner == place
        after += [
            surviving.Survival(side, tuple(surviving.Fate(id, *fate(marks, won)) for id, marks in came.items())),
            *interval(side),
        ]
    ref.then(*after)


def fate(marks: Mapping[str, int], won: bool) -> tuple[str, bool, bool]:
    """How it went for a member: dead or alive or run away; whether gruesomely; whether its things are saved."""
    how = w.DEAD if marks.get(w.DEAD) else w.RAN if marks.get(w.RAN) else ""
    return how, bool(marks.get(w.GRUESOME)), won or bool(marks.get(w.OWN_HALF))


def interval(side: Side) -> tuple[Part, ...]:
    """What a warband does between two battles, in this order (DW-CMP-03)."""
    return (
        surviving.Leadership(side),
        workshop.Repairs(side),
        workshop.Fitting(side),
        market.Purchases(side),
        packing.Packing(side),
    )


async def earn(ref: Referee, side: Side, points: int) -> None:
    """Victory points count for good, and are money (DW-CMP-01)."""
    if points:
        await ref.emit(
            w.PointsEarned(rule="DW-CMP-01", bearer=side, token=w.STANDING, by=points),
            w.PointsBanked(rule="DW-CMP-01", bearer=side, token=w.VP, by=points),
        )


def returned(member: Model, marks: Mapping[str, int]) -> list[Event]:
    """What a battle changed of what a member carries and knows; the weakness of the last one is over."""
    found: list[Event] = []
    if w.WEAK in member.tokens:
        found.append(w.Recovered(rule="DW-SRV-03", bearer=member.id, token=w.WEAK, value=0))
    if marks.get(w.RAN):
        things = {about(t) for t in member.tokens if kind_of(t) == LOAD}
        lost = [t for t in member.tokens if kind_of(t) in GOES_WITH_IT and t.rpartition(":")[2] in things]
        found += [w.Brought(rule="DW-TRE-04", bearer=member.id, token=t, value=0) for t in lost]
        member = replace(member, tokens={t: n for t, n in member.tokens.items() if t not in lost})
    before = {t: n for t, n in member.tokens.items() if kind_of(t) in FOUGHT_FOR or improves_a_find(t)}
    after = {t: n for t, n in marks.items() if kind_of(t) in FOUGHT_FOR or improves_a_find(t)}
    after = {t: n for t, n in after.items() if kind_of(t) != LOAD or about(t) not in catalog.weapons()}
    changed = [t for t in dict.fromkeys((*before, *after)) if before.get(t, 0) != after.get(t, 0)]
    found += [changes(member, t, after.get(t, 0)) for t in changed]
    new = [t for t in marks if kind_of(t) == w.GAINED and t not in member.tokens]
    return [*found, *(w.Brought(rule="DW-TEC-02", bearer=member.id, token=t, value=1) for t in new)]


def changes(member: Model, token: str, count: int) -> Event:
    """Something a member carries, knows or has damaged is no longer as it was before a battle."""
    if kind_of(token) == DAMAGED:
        kind = w.Broke if count else w.Mended
        return kind(rule="DW-CMP-03", bearer=member.id, token=token, value=count)
    if kind_of(token) == LEARNED:
        return w.Trained(rule="DW-TEC-03", bearer=member.id, token=token, value=count)
    return w.Brought(rule="DW-CMP-05", bearer=member.id, token=token, value=count)


async def store(ref: Referee, side: Side, marks: Mapping[str, int]) -> None:
    """What was carried off the map, and weapons nobody can use yet, are with the warband (DW-CMP-05, DW-CON-01)."""
    for token, count in marks.items():
        if kind_of(token) == w.STASH:
            await ref.emit(w.Stored(rule="DW-CMP-05", bearer=side, token=token, by=count))
        elif kind_of(token) == DAMAGED:
            await ref.emit(w.Broke(rule="DW-CMP-05", bearer=side, token=token, value=1))
        elif kind_of(token) == UPGRADE:
            await ref.emit(w.Brought(rule="DW-CMP-05", bearer=side, token=token, value=1))
