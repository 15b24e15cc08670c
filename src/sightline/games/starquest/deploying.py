"""Waves of enemies: drawn for their points, placed, and those who scout ahead (SQ-DPL-02 to SQ-DPL-06, SQ-SPR-27)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, takewhile
from math import atan2, hypot, inf, pi

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Event, Placed
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, Part, Point, Table, laid, spot
from sightline.core.variants import Variant
from sightline.games.starquest.actions import ChooseUnit
from sightline.games.starquest.agreeing import agreed
from sightline.games.starquest.catalog import ENEMIES, SLACK, enemies
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import Deployed, Drawn, Settled
from sightline.games.starquest.ground import scale
from sightline.games.starquest.harm import coherent
from sightline.games.starquest.markers import draw
from sightline.games.starquest.measure import (
    UnitId,
    corners,
    ids,
    in_from,
    inches,
    members,
    place,
    quarter_of,
    quarters,
    reach,
    units,
    up,
)
from sightline.games.starquest.models import enemy_unit
from sightline.games.starquest.placing import place_number
from sightline.games.starquest.questions import Hiding
from sightline.games.starquest.roads import NEARBY, around, crowd_fault, ground_fault, overlap_fault
from sightline.games.starquest.testing import roll_d3
from sightline.games.starquest.tokens import ARRIVES, POINTS, ROUND, WAVE

SPREAD = 0.5
"""How far apart models of a unit are set up."""
CLOSE_BY = 200
"""Spots for the first model of a unit that are tried before the others may stand farther apart."""
RINGS = 8
HARD = ("difficult", "dangerous")
"""How traits begin that make ground hard to cross."""


class DrawWave(Part, frozen=True, omit_defaults=True):
    """Units are drawn for a wave while there are points left."""

    left: int
    drawn: tuple[str, ...] = ()
    sentries: bool = True
    boss: bool = False


class PlaceUnits(Part, frozen=True):
    """The units of a wave that are still to be placed."""

    units: tuple[str, ...]
    sentries: bool


# ------------------------------------------------------------------ waves (SQ-DPL-02, SQ-DPL-03)


def as_often_as_wanted(table: Table, drawn: Sequence[str]) -> list[str]:
    """Every unit of the box."""
    return list(table.models[ENEMIES].kit)


def copies_left(table: Table, drawn: Sequence[str]) -> list[str]:
    """The copies in the box that are neither drawn, nor on the table, nor in ambush; who fell is back in it."""
    out = Counter(drawn)
    for unit in known_units(table):
        own = [m for m in table.models.values() if m.unit == unit and (m.at is not None or ARRIVES in m.tokens)]
        out.update(m.profile for m in own[:1])
    found = []
    for kind in table.models[ENEMIES].kit:
        if out[kind]:
            out[kind] -= 1
        else:
            found.append(kind)
    return found


def of_all_factions(table: Table, drawn: Sequence[str]) -> list[str]:
    """Every unit there is."""
    return list(enemies())


COLLECTION = Variant(
    "collection",
    {
        "unlimited_faction": as_often_as_wanted,
        "limited_collection": copies_left,
        "mixed_factions": of_all_factions,
    },
)


def collection(table: Table, drawn: Sequence[str] = ()) -> list[str]:
    """The enemy units that may be drawn, in their order (SQ-ENM-01)."""
    found = COLLECTION.of(table)(table, drawn)
    used = {m.profile for m in table.models.values() if m.kind == "model" and m.owner == ENEMIES}
    return [u for u in found if not (enemies()[u].unique and u in used)]


def affordable(known: Sequence[str], left: int, drawn: Sequence[str]) -> list[str]:
    """The units that may still be drawn; unique ones once, and an empty wave gets the cheapest."""
    able = [u for u in known if not (enemies()[u].unique and u in drawn)]
    found = [u for u in able if enemies()[u].points <= left]
    if not found and not drawn and able:
        return [min(able, key=lambda u: enemies()[u].points)]
    return found


async def at_random(ref: Referee, able: Sequence[str]) -> str:
    """One of those that fit."""
    return await draw(ref, "SQ-DPL-03", able)


async def by_the_players(ref: Referee, able: Sequence[str]) -> str:
    """The players pick, as long as anything fits (option players_choose of SQ-DPL-03)."""
    offers = (Offer(ChooseUnit, "SQ-DPL-03"),)
    action = await agreed(ref, "SQ-DPL-03", offers, default=ChooseUnit(able[0]))
    assert isinstance(action, ChooseUnit)
    return action.unit


FILLING = Variant("wave_fill", {"random": at_random, "players_choose": by_the_players})


async def draw_wave(ref: Referee, part: DrawWave) -> None:
    """One unit after the other among those that fit, until none does."""
    able = affordable(collection(ref.table, part.drawn), part.left, part.drawn)
    if not able:
        ref.then(PlaceUnits(part.drawn, part.sentries))
        return
    if part.boss and not part.drawn:
        unit = await the_boss(ref, able)
    else:
        unit = await FILLING.of(ref.table)(ref, able)
    left = max(0, part.left - enemies()[unit].points)
    await ref.emit(Drawn(rule="SQ-DPL-03", unit=unit, points=enemies()[unit].points, left=left))
    ref.then(DrawWave(left, (*part.drawn, unit), part.sentries))


async def the_boss(ref: Referee, able: Sequence[str]) -> str:
    """The villain if it fits and has not been drawn, else the costliest unit that fits (SQ-CHL-02)."""
    villains = [u for u in able if any(s.id == "villain" for s in enemies()[u].rules)]
    if villains:
        return await draw(ref, "SQ-CHL-02", villains)
    return max(able, key=lambda u: enemies()[u].points)


def check_unit(table: Table, decision: Decision, action: ChooseUnit) -> Refusal | None:
    """A unit that fits."""
    if decision.rule == "SQ-DPL-03" and action.unit in open_units(table):
        return None
    return Refusal("SQ-DPL-03", {"unit": action.unit})


def open_units(table: Table) -> tuple[str, ...]:
    """The units among which the players choose now."""
    part = table.agenda[0] if table.agenda else None
    if not isinstance(part, DrawWave):
        return ()
    return tuple(dict.fromkeys(affordable(collection(table, part.drawn), part.left, part.drawn)))


def unit_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Those that fit."""
    return {"unit": Pick(open_units(table))}


