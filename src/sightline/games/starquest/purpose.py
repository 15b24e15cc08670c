"""What heroes are after, as programs are told: who goes where for the objective, for the fallen, and home."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import NamedTuple

from sightline.core.table import Model, ModelId, Point, Table, Terrain
from sightline.games.starquest.acting import ADVANCE, RUSH, allowance
from sightline.games.starquest.catalog import DIE, HEROES
from sightline.games.starquest.going import nearest_road
from sightline.games.starquest.ground import plane_at, scale
from sightline.games.starquest.markers import OBJECTIVE, lying
from sightline.games.starquest.measure import conscious, corners, inches, party, place, up
from sightline.games.starquest.objectives import CARRIED, Objective, carried, current, destinations
from sightline.games.starquest.roads import walls
from sightline.games.starquest.testing import need_to_pass
from sightline.games.starquest.tokens import (
    ACTING,
    POWER,
    PRIMARY,
    SECONDARY,
    SEIZED,
    STARTED,
    TOUGH,
    UNCONSCIOUS,
    WOUNDS,
)

AN_INCH = 0.03
"""What an inch of the way to where one is needed is worth, in hundreds of points; on the small table an inch is two."""
AT_HAND = 0.4
"""What it is worth to stand where one can do what one came for: from there an objective is one test away."""
HOME = 0.2
"""What it is worth to stand where one can leave from."""
A_HAIR = 0.1
"""How far within a limit one stays, in inches: what is near enough by a hair may not be for who is pushed."""
STEP = 1.0
"""What somebody who holds a marker has come nearer to an objective."""
LEG = 2.0
"""What a part of an objective is worth that sends heroes elsewhere: more than any way to what comes next costs."""
PRIMARY_DONE, SECONDARY_DONE = 12.0, 10.0
"""What an objective is worth: more than all its parts and everybody's way home."""
TO_REVIVE = 14.0
"""How far a hero goes to revive another, in inches."""
ROUND_AN_ERRAND = 5.0
"""How close to somebody with a task the others stay, in inches."""
THIN = 0.4
"""The base by which ways are reckoned: a little smaller than any hero's, so that none is thought shut."""
BEYOND = 200.0
SPOTS = 20000
"""How many distances are remembered for a layout."""


class Aim(NamedTuple):
    """Where a hero should go: how near is near enough, what an inch of the way is worth, and what it is to be there."""

    at: Point
    near: float
    inch: float = AN_INCH
    there: float = 0.0


def strong(table: Table) -> bool:
    """Whether a party can take more: everybody on their feet, and nobody hurt by half."""
    return all(conscious(m) and 2 * m.tokens.get(WOUNDS, 0) < m.tokens[TOUGH] for m in party(table))


def going_home(table: Table) -> bool:
    """Whether a party has enough: all is achieved, or the primary is and more would be too much."""
    if not table.tokens(HEROES, PRIMARY):
        return False
    return current(table) is None or bool(table.tokens(HEROES, SECONDARY)) or not strong(table)


def way_out(table: Table) -> Point:
    """The corner from which a party is soonest gone."""
    heroes = up(table)
    return min(corners(table), key=lambda c: sum(hypot(c[0] - place(h)[0], c[1] - place(h)[1]) for h in heroes))


def aims(table: Table) -> dict[ModelId, Aim]:
    """Where each hero on its feet should go, as far as there is anything to go for."""
    heroes = {h.id: h for h in up(table)}
    if not heroes:
        return {}
    if going_home(table):
        out, near = way_out(table), inches(table, "corner_distance")
        return {id: Aim(out, near + h.radius - A_HAIR, there=HOME) for id, h in heroes.items()}
    found: dict[ModelId, Aim] = {}
    rescue(table, heroes, found)
    objective = current(table)
    if objective is not None:
        errands(table, objective, heroes, found)
    return found


def rescue(table: Table, heroes: dict[ModelId, Model], found: dict[ModelId, Aim]) -> None:
    """Whoever is nearest to a fallen hero, and has the power for it, goes there."""
    near = inches(table, "revive_distance")
    for fallen in party(table):
        if fallen.at is None or UNCONSCIOUS not in fallen.tokens:
            continue
        able = [h for h in heroes.values() if h.id not in found and h.tokens.get(POWER, 0) >= 2 and not carried(h)]
        helper = min(able, key=lambda h: flat(place(h), place(fallen)), default=None)
        if helper is not None and flat(place(helper), place(fallen)) <= TO_REVIVE * scale(table):
            far = near + fallen.radius + helper.radius - A_HAIR
            found[helper.id] = Aim(place(fallen), far, there=0.5 * AT_HAND)


