"""What the rules ask of everyone concerned: needs of dice, distances, and whether something may be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sightline.core.effects import Note, Question
from sightline.core.table import ModelId, Table
from sightline.games.starquest.catalog import DIE
from sightline.games.starquest.ground import scale

SUMMED = frozenset(("SQ-SPR-07", "SQ-SPR-15", "SQ-SPL-03", "SQ-HSK-02", "SQ-PRT-03"))
"""Rules of which several count together: those with an X, and what carries different workings (SQ-SPR-03)."""
ONLY = "only"
"""How a note says that nothing but this face will do."""
BETTER = "better"
"""How a note offers a stat that may be used if it is better."""
UNHINDERED = "unhindered"
"""How a note says that nothing takes anything away."""


def summed(notes: Sequence[Note]) -> float:
    """What the notes add up to: of one rule the strongest counts, of those with an X all (SQ-SPR-03)."""
    total = 0.0
    strongest: dict[str, float] = {}
    free = any(note.how == UNHINDERED for note in notes)
    for note in notes:
        if note.how == "add" and not (free and note.value < 0):
            if note.rule in SUMMED:
                total += note.value
            elif abs(note.value) >= abs(strongest.get(note.source, 0.0)):
                strongest[note.source] = note.value
    for value in strongest.values():
        total += value
    return total


class Test(Question, frozen=True):
    """A die against a stat: modifiers change the roll, a 6 always succeeds, a 1 always fails (SQ-MOD-01, SQ-MOD-02)."""

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        """The face that is needed."""
        for note in notes:
            if note.how == ONLY:
                return note.value
            if note.how == "set":
                base = note.value
            elif note.how == BETTER:
                base = min(base, note.value)
        return min(max(base + self.harder() - summed(notes), 2.0), float(DIE))

    def harder(self) -> int:
        """What is taken from the roll by what is asked for."""
        return 0


class ToHit(Test, frozen=True):
    """An attack is to hit (SQ-SHT-05, SQ-MEL-07)."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "target")
    attacker: ModelId
    target: ModelId
    weapon: str
    melee: bool = False
    charging: bool = False


class ToBlock(Test, frozen=True):
    """A hit is to be blocked (SQ-SHT-06, SQ-MEL-08)."""

    roles: ClassVar[tuple[str, ...]] = ("target", "attacker")
    target: ModelId
    attacker: ModelId
    weapon: str
    melee: bool = False
    charging: bool = False
    torn: bool = False
    """A hit by a natural 6 of a weapon that makes something of it (SQ-SPR-26)."""
    cover: bool = False
    ap: int = 0
    """Of hits that come from no weapon: spells, falls, traps."""


class ToPass(Test, frozen=True):
    """A stat test of one model (SQ-STA-01)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    stat: str
    jump: bool = False


class ToHold(Test, frozen=True):
    """A morale test of a unit, by whoever speaks for it; friends near by may help (SQ-MRL-03)."""

    roles: ClassVar[tuple[str, ...]] = ("unit", "friends")
    unit: ModelId
    friends: tuple[ModelId, ...] = ()
    worse: int = 0
    """What whoever called for the test takes from the roll."""

    def harder(self) -> int:
        return self.worse


class ToCast(Test, frozen=True):
    """A spell is to work (SQ-SPR-10)."""

    roles: ClassVar[tuple[str, ...]] = ("caster",)
    caster: ModelId
    spell: str
    extra: int = 0
    countered: int = 0

    def harder(self) -> int:
        """Tokens count a point each, for and against."""
        return self.countered - self.extra


class Sixes(Question, frozen=True):
    """How many more hits a natural 6 brings (SQ-SHT-08)."""

    roles: ClassVar[tuple[str, ...]] = ("attacker",)
    attacker: ModelId
    target: ModelId
    weapon: str
    melee: bool = False
    charging: bool = False


class Reach(Question, frozen=True):
    """How far a model may go with an action (SQ-MOV-06)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    deed: str

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        """Fixed changes first, not below none, then halving; everything as large as the table."""
        value = max(0.0, base + summed(notes))
        for note in notes:
            if note.how == "times":
                value *= note.value
        return value * scale(table)


class Range(Question, frozen=True):
    """How far a weapon shoots (SQ-SHT-09)."""

    roles: ClassVar[tuple[str, ...]] = ("shooter",)
    shooter: ModelId
    weapon: str

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        """Changes are added to what is printed."""
        return max(0.0, base + summed(notes)) * scale(table)


