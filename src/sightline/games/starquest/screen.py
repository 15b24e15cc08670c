"""What any screen is told about a table of this game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import Any

from sightline.core.decisions import Decision, Offer, Refusal
from sightline.core.screen import (
    Aim,
    Badge,
    Clock,
    Figure,
    Gesture,
    Intent,
    Mission,
    Phase,
    Risk,
    Sightline,
    Stride,
    Usual,
    Way,
    Zone,
)
from sightline.core.table import TABLE, Model, ModelId, Part, Point, Side, Table
from sightline.games.starquest import actions, briefing, look
from sightline.games.starquest.acting import ADVANCE, PRICE, RUSH, allowance
from sightline.games.starquest.catalog import ENEMIES, HEROES, SLACK
from sightline.games.starquest.charging import Closing, charge_fault
from sightline.games.starquest.ground import features, plane_at
from sightline.games.starquest.lining_up import zone_ground
from sightline.games.starquest.measure import conscious, gap, members, place
from sightline.games.starquest.roads import bare, breadth, hindrances, standing_fault, walls, way
from sightline.games.starquest.shooting import shot_fault, volley
from sightline.games.starquest.sighting import sees
from sightline.games.starquest.striking import strikes
from sightline.games.starquest.tokens import ACTING, ALERTNESS, CORNER, PHASE, ROUND
from sightline.games.starquest.walking import by_waypoints, ways

FAR = 1000.0


class StarQuestScreen(Usual):
    """The table as it is drawn."""

    @property
    def glyphs(self) -> Mapping[str, str]:
        """The icon of everything, by id."""
        return look.glyphs()

    @property
    def mats(self) -> Mapping[str, str]:
        """The ground each preset lies on."""
        return look.plain("mats")

    @property
    def gestures(self) -> Mapping[str, Gesture]:
        """How attacks, pushes and wounds are shown."""
        return look.gestures()

    def cost(self, table: Table, offer: Offer) -> int:
        """The power an offer takes."""
        return PRICE if offer.action in (actions.PushOn, actions.Revive, actions.Pay) else 0

    def risk(self, table: Table, id: ModelId, points: int) -> Risk | None:
        """Power is spent without fear."""
        return None

    def active(self, table: Table) -> ModelId:
        """The model whose activation it is."""
        return next((m.id for m in table.models.values() if ACTING in m.tokens), "")

    def figure(self, table: Table, id: ModelId) -> Figure:
        """How a model looks."""
        return look.figure(table, id)

    def clock(self, table: Table) -> Clock:
        """The round, and whose part of it it is; nobody knows how many there are (SQ-RND-09)."""
        phases = tuple(Phase(id, at.name, at.glyph, at.rule) for id, at in look.looks("phases").items())
        return Clock("Round", table.tokens(TABLE, ROUND), 0, phases, table.tokens(TABLE, PHASE) - 1)

    def pools(self, table: Table, side: Side) -> Sequence[Badge]:
        """How alert the enemies are (SQ-ALR-01)."""
        if side != ENEMIES or not table.tokens(TABLE, ALERTNESS):
            return ()
        badge = look.looks("badges")[ALERTNESS]
        return (Badge(ALERTNESS, badge.name, badge.glyph, badge.rule, badge.tone, table.tokens(TABLE, ALERTNESS)),)

    def mission(self, table: Table) -> Mission:
        """What is to be done, and what weighs on it."""
        return briefing.mission(table)

    def intents(self, table: Table) -> Sequence[Intent]:
        """What the book has the enemies do next (SQ-AIU-01)."""
        return briefing.intents(table)

    def grounds(self, table: Table, decision: Decision, offer: Offer, field: str) -> Mapping[Any, Zone]:
        """The quarters or the corners of the table, where the players pick one by its number."""
        return briefing.corner_grounds(table, decision) if offer.action is actions.ChooseCorner else {}

    def zones(self, table: Table) -> Sequence[Zone]:
        """The corner of the party before the first round; later how near to a marker one has to be."""
        if table.tokens(TABLE, ROUND):
            return tuple(briefing.rings(table))
        if not table.tokens(HEROES, CORNER):
            return ()
        return (Zone("Deployment", zone_ground(table), "SQ-DPL-07", HEROES),)

    def blocks(self, table: Table) -> Sequence[str]:
        """The pieces no sight passes through."""
        return tuple(f.id for f in features(table.terrain) if f.hides)

    def strides(self, table: Table, id: ModelId, *, regions: bool = True) -> Sequence[Stride]:
        """An Advance and a Rush."""
        model = table.models[id]
        if model.at is None or not conscious(model):
            return ()
        found = []
        solid = walls(table.terrain, frozenset()) if plane_at(table.terrain, model.at) < 0 else bare(table.terrain)
        for deed, name, rule in ((ADVANCE, "Advance", "SQ-ACN-03"), (RUSH, "Rush", "SQ-ACN-04")):
            far = allowance(table, model, deed)
            if far > 0:
                wide = breadth(solid, model, model.at)
                shown = solid.region(*model.at, wide, far, hindrances(table, model)) if regions else []
                found.append(Stride(name, rule, far, 0, shown))
        return tuple(found)

    def sightline(self, table: Table, observer: ModelId, target: ModelId) -> Sightline:
        """Whether one model sees another."""
        one, other = table.models[observer], table.models[target]
        apart = 0.0 if observer == target else gap(one, other)
        if sees(table, observer, target):
            return Sightline(1.0, apart, "clear", "In sight", "SQ-LOS-01")
        return Sightline(0.0, apart, "none", "Out of sight", "SQ-LOS-01")

    def aims(self, table: Table, actor: ModelId, target: ModelId) -> Sequence[Aim]:
        """Shooting at the unit of another model, and striking it."""
        one, other = table.models[actor], table.models[target]
        if one.at is None or other.at is None or one.side == other.side or not conscious(one) or not conscious(other):
            return ()
        found = [self._shot(table, one, other), self._blow(table, one, other)]
        return tuple(sorted(found, key=lambda aim: aim.refusal is not None))

    def _shot(self, table: Table, one: Model, other: Model) -> Aim:
        no = shot_fault(table, one.unit, other.unit)
        part: Part | None = volley(table, one.unit, other.unit) if no is None else None
        return Aim("shoot", "Shoot", look.glyphs()["Shoot"], "SQ-SHT-01", "", part, no)

    def _blow(self, table: Table, one: Model, other: Model) -> Aim:
        reached = any(
            strikes(table, m, place(m), t) for m in members(table, one.unit) for t in members(table, other.unit)
        )
        no = (
            None
            if reached
            else charge_fault(table, one.unit, other.unit)
            or Refusal("SQ-MEL-03", {"distance": round(gap(one, other), 4)})
        )
        part: Part | None = Closing(one.unit, other.unit) if no is None else None
        return Aim("charge", "Charge", look.glyphs()["Charge"], "SQ-CHG-02", "", part, no)

    def way(self, table: Table, id: ModelId, to: Point, via: Sequence[Point] = ()) -> Way | Refusal:
        """The cheapest way, or the one through the waypoints."""
        model = table.models[id]
        if via:
            drawn = by_waypoints(table, model, to, via, FAR)
            return drawn if isinstance(drawn, Refusal) else Way(drawn.cost, drawn.path)
        found = ways(table, model, to, FAR, ADVANCE) or way(table, model, to, discs=hindrances(table, model))
        if found is None:
            return Refusal("SQ-MOV-03", {"model": id, "ways": 0})
        return Way(found.cost, found.path)

    def free(self, table: Table, id: ModelId, limit: float | None = None) -> Callable[[Point], bool]:
        """Whether a model may stand on a spot, and get there within a limit."""
        model = table.models[id]

        def stands(point: Point) -> bool:
            return standing_fault(table, model, point) is None

        def arrives(point: Point) -> bool:
            at = place(model)
            if hypot(point[0] - at[0], point[1] - at[1]) > far + SLACK or not stands(point):
                return False
            return ways(table, model, point, far, RUSH) is not None

        if limit is None:
            return stands
        far = limit
        return arrives

    def stands(self, table: Table, id: ModelId, at: Point) -> Refusal | None:
        """A legal standing spot, an inch from others."""
        return standing_fault(table, table.models[id], at)