def errands(table: Table, objective: Objective, heroes: dict[ModelId, Model], found: dict[ModelId, Aim]) -> None:
    """Carriers go where their burden belongs; for each marker the best one goes, and the others keep by them."""
    reach, by = inches(table, "marker_reach"), scale(table)
    posts: list[Point] = []
    for hero in heroes.values():
        goals = destinations(table, objective) if objective.kind in CARRIED and carried(hero) else ()
        if goals:
            goal = min(goals, key=lambda g: distance(table, g, place(hero)))
            near = inches(table, "delivery_distance" if objective.kind == "carry_deliver" else "corner_distance")
            found[hero.id] = Aim(goal, near + hero.radius - A_HAIR, there=AT_HAND)
            posts.append(goal)
    for marker in lying(table, OBJECTIVE):
        at, held = place(marker), STARTED in marker.tokens
        near = inches(table, "seize_distance") if held else reach
        posts.append(at)
        free = [h for h in heroes.values() if h.id not in found and not carried(h)]
        best = min(free, key=lambda h: distance(table, at, place(h)) / skill(table, h, objective), default=None)
        if best is not None:
            found[best.id] = Aim(at, near + best.radius - A_HAIR, there=AT_HAND)
    for hero in heroes.values():
        if hero.id not in found and posts:
            post = min(posts, key=lambda p: distance(table, p, place(hero)))
            found[hero.id] = Aim(post, by * ROUND_AN_ERRAND + inches(table, "seize_distance"), AN_INCH / 2)


def skill(table: Table, hero: Model, objective: Objective) -> float:
    """The chance of a hero to pass the test of an objective."""
    if not objective.test:
        return 1.0
    return max(0.15, (DIE + 1 - need_to_pass(table, hero, objective.test).value) / DIE)


# ------------------------------------------------------------------ how far it is


def flat(a: Point, b: Point) -> float:
    """The distance between two points."""
    return hypot(a[0] - b[0], a[1] - b[1])


def distance(table: Table, goal: Point, at: Point) -> float:
    """How far it is to a goal, round walls."""
    return distances(table.terrain, goal, [at])[0]


def distances(terrain: Terrain, goal: Point, points: Sequence[Point]) -> list[float]:
    """How far each of some points is from a goal, round walls; where there is no way on the ground, as it flies."""
    known: dict[Point, dict[Point, float]] = terrain.compiled.setdefault("ways to goals", {})
    mine = known.setdefault(goal, {})
    missing = [p for p in points if p not in mine]
    if missing:
        if len(mine) + len(known) > SPOTS:
            known.clear()
            mine = known.setdefault(goal, {})
            missing = list(points)
        found = [inf for _ in missing]
        if plane_at(terrain, goal) < 0:
            found = walls(terrain, frozenset()).lengths(*goal, THIN, BEYOND, missing, ())
        for point, far in zip(missing, found, strict=True):
            mine[point] = far if far < BEYOND else 1.5 * flat(goal, point)
    return [mine[p] for p in points]


def drawn(table: Table, aim: Aim, points: Sequence[Point]) -> list[float]:
    """What it is worth to somebody with an aim to stand at each of some points."""
    inch = aim.inch / scale(table)
    return [
        aim.there if far <= aim.near else -inch * (far - aim.near) for far in distances(table.terrain, aim.at, points)
    ]


# ------------------------------------------------------------------ what was achieved, and what is on the way


def progress(table: Table) -> float:
    """How far the heroes have come, in hundreds of points."""
    total = PRIMARY_DONE * table.tokens(HEROES, PRIMARY) + SECONDARY_DONE * table.tokens(HEROES, SECONDARY)
    objective = current(table)
    if objective is not None:
        markers = lying(table, OBJECTIVE)
        if objective.kind in CARRIED:
            total += LEG * any(carried(h) for h in up(table))
            left = len(lying(table, "delivery", "extraction"))
            total += LEG * (objective.delivery_markers + objective.extraction_markers - left)
        elif objective.kind in ("work_all", "work_and_roll"):
            total += LEG * (objective.markers - len(markers))
        for marker in markers:
            total += 0.5 * STEP * (STARTED in marker.tokens)
            total += 0.8 * STEP * marker.tokens.get(SEIZED, 0) / max(1, objective.tokens)
    wanted = aims(table)
    for id, aim in wanted.items():
        total += drawn(table, aim, [place(table.models[id])])[0]
    return total


def waypoints(table: Table) -> list[Point]:
    """How far whoever acts would come on its way with an Advance, and with a Rush."""
    known: dict[tuple[ModelId, Point], list[Point]] = table.memo.setdefault("waypoints", {})
    found: list[Point] = []
    for id, aim in aims(table).items():
        hero = table.models[id]
        if ACTING not in hero.tokens or distance(table, aim.at, place(hero)) <= aim.near:
            continue
        if (id, aim.at) not in known:
            roads = [
                nearest_road(table, hero, aim.at, allowance(table, hero, deed), deed, "") for deed in (ADVANCE, RUSH)
            ]
            known[id, aim.at] = [road.end for road in roads if road is not None]
        found += known[id, aim.at]
    return found
