"""Victory points (DW-SCN, DW-GEN-14)."""

from __future__ import annotations

from math import hypot

from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Side, Table
from sightline.games.deepwars.catalog import SLACK
from sightline.games.deepwars.events import Scored
from sightline.games.deepwars.measure import LONG, MEDIUM, SHORT, distance, helpless, level, place, stick, upright
from sightline.games.deepwars.opening import inside
from sightline.games.deepwars.sides import altar_id, altar_of
from sightline.games.deepwars.tokens import (
    BEAST,
    CHARMED,
    DESTROYED,
    FIRST_BREACH,
    FLED,
    GAME_TURN,
    KILLED,
    PERSONALITY,
    PUPPET,
    SCENARIO,
    SERVES,
    SHIFTED,
    SUMMONED,
    VICTORY,
    ZONE_KILL,
    about,
    kind_of,
)

TROOP, STAR, CHIEF, LAST = 1, 2, 3, 5
CHIEFS = ("leader", "hero", "sea_shaman")
FIRST_IN, MOST_FINDS, SMASHED, CORE_HOME = 3, 5, 2, 10


def class_of(model: Model) -> int:
    """What the loss of a model is worth: the highest class that fits it (DW-GEN-06)."""
    if any(ability in model.kit for ability in CHIEFS):
        return CHIEF
    return STAR if PERSONALITY in model.tokens else TROOP


def loser(model: Model) -> Side:
    """The side whose loss a model is: of a puppet its own, not the one that pulls the strings (DW-MAG-09)."""
    return model.owner if PUPPET in model.tokens and CHARMED not in model.tokens else model.side


def bereft(model: Model) -> Side:
    """The side whose warband has lost a model that is gone; of a charmed creature its own, if any (DW-CND-07)."""
    if SUMMONED in model.tokens:
        return ""
    return model.owner if CHARMED in model.tokens else loser(model)


def guest(model: Model) -> bool:
    """Whether a model is with a warband for a while only, and no model left of it (DW-CRE-12, DW-CND-07)."""
    return SUMMONED in model.tokens or (CHARMED in model.tokens and model.side != model.owner)


def side_behind(table: Table, id: ModelId) -> Side:
    """The side that has done what a model did, or a scenic weapon it has switched on (DW-GEN-14); empty if none."""
    model = table.models.get(id)
    if model is None or model.side in table.sides:
        return "" if model is None else model.side
    return next((about(t) for t in model.tokens if t.startswith(f"{SERVES}:")), "")


def scores(model: Model) -> bool:
    """Whether a model can score for being somewhere: not while it is out of this world (DW-ABL-19)."""
    return SHIFTED not in model.tokens


def scenario(table: Table) -> str:
    """The scenario that is played."""
    found: str | None = table.now.get("scenario")
    if found is None:
        own = table.models[TABLE].tokens
        found = table.now["scenario"] = next(about(t) for t in own if t.startswith(f"{SCENARIO}:"))
    return found


def lost(table: Table, side: Side) -> int:
    """What the losses of a side are worth to the other (DW-SCN-03)."""
    found = table.models[side].tokens
    return sum(n * int(about(k)) for k, n in found.items() if kind_of(k) in (KILLED, FLED))


def counted(table: Table, side: Side, kind: str) -> int:
    """How many tokens of a kind lie with a side, each for something else."""
    return sum(1 for token in table.models[side].tokens if token.startswith(f"{kind}:"))


def points(table: Table) -> dict[Side, int]:
    """The victory points of both sides."""
    return {side: table.tokens(side, VICTORY) for side in table.sides}


def in_zone(table: Table, model: Model, inches: float) -> bool:
    """Whether a model's centre is so near to the middle of the map."""
    assert model.at is not None
    middle = (table.terrain.width / 2, table.terrain.height / 2)
    return hypot(model.at[0] - middle[0], model.at[1] - middle[1]) <= inches + SLACK


# ------------------------------------------------------------------ what counts at the end, by scenario

Sources = dict[str, int]
"""Victory points by what they are for."""


def skirmish(table: Table, side: Side) -> Sources:
    """Losses of the enemy, and the last warband standing (DW-SCN-03)."""
    left = {s: sum(1 for m in table.squad(s) if not guest(m)) for s in table.sides}
    most = left[side] > left[table.other(side)]
    return {"losses": lost(table, table.other(side)), "last_standing": LAST if most else 0}


