"""What a scenario pays for and what the sides have of it, and the missions they have taken, as players see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sightline.core.sayings import Sayings
from sightline.core.screen import Mission, Task
from sightline.core.table import TABLE, Point, Side, Table
from sightline.games.deepwars import catalog
from sightline.games.deepwars.effects.missions import REWARD, settled
from sightline.games.deepwars.missions import chosen
from sightline.games.deepwars.scoring import ENDINGS, scenario, to_come
from sightline.games.deepwars.tokens import ACHIEVED, GAME_TURN
from sightline.games.deepwars.treasure import lying

PAYS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "skirmish": (("losses", "Enemies killed or driven off"), ("last_standing", "Last Warband Standing")),
    "conquer": (("personalities", "Personalities in the zone"), ("zone_kills", "Kills in the zone")),
    "breach": (("first_breach", "First breach"), ("inside", "Models inside"), ("treasure", "Treasure held")),
    "salvage": (("treasure", "Treasure held"), ("most_finds", "Most finds")),
    "survival": (("control", "Control zone"), ("creatures", "Creatures dealt with")),
    "capture": (("in_control", "Control"), ("core_home", "Power core"), ("destroyed", "Destruction")),
}
"""What each scenario pays for: the source of the points, and its name (DW-SCN)."""


def mission(table: Table, sayings: Sayings) -> Mission:
    """The scenario as a contest: what it pays for, and the missions of both sides."""
    what = scenario(table)
    name = next(str(row["name"]) for row in catalog.rows("scenario") if row["id"] == what)
    return Mission(name, "", (*_pays(table, what, sayings), *_missions(table, sayings)))


def _pays(table: Table, what: str, sayings: Sayings) -> Iterator[Task]:
    rule, _ = ENDINGS[what]
    begun = bool(table.tokens(TABLE, GAME_TURN))
    have = {side: to_come(table, side) for side in table.sides}
    for source, name in PAYS[what]:
        now = ""
        if begun and any(source in have[side] for side in table.sides):
            now = f" Now: {', '.join(f'{_called(table, side)} {have[side][source]}' for side in table.sides)}."
        yield Task(source, name, f"{sayings.meanings[source]}{now}", rule, "open", spots=_spots(table, source))


def _called(table: Table, side: Side) -> str:
    return table.models[side].name or side


def _spots(table: Table, source: str) -> tuple[Point, ...]:
    """Where that is, if it is somewhere."""
    if source == "treasure":
        return tuple(m.at for m in lying(table) if m.at is not None)
    if source in ("personalities", "zone_kills", "control", "inside"):
        return ((table.terrain.width / 2, table.terrain.height / 2),)
    return ()


def _missions(table: Table, sayings: Sayings) -> Iterator[Task]:
    rows: Sequence[Mapping[str, Any]] = catalog.rows("special_operation")
    for side in table.sides:
        for id in chosen(table, side):
            row = next(r for r in rows if r["id"] == id)
            done = bool(table.tokens(side, f"{ACHIEVED}:{id}"))
            bound = " As things stand, it is done at the end." if id in settled(table, side) and not done else ""
            text = f"{sayings.meanings[id]} {REWARD} points.{bound}"
            yield Task(
                f"{side} {id}", f"{_called(table, side)}: {row['name']}", text, row["rule"], "done" if done else "open"
            )