# ------------------------------------------------------------------ placing units (SQ-DPL-04 to SQ-DPL-06)


async def place_units(ref: Referee, part: PlaceUnits) -> None:
    """A die for each unit: a quarter for sentries, a corner for reinforcements; on 5 and 6 the players pick."""
    if not part.units:
        return
    table = ref.table
    profile, *rest = part.units
    rule = "SQ-DPL-04" if part.sentries else "SQ-DPL-05"
    number = await place_number(ref, rule, heaviest_quarter(table) if part.sentries else farthest_corner(table))
    at = quarters(table)[number - 1] if part.sentries else in_from(table, number)
    serial = 1 + max((int(u.rpartition("-")[2]) for u in known_units(table)), default=0)
    models = enemy_unit(profile, serial, table.options)
    wave = table.tokens(TABLE, WAVE)
    models = [replace(m, tokens={**m.tokens, WAVE: wave} if wave else m.tokens) for m in models]
    if EFFECTS.by_rule and hides(models[0], "ambush"):
        wait = await roll_d3(ref, "SQ-SPR-06", ENEMIES)
        due = table.tokens(TABLE, ROUND) + 1 + wait
        models = [replace(m, tokens={**m.tokens, ARRIVES: due}) for m in models]
        await ref.emit(*(Deployed(rule="SQ-SPR-06", new=m) for m in models))
    else:
        await ref.emit(*(Deployed(rule=rule, new=m) for m in models))
        own = [table.models[m.id] for m in models]
        await appear(ref, own, at)
    ref.then(PlaceUnits(tuple(rest), part.sentries))


def known_units(table: Table) -> set[UnitId]:
    """Every enemy unit there was."""
    return {m.unit for m in table.models.values() if m.kind == "model" and m.owner == ENEMIES}


def hides(model: Model, what: str) -> bool:
    """Whether a model that is not on the table yet may wait in ambush, or scouts ahead."""
    bare = Table({TABLE: Model(TABLE, "", "", TABLE, kind="table"), model.id: model}, None, (), {})  # type: ignore[arg-type]
    return bool(EFFECTS.tally(bare, Hiding(model.id, what), 0).value)


def heaviest_quarter(table: Table) -> int:
    """The quarter that holds the most enemy points (SQ-DPL-04)."""
    held = [0, 0, 0, 0]
    for unit in units(table, ENEMIES):
        one = members(table, unit)[0]
        held[quarter_of(table, place(one)) - 1] += one.tokens.get(POINTS, 0)
    return held.index(max(held)) + 1


def farthest_corner(table: Table) -> int:
    """The corner farthest from the nearest conscious hero (SQ-DPL-05)."""
    heroes = up(table)
    far = [min((reach(h, c) for h in heroes), default=0.0) for c in corners(table)]
    return far.index(max(far)) + 1


