"""The six scenarios: what each puts onto the map before anybody is set up (DW-SCN, DW-CRE-11)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from itertools import product
from math import hypot
from typing import Any

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.dice import Roll
from sightline.core.events import Event
from sightline.core.game import TablePlan
from sightline.core.kernel import shapes
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Grant, Model, Part, Piece, Point, Side, Table
from sightline.core.variants import Variant
from sightline.games.deepwars import catalog
from sightline.games.deepwars.actions import Choose, Place
from sightline.games.deepwars.catalog import DIE, MAT, PREDATOR, SLACK
from sightline.games.deepwars.choosing import CHOICES
from sightline.games.deepwars.conjuring import disc
from sightline.games.deepwars.deploying import edge_of, edges, zone
from sightline.games.deepwars.effects.scenery import CHAMBER, GRIP
from sightline.games.deepwars.elemental import random_heading
from sightline.games.deepwars.events import Called, Conjured, Dropped, Noted, ObjectStands
from sightline.games.deepwars.ground import BLOCKING, SCENIC, STRUCTURE, feature, ground_level, on_the_map, whole_levels
from sightline.games.deepwars.loads import TREASURE, lying_there
from sightline.games.deepwars.measure import BIG, LONG, MEDIUM, OBJECT, TOP, WILD, height, place, stick, tall
from sightline.games.deepwars.missions import RollingMissions
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.moving import afloat, place_fault
from sightline.games.deepwars.parts import CreaturesCome, FillingTheAreas, SettingTheScene
from sightline.games.deepwars.scoring import scenario
from sightline.games.deepwars.sides import ALTAR, altar_id, attacker
from sightline.games.deepwars.tokens import ARMOR, BOXES, COMBAT, OPEN_OCEAN, SIZE
from sightline.games.deepwars.wild import random_creature

ENGINE = "engine"
"""What the weapon of a defended area is called, after its side."""
CENTRE = "centre"
DEAREST = 100
"""The points of a predator in Survival at most (DW-SCN-10)."""
PACK, HERD = 3, 4
"""The creatures of Survival, and of the open ocean."""
HOARD = 6
"""The tokens of Salvage."""
ALTAR_RADIUS, ENGINE_RADIUS = 1.5, 1.0
LONG_INCHES = 7.0
"""The Long stick that maps are drawn with (DW-MOV-01)."""


class Placing(Part, frozen=True):
    """A side puts several things onto the map, one after another."""

    side: Side
    things: tuple[str, ...]
    rule: str


class ChoosingPredators(Part, frozen=True):
    """The defender chooses the creatures of Survival."""

    side: Side
    chosen: tuple[str, ...] = ()


def scenario_of(face: int) -> str:
    """The scenario of a die (DW-SCN-01)."""
    return str(next(s["id"] for s in catalog.rows("scenario") if s["roll"] == face))


def facts(table: Table) -> Mapping[str, Any]:
    """What the map says about its scenario."""
    return catalog.presets().get(table.terrain.id, {})


def scene_faults(plan: TablePlan) -> list[Refusal]:
    """What lies where a scenario puts something, on a map of its name that was drawn anew."""
    given = catalog.presets().get(plan.id, {})
    sound = [p for p in plan.pieces if shapes.validate(p.polygon) is None and whole_levels(p.height)]
    found: list[Refusal] = []
    if "objective" in given:
        middle = ((plan.width or MAT[0]) / 2, (plan.height or MAT[1]) / 2)
        found += crowding(sound, middle, LONG_INCHES, "DW-SCN-04", lambda p: SCENIC in p.traits)
        found += crowding(sound, middle, ALTAR_RADIUS, "DW-SCN-04", lambda p: SCENIC not in p.traits)
    for area in given.get("defended_areas", ()):
        found += crowding(sound, tuple(area["artifact"]), ALTAR_RADIUS, "DW-SCN-12")
        found += crowding(sound, tuple(area["weapon"]), ENGINE_RADIUS, "DW-SCN-12")
    if given.get("scenario") == "breach":
        houses = [feature(p) for p in sound if p.kind == STRUCTURE]
        out = [at for at in given["tokens"] if not any(h.covers(tuple(at)) for h in houses)]
        found += [Refusal("DW-SCN-06", {"outside": str(tuple(at))}) for at in out]
    return found


def crowding(
    pieces: Sequence[Piece], at: Point, inches: float, rule: str, which: Callable[[Piece], bool] = lambda _: True
) -> list[Refusal]:
    """The pieces that lie nearer to a spot than they may."""
    near = ((p, feature(p).gap(at)) for p in pieces if which(p))
    return [
        Refusal(rule, {"piece": p.id, "distance": round(far, 2), "least": inches})
        for p, far in near
        if far < inches - SLACK
    ]


async def setting_the_scene(ref: Referee, part: SettingTheScene) -> None:
    """The scenario's own things, then missions; creatures come when everybody is set up (DW-SET-01)."""
    scene = SCENES.get(scenario(ref.table))
    if scene is not None:
        await scene(ref)
    if ref.table.options["special_operations"]:
        ref.then(RollingMissions())


