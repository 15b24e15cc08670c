"""What any screen is told about a table of this game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isinf

from sightline.core import reach, sight
from sightline.core.decisions import Offer, Refusal
from sightline.core.screen import Aim, Badge, Clock, Figure, Gesture, Phase, Risk, Sightline, Stride, Usual, Way, Zone
from sightline.core.table import ModelId, Point, Side, Table
from sightline.games.guerrilla import aiming, look, measure
from sightline.games.guerrilla.acting import phase, turn
from sightline.games.guerrilla.actions import Move
from sightline.games.guerrilla.catalog import HALF, LOW, SLACK, TURNS
from sightline.games.guerrilla.moving import IN_THE_WAY, MOVES, PATH_GROUND, path, speed, travel
from sightline.games.guerrilla.placing import standing_fault
from sightline.games.guerrilla.sequence import PLAYS
from sightline.games.guerrilla.tokens import FIRST, PHASE, POINTS_LEFT, SECOND_WIND, SECOND_WIND_EACH_TURN

STRIDES = (("Move", "DG-MOV-01"), ("Sprint", "DG-MOV-04"))


class GuerrillaScreen(Usual):
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
        """How attacks, throws, casts and what comes of them are shown."""
        return look.gestures()

    def cost(self, table: Table, offer: Offer) -> int:
        """Whatever an active model does takes a point; holding does not (DG-APS-02, DG-APS-03)."""
        return int(offer.action in PLAYS)

    def risk(self, table: Table, id: ModelId, points: int) -> Risk | None:
        """Points are spent without fear."""
        return None

    def active(self, table: Table) -> ModelId:
        """The model that is being activated."""
        return look.active(table)

    def figure(self, table: Table, id: ModelId) -> Figure:
        """How a model looks."""
        return look.figure(table, id)

    def clock(self, table: Table) -> Clock:
        """The turn of seven, and its phase."""
        phases = tuple(Phase(id, at.name, at.glyph, at.rule) for id, at in look.looks("phases").items())
        place = table.tokens("table", PHASE) if turn(table) else -1
        return Clock("Turn", turn(table), TURNS, phases, place)

    def pools(self, table: Table, side: Side) -> Sequence[Badge]:
        """The second winds left of each turn's."""
        each = table.tokens(side, SECOND_WIND_EACH_TURN)
        left = table.tokens(side, SECOND_WIND)
        if not each:
            return ()
        name = f"{left} of {each} second winds"
        return (Badge(SECOND_WIND, name, look.glyphs()[SECOND_WIND], "DG-SWD-01", "plain", left),)

    def zones(self, table: Table) -> Sequence[Zone]:
        """The positioning zones, which matter only before the first turn (DG-ARN-05)."""
        if turn(table):
            return ()
        first = next((side for side in table.sides if table.tokens(side, FIRST)), "")
        second = table.other(first) if first else ""
        return (
            Zone("Left zone", measure.LEFT_ZONE, "DG-ARN-02", first),
            Zone("Right zone", measure.RIGHT_ZONE, "DG-ARN-02", second),
        )

    def blocks(self, table: Table) -> Sequence[str]:
        """The pieces taller than 1 in."""
        return tuple(piece.id for piece in table.terrain.pieces if piece.height > LOW)

    def strides(self, table: Table, id: ModelId, *, regions: bool = True) -> Sequence[Stride]:
        """A move and a sprint after it; in the movement phase only what is still left of them."""
        model = table.models[id]
        limit = speed(table, model) if model.at is not None else 0.0
        if limit <= 0 or model.at is None:
            return ()
        moves = model.tokens.get(MOVES, 0) if turn(table) and phase(table) == "movement" else 0
        if moves and look.active(table) != id:
            return ()
        left = STRIDES[moves:]
        if moves:
            left = left[: model.tokens.get(POINTS_LEFT, 0)]
        ground, bodies = PATH_GROUND.of(table)(table), IN_THE_WAY.of(table)(table, model)
        return tuple(
            Stride(
                name, rule, n * limit, 1, ground.region(*model.at, model.radius, n * limit, bodies) if regions else []
            )
            for n, (name, rule) in enumerate(left, 1)
        )

    def sightline(self, table: Table, observer: ModelId, target: ModelId) -> Sightline:
        """How much of a base is seen, and what cover that makes."""
        one, other = table.models[observer], table.models[target]
        share = measure.share(table, observer, target)
        distance = 0.0 if observer == target else sight.gap(one, other)
        hiding = tuple(measure.blocking(table, observer, target)) if share < 1.0 else ()
        if share <= 0.0:
            return Sightline(share, distance, "none", "Full cover", "DG-LOS-08", hiding)
        if share <= HALF:
            return Sightline(share, distance, "part", "Half cover", "DG-LOS-06", hiding)
        return Sightline(share, distance, "clear", "Clear", "DG-LOS-05", hiding)

    def aims(self, table: Table, actor: ModelId, target: ModelId) -> Sequence[Aim]:
        """Everything one model could do to another, the best first."""
        return aiming.aims(table, actor, target)

    def way(self, table: Table, id: ModelId, to: Point, via: Sequence[Point] = ()) -> Way | Refusal:
        """The shortest way, or the one through the waypoints."""
        model = table.models[id]
        move = Move(id, to, tuple(via))
        found = path(table, model, move)
        if found is None or isinf(found[0]):
            rule = travel(table, model, move, 0.0)[1]
            return Refusal(rule, {"model": id, "speed": speed(table, model), "to": str(to)})
        return Way(*found)

    def free(self, table: Table, id: ModelId, limit: float | None = None) -> Callable[[Point], bool]:
        """Whether a base is clear of the edge, of terrain and of other bases, and no farther than a limit."""
        model, (_, others) = table.models[id], sight.bases(table, id)
        assert model.at is not None
        floor, ground, bodies = (
            reach.ground(table.terrain),
            PATH_GROUND.of(table)(table),
            IN_THE_WAY.of(table)(table, model),
        )
        (x, y), radius = model.at, model.radius

        def stands(point: Point) -> bool:
            return floor.free(*point, radius, others)

        def arrives(point: Point) -> bool:
            return stands(point) and not isinf(ground.length(x, y, *point, radius, far, bodies))

        if limit is None:
            return stands
        far = limit + SLACK
        return arrives

    def stands(self, table: Table, id: ModelId, at: Point) -> Refusal | None:
        """On the mat, off terrain, off other bases (DG-MOV-07)."""
        return standing_fault(table, table.models[id], at, "DG-MOV-07")