async def appear(ref: Referee, own: Sequence[Model], at: Point, within: float = inf) -> None:
    """A unit comes onto the table at a spot, its first model on it and the others around (SQ-DPL-06).

    Where there is no room for it so near to the spot it does not come (SQ-SPR-06).
    """
    table = ref.table
    found = formation(table, own, at)
    if found is None or any(hypot(p[0] - at[0], p[1] - at[1]) - m.radius > within + SLACK for m, p in found):
        return
    events: list[Event] = [Placed(rule="SQ-DPL-06", model=m.id, at=p) for m, p in found]
    if ARRIVES in own[0].tokens:
        events.append(Settled(rule="SQ-SPR-06", bearers=ids(own), token=ARRIVES, value=0))
    await ref.emit(*events)
    if hides(own[0], "scout"):
        await scout_ahead(ref, own[0].unit)


def formation(table: Table, own: Sequence[Model], at: Point) -> list[tuple[Model, Point]] | None:
    """Places for a unit: the first model as near to a spot as it can stand, the others on a grid around it.

    Where there is no room close by for all of them together they stand as near to that as possible (SQ-COH-01).
    """
    near = list(islice(around(table, at), CLOSE_BY))
    for starts, together in ((near, True), (around(table, at), False)):
        for start in starts:
            if open_for(table, own[0], start):
                found = grouped_around(table, own, start, together)
                if len(found) == len(own):
                    return found
    return None


def grouped_around(table: Table, own: Sequence[Model], start: Point, together: bool) -> list[tuple[Model, Point]]:
    """The first model on a spot and the others around it, as many as find a place."""
    taken: list[tuple[Model, Point]] = [(own[0], start)]
    for model in own[1:]:
        filled = {at for _, at in taken}
        # Who has to stay together with the first model need not be looked for farther away.
        far = inches(table, "coherency_all") + own[0].radius + model.radius + NEARBY if together else inf
        spots = (p for p in hexagons(start, 2 * model.radius + SPREAD * scale(table), far) if p not in filled)
        found = next((p for p in spots if joins(table, model, p, taken, together) and open_for(table, model, p)), None)
        if found is None:
            break
        taken.append((model, found))
    return taken


def open_for(table: Table, model: Model, at: Point) -> bool:
    """Whether a model that comes onto the table may stand on a spot."""
    if ground_fault(table, model, at) is not None or overlap_fault(table, model, at) is not None:
        return False
    return crowd_fault(table, model, at) is None


def joins(table: Table, model: Model, at: Point, taken: Sequence[tuple[Model, Point]], together: bool) -> bool:
    """Whether a model on a spot would stand clear of those placed already, and make a unit with them."""
    every = inches(table, "coherency_all") + SLACK
    for mate, (x, y) in taken:
        apart = hypot(at[0] - x, at[1] - y) - mate.radius - model.radius
        if apart < -SLACK or (together and apart > every):
            return False
    return not together or coherent([*taken, (model, at)], table)


def hexagons(at: Point, pace: float, far: float) -> Iterator[Point]:
    """The places of a hexagonal grid up to a distance, nearest first, of equals counter-clockwise from due east."""
    near = takewhile(lambda place: hypot(*place) <= far, lattice(pace))
    return (spot(at[0] + x, at[1] + y) for x, y in near)


@cache
def lattice(pace: float) -> tuple[Point, ...]:
    """A hexagonal grid around nothing."""
    found = []
    for row in range(-RINGS, RINGS + 1):
        for column in range(-RINGS, RINGS + 1):
            x, y = pace * (column + row / 2), pace * row * 3**0.5 / 2
            if row or column:
                found.append((round(hypot(x, y), 6), atan2(y, x) % (2 * pi), x, y))
    found.sort()
    return tuple((x, y) for _, _, x, y in found)


async def scout_ahead(ref: Referee, unit: UnitId) -> None:
    """Scouts among the enemies move up to 12 inches toward the nearest goal at once, over any ground (SQ-SPR-27)."""
    from sightline.games.starquest import missions
    from sightline.games.starquest.events import Walked
    from sightline.games.starquest.formation import follow, lead
    from sightline.games.starquest.going import nearest_road

    found = missions.goals(ref.table, unit)
    if not found:
        return
    table = with_easy_ground(ref.table)
    own = members(table, unit)
    goal = min(found, key=lambda g: min(reach(m, g) for m in own))
    chief = lead(table, unit, goal)
    road = nearest_road(table, chief, goal, inches(table, "scout_distance"), "scout", "")
    if road is None:
        return
    roads = follow(table, chief, road, "scout", goal)
    await ref.emit(
        *(
            Walked(rule="SQ-SPR-27", model=id, path=r.path, length=round(r.cost, 4))
            for id, r in roads.items()
            if len(r.path) > 1
        )
    )


def with_easy_ground(table: Table) -> Table:
    """The table as it is to who minds neither difficult nor dangerous ground."""
    terrain, easy = table.terrain, table.copy()
    pieces = (replace(p, traits=tuple(t for t in p.traits if not t.startswith(HARD))) for p in terrain.pieces)
    easy.terrain = laid(terrain.width, terrain.height, tuple(pieces), terrain.id)
    easy.forget()
    return easy
