# cython: language_level=3, cdivision=True, infer_types=True
"""Who can hurt whom: the harm both sides of a table may do each other now and next, and what that is worth.

Every unit has arms; what one use of an arm does to a target is given, by how well the target is seen. Walking counts:
who has moves left may come within reach first. A side's attacks are dealt out one attacker at a time, each to where it
adds most to what the others do, so that joined fire and overkill are both accounted for.

Written in Cython's pure-Python mode: this one source runs compiled or interpreted, with bit-equal results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sightline.core.kernel.backend import interpreted

if TYPE_CHECKING:
    from math import sqrt

    from sightline.core.kernel import _cython as cython
    from sightline.core.kernel.buffers import doubles, ints
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython

    if cython.compiled:
        from cython.cimports.libc.math import sqrt
        from cython.cimports.sightline.core.kernel.buffers import doubles, ints
    else:
        from math import sqrt

        _buffers = interpreted("buffers")
        doubles = _buffers.doubles
        ints = _buffers.ints

_HALF: cython.double = 0.5
"""The share of a base above which it is seen clearly."""

# Places of the fields of a unit and of an arm, as `core/mind.py` has them.
_ARMS: cython.int = 12
_KIND: cython.int = 13


@cython.final
@cython.cclass
class Strife:
    """Both sides in figures: own units first, then the foes."""

    _keep: list[Any]
    _n: cython.int
    _own: cython.int
    _most: cython.int
    _x: cython.p_double
    _y: cython.p_double
    _r: cython.p_double
    _worth: cython.p_double
    _life: cython.p_double
    _whole: cython.p_double
    _speed: cython.p_double
    _points: cython.p_int
    _moves: cython.p_int
    _full: cython.p_int
    _arms: cython.p_int
    _reach: cython.p_double
    _missile: cython.p_int
    _blind: cython.p_int
    _price: cython.p_int
    _times: cython.p_int
    _later: cython.p_int
    _often: cython.p_int
    _clear: cython.p_double
    _covered: cython.p_double
    _pressed: cython.p_int
    _now: cython.p_double
    _next: cython.p_double
    _damage: cython.p_double
    _value: cython.p_double
    _dealt: cython.p_double
    _fallen: cython.double
    _wound: cython.double
    _unsure: cython.double
    _close: cython.double
    _attention: cython.double
    _found_now: cython.double
    _found_next: cython.double

    def __init__(
        self,
        own: Sequence[Any],
        foes: Sequence[Any],
        harms: dict[int, dict[int, Any]],
        fallen: cython.double,
        wound: cython.double,
        unsure: cython.double,
        close: cython.double,
        attention: cython.double,
    ) -> None:
        """`harms` has for every kind of unit, and every kind of the other side, what each arm does: clear, covered."""
        self._keep = []
        units: list[Any] = [*own, *foes]
        n: cython.int = len(units)
        self._n, self._own = n, len(own)
        most: cython.int = 1
        for unit in units:
            if len(unit[_ARMS]) > most:
                most = len(unit[_ARMS])
        self._most = most
        self._fallen, self._wound = fallen, wound
        self._unsure, self._close, self._attention = unsure, close, attention
        self._room(n, most)
        i: cython.int
        a: cython.int
        for i in range(n):
            unit = units[i]
            _, _, x, y, r, worth, life, whole, points, moves, speed, full, arms, _ = unit
            self._x[i], self._y[i], self._r[i] = x, y, r
            self._worth[i], self._life[i], self._whole[i], self._speed[i] = worth, life, whole, speed
            self._points[i], self._moves[i], self._full[i] = points, moves, full
            self._arms[i] = len(arms)
            a = i * most
            for arm in arms:
                _, reach, missile, blind, price, times, later, often = arm
                self._reach[a], self._missile[a], self._blind[a] = reach, missile, blind
                self._price[a], self._times[a], self._later[a], self._often[a] = price, times, later, often
                a += 1
        self._fill(units, harms)
        self._press()

    @cython.cfunc
    def _room(self, n: cython.int, most: cython.int) -> None:
        keep = self._keep
        self._x, self._y, self._r = doubles(keep, n), doubles(keep, n), doubles(keep, n)
        self._worth, self._life, self._whole = doubles(keep, n), doubles(keep, n), doubles(keep, n)
        self._speed, self._damage = doubles(keep, n), doubles(keep, n)
        self._value, self._dealt = doubles(keep, n), doubles(keep, n)
        self._points, self._moves, self._full = ints(keep, n), ints(keep, n), ints(keep, n)
        self._arms, self._pressed = ints(keep, n), ints(keep, n)
        self._reach = doubles(keep, n * most)
        self._missile, self._blind, self._price = ints(keep, n * most), ints(keep, n * most), ints(keep, n * most)
        self._times, self._later, self._often = ints(keep, n * most), ints(keep, n * most), ints(keep, n * most)
        self._clear, self._covered = doubles(keep, n * n * most), doubles(keep, n * n * most)
        self._now, self._next = doubles(keep, n * n), doubles(keep, n * n)

    @cython.cfunc
    def _fill(self, units: list[Any], harms: dict[int, dict[int, Any]]) -> None:
        n: cython.int = self._n
        i: cython.int
        j: cython.int
        at: cython.int
        low: cython.int
        high: cython.int
        for i in range(n):
            known: dict[int, Any] = harms[units[i][_KIND]]
            low, high = 0, self._own
            if i < self._own:
                low, high = self._own, n
            for j in range(low, high):
                at = (i * n + j) * self._most
                harm = known[units[j][_KIND]]
                if len(harm) != self._arms[i]:
                    raise ValueError(f"{units[i][0]} has {self._arms[i]} arms, and harm is given for {len(harm)}")
                for clear, covered in harm:
                    self._clear[at], self._covered[at] = clear, covered
                    at += 1

    @cython.cfunc
    def _press(self) -> None:
        """Note who has an enemy so close that it hampers missiles."""
        i: cython.int
        j: cython.int
        for i in range(self._own):
            for j in range(self._own, self._n):
                if self._gap(i, j) <= self._close:
                    self._pressed[i] = self._pressed[j] = 1

    @cython.cfunc
    def _gap(self, i: cython.int, j: cython.int) -> cython.double:
        dx: cython.double = self._x[i] - self._x[j]
        dy: cython.double = self._y[i] - self._y[j]
        return sqrt(dx * dx + dy * dy) - self._r[i] - self._r[j]

    @cython.cfunc
    def _potential(
        self,
        i: cython.int,
        j: cython.int,
        gap: cython.double,
        share: cython.double,
        pressed: cython.bint,
        points: cython.int,
        moves: cython.int,
    ) -> None:
        """The damage a unit may do to another in what is left of this turn and in the next: into `_found_*`."""
        now: cython.double = 0.0
        following: cython.double = 0.0
        damage: cython.double
        total: cython.double
        far: cython.double
        steps: cython.int
        uses: cython.int
        k: cython.int
        a: cython.int
        at: cython.int
        speed: cython.double = self._speed[i]
        for k in range(self._arms[i]):
            a = i * self._most + k
            at = (i * self._n + j) * self._most + k
            far = gap - self._reach[a]
            steps = 0
            if far <= 0 and (share > 0 or not self._missile[a] or self._blind[a]):
                if not self._missile[a] or (not pressed and (share > _HALF or self._blind[a])):
                    damage = self._clear[at]
                else:
                    damage = self._covered[at]
            elif speed <= 0:
                continue
            else:
                if far <= speed:
                    steps = 1
                elif far <= 2 * speed:
                    steps = 2
                else:
                    continue
                if self._missile[a]:
                    damage = self._unsure * 0.5 * (self._clear[at] + self._covered[at])
                else:
                    damage = self._unsure * self._clear[at]
            if self._price[a] and steps <= moves and points > steps:
                uses = (points - steps) // self._price[a]
                if uses > self._times[a]:
                    uses = self._times[a]
                total = damage * uses
                if total > now:
                    now = total
            if self._later[a] and self._full[i] > steps:
                uses = (self._full[i] - steps) // self._later[a]
                if uses > self._often[a]:
                    uses = self._often[a]
                total = damage * uses
                if total > following:
                    following = total
        self._found_now, self._found_next = now, following

    @cython.cfunc
    def _loss(self, j: cython.int, damage: cython.double) -> cython.double:
        """What so much expected damage to a unit is worth."""
        life: cython.double = self._life[j]
        if life <= 0 or damage <= 0:
            return 0.0
        ratio: cython.double = damage / life
        cube: cython.double = ratio * ratio * ratio
        falls: cython.double = cube / (1.0 + cube)
        wounded: cython.double = self._wound * (damage if damage < life else life) / self._whole[j]
        return self._worth[j] * (falls * self._fallen + (1.0 - falls) * wounded)

    def loss(self, unit: int, damage: float) -> float:
        """What so much expected damage to a unit, by its place, is worth."""
        return self._loss(unit, damage)

    # ------------------------------------------------------------------ the whole position

    def standing(
        self, given: Sequence[Sequence[float]], taken: Sequence[Sequence[float]]
    ) -> tuple[float, float, float, float, float]:
        """What both sides may do now and next (own, theirs, own, theirs), and how far off both are (theirs less own).

        `given` has for every own unit the share it sees of each foe, `taken` the share each foe sees of it.
        """
        i: cython.int
        j: cython.int
        n: cython.int = self._n
        own: cython.int = self._own
        gap: cython.double
        for i in range(own):
            shown, seen = given[i], taken[i]
            for j in range(own, n):
                gap = self._gap(i, j)
                self._potential(i, j, gap, shown[j - own], self._pressed[i] > 0, self._points[i], self._moves[i])
                self._now[i * n + j], self._next[i * n + j] = self._found_now, self._found_next
                self._potential(j, i, gap, seen[j - own], self._pressed[j] > 0, self._points[j], self._moves[j])
                self._now[j * n + i], self._next[j * n + i] = self._found_now, self._found_next
        for j in range(n):
            self._damage[j] = self._value[j] = 0.0
        give = self._deal(0, own, own, n)
        take = self._deal(own, n, 0, own)
        for j in range(n):
            self._dealt[j] = self._damage[j]
        give_next = self._deal_next(0, own, own, n)
        take_next = self._deal_next(own, n, 0, own)
        return give, take, give_next, take_next, self._off(own, n, 0, own) - self._off(0, own, own, n)

    @cython.cfunc
    def _deal(self, low: cython.int, high: cython.int, first: cython.int, last: cython.int) -> cython.double:
        """Deal out the attacks of this turn, those with the least choice first; returns what they are worth."""
        total: cython.double = 0.0
        gain: cython.double
        best: cython.double
        i: cython.int
        j: cython.int
        chosen: cython.int
        choices: cython.int
        wanted: cython.int
        for wanted in range(1, last - first + 1):
            for i in range(low, high):
                choices = 0
                for j in range(first, last):
                    if self._now[i * self._n + j] > 0:
                        choices += 1
                if choices != wanted:
                    continue
                best, chosen = 0.0, -1
                for j in range(first, last):
                    if self._now[i * self._n + j] > 0:
                        gain = self._loss(j, self._damage[j] + self._now[i * self._n + j]) - self._value[j]
                        if gain > best:
                            best, chosen = gain, j
                if chosen >= 0:
                    self._damage[chosen] += self._now[i * self._n + chosen]
                    self._value[chosen] += best
                    total += best
        return total

    @cython.cfunc
    def _deal_next(self, low: cython.int, high: cython.int, first: cython.int, last: cython.int) -> cython.double:
        """The same for the next turn, those counted less who may have fallen by then."""
        total: cython.double = 0.0
        gain: cython.double
        best: cython.double
        ratio: cython.double
        stands: cython.double
        i: cython.int
        j: cython.int
        chosen: cython.int
        for i in range(low, high):
            if self._life[i] <= 0:
                continue
            ratio = self._dealt[i] / self._life[i]
            ratio = ratio * ratio * ratio
            stands = 1.0 / (1.0 + ratio)
            best, chosen = 0.0, -1
            for j in range(first, last):
                if self._next[i * self._n + j] > 0:
                    gain = self._loss(j, self._damage[j] + stands * self._next[i * self._n + j]) - self._value[j]
                    if gain > best:
                        best, chosen = gain, j
            if chosen >= 0:
                self._damage[chosen] += stands * self._next[i * self._n + chosen]
                self._value[chosen] += best
                total += best
        return total

    @cython.cfunc
    def _favourite(self, i: cython.int, j: cython.int) -> cython.double:
        """How near a unit wants to be to another: the reach of what does most harm in a turn; -1: it does none."""
        best: cython.double = 0.0
        far: cython.double = -1.0
        total: cython.double
        k: cython.int
        a: cython.int
        uses: cython.int
        for k in range(self._arms[i]):
            a = i * self._most + k
            if not self._later[a]:
                continue
            uses = self._full[i] // self._later[a]
            if uses > self._often[a]:
                uses = self._often[a]
            total = self._clear[(i * self._n + j) * self._most + k] * uses
            if total > best:
                best, far = total, self._reach[a]
        return far

    @cython.cfunc
    def _off(self, low: cython.int, high: cython.int, first: cython.int, last: cython.int) -> cython.double:
        """How many inches each unit of a side is from having somebody where it wants him, by its worth."""
        total: cython.double = 0.0
        least: cython.double
        away: cython.double
        wanted: cython.double
        i: cython.int
        j: cython.int
        if first == last:
            return total
        for i in range(low, high):
            if self._life[i] <= 0:
                continue
            least = 1e9
            for j in range(first, last):
                wanted = self._favourite(i, j)
                away = self._gap(i, j) - wanted
                if wanted >= 0 and away < least:
                    least = away
            if 0 < least < 1e9:
                total += self._worth[i] * least
        return total

    # ------------------------------------------------------------------ one unit at several places

    def places(
        self,
        unit: cython.int,
        points: Sequence[tuple[float, float]],
        moves: Sequence[int],
        given: Sequence[Sequence[float]],
        taken: Sequence[Sequence[float]],
        give: cython.double,
        take: cython.double,
        give_next: cython.double,
        take_next: cython.double,
        approach: cython.double,
    ) -> list[float]:
        """What it is worth to an own unit to stand at each place, having spent so many moves (-1: it stays).

        A foe's fire is feared the less, the more others it could be aimed at.
        """
        n: cython.int = self._n
        own: cython.int = self._own
        i: cython.int
        j: cython.int
        u: cython.int = unit
        spent: cython.int
        left: cython.int
        may: cython.int
        others: cython.int
        pressed: cython.bint
        value: cython.double
        best: cython.double
        best_next: cython.double
        fear: cython.double
        fear_next: cython.double
        least: cython.double
        nearest: cython.double
        reach: cython.double
        gap: cython.double
        gain: cython.double
        # How much of each foe's fire it has to expect goes into `_damage`, where it wants each foe into `_value`, and
        # whether somebody else presses the foe into `_dealt`.
        for j in range(own, n):
            reach = 0.0
            for i in range(self._arms[j]):
                if self._reach[j * self._most + i] > reach:
                    reach = self._reach[j * self._most + i]
            reach += self._speed[j]
            others = 0
            self._dealt[j] = 0.0
            for i in range(own):
                if i != u:
                    gap = self._gap(i, j)
                    if gap <= reach:
                        others += 1
                    if gap <= self._close:
                        self._dealt[j] = 1.0
            self._damage[j] = self._attention / (1.0 + 0.5 * others)
            self._value[j] = self._favourite(u, j)
        found: list[float] = []
        place: cython.int
        for place in range(len(points)):
            x, y = points[place]
            shown, seen = given[place], taken[place]
            spent = moves[place]
            if spent < 0:
                left, may = self._points[u], 0
            else:
                left, may = self._points[u] - spent, self._moves[u] - spent
            self._x[u], self._y[u] = x, y
            nearest = least = 1e9
            for j in range(own, n):
                gap = self._gap(u, j)
                if gap < nearest:
                    nearest = gap
                if self._value[j] >= 0 and gap - self._value[j] < least:
                    least = gap - self._value[j]
            pressed = nearest <= self._close
            best = best_next = fear = fear_next = 0.0
            for j in range(own, n):
                gap = self._gap(u, j)
                if self._life[j] > 0:
                    self._potential(u, j, gap, shown[j - own], pressed, left, may)
                    gain = self._loss(j, self._found_now)
                    if gain > best:
                        best = gain
                    gain = self._loss(j, self._found_next)
                    if gain > best_next:
                        best_next = gain
                self._potential(
                    j,
                    u,
                    gap,
                    seen[j - own],
                    self._dealt[j] > 0 or gap <= self._close,
                    self._points[j],
                    self._moves[j],
                )
                fear += self._damage[j] * self._found_now
                fear_next += self._damage[j] * self._found_next
            value = give * best + give_next * best_next
            value -= take * self._loss(u, fear) + take_next * self._loss(u, fear_next)
            if 0 < least < 1e9:
                value -= approach * self._worth[u] * least
            found.append(value)
        return found