def conquer(table: Table, side: Side) -> Sources:
    """Enemies killed inside the objective zone (DW-SCN-05)."""
    return {"zone_kills": counted(table, side, ZONE_KILL)}


def breach(table: Table, side: Side) -> Sources:
    """The first breach, models inside, treasure (DW-SCN-07)."""
    from sightline.games.deepwars.treasure import treasure_points

    within = sum(1 for m in table.squad(side) if scores(m) and inside(table, place(m), level(table, m)))
    first = FIRST_IN if table.tokens(side, FIRST_BREACH) else 0
    return {"first_breach": first, "inside": within, "treasure": treasure_points(table, side)}


def salvage(table: Table, side: Side) -> Sources:
    """Treasure, and the larger number of finds (DW-SCN-09)."""
    from sightline.games.deepwars.treasure import finds, treasure_points

    more = finds(table, side) > finds(table, table.other(side))
    return {"treasure": treasure_points(table, side), "most_finds": MOST_FINDS if more else 0}


def survival(table: Table, side: Side) -> Sources:
    """Models in the control zone, and creatures dealt with (DW-SCN-11)."""
    held = sum(1 for m in table.squad(side) if scores(m) and in_zone(table, m, stick(table, LONG)))
    return {"control": held, "creatures": counted(table, side, BEAST)}


def capture(table: Table, side: Side) -> Sources:
    """The enemy's objective destroyed (DW-SCN-13); cores and control are scored as they happen."""
    smashed = table.tokens(side, f"{DESTROYED}:{altar_id(table.other(side))}")
    return {"destroyed": SMASHED if smashed else 0}


ENDINGS = {
    "skirmish": ("DW-SCN-03", skirmish),
    "conquer": ("DW-SCN-05", conquer),
    "breach": ("DW-SCN-07", breach),
    "salvage": ("DW-SCN-09", salvage),
    "survival": ("DW-SCN-11", survival),
    "capture": ("DW-SCN-13", capture),
}


def to_come(table: Table, side: Side) -> Sources:
    """What would be counted for a side if the battle ended now, beside what it has; nothing before it has begun."""
    from sightline.games.deepwars.effects.missions import at_the_end as missions

    if table.outcome is not None or not table.tokens(TABLE, GAME_TURN):
        return {}
    return {**by_scenario(table, side), "missions": missions(table, side)}


def by_scenario(table: Table, side: Side) -> Sources:
    """What the scenario counts for a side at the end."""
    _, counts = ENDINGS[scenario(table)]
    return counts(table, side)


def standing_points(table: Table) -> dict[Side, int]:
    """The points both sides would have if the battle ended now, or have because it has."""
    return {side: table.tokens(side, VICTORY) + sum(to_come(table, side).values()) for side in table.sides}


# ------------------------------------------------------------------ what counts at the end of a Game Turn


def per_game_turn(table: Table, side: Side) -> int:
    """Personalities in the objective zone (DW-SCN-05), or models that control the enemy's artifact (DW-SCN-13)."""
    what = scenario(table)
    if what == "conquer":
        zone = stick(table, MEDIUM)
        stars = (m for m in table.squad(side) if PERSONALITY in m.tokens and not helpless(m))
        return sum(1 for m in stars if scores(m) and in_zone(table, m, zone))
    return in_control(table, side) if what == "capture" else 0


def in_control(table: Table, side: Side) -> int:
    """The standing models near the enemy's artifact, if they outnumber the enemies there."""
    altar = altar_of(table, table.other(side))
    if altar is None:
        return 0
    short = stick(table, SHORT) + SLACK
    stand = {s: [m for m in table.squad(s) if upright(m) and scores(m)] for s in table.sides}
    near = {s: sum(1 for m in stand[s] if distance(table, m, altar) <= short) for s in table.sides}
    return near[side] if near[side] > near[table.other(side)] else 0


async def at_the_end(ref: Referee) -> None:
    """Score what counts when the battle ends: by the scenario, and the missions that only the end can tell."""
    from sightline.games.deepwars.effects.missions import settle

    table = ref.table
    rule, _ = ENDINGS[scenario(table)]
    if table.tokens(TABLE, GAME_TURN):
        found = [(side, what, n) for side in table.sides for what, n in by_scenario(table, side).items() if n]
        await ref.emit(*(Scored(rule=rule, bearer=side, token=VICTORY, by=n, what=what) for side, what, n in found))
        await settle(ref)