async def filling_the_areas(ref: Referee, part: FillingTheAreas) -> None:
    """In Capture each side has an area at its edge (DW-SCN-12)."""
    if scenario(ref.table) == "capture":
        await capture(ref)


async def creatures_come(ref: Referee, part: CreaturesCome) -> None:
    """The wild creatures of a scenario, after both warbands."""
    herd = HERDS.get(scenario(ref.table))
    if herd is not None:
        await herd(ref)


# ------------------------------------------------------------------ Skirmish: DW-SCN-02


async def open_water(ref: Referee) -> None:
    """Where nothing lies on the ground there is none: bottom dwellers swim as well as they can (DW-DEP-09)."""
    if not ref.table.terrain.pieces:
        await ref.emit(Noted(rule="DW-DEP-09", bearer=TABLE, token=OPEN_OCEAN, value=1))


async def skirmish(ref: Referee) -> None:
    """A seafloor with features; or open ocean without any, where four creatures roam, placed by the defender."""
    if ref.table.terrain.pieces:
        return
    defender = ref.table.other(attacker(ref.table))
    found = [await random_creature(ref, defender) for _ in range(HERD)]
    ref.then(Placing(defender, tuple(found), "DW-CRE-11"))


# ------------------------------------------------------------------ Conquer: DW-SCN-04


async def conquer(ref: Referee) -> None:
    """One Scenic Artifact in the centre."""
    await stand(ref, CENTRE, "", ALTAR, centre(ref.table), attacker(ref.table))


def centre(table: Table) -> Point:
    """The middle of the map."""
    return (table.terrain.width / 2, table.terrain.height / 2)


async def stand(ref: Referee, id: str, owner: str, what: str, at: Point, roller: Side) -> None:
    """A die picks a Scenic Artifact or a Scenic Weapon, which stands there (DW-SCA-01, DW-SCW-01)."""
    table, rule = ("scenic_artifact", "DW-SCA-01") if what == ALTAR else ("scenic_weapon", "DW-SCW-01")
    ((face,),) = await ref.throw(Roll(rule, DIE, 1, roller))
    row = next(r for r in catalog.rows(table) if r["roll"] == face)
    await ref.emit(*standing_there(row, id, owner, what, at))


def standing_there(row: Mapping[str, Any], id: str, owner: str, what: str, at: Point) -> list[Event]:
    """An object with its figures, and the solid thing it is."""
    radius = ALTAR_RADIUS if what == ALTAR else ENGINE_RADIUS
    new = Model(
        id=id,
        owner=owner or OBJECT,
        side=OBJECT,
        profile=row["id"],
        name=row["name"],
        kind=OBJECT,
        at=at,
        radius=radius,
        tokens={COMBAT: row["cs"], f"{ARMOR}:body": row["av"], f"{BOXES}:body": row["wounds"], SIZE: BIG},
        effects=(Grant("DW-CBT-09"), *((GRIP,) if row["id"] == CHAMBER else ())),
    )
    # It is attacked (DW-CBT-09), not broken like a piece of terrain, which would leave the thing itself.
    solid = Piece(disc(at, radius - SLACK), 1.0, id, row["name"], what, (BLOCKING, "material:none"))
    return [Conjured(rule=row["rule"], piece=solid), ObjectStands(rule=row["rule"], new=new)]


# ------------------------------------------------------------------ Breach and Salvage: DW-SCN-06, DW-SCN-08