class Attacks(Question, frozen=True):
    """How many attacks a weapon makes (SQ-SHT-04)."""

    roles: ClassVar[tuple[str, ...]] = ("attacker",)
    attacker: ModelId
    weapon: str
    melee: bool

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        """Never below none."""
        return max(0.0, base + summed(notes))


class Multiplied(Question, frozen=True):
    """How often a hit counts at most: Blast (SQ-SPR-09)."""

    roles: ClassVar[tuple[str, ...]] = ("attacker",)
    attacker: ModelId
    weapon: str


class Deepened(Question, frozen=True):
    """What each wound of a weapon is multiplied by: Deadly (SQ-SPR-13)."""

    roles: ClassVar[tuple[str, ...]] = ("attacker",)
    attacker: ModelId
    weapon: str


class Doubted(Question, frozen=True):
    """Whether natural sixes of the Defense dice are rolled again: Bane (SQ-SPR-08)."""

    roles: ClassVar[tuple[str, ...]] = ("attacker",)
    attacker: ModelId
    weapon: str


class Swift(Question, frozen=True):
    """Whether a weapon strikes before those who charge: Counter (SQ-SPR-12)."""

    roles: ClassVar[tuple[str, ...]] = ("attacker",)
    attacker: ModelId
    weapon: str


class Ramming(Question, frozen=True):
    """How many dice the impact of a charging model is worth (SQ-SPR-20)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class Dreading(Question, frozen=True):
    """How many wounds more those of a model count for morale after a melee: Fear (SQ-SPR-15)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class Empowering(Question, frozen=True):
    """How many spell tokens a model gains at the start of a round (SQ-SPR-10)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class Hiding(Question, frozen=True):
    """Whether a model may wait in ambush, or deploys ahead of the others (SQ-SPR-05, SQ-SPR-27)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    what: str
    """`ambush` or `scout`."""


class Using(Question, frozen=True):
    """Whether a weapon can still be used (SQ-SPR-22)."""

    roles: ClassVar[tuple[str, ...]] = ("attacker",)
    attacker: ModelId
    weapon: str


class Minding(Question, frozen=True):
    """Whether a model that goes somewhere has to mind a kind of terrain (SQ-SPR-17, SQ-SPR-30)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    what: str
    """`difficult`, `dangerous`, `walls`, `units` or `jumps`."""


class Doing(Question, frozen=True):
    """Whether a unit may take an action (SQ-GEN-07)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    deed: str


class Striking(Question, frozen=True):
    """Whether a unit strikes back (SQ-MEL-09)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class Seeing(Question, frozen=True):
    """Whether anything but walls and bodies keeps one model from seeing another."""

    roles: ClassVar[tuple[str, ...]] = ("model", "target")
    model: ModelId
    target: ModelId


class Needing(Question, frozen=True):
    """Whether a weapon needs to see its target, and cover owed to what is in between counts (SQ-SPR-21)."""

    roles: ClassVar[tuple[str, ...]] = ("attacker",)
    attacker: ModelId
    weapon: str


class Healing(Question, frozen=True):
    """Whether a wound may be diced away: forbidden to be if the weapon does not allow it (SQ-SPR-23)."""

    roles: ClassVar[tuple[str, ...]] = ("attacker",)
    attacker: ModelId
    weapon: str


class Preferring(Question, frozen=True):
    """Whether an enemy unit takes a hero for the closest, wherever it stands (SQ-AIU-05)."""

    roles: ClassVar[tuple[str, ...]] = ("unit",)
    unit: ModelId
    hero: ModelId


class Noticing(Question, frozen=True):
    """Whether an enemy unit heeds a hero as a target (SQ-AIU-01)."""

    roles: ClassVar[tuple[str, ...]] = ("hero", "unit")
    hero: ModelId
    unit: ModelId


class Falling(Question, frozen=True):
    """The AP of the hit of a fall (SQ-FAL-01)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    ap: int


IGNORED_WOUND = "ignore_wound"
ROLLED_AGAIN = "reroll"
FREE_REVIVAL = "free_revive"
"""What lets a hero revive another for nothing, once in a mission, as the figures have it."""


class RevivalPrice(Question, frozen=True):
    """The power it takes to revive another (SQ-UNC-03)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class Finding(Question, frozen=True):
    """What is added to the treasure rolls of tokens a hero reveals (SQ-SRC-10)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
