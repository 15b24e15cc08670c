"""The table as a program reads it: who can hurt whom from where, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import NamedTuple

from sightline.ai.once import once
from sightline.ai.weights import Weights
from sightline.core.game import Game
from sightline.core.kernel import Strife
from sightline.core.mind import Harm, Mind, Unit
from sightline.core.table import ModelId, Point, Side, Table

NOWHERE = -1e9
"""What a place is worth where nobody can stand."""
LATE = 0.6
"""The part of a match that is left when the score begins to matter to how careful one is."""
SOON = 3.0
"""How fast what is only good for turns to come loses its worth towards the end, the last third of a match."""


class Standing(NamedTuple):
    """What a position is made of, seen from one side; good is positive."""

    score: float
    material: float
    wounds: float
    give: float
    take: float
    give_next: float
    take_next: float
    approach: float
    goals: float
    extras: float


FEATURES = Standing._fields


class Reckoning(NamedTuple):
    """How losses are counted, for a unit worth 1: by the weights, and by how much of the match is left."""

    material: float
    """What standing is worth beside the score."""
    fallen: float
    """What it costs to fall."""
    wound: float
    """What all its life is worth short of the last point."""


def reckoning(weights: Weights, left: float) -> Reckoning:
    """How losses are counted with so much of the match left."""
    material = weights["material"] * left
    return Reckoning(material, weights["score"] + material, weights["wounds"] * later(left))


def later(left: float) -> float:
    """What counts of what is only good for turns to come: nothing in the last turn."""
    return min(1.0, SOON * left)


class Field:
    """Both sides of a table in figures."""

    def __init__(self, game: Game, table: Table, side: Side, weights: Weights) -> None:
        self.mind: Mind = game.mind
        self.game = game
        self.table = table
        self.side = side
        self.weights = weights

    @once
    def own(self) -> list[Unit]:
        """The units of the side."""
        return [self.mind.unit(self.table, model) for model in self.table.squad(self.side)]

    @once
    def foes(self) -> list[Unit]:
        """The units of the other side."""
        return [self.mind.unit(self.table, model) for model in self.table.squad(self.table.other(self.side))]

    def unit(self, id: ModelId) -> Unit | None:
        """Somebody on the mat by id."""
        model = self.table.models.get(id)
        return None if model is None or model.kind != "model" or model.at is None else self.mind.unit(self.table, model)

    @once
    def reckoning(self) -> Reckoning:
        """How losses are counted."""
        return reckoning(self.weights, self.mind.left(self.table))

    @once
    def strife(self) -> Strife:
        """Who can hurt whom."""
        return self._strife(self.own)

    def _strife(self, own: Sequence[Unit]) -> Strife:
        weights = self.weights
        return Strife(
            own,
            self.foes,
            self._harms(),
            self.reckoning.fallen,
            self.reckoning.wound,
            weights["unsure"],
            self.mind.close,
            weights["attention"],
        )

    def _harms(self) -> dict[int, dict[int, tuple[Harm, ...]]]:
        """What units do to each other, by kind; with the same house rules it is the same on every table."""
        table = self.table
        key = ("harms", self.game.id)
        known: dict[int, dict[int, tuple[Harm, ...]]]
        met: set[tuple[frozenset[int], frozenset[int]]]
        options, known, met = table.terrain.compiled.get(key, (None, {}, set()))
        if options is not table.options:
            if options != table.options:
                known, met = {}, set()
            table.terrain.compiled[key] = (table.options, known, met)
        both = (frozenset([u.kind for u in self.own]), frozenset([u.kind for u in self.foes]))
        if both not in met:
            for units, others in ((self.own, self.foes), (self.foes, self.own)):
                kinds = {o.kind: o for o in others}
                for one in {u.kind: u for u in units}.values():
                    harms = known.setdefault(one.kind, {})
                    for kind, other in kinds.items():
                        if kind not in harms:
                            harms[kind] = self.mind.harm(table, one.id, other.id)
            met.add(both)
        return known

    @once
    def score(self) -> float:
        """By how much the side leads, those counted who are lost already."""
        lead = self.mind.lead(self.table, self.side)
        lead -= sum([u.worth for u in self.own if u.life <= 0])
        return lead + sum([u.worth for u in self.foes if u.life <= 0])

    @once
    def caution(self) -> float:
        """How much more or less than usual harm is feared: late in a match a lead is worth keeping, a draw is not."""
        late = max(0.0, 1.0 - self.mind.left(self.table) / LATE)
        return max(0.0, 1.0 + late * (self.weights["keep"] if self.score > 0 else -self.weights["press"]))

    # ------------------------------------------------------------------ the whole position

    def standing(self) -> Standing:
        """What the position is made of."""
        own, foes, mind, table = self.own, self.foes, self.mind, self.table
        given: list[list[float]] = []
        taken: list[list[float]] = []
        discs = [(f.x, f.y, f.radius) for f in foes]
        for u in own:
            shown, seen = mind.scene(table, u.radius).exposure([(u.x, u.y)], u.radius, discs)
            given += shown
            taken += seen
        give, take, give_next, take_next, approach = self.strife.standing(given, taken)
        to_come = later(mind.left(table))
        side, other, caution = self.side, table.other(self.side), self.caution
        give *= mind.keeps(table, side)
        take *= mind.keeps(table, other)
        material = wounds = 0.0
        for units, sign in ((own, 1.0), (foes, -1.0)):
            for unit in units:
                if unit.life > 0:
                    material += sign * unit.worth
                    wounds -= sign * unit.worth * (1.0 - unit.life / unit.whole)
        return Standing(
            score=self.score,
            material=self.reckoning.material * material,
            wounds=self.reckoning.wound * wounds,
            give=give,
            take=-caution * take,
            give_next=to_come * give_next,
            take_next=-to_come * caution * take_next * self._again,
            approach=to_come * approach,
            goals=self._goals(),
            extras=to_come * (mind.extras(table, side) - mind.extras(table, other)),
        )

    @property
    def _again(self) -> float:
        """How much counts what the others may do in the turn after theirs, where they are in the middle of it.

        Where whole turns alternate, one that has come is no longer to come. Counted twice, whatever ends a turn early
        would seem to cost as much as a turn of the others.
        """
        theirs = any(u.points > 0 for u in self.foes) and not any(u.points > 0 for u in self.own)
        return self.weights.get("again", 1.0) if theirs else 1.0

    def ahead(self, besides: ModelId) -> float:
        """What the side may still do in this turn, one unit not counted: what is lost if the turn ends now."""
        rest = [u for u in self.own if u.points > 0 and u.id != besides]
        if not rest or not self.foes:
            return 0.0
        given: list[list[float]] = []
        discs = [(f.x, f.y, f.radius) for f in self.foes]
        for u in rest:
            given += self.mind.scene(self.table, u.radius).exposure([(u.x, u.y)], u.radius, discs)[0]
        return self.weights["give"] * self._strife(rest).standing(given, given)[0]

    def _goals(self) -> float:
        total = 0.0
        for side, sign in ((self.side, 1.0), (self.table.other(self.side), -1.0)):
            for goal in self.mind.goals(self.table, side):
                units = self.own if sign > 0 else self.foes
                near = min((hypot(u.x - goal.at[0], u.y - goal.at[1]) for u in units if u.life > 0), default=inf)
                if near < inf:
                    total += sign * goal.worth / (1.0 + max(0.0, near - goal.radius))
        return total

    # ------------------------------------------------------------------ one unit

    def loss(self, unit: Unit, damage: float) -> float:
        """What so much expected damage to a unit is worth, whoever suffers it."""
        if unit.life <= 0 or damage <= 0:
            return 0.0
        counted = self.reckoning
        ratio = damage / unit.life
        falls = ratio**3 / (1.0 + ratio**3)
        wounded = counted.wound * min(damage, unit.life) / unit.whole
        return unit.worth * (falls * counted.fallen + (1.0 - falls) * wounded)

    def places(self, unit: Unit, points: Sequence[Point], moves: Sequence[int]) -> list[float]:
        """What it is worth to a unit to stand at each of these places, having spent so many moves (-1: it stays)."""
        weights, to_come = self.weights, later(self.mind.left(self.table))
        discs = [(f.x, f.y, f.radius) for f in self.foes]
        given, taken = self.mind.scene(self.table, unit.radius).exposure(points, unit.radius, discs)
        place = next(n for n, u in enumerate(self.own) if u.id == unit.id)
        # It moves the unit about in what it knows: what it knows is of no use for anything else afterwards.
        strife = self.__dict__.pop("strife", None) or self.strife
        self.__dict__.pop("strife", None)
        found = strife.places(
            place,
            points,
            moves,
            given,
            taken,
            weights["give"],
            self.caution * weights["fear"],
            to_come * weights["give_next"],
            to_come * self.caution * weights["fear_next"],
            to_come * weights["pull"],
        )
        for n, gained in enumerate(self.mind.holding(self.table, unit.id, points)):
            found[n] += weights["score"] * gained
        goals = self.mind.goals(self.table, self.side)
        if goals:
            for n, (x, y) in enumerate(points):
                for goal in goals:
                    far = max(0.0, hypot(x - goal.at[0], y - goal.at[1]) - goal.radius)
                    found[n] += weights["goals"] * goal.worth / (1.0 + far)
        return found


def weighed(standing: Standing, weights: Weights) -> tuple[float, ...]:
    """The parts of a position, each with its weight; they add up to what it is worth."""
    return tuple(
        part if name in COUNTED else weights[name] * part for name, part in zip(FEATURES, standing, strict=True)
    )


COUNTED = {"material", "wounds"}
"""The parts that have their weight already: it changes in the course of a match."""