async def breach(ref: Referee) -> None:
    """Three tokens inside the structure."""
    spots = facts(ref.table).get("tokens", ())
    await ref.emit(*(Dropped(rule="DW-SCN-06", new=lying_there(n, (x, y), 0.0)) for n, (x, y) in enumerate(spots, 1)))


async def salvage(ref: Referee) -> None:
    """The attacker places six tokens."""
    ref.then(Placing(attacker(ref.table), (TREASURE,) * HOARD, "DW-SCN-08"))


# ------------------------------------------------------------------ Survival: DW-SCN-10


async def survival(ref: Referee) -> None:
    """The defender chooses three predators, the attacker places them."""
    ref.then(ChoosingPredators(ref.table.other(attacker(ref.table))))


def predators(table: Table, side: Side) -> tuple[str, ...]:
    """The predators of at most a hundred points."""
    return tuple(c.id for c in catalog.creatures().values() if c.behaviour == PREDATOR and c.points <= DEAREST)


CHOICES["DW-SCN-10"] = predators


async def choosing_predators(ref: Referee, part: ChoosingPredators) -> None:
    """One after another."""
    if len(part.chosen) == PACK:
        ref.then(Placing(ref.table.other(part.side), part.chosen, "DW-CRE-11"))
        return
    offers = [Offer(Choose, "DW-SCN-10", {"side": part.side})]
    default = Choose(part.side, predators(ref.table, part.side)[0])
    action = await ref.choose(part.side, "DW-SCN-10", offers, default=default)
    assert isinstance(action, Choose)
    ref.then(ChoosingPredators(part.side, (*part.chosen, action.what)))


# ------------------------------------------------------------------ Capture: DW-SCN-12


def both(table: Table) -> tuple[Side, ...]:
    """Each side has a weapon in its area."""
    return table.sides


def only_the_defender(table: Table) -> tuple[Side, ...]:
    """There is a single weapon, in the defender's area."""
    return (table.other(attacker(table)),)


ARMED = Variant("capture_scenic_weapons", {"one_each": both, "defender_only": only_the_defender})


async def capture(ref: Referee) -> None:
    """An artifact and a weapon in the area of each side."""
    table = ref.table
    areas = {a["side"]: a for a in facts(table)["defended_areas"]}
    for side in table.sides:
        south = edge_of(table, side)[1] == 0.0
        area = areas["south" if south else "north"]
        roller = table.other(attacker(table))
        await stand(ref, altar_id(side), side, ALTAR, tuple(area["artifact"]), roller)
        if side in ARMED.of(table)(table):
            await stand(ref, f"{side}-{ENGINE}", side, ENGINE, tuple(area["weapon"]), roller)


SCENES: dict[str, Callable[[Referee], Coroutine[Any, Any, None]]] = {
    "skirmish": open_water,
    "conquer": conquer,
    "breach": breach,
    "salvage": salvage,
}
HERDS: dict[str, Callable[[Referee], Coroutine[Any, Any, None]]] = {"skirmish": skirmish, "survival": survival}


# ------------------------------------------------------------------ placing: DW-CRE-11, DW-SCN-08


async def placing(ref: Referee, part: Placing) -> None:
    """One thing onto the map, then the others."""
    if not part.things:
        return
    table, (what, *others) = ref.table, part.things
    default = first_spot(table, part.side, what)
    offers = [Offer(Place, part.rule, {"side": part.side, "what": what})]
    action = await ref.choose(part.side, part.rule, offers, default=default, about=what)
    assert isinstance(action, Place)
    if what == TREASURE:
        low = ground_level(table.terrain, action.at, 0.1)
        number = len([m for m in table.models.values() if m.profile == TREASURE]) + 1
        await ref.emit(Dropped(rule=part.rule, new=lying_there(number, action.at, height(table, low))))
    else:
        new = beast(table, what)
        facing = await random_heading(ref, new, part.rule)
        there = replace(new, at=action.at, z=height(table, action.level), facing=facing)
        await ref.emit(Called(rule=part.rule, new=there))
    ref.then(Placing(part.side, tuple(others), part.rule))


def beast(table: Table, what: str) -> Model:
    """A wild creature, waiting."""
    who = catalog.creatures()[what]
    number = sum(m.side == WILD for m in table.models.values()) + 1
    return raised(who, f"wild-{number}", WILD, f"{who.name} {number}")


