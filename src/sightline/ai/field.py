"""The table as a program reads it: who can hurt whom from where, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import hypot, inf
from operator import sub
from typing import NamedTuple

from sightline.ai.weights import Weights
from sightline.core.game import Game
from sightline.core.mind import Harm, Mind, Unit
from sightline.core.table import ModelId, Point, Side, Table

HALF = 0.5
"""The share of a base above which it is seen clearly."""
NOWHERE = -1e9
"""What a place is worth where nobody can stand."""


class Standing(NamedTuple):
    """What a position is made of, seen from one side; good is positive. The order is that of `FEATURES`."""

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


def fell(ratio: float) -> float:
    """The chance that somebody falls, by the damage to be expected over the life it has left."""
    cube = ratio * ratio * ratio
    return cube / (1.0 + cube)


class Reckoning:
    """How losses are counted: by the weights, and by how much of the match is left."""

    __slots__ = ("fallen", "material", "wound")

    def __init__(self, weights: Weights, left: float) -> None:
        self.material = weights["material"] * left
        """What a standing model is worth beside its score, for a worth of 1."""
        self.fallen = weights["score"] + self.material
        self.wound = weights["wounds"] * min(1.0, 1.5 * left) if left > 0.2 else 0.0
        """What all its life is worth short of the last point; wounds are nothing if there is no time to go on."""

    def loss(self, unit: Unit, damage: float) -> float:
        """What so much expected damage to a unit is worth."""
        life = unit.life
        if life <= 0 or damage <= 0:
            return 0.0
        ratio = damage / life
        cube = ratio * ratio * ratio
        falls = cube / (1.0 + cube)
        wounded = self.wound * (damage if damage < life else life) / unit.whole
        return unit.worth * (falls * self.fallen + (1.0 - falls) * wounded)


class Field:
    """Both sides of a table in figures."""

    def __init__(self, game: Game, table: Table, side: Side, weights: Weights) -> None:
        mind = game.mind
        self.mind: Mind = mind
        self.game = game
        self.table = table
        self.side = side
        self.weights = weights
        self.reckoning = Reckoning(weights, mind.left(table))
        # What units do to each other depends on their kinds and the house rules: it is known for every such table.
        key = ("harms", game.id, frozenset(table.options.items()))
        self._harms: dict[tuple[int, int], tuple[Harm, ...]] = table.terrain.compiled.setdefault(key, {})
        self._unsure = weights["unsure"]

    @cached_property
    def own(self) -> list[Unit]:
        """The units of the side."""
        return [self.mind.unit(self.table, model) for model in self.table.squad(self.side)]

    @cached_property
    def foes(self) -> list[Unit]:
        """The units of the other side."""
        return [self.mind.unit(self.table, model) for model in self.table.squad(self.table.other(self.side))]

    # ------------------------------------------------------------------ who can hurt whom

    def harm(self, one: Unit, other: Unit) -> tuple[Harm, ...]:
        """What each arm of a unit does to another."""
        key = (one.kind, other.kind)
        found = self._harms.get(key)
        if found is None:
            found = self._harms[key] = self.mind.harm(self.table, one.id, other.id)
        return found

    def potential(self, one: Unit, other: Unit, gap: float, share: float, pressed: bool) -> tuple[float, float]:
        """The damage a unit may do to another: in what is left of this turn, and in the next; walking included."""
        now = later = 0.0
        speed, moves, points, full = one.speed, one.moves, one.points, one.full
        for arm, (clear, covered) in zip(one.arms, self.harm(one, other), strict=True):
            missile = arm.missile
            far = gap - arm.reach
            steps = 0
            if far <= 0 and (share > 0 or not missile or arm.blind):
                damage = clear if not missile or (not pressed and (share > HALF or arm.blind)) else covered
            elif speed <= 0:
                continue
            else:
                if far <= speed:
                    steps = 1
                elif far <= 2 * speed:
                    steps = 2
                else:
                    continue
                damage = self._unsure * (0.5 * (clear + covered) if missile else clear)
            if arm.price and steps <= moves:
                uses = (points - steps) // arm.price
                if uses > 0:
                    total = damage * (uses if uses < arm.times else arm.times)
                    if total > now:
                        now = total
            uses = (full - steps) // arm.later
            if uses > 0:
                total = damage * (uses if uses < arm.often else arm.often)
                if total > later:
                    later = total
        return now, later

    def pressed(self, unit: Unit, others: Sequence[Unit]) -> bool:
        """Whether an enemy is so close that it hampers a unit's missiles."""
        near = self.mind.close + unit.radius
        x, y = unit.x, unit.y
        return any(hypot(x - o.x, y - o.y) - o.radius <= near for o in others)

    # ------------------------------------------------------------------ the whole position

    def matrices(self) -> tuple[list[list[tuple[float, float]]], list[list[tuple[float, float]]]]:
        """What every own unit may do to every foe, and every foe to every own unit: now and later."""
        own, foes, mind, table = self.own, self.foes, self.mind, self.table
        discs = [(f.x, f.y, f.radius) for f in foes]
        pressed_own = [self.pressed(u, foes) for u in own]
        pressed_foes = [self.pressed(f, own) for f in foes]
        give: list[list[tuple[float, float]]] = []
        take: list[list[tuple[float, float]]] = [[] for _ in foes]
        for u, hampered in zip(own, pressed_own, strict=True):
            scene = mind.scene(table, u.radius)
            shown, seen = scene.exposure([(u.x, u.y)], u.radius, discs)
            row = []
            for n, f in enumerate(foes):
                gap = hypot(u.x - f.x, u.y - f.y) - u.radius - f.radius
                row.append(self.potential(u, f, gap, shown[0][n], hampered))
                take[n].append(self.potential(f, u, gap, seen[0][n], pressed_foes[n]))
            give.append(row)
        return give, take

    def standing(self) -> Standing:
        """What the position is made of."""
        reckoning = self.reckoning
        own, foes = self.own, self.foes
        give, take = self.matrices()
        given, on_foes = exchange(own, foes, give, reckoning)
        taken, on_own = exchange(foes, own, take, reckoning)
        given_next = after(own, foes, give, on_own, on_foes, reckoning)
        taken_next = after(foes, own, take, on_foes, on_own, reckoning)
        scores = self.game.scores(self.table)
        side, other = self.side, self.table.other(self.side)
        score = scores[side] - scores[other]
        material = wounds = 0.0
        for units, sign in ((own, 1.0), (foes, -1.0)):
            for u in units:
                if u.life <= 0:
                    score -= sign * u.worth
                else:
                    material += sign * u.worth
                    wounds -= sign * u.worth * (1.0 - u.life / u.whole)
        return Standing(
            score=score,
            material=reckoning.material * material,
            wounds=reckoning.wound * wounds,
            give=given,
            take=-taken,
            give_next=given_next,
            take_next=-taken_next,
            approach=self._far_off(foes, own) - self._far_off(own, foes),
            goals=self._goals(),
            extras=self.mind.extras(self.table, side) - self.mind.extras(self.table, other),
        )

    def value(self, standing: Standing | None = None) -> float:
        """What the position is worth to the side: its parts, weighed."""
        s, w = standing or self.standing(), self.weights
        return (
            w["score"] * s.score
            + s.material
            + s.wounds
            + w["give"] * s.give
            + w["take"] * s.take
            + w["give_next"] * s.give_next
            + w["take_next"] * s.take_next
            + w["approach"] * s.approach
            + w["goals"] * s.goals
            + w["extras"] * s.extras
        )

    def favourite(self, one: Unit, other: Unit) -> float:
        """How near a unit wants to be to another: the reach of what does most harm in a turn."""
        best, far = 0.0, 0.0
        for arm, harm in zip(one.arms, self.harm(one, other), strict=True):
            total = harm.clear * min(arm.often, one.full // arm.later)
            if total > best:
                best, far = total, arm.reach
        return far

    def _far_off(self, units: Sequence[Unit], others: Sequence[Unit]) -> float:
        """How many inches each unit is from having somebody where it wants him, by its worth."""
        total = 0.0
        for u in units:
            if others and u.life > 0:
                away = [hypot(u.x - o.x, u.y - o.y) - u.radius - o.radius - self.favourite(u, o) for o in others]
                total += u.worth * max(0.0, min(away))
        return total

    def _goals(self) -> float:
        total = 0.0
        for side, sign in ((self.side, 1.0), (self.table.other(self.side), -1.0)):
            for goal in self.mind.goals(self.table, side):
                units = self.own if sign > 0 else self.foes
                near = min((hypot(u.x - goal.at[0], u.y - goal.at[1]) for u in units if u.life > 0), default=inf)
                if near < inf:
                    total += sign * goal.worth / (1.0 + max(0.0, near - goal.radius))
        return total

    # ------------------------------------------------------------------ one unit at several places

    def places(self, unit: Unit, points: Sequence[Point], moves: Sequence[int]) -> list[float]:
        """What it is worth to a unit to stand at each of these places, having spent so many moves to get there."""
        foes, weights, reckoning = self.foes, self.weights, self.reckoning
        if not foes:
            return [0.0 for _ in points]
        discs = [(f.x, f.y, f.radius) for f in foes]
        given, taken = self.mind.scene(self.table, unit.radius).exposure(points, unit.radius, discs)
        attention = self._attention(unit)
        pressed_foes = [self.pressed(f, [o for o in self.own if o.id != unit.id]) for f in foes]
        close = self.mind.close
        w_give, w_take = weights["give"], weights["take"]
        w_give_next, w_take_next, w_approach = weights["give_next"], weights["take_next"], weights["approach"]
        goals = self.mind.goals(self.table, self.side)
        favourites = [self.favourite(unit, f) for f in foes]
        found = []
        for (x, y), spent, shown, seen in zip(points, moves, given, taken, strict=True):
            if spent < 0:  # It stays, and moves no more in this turn.
                here = unit._replace(moves=0)
            else:
                here = unit._replace(x=x, y=y, points=unit.points - spent, moves=unit.moves - spent)
            gaps = [hypot(x - f.x, y - f.y) - unit.radius - f.radius for f in foes]
            pressed = min(gaps) <= close
            best = best_next = fear = fear_next = 0.0
            for n, f in enumerate(foes):
                if f.life > 0:
                    now, later = self.potential(here, f, gaps[n], shown[n], pressed)
                    if now > 0:
                        best = max(best, reckoning.loss(f, now))
                    if later > 0:
                        best_next = max(best_next, reckoning.loss(f, later))
                now, later = self.potential(f, here, gaps[n], seen[n], pressed_foes[n] or gaps[n] <= close)
                fear += attention[n] * now
                fear_next += attention[n] * later
            value = w_give * best + w_give_next * best_next
            if unit.life > 0:
                value -= w_take * reckoning.loss(unit, fear)
                value -= w_take_next * reckoning.loss(unit, min(fear_next, fear + fear_next))
            away = min(map(sub, gaps, favourites))
            if away > 0:
                value -= w_approach * unit.worth * away
            for goal in goals:
                far = max(0.0, hypot(x - goal.at[0], y - goal.at[1]) - goal.radius)
                value += weights["goals"] * goal.worth / (1.0 + far)
            found.append(value)
        return found

    def _attention(self, unit: Unit) -> list[float]:
        """How much of each foe's fire a unit has to expect: the more there are to shoot at, the less."""
        most = self.weights["attention"]
        found = []
        for f in self.foes:
            reach = max((arm.reach for arm in f.arms), default=0.0) + f.speed
            others = sum(
                1 for u in self.own if u.id != unit.id and hypot(u.x - f.x, u.y - f.y) - u.radius - f.radius <= reach
            )
            found.append(most / (1.0 + 0.5 * others))
        return found

    @cached_property
    def units(self) -> dict[ModelId, Unit]:
        """Everybody by id."""
        return {u.id: u for u in (*self.own, *self.foes)}


def exchange(
    attackers: Sequence[Unit],
    targets: Sequence[Unit],
    potentials: Sequence[Sequence[tuple[float, float]]],
    reckoning: Reckoning,
) -> tuple[float, list[float]]:
    """What a side's attacks in the rest of this turn are worth, and the damage to be expected by target.

    Each attacker in turn takes the target where it adds most to what the others do: those with the least choice first.
    """
    damage = [0.0 for _ in targets]
    worth = [0.0 for _ in targets]
    order = sorted(
        (sum(1 for now, _ in row if now > 0), n) for n, row in enumerate(potentials) if attackers[n].life > -inf
    )
    for choices, n in order:
        if not choices:
            continue
        best, chosen = 0.0, -1
        for t, (now, _) in enumerate(potentials[n]):
            if now > 0:
                gain = reckoning.loss(targets[t], damage[t] + now) - worth[t]
                if gain > best:
                    best, chosen = gain, t
        if chosen >= 0:
            damage[chosen] += potentials[n][chosen][0]
            worth[chosen] += best
    return sum(worth, 0.0), damage


def after(
    attackers: Sequence[Unit],
    targets: Sequence[Unit],
    potentials: Sequence[Sequence[tuple[float, float]]],
    suffered: Sequence[float],
    dealt: Sequence[float],
    reckoning: Reckoning,
) -> float:
    """What a side's attacks in the next turn are worth, those counted less who may have fallen by then."""
    damage = list(dealt)
    worth = [reckoning.loss(t, d) for t, d in zip(targets, dealt, strict=True)]
    total = 0.0
    for n, attacker in enumerate(attackers):
        if attacker.life <= 0:
            continue
        stands = 1.0 - fell(suffered[n] / attacker.life)
        best, chosen = 0.0, -1
        for t, (_, later) in enumerate(potentials[n]):
            if later > 0:
                gain = reckoning.loss(targets[t], damage[t] + stands * later) - worth[t]
                if gain > best:
                    best, chosen = gain, t
        if chosen >= 0:
            damage[chosen] += stands * potentials[n][chosen][1]
            worth[chosen] += best
            total += best
    return total
