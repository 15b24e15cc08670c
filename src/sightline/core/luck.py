"""How lucky a side was, exactly: what its dice did beside what such dice do, over a whole match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb, lcm

from msgspec import Struct

from sightline.core.deeds import Deed
from sightline.core.events import Event, Rolled
from sightline.core.table import RuleId, Side, Table

METHOD = (
    "Every die that had to reach a number counts as it fell, weighted by what its success was worth; "
    "a die rolled again is one more die, for rolling it is a decision and only how it falls is luck."
)
"""What is counted, for those who look at the figures."""

NEARLY = 1e-12
"""A share of all games within this of another is the same share."""

Worth = Callable[[Table, Sequence[Event], Rolled], float]
"""What one success of a roll is worth, from the table under it and the events before it."""


class Throw(Struct, frozen=True):
    """Dice of one roll that had to reach a number, or had none to reach."""

    action: int
    side: Side
    rule: RuleId
    dice: int
    sides: int
    good: int
    """How many of a die's faces are a success."""
    successes: int
    worth: Fraction
    counted: bool = True
    """It had a number to reach."""

    @property
    def chance(self) -> Fraction:
        """The chance of one die."""
        return Fraction(self.good, self.sides)

    @property
    def expected(self) -> Fraction:
        """What these dice bring on average."""
        return self.dice * self.chance * self.worth

    @property
    def surplus(self) -> Fraction:
        """What they brought beyond that."""
        return self.successes * self.worth - self.expected


class Point(Struct, frozen=True):
    """How things stood after an action, and how far half and nine tenths of all games stray by then."""

    action: int
    surplus: float
    band50: float
    band90: float


class Luck(Struct, frozen=True):
    """How lucky a side was in a match."""

    side: Side
    dice: int
    successes: int
    expected: float
    """Successes to be expected."""
    surplus: float
    """Worth beyond expectation."""
    better: Fraction
    """The chance of doing this well or better."""
    worse: Fraction
    """The chance of doing this badly or worse."""
    points: tuple[Point, ...]
    others: tuple[Throw, ...] = ()
    """Rolls that had no number to reach: listed, not counted."""

    @property
    def lucky(self) -> bool:
        """Whether the dice brought no less than such dice do."""
        return self.surplus >= 0

    @property
    def chance(self) -> Fraction:
        """The chance of doing this well or better for the lucky, this badly or worse for the others."""
        return self.better if self.lucky else self.worse

    @property
    def text(self) -> str:
        """The chance in a sentence."""
        if not self.dice:
            return "No die had a number to reach"
        how = "This good or better" if self.lucky else "This bad or worse"
        if self.chance > Fraction(2, 3):
            return f"{how} in most games"
        return f"{how} in 1 game of {round(1 / self.chance):,}"


def thrown(table: Table, deeds: Iterable[Deed], worth: Worth) -> list[Throw]:
    """Every roll of a match; the table is the one it started from, and becomes the one it ended with."""
    found: list[Throw] = []
    before: list[Event] = []
    for deed in deeds:
        for event in deed.events:
            if isinstance(event, Rolled):
                found.append(throw(deed.number, event, worth(table, before, event) if event.need else 1.0))
            event.apply(table)
            before.append(event)
    return found


def throw(action: int, roll: Rolled, worth: float) -> Throw:
    """One roll in figures."""
    if roll.need is None:
        return Throw(action, roll.side, roll.rule, len(roll.faces), roll.sides, 0, 0, Fraction(0), counted=False)
    good, successes = roll.need.good(roll.sides), sum(map(roll.need.met, roll.faces))
    value = Fraction(worth).limit_denominator(1024)
    return Throw(action, roll.side, roll.rule, len(roll.faces), roll.sides, good, successes, value)


def luck(side: Side, throws: Iterable[Throw]) -> Luck:
    """How lucky a side was, from all rolls of a match."""
    own = [t for t in throws if t.side == side]
    counted = [t for t in own if t.counted]
    won = sum((t.successes * t.worth for t in counted), Fraction(0))
    ways, unit = distribution(counted)
    total = sum(ways.values())
    mark = int(won * unit)
    return Luck(
        side=side,
        dice=sum(t.dice for t in counted),
        successes=sum(t.successes for t in counted),
        expected=float(sum((t.dice * t.chance for t in counted), Fraction(0))),
        surplus=float(sum((t.surplus for t in counted), Fraction(0))),
        better=Fraction(sum(n for value, n in ways.items() if value >= mark), total),
        worse=Fraction(sum(n for value, n in ways.items() if value <= mark), total),
        points=tuple(_points(counted)),
        others=tuple(t for t in own if not t.counted),
    )


def distribution(throws: Sequence[Throw]) -> tuple[dict[int, int], int]:
    """In how many ways dice like these come to each worth, in whole numbers; worths are multiples of 1 / the second."""
    unit = lcm(*(t.worth.denominator for t in throws))
    alike: Counter[tuple[int, int, int]] = Counter()
    for t in throws:
        alike[int(t.worth * unit), t.good, t.sides] += t.dice
    ways = {0: 1}
    for (worth, good, sides), dice in sorted(alike.items()):
        falls = [comb(dice, n) * good**n * (sides - good) ** (dice - n) for n in range(dice + 1)]
        following: dict[int, int] = {}
        for value, known in ways.items():
            for successes, count in enumerate(falls):
                if count:
                    at = value + successes * worth
                    following[at] = following.get(at, 0) + known * count
        ways = following
    return ways, unit


# ------------------------------------------------------------------ over time


def _points(throws: Sequence[Throw]) -> Iterable[Point]:
    """The surplus after every action with dice, and the bands by then."""
    unit = lcm(*(t.worth.denominator for t in throws))
    spread = [1.0]
    surplus = mean = Fraction(0)
    for place, t in enumerate(throws):
        surplus += t.surplus
        mean += t.expected
        spread = _widened(spread, int(t.worth * unit), t)
        if place + 1 == len(throws) or throws[place + 1].action != t.action:
            centre = float(mean * unit)
            yield Point(t.action, float(surplus), _band(spread, centre, 0.5) / unit, _band(spread, centre, 0.9) / unit)


def _widened(spread: list[float], worth: int, t: Throw) -> list[float]:
    """A distribution over worth with the dice of one more roll; a worth of less than nothing counts the other way."""
    chance = t.good / t.sides
    for _ in range(t.dice):
        wider = [p * (1 - chance) for p in spread] + [0.0] * worth
        for value, p in enumerate(spread):
            wider[value + worth] += p * chance
        spread = wider
    return spread


def _band(spread: Sequence[float], centre: float, share: float) -> float:
    """The smallest distance from the centre within which a share of all games lies."""
    low = int(centre)
    high = low + 1
    held = width = 0.0
    while held < share - NEARLY and (low >= 0 or high < len(spread)):
        if high >= len(spread) or (low >= 0 and centre - low <= high - centre):
            width = centre - low
            held += spread[low]
            low -= 1
        else:
            width = high - centre
            held += spread[high]
            high += 1
    return width