def first_spot(table: Table, side: Side, what: str) -> Place | None:
    """A spot the map proposes, or the first that is good."""
    given = facts(table)
    spots = [tuple(s) for s in given.get("tokens" if what == TREASURE else "creature_spots", ())]
    grid = [(float(x), float(y)) for x in range(4, int(table.terrain.width), 4) for y in range(14, 24, 3)]
    for at in (*spots, *grid):
        found = Place(side, what, at)
        if place_spot_fault(table, found) is None:
            return found
    return None


def check_place(table: Table, decision: Decision, action: Place) -> Refusal | None:
    """What is asked for, where it may be."""
    if decision.rule not in ("DW-CRE-11", "DW-SCN-08") or decision.about != action.what or decision.side != action.side:
        return Refusal("DW-SCN-08", {"side": action.side, "what": action.what})
    return place_spot_fault(table, action)


def place_spot_fault(table: Table, action: Place) -> Refusal | None:
    """Where it keeps its distance; creatures do so only where the map allows it (DW-CRE-11)."""
    near = distance_fault(table, action)
    if action.what == TREASURE:
        return near
    fault = standing_fault(table, action)
    return fault or (near if near is not None and room_to_spare(table, action) else None)


def standing_fault(table: Table, action: Place) -> Refusal | None:
    """Why a creature cannot be at a spot on a level."""
    new = beast(table, action.what)
    fault = place_fault(table, new, action.at, action.level) or afloat(table, new, action.at, action.level, "DW-CRE-11")
    # It is not on the table yet: only its kind has a name.
    return replace(fault, facts={**fault.facts, "model": action.what}) if fault else None


def room_to_spare(table: Table, action: Place) -> bool:
    """Whether there is any spot left on the map where a creature keeps its distance, looked for inch by inch."""
    key = ("room to spare", action.what)
    found: bool | None = table.memo.get(key)
    if found is None:
        grid = product(range(int(table.terrain.width) + 1), range(int(table.terrain.height) + 1))
        spots = (replace(action, at=(float(x), float(y)), level=0) for x, y in grid)
        far = (p for p in spots if distance_fault(table, p) is None)
        levels = range(TOP + 1)
        found = any(standing_fault(table, replace(p, level=low)) is None for p in far for low in levels)
        table.memo[key] = found
    return found


def distance_fault(table: Table, action: Place) -> Refusal | None:
    """Away from both deployment zones and from what is placed already."""
    rule = "DW-SCN-08" if action.what == TREASURE else "DW-CRE-11"
    medium = stick(table, MEDIUM)
    radius = 0.0 if action.what == TREASURE else beast(table, action.what).radius
    margin = 0.0 if action.what == TREASURE else medium + radius  # From its base, as everything (DW-GEN-10).
    x, y = action.at
    for edge in edges(table):
        (_, low), _, (_, high), _ = zone(table, edge)
        apart = max(low - y, y - high)
        if apart < margin - SLACK:
            far = {"zone": round(max(0.0, apart - radius), 3), "needed": margin - radius}
            return Refusal(rule, {"what": action.what, **far})
    if not on_the_map(table, action.at):
        return Refusal(rule, {"what": action.what, "at": str(action.at)})
    for other in table.models.values():
        if other.at is not None and (other.profile == TREASURE or other.side == WILD):
            bases = radius + (other.radius if other.side == WILD else 0.0)
            apart = hypot(place(other)[0] - x, place(other)[1] - y) - bases
            if apart < medium - SLACK:
                far = {"distance": round(max(0.0, apart), 3), "needed": medium}
                return Refusal(rule, {"what": action.what, "near": other.id, **far})
    return None


def place_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Between the deployment zones."""
    what = offer.given["what"]
    treasure = what == TREASURE
    width, high = table.terrain.width, table.terrain.height
    margin = stick(table, LONG) + (0.0 if treasure else stick(table, MEDIUM) + beast(table, what).radius)
    ground = ((0.0, margin), (width, margin), (width, high - margin), (0.0, high - margin))
    found: dict[str, Slot] = {"at": Spot(zone=ground)}
    if not treasure:
        found["level"] = Pick(tuple(range(TOP + 2 - tall(beast(table, what)))))
    return found
