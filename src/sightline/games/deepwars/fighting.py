"""Models as programs reckon with them: what they are in figures, and what they can do to each other."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, NamedTuple

from sightline.core.mind import Arm, Harm, Unit
from sightline.core.table import Model, ModelId, Point, Side, Table
from sightline.games.deepwars.acting import left
from sightline.games.deepwars.arms import best_melee, melee_arms, parrying, ranged_arms
from sightline.games.deepwars.catalog import BODY, Weapon
from sightline.games.deepwars.damage import boxes, wounds
from sightline.games.deepwars.gambling import (
    NOBODY,
    Strike,
    down,
    strike,
)
from sightline.games.deepwars.harming import AT_ITS_MERCY, expected, exposed, strength
from sightline.games.deepwars.measure import (
    NORMAL,
    STEPS,
    level,
    level_gap,
    place,
    size,
    step_of,
    stick,
)
from sightline.games.deepwars.remembering import MOST, Remembered, alike, lineup
from sightline.games.deepwars.scoring import class_of
from sightline.games.deepwars.tokens import (
    ACTING,
    ACTIVATED,
    ARMOR,
    COMBAT,
    ON_TURN,
    SIZE,
)

USUAL = 2
"""The actions of an activation, as one may expect."""
COUNTERED = 0.5
"""What a wound that strikes back counts for beside one that is dealt, where nothing is decided yet."""
BESETS = 0.04
"""What even those do to an enemy who could not win against it: who is beset by several is easier prey (DW-H2H-08)."""
OUT_OF_DEPTH = 0.6
"""What an attack counts for each level that has to be crossed first."""

_kinds: dict[Any, int] = {}


class Figure(NamedTuple):
    """What counts of a model in blows: what it is and has, where it is, and what is left of it."""

    kind: int
    at: Point
    z: float
    radius: float
    speed: float
    life: float
    whole: float
    worth: float


class Fighters:
    """What models can do to each other, remembered as long as they are the same."""

    def __init__(self) -> None:
        self._units: dict[bool, Remembered[Unit]] = {True: Remembered(), False: Remembered()}
        self._strikes: Remembered[Strike] = Remembered()
        self._targets: Remembered[Strike] = Remembered()
        self._figures: Remembered[Figure] = Remembered()
        self._made: dict[Figure, Figure] = {}
        self._harms: dict[tuple[int, int], tuple[Harm, ...]] = {}

    def unit(self, table: Table, model: Model) -> Unit:
        """A model on the map in figures; as long as it is the very same model, and its turn, they are the same."""
        on_turn = model.side in table.sides and bool(table.tokens(model.side, ON_TURN))
        known = self._units[on_turn]
        found = known.of(table, model)
        if found is None:
            found = known.keep(table, model, self._unit(table, model, on_turn=on_turn))
        return found

    def _unit(self, table: Table, model: Model, *, on_turn: bool) -> Unit:
        """Who is not on turn can do nothing in this one, and who is down has to get up first."""
        x, y = place(model)
        getting_up = down(model)
        points = left(model) if ACTING in model.tokens else USUAL if on_turn and ACTIVATED not in model.tokens else 0
        points = max(0, points - getting_up)
        whole = boxes(model, BODY)
        arms = self._weapons(model)
        kind = (
            tuple(w.id for w in arms),
            best_melee(table, model).id,
            model.tokens.get(COMBAT),
            model.tokens.get(f"{ARMOR}:body"),
            level(table, model),
            model.tokens.get(SIZE),
            exposed(model),
        )
        return Unit(
            id=model.id,
            side=model.side,
            x=x,
            y=y,
            radius=model.radius,
            worth=float(class_of(model)),
            life=float(whole - wounds(model, BODY)),
            whole=float(whole),
            points=points,
            moves=points,
            speed=stick(table, step_of(model)),
            full=max(0, USUAL - getting_up),
            arms=tuple(self._arm(table, w, points) for w in arms),
            kind=_kinds.setdefault(kind, len(_kinds)),
        )

    def _weapons(self, model: Model) -> list[Weapon]:
        return [max(melee_arms(model), key=strength), *ranged_arms(model)]

    def _arm(self, table: Table, kind: Weapon, points: int) -> Arm:
        far = 0.05 if kind.melee else stick(table, STEPS[kind.range])
        return Arm(kind.id, far, not kind.melee, False, int(points > 0), 1, 1, 1)

    def harm(self, table: Table, attacker: ModelId, target: ModelId) -> tuple[Harm, ...]:
        """The wounds of one attack with each arm at these depths, from the printed figures.

        Hand to hand, what strikes back is taken off; and who is out of reach above or below has to come first. Models
        of one kind do the same to each other wherever they are.
        """
        one, other = table.models[attacker], table.models[target]
        kinds = (self.unit(table, one).kind, self.unit(table, other).kind)
        known = self._harms.get(kinds)
        if known is None:
            known = self._harms[kinds] = self._harm(table, one, other)
        return known

    def _harm(self, table: Table, one: Model, other: Model) -> tuple[Harm, ...]:
        rise, larger = level(table, one) - level(table, other), size(one) - size(other)
        away = max(0, level_gap(table, one, other) - 1)
        found = []
        for kind in self._weapons(one):
            armor = max(0, other.tokens.get(f"{ARMOR}:body", 0) - kind.armor_break)
            attack = one.tokens.get(COMBAT, 0) + kind.bonus
            defence = other.tokens.get(COMBAT, 0)
            if kind.melee:
                attack += AT_ITS_MERCY * exposed(other)
                parry = parrying(table, other)
                own = max(0, one.tokens.get(f"{ARMOR}:body", 0) - parry.armor_break)
                attack += (rise > 0) + (larger > 0)
                hit, struck = expected(attack, defence + parry.bonus + (rise < 0) + (larger < 0), armor, own)
                clear = max(BESETS, hit - COUNTERED * struck) * OUT_OF_DEPTH**away
                found.append(Harm(clear, clear))
            else:
                attack += (rise != 0) + (size(other) > NORMAL)
                found.append(Harm(expected(attack, defence, armor)[0], expected(attack - 1, defence, armor)[0]))
        return tuple(found)

    def figure(self, table: Table, model: Model) -> Figure:
        """What a model is to whoever reckons with blows: one thing as long as that is the same."""
        known = self._figures.of(table, model)
        if known is None:
            unit = self.unit(table, model)
            found = Figure(unit.kind, place(model), model.z, unit.radius, unit.speed, unit.life, unit.whole, unit.worth)
            if len(self._made) >= MOST:
                self._made.clear()
            known = self._figures.keep(table, model, self._made.setdefault(found, found))
        return known

    def figures(self, table: Table, side: Side) -> tuple[Figure, ...]:
        """All of a side: the very same tuple as long as they are the same."""
        key = ("figures", side)
        known: tuple[Figure, ...] | None = table.now.get(key)
        if known is None:
            known = table.now[key] = alike(tuple([self.figure(table, m) for m in lineup(table, side)]))
        return known

    def target(self, table: Table, model: Model) -> Strike:
        """The enemy it does most harm to, sooner rather than later."""
        if model.side not in table.sides:
            return NOBODY
        other, unit = table.other(model.side), self.unit(table, model)
        own, foes = self.figure(table, model), self.figures(table, other)
        known = self._targets.of(table, own, foes)
        if known is None:
            enemies = zip(lineup(table, other), foes, strict=True)
            within = [self._within(table, model, unit, own, foe, figure) for foe, figure in enemies]
            known = self._targets.keep(table, own, max(within, key=itemgetter(2), default=NOBODY), foes)
        return known

    def _within(self, table: Table, model: Model, unit: Unit, own: Figure, foe: Model, other: Figure) -> Strike:
        """What a model can do to an enemy; as long as both are the same in figures, it is the same."""
        found = self._strikes.of(table, own, other)
        if found is None:
            harms = self.harm(table, model.id, foe.id)
            found = self._strikes.keep(table, own, strike(table, model, unit, foe, harms), other)
        return found
