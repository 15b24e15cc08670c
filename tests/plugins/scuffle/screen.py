"""What any screen is told about the yard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot

from sightline.core.decisions import Offer, Refusal
from sightline.core.kernel import Ground
from sightline.core.screen import (
    Aim,
    Badge,
    Clock,
    Figure,
    Gauge,
    Gesture,
    Phase,
    Risk,
    Sightline,
    Stride,
    Usual,
    Way,
    Zone,
)
from sightline.core.table import TABLE, ModelId, Point, Side, Table
from tests.plugins.scuffle import rounds
from tests.plugins.scuffle import words as w
from tests.plugins.scuffle.effects import BRACED, EFFECTS

FIGHTER = "game:fist"
STATUSES = {
    w.STUNNED: Badge(w.STUNNED, "Stunned", "game:star-swirl", "SC-STR-05", "bad"),
    BRACED.rule: Badge(BRACED.rule, "Braced", "game:shield", "SC-STR-04", "good"),
}
PHASE = Phase("round", "Round", "game:fist", "SC-SEQ-02")


class ScuffleScreen(Usual):
    """The yard as it is drawn: everybody sees everybody, and ways are straight."""

    glyphs: Mapping[str, str] = {
        **dict.fromkeys(("bruiser", "ox", "weasel", "joker", "Strike"), FIGHTER),
        "Walk": "game:footsteps",
        "Brace": "game:shield",
        "Rest": "lucide:hand",
        "TryLuck": "game:clover",
        "Keep": "lucide:check",
    }
    mats: Mapping[str, str] = {"yard": "yard"}

    gestures: Mapping[str, Gesture] = {"Hurt": Gesture("hit", "by_whom", "bearer", amount="by")}

    def cost(self, table: Table, offer: Offer) -> int:
        return 0

    def risk(self, table: Table, id: ModelId, points: int) -> Risk | None:
        """Points are spent without fear."""
        return None

    def active(self, table: Table) -> ModelId:
        return ""

    def figure(self, table: Table, id: ModelId) -> Figure:
        model = table.models[id]
        if model.kind != "model":
            return Figure(model.profile, FIGHTER)
        left = rounds.LASTS - model.tokens.get(w.BRUISES, 0)
        statuses = [w.STUNNED] * (w.STUNNED in model.tokens) + [a.effect for a in table.borne.get(id, ())]
        return Figure(
            model.profile,
            FIGHTER,
            Gauge("Stamina", left, rounds.LASTS, "SC-STR-02"),
            Gauge("Breath", model.tokens.get(w.BREATH, 0), rounds.BREATHS, "SC-STR-03"),
            tuple(STATUSES[status] for status in statuses),
            w.ACTED in model.tokens,
        )

    def clock(self, table: Table) -> Clock:
        number = table.tokens(TABLE, w.ROUND)
        return Clock("Round", number, rounds.ROUNDS, (PHASE,), 0 if number else -1)

    def pools(self, table: Table, side: Side) -> Sequence[Badge]:
        luck = table.tokens(side, w.LUCK)
        return (Badge(w.LUCK, "Luck", "game:clover", "SC-STR-06", "plain", luck),) if luck else ()

    def zones(self, table: Table) -> Sequence[Zone]:
        return ()

    def blocks(self, table: Table) -> Sequence[str]:
        return ()

    def strides(self, table: Table, id: ModelId, *, regions: bool = True) -> Sequence[Stride]:
        model = table.models[id]
        if model.at is None or w.ACTED in model.tokens:
            return ()
        yard = Ground([], table.terrain.width, table.terrain.height)
        region = yard.region(*model.at, model.radius, rounds.PACE) if regions else []
        return (Stride("Walk", "SC-MOV-01", rounds.PACE, 1, region),)

    def sightline(self, table: Table, observer: ModelId, target: ModelId) -> Sightline:
        distance = rounds.gap(table.models[observer], table.models[target])
        return Sightline(1.0, distance, "clear", "Clear", "SC-STR-01")

    def aims(self, table: Table, actor: ModelId, target: ModelId) -> Sequence[Aim]:
        one, other = table.models[actor], table.models[target]
        if one.at is None or other.at is None or one.side == other.side:
            return ()
        no = EFFECTS.forbids(table, w.Striking(actor))
        refusal = None if no is None else Refusal(*no)
        if target not in rounds.in_reach(table, one):
            refusal = refusal or Refusal("SC-STR-01", {"target": target, "reach": rounds.REACH})
        breath = one.tokens.get(w.BREATH, 0)
        part = rounds.Blows(actor, target, breath) if refusal is None and breath else None
        if part is None and refusal is None:
            refusal = Refusal("SC-STR-03", {"breath": 0, "needed": 1})
        return (Aim("fists", "Strike", FIGHTER, "SC-STR-01", "", part, refusal),)

    def way(self, table: Table, id: ModelId, to: Point, via: Sequence[Point] = ()) -> Way | Refusal:
        start = rounds.where(table.models[id])
        return Way(hypot(to[0] - start[0], to[1] - start[1]), (start, to))

    def free(self, table: Table, id: ModelId, limit: float | None = None) -> Callable[[Point], bool]:
        start = rounds.where(table.models[id])

        def free(point: Point) -> bool:
            near = limit is None or hypot(point[0] - start[0], point[1] - start[1]) <= limit + rounds.SLACK
            return near and self.stands(table, id, point) is None

        return free

    def stands(self, table: Table, id: ModelId, at: Point) -> Refusal | None:
        return rounds.ground_fault(table, table.models[id], at)
