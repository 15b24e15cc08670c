"""Objectives: what is set up for the primary and the secondary, and when they are achieved (SQ-PRI, SQ-SEC)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from sightline.core.catalog import figures
from sightline.core.decisions import Refusal
from sightline.core.dice import Roll
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Part, Point, RuleId, Table
from sightline.games.starquest.catalog import DIE, ENEMIES, HEROES, PACKAGE
from sightline.games.starquest.events import (
    Achieved,
    LetGo,
    MarkerRemoved,
    MarkerShifted,
    Noted,
    ObjectiveSet,
    Seized,
    Started,
)
from sightline.games.starquest.markers import (
    DELIVERY,
    EXTRACTION,
    OBJECTIVE,
    OF_OBJECTIVES,
    by,
    draw,
    draw_several,
    lay,
    lying,
    usual_spot,
)
from sightline.games.starquest.measure import (
    UnitId,
    centre,
    conscious,
    corners,
    inches,
    is_hero,
    members,
    party,
    place,
    reach,
    up,
    within,
)
from sightline.games.starquest.tokens import (
    CARRYING,
    CORNER,
    HUNTED,
    PRIMARY,
    SECONDARY,
    SEIZED,
    SHAKEN,
    STARTED,
    WAVE,
)

FIVE = ("middle:1", "middle:2", "middle:3", "middle:4", "centre")
"""The spots an objective may lie on: the centres of the quarters, and of the table (SQ-GEN-09)."""
FOUR = (1, 2, 3, 4)
WORKED = frozenset(("kill_then_work", "work_all", "work_and_roll", "start_then_seize"))
CARRIED = frozenset(("carry", "carry_deliver"))


class Objective(Struct, frozen=True):
    """An objective as the figures have it."""

    id: str
    roll: int
    name: str
    goal: str
    markers: int
    spots: str
    kind: str
    test: str
    tokens: int = 0
    roll_needed: int = 0
    delivery_markers: int = 0
    extraction_markers: int = 0
    complete: str = ""

    @property
    def secondary(self) -> bool:
        """Whether it is one of the second table."""
        return self.id in secondaries()

    @property
    def rule(self) -> RuleId:
        """The rule it is described by."""
        return f"SQ-SEC-{1 + self.roll:02}" if self.secondary else f"SQ-PRI-{3 + self.roll:02}"

    @property
    def token(self) -> str:
        """What says that it is set up, and achieved."""
        return SECONDARY if self.secondary else PRIMARY


def _read(heading: str) -> dict[str, Objective]:
    known = Objective.__struct_fields__
    return {e["id"]: Objective(**{k: v for k, v in e.items() if k in known}) for e in figures(PACKAGE)[heading]}


@cache
def primaries() -> Mapping[str, Objective]:
    """The six primary objectives, in the order of their table."""
    return _read("primary_objective")


@cache
def secondaries() -> Mapping[str, Objective]:
    """The six secondary objectives."""
    return _read("secondary_objective")


def current(table: Table) -> Objective | None:
    """The objective that is to be achieved now."""
    for token, known in ((PRIMARY, primaries()), (SECONDARY, secondaries())):
        number = table.tokens(TABLE, token)
        if number and not table.tokens(HEROES, token):
            return list(known.values())[number - 1]
    return None


def achieved_all(table: Table) -> bool:
    """Whether primary and secondary are achieved."""
    return bool(table.tokens(HEROES, PRIMARY) and table.tokens(HEROES, SECONDARY))


# ------------------------------------------------------------------ setting one up (SQ-MIS-02, SQ-MIS-03)


class SetObjective(Part, frozen=True):
    """An objective is rolled and its markers are laid."""

    secondary: bool = False


async def set_objective(ref: Referee, part: SetObjective) -> None:
    """The one that was named, or a die; then its markers."""
    known = secondaries() if part.secondary else primaries()
    rule = "SQ-SEC-01" if part.secondary else "SQ-MIS-02"
    named = ref.table.options[SECONDARY if part.secondary else PRIMARY]
    if named == "roll":
        ((face,),) = await ref.throw(Roll(rule, DIE, 1, HEROES))
        objective = list(known.values())[face - 1]
    else:
        objective = known[named]
    if part.secondary:
        await clear(ref, rule)
    await ref.emit(
        ObjectiveSet(rule=rule, bearer=TABLE, token=objective.token, value=objective.roll, objective=objective.id)
    )
    await SPOTS[objective.spots](ref, objective)


async def clear(ref: Referee, rule: RuleId) -> None:
    """Every marker of an objective is taken away, carried ones too."""
    events: list[Event] = [MarkerRemoved(rule=rule, model=m.id) for m in lying(ref.table, *OF_OBJECTIVES)]
    for hero in party(ref.table):
        id = carried(hero)
        if id:
            events += [
                LetGo(rule=rule, bearer=hero.id, token=f"{CARRYING}:{id}", value=0),
                MarkerRemoved(rule=rule, model=id),
            ]
    await ref.emit(*events)


async def none_yet(ref: Referee, objective: Objective) -> None:
    """The next wave of reinforcements will leave a marker (SQ-PRI-04, SQ-SEC-02)."""
    wave = ref.table.tokens(TABLE, WAVE) + 1
    await ref.emit(Noted(rule=objective.rule, bearer=TABLE, token=HUNTED, value=wave))


async def on_some_of_five(ref: Referee, objective: Objective) -> None:
    """Different spots at random."""
    for near in await draw_several(ref, objective.rule, FIVE, objective.markers):
        await lay(ref, OBJECTIVE, near, objective.rule)


async def in_a_corner(ref: Referee, objective: Objective) -> None:
    """A random corner; the marker moves to the centre if it is that of the heroes (SQ-PRI-06)."""
    corner = await draw(ref, objective.rule, FOUR)
    await lay(ref, OBJECTIVE, f"corner:{corner}", objective.rule, {CORNER: corner})


async def for_delivery(ref: Referee, objective: Objective) -> None:
    """Two different corners; the marker itself comes with the heroes (SQ-PRI-09)."""
    for corner in await draw_several(ref, objective.rule, FOUR, objective.delivery_markers):
        await lay(ref, DELIVERY, f"corner:{corner}", objective.rule, {CORNER: corner})


async def in_the_centre(ref: Referee, objective: Objective) -> None:
    """The table centre."""
    await lay(ref, OBJECTIVE, "centre", objective.rule)


def by_distance(table: Table, hero: Model) -> list[int]:
    """The corners from the nearest to a hero to the farthest; of equals the lower number first."""
    far = [round(reach(hero, c), 4) for c in corners(table)]
    return sorted(FOUR, key=lambda n: (far[n - 1], n))


def farthest(table: Table, hero: Model) -> int:
    """The corner farthest from a hero; of equals the lower number (SQ-SEC-05)."""
    far = [round(reach(hero, c), 4) for c in corners(table)]
    return far.index(max(far)) + 1


async def some_hero(ref: Referee, objective: Objective) -> Model:
    """A random hero on its feet; while all who are wait in ambush, one of the fallen (SQ-GEN-09)."""
    fallen = tuple(h for h in party(ref.table) if h.at is not None)
    return await draw(ref, objective.rule, up(ref.table) or fallen, HEROES)


async def far_away(ref: Referee, objective: Objective) -> None:
    """The corner farthest from a random hero (SQ-SEC-05)."""
    hero = await some_hero(ref, objective)
    await lay(ref, OBJECTIVE, f"corner:{farthest(ref.table, hero)}", objective.rule)


async def near_by(ref: Referee, objective: Objective) -> None:
    """The two corners nearest to a random hero (SQ-SEC-06)."""
    hero = await some_hero(ref, objective)
    for corner in by_distance(ref.table, hero)[: objective.markers]:
        await lay(ref, OBJECTIVE, f"corner:{corner}", objective.rule)


async def beside_a_hero(ref: Referee, objective: Objective) -> None:
    """Somebody to be escorted from a random hero to the corner farthest from it (SQ-SEC-07)."""
    hero = await some_hero(ref, objective)
    await lay(ref, OBJECTIVE, f"hero:{hero.id}", objective.rule)
    await lay(ref, EXTRACTION, f"corner:{farthest(ref.table, hero)}", objective.rule)


SPOTS: Mapping[str, Callable[[Referee, Objective], Awaitable[None]]] = {
    "none": none_yet,
    "random_quarter_or_centre": on_some_of_five,
    "different_random_quarter_or_centre": on_some_of_five,
    "random_corner_or_centre_if_hero_corner": in_a_corner,
    "hero_zone": for_delivery,
    "table_centre": in_the_centre,
    "corner_farthest_from_random_hero": far_away,
    "two_corners_closest_to_random_hero": near_by,
    "within_3_of_random_hero": beside_a_hero,
}
"""How the markers of an objective are laid, by the word of the figures."""


async def corner_settled(ref: Referee, corner: int) -> None:
    """The heroes have their corner: markers there move to the table centre, and a delivery is put into it."""
    objective = current(ref.table)
    if objective is None:
        return
    for marker in lying(ref.table, *OF_OBJECTIVES):
        if marker.tokens.get(CORNER) == corner:
            await ref.emit(MarkerShifted(rule=objective.rule, model=marker.id, at=usual_spot(ref.table, "centre")))
    if objective.delivery_markers:
        await lay(ref, OBJECTIVE, f"corner:{corner}", objective.rule)


# ------------------------------------------------------------------ what is done with markers (SQ-PRI-01, SQ-PRI-02)


def carried(hero: Model) -> ModelId:
    """The marker a hero carries, if any."""
    return next((t.partition(":")[2] for t in hero.tokens if t.startswith(f"{CARRYING}:")), "")


def workable(table: Table, marker: Model) -> bool:
    """Whether there is anything to be done at a marker by working on it."""
    objective = current(table)
    if objective is None or objective.kind not in WORKED or marker.profile != OBJECTIVE or marker.at is None:
        return False
    return objective.kind != "start_then_seize" or STARTED not in marker.tokens


def portable(table: Table, marker: Model) -> bool:
    """Whether a marker is one to be carried."""
    objective = current(table)
    return objective is not None and objective.kind in CARRIED and marker.profile == OBJECTIVE and marker.at is not None


async def worked_on(ref: Referee, marker: ModelId) -> None:
    """The test was passed: the marker is started, or gone, and the objective perhaps achieved."""
    objective = current(ref.table)
    assert objective is not None
    if objective.kind == "start_then_seize":
        await ref.emit(Started(rule=objective.rule, bearer=marker, token=STARTED, value=1))
        return
    await ref.emit(MarkerRemoved(rule=objective.rule, model=marker))
    done = not lying(ref.table, OBJECTIVE)
    if objective.kind == "work_and_roll":
        reads = tuple(int(face >= objective.roll_needed) for face in range(1, DIE + 1))
        ((face,),) = await ref.throw(Roll(objective.rule, DIE, 1, HEROES, reads=reads))
        done = done or face >= objective.roll_needed
    if done:
        await achieve(ref, objective)


async def achieve(ref: Referee, objective: Objective) -> None:
    """An objective is achieved, and what is left of it taken away."""
    await ref.emit(Achieved(rule=objective.rule, bearer=HEROES, token=objective.token, value=1, objective=objective.id))
    await clear(ref, objective.rule)


# ------------------------------------------------------------------ when an activation or a round ends


async def delivered(ref: Referee, unit: UnitId) -> None:
    """A carrier has come to the end of its activation: perhaps it is where it wanted to go (SQ-RND-12)."""
    table = ref.table
    objective = current(table)
    hero = table.models.get(unit)
    if objective is None or objective.kind not in CARRIED or hero is None or not is_hero(hero):
        return
    if not conscious(hero) or not carried(hero):
        return
    if objective.kind == "carry":
        if any(within(reach(hero, c), inches(table, "corner_distance")) for c in destinations(table, objective)):
            await achieve(ref, objective)
        return
    far = inches(table, "delivery_distance")
    reached = [m for m in lying(table, DELIVERY, EXTRACTION) if within(reach(hero, place(m)), far)]
    await ref.emit(*(MarkerRemoved(rule=objective.rule, model=m.id) for m in reached))
    if not lying(table, DELIVERY, EXTRACTION):
        await achieve(ref, objective)


def destinations(table: Table, objective: Objective) -> Sequence[Point]:
    """Where a carrier has to go: the corner of the heroes, any corner, or the points of delivery."""
    if objective.kind == "carry_deliver":
        return tuple(place(m) for m in lying(table, DELIVERY, EXTRACTION))
    if objective.secondary:
        return corners(table)
    return (corners(table)[table.tokens(HEROES, CORNER) - 1],)


def seized(table: Table, marker: Model) -> bool:
    """Whether a hero who is not Shaken, and no enemy at all, is within three inches of a marker (SQ-PRI-05)."""
    far = inches(table, "seize_distance")
    if any(by(table, m, marker, far) for m in table.squad(ENEMIES)):
        return False
    return any(SHAKEN not in h.tokens and by(table, h, marker, far) for h in up(table))


async def seize(ref: Referee) -> None:
    """Step 5 of the end of a round: markers that were started are seized (SQ-RND-10)."""
    objective = current(ref.table)
    if objective is None or objective.kind != "start_then_seize":
        return
    for marker in lying(ref.table, OBJECTIVE):
        if STARTED in marker.tokens and seized(ref.table, marker):
            await ref.emit(Seized(rule=objective.rule, bearer=marker.id, token=SEIZED, by=1))
            if ref.table.tokens(marker.id, SEIZED) >= objective.tokens:
                await achieve(ref, objective)


# ------------------------------------------------------------------ what the enemies want (SQ-MIS-06)


def goals(table: Table, unit: UnitId) -> Sequence[Point]:
    """The AI Goal of a unit; none if there is no such thing."""
    own = members(table, unit)
    objective = current(table)
    heroes = up(table)
    if not own:
        return ()
    if objective is None:
        return (place(nearest_to(own, heroes)),) if heroes else ()
    if objective.goal == "table_centre":
        return (centre(table),)
    spots = marker_spots(table)
    if objective.goal == "marker" or len(spots) < 2:
        return tuple(spots)
    if heroes:
        hero = nearest_to(own, heroes)
        return (min(spots, key=lambda p: reach(hero, p)),)
    return (min(spots, key=lambda p: min(reach(m, p) for m in own)),)


def nearest_to(own: Sequence[Model], heroes: Sequence[Model]) -> Model:
    """The hero nearest to a unit."""
    from sightline.games.starquest.measure import apart

    return min(heroes, key=lambda h: apart(own, (h,)))


def marker_spots(table: Table) -> list[Point]:
    """Where the objective markers are, carried ones with their carriers."""
    found = [place(m) for m in lying(table, OBJECTIVE)]
    return found + [place(h) for h in party(table) if carried(h) and h.at is not None]


def possible_goals(table: Table) -> Sequence[Point]:
    """Everything that may be the goal of some unit: what an ambush is drawn from (SQ-SPR-06)."""
    objective = current(table)
    if objective is None:
        return tuple(place(h) for h in up(table))
    if objective.goal == "table_centre":
        return (centre(table),)
    return tuple(marker_spots(table))


def marker_fault(table: Table, hero: Model, marker: ModelId, test: Callable[[Table, Model], bool]) -> Refusal | None:
    """Why a hero can do nothing with a marker from where it stands."""
    found: Any = table.models.get(marker)
    if found is None or found.kind != "marker" or not test(table, found):
        return Refusal("SQ-PRI-01", {"marker": marker})
    far = inches(table, "marker_reach")
    if not by(table, hero, found, far):
        return Refusal("SQ-PRI-01", {"distance": round(reach(hero, place(found)), 4), "most": far})
    return None
